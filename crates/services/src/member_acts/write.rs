//! Writes what an act does.

use std::collections::HashMap;

use domain::enrollment_codes::EnrollmentCode;
use domain::roster_runs::RosterRunKind;
use domain::{Account, AccountId, AuditedAct, InterfaceLanguage, Membership, RosterRunId};
use rand::RngExt as _;
use store::Tx;

use super::disabilities::change_marks;
use super::plan::ActPlan;
use super::{CardContent, CardRequest, FinishedAct, MemberAct, SignInCard};
use crate::accounts::user_exists_on_conflict;
use crate::members::member_sort_key;
use crate::roster_runs::{change_group, change_places, record_own_run, remove_with_snapshot};
use crate::user_names::choose_user_names;
use crate::values::easy_password;
use crate::{ErrorKey, NewPassword, Operation, Result};

/// A password before it is written.
pub(super) struct PreparedPassword {
    password: NewPassword,
    language: InterfaceLanguage,
    hash: String,
}

pub(super) type PreparedPasswords = HashMap<AccountId, PreparedPassword>;

/// Generates a password of easy words for each member who changes. Slow: call it before the transaction
/// begins.
pub(super) async fn make_passwords(
    op: &Operation,
    plan: &ActPlan<'_>,
    cards: &CardRequest,
) -> Result<PreparedPasswords> {
    let mut passwords = PreparedPasswords::new();
    for account in plan.changing_accounts() {
        let language = cards.language_for(account);
        let password = easy_password(&mut op.rng(), language);
        let hash = op.hash_password(&password).await?;
        passwords.insert(account.id.clone(), PreparedPassword { password, language, hash });
    }
    Ok(passwords)
}

/// Writes the plan: a few statements for every few hundred members.
pub(super) async fn write_plan(
    op: &Operation,
    tx: &mut Tx,
    plan: ActPlan<'_>,
    passwords: PreparedPasswords,
) -> Result<FinishedAct> {
    let counts = plan.count();
    let mut run = None;
    let mut cards = Vec::new();
    let accounts: Vec<Account> = plan.changing_accounts().cloned().collect();
    if !accounts.is_empty() {
        let ids: Vec<AccountId> = accounts.iter().map(|account| account.id.clone()).collect();
        match (plan.act, &plan.target) {
            (MemberAct::SetGrade(grade), _) => {
                let set = |place: &mut Membership| place.grade = Some(grade.0.clone());
                run = Some(change_as_run(op, tx, RosterRunKind::Grade, accounts, set).await?);
            }
            (MemberAct::SetRosterTag(tag), _) => {
                let set = |place: &mut Membership| place.roster_tag = *tag;
                run = Some(change_as_run(op, tx, RosterRunKind::RosterTag, accounts, set).await?);
            }
            (MemberAct::PutOnQuickList | MemberAct::TakeOffQuickList, _) => {
                let is_listed = *plan.act == MemberAct::PutOnQuickList;
                store::quick_lists::set_many(tx, op.account_id()?, &ids, is_listed, op.now).await?;
            }
            (MemberAct::AssignTitle(title), _) => {
                store::assignments::assign_many(tx, &ids, *title, op.account_id()?, op.now).await?;
                op.record_changes(tx, AuditedAct::AssignTitle, &ids).await?;
            }
            (MemberAct::AddToList(list), _) => {
                store::lists::add_members(tx, list, &ids, op.account_id()?, op.now).await?;
            }
            (MemberAct::AddToGroup(group) | MemberAct::TakeFromGroup(group), _) => {
                let joins = matches!(plan.act, MemberAct::AddToGroup(_));
                run = Some(change_group(op, tx, *group, &accounts, joins).await?);
            }
            (MemberAct::MarkDisability(kind) | MemberAct::UnmarkDisability(kind), _) => {
                let marks = matches!(plan.act, MemberAct::MarkDisability(_));
                run = Some(change_marks(op, tx, *kind, &accounts, marks).await?);
            }
            (MemberAct::ResetSignIn, _) => {
                cards = replace_passwords(op, tx, accounts, passwords).await?;
                op.record_changes(tx, AuditedAct::ResetPassword, &ids).await?;
            }
            (MemberAct::GiveSignIn, _) => {
                cards = give_sign_ins(op, tx, accounts, passwords).await?;
                op.record_changes(tx, AuditedAct::GiveSignIn, &ids).await?;
            }
            (MemberAct::MakeEnrollmentCodes, _) => {
                cards = make_codes(op, tx, accounts).await?;
                op.record_changes(tx, AuditedAct::MakeEnrollmentCode, &ids).await?;
            }
            (MemberAct::Remove, _) => {
                let organization = &op.require_member_manager()?.id;
                run = Some(remove_with_snapshot(op, tx, organization, accounts).await?);
            }
        }
    }
    Ok(FinishedAct { target: plan.target, counts, run, cards, braille: None })
}

/// Changes the places of members in the organization, as one run.
async fn change_as_run(
    op: &Operation,
    tx: &mut Tx,
    kind: RosterRunKind,
    accounts: Vec<Account>,
    change: impl Fn(&mut Membership),
) -> Result<RosterRunId> {
    let changes = change_places(tx, accounts, change).await?;
    record_own_run(op, tx, kind, &changes).await
}

/// Gives members the passwords that were generated for them, which they must change.
async fn replace_passwords(
    op: &Operation,
    tx: &mut Tx,
    mut accounts: Vec<Account>,
    passwords: PreparedPasswords,
) -> Result<Vec<SignInCard>> {
    accounts.sort_by_cached_key(member_sort_key);
    for account in &mut accounts {
        account.needs_new_password = true;
    }
    let records = assign_passwords(&accounts, passwords)?;
    store::passwords::change_many(tx, &list_hashes(&records), op.now).await?;
    Ok(records.into_iter().map(password_card).collect())
}

/// Gives members who have no name to sign in by a user name, and the passwords that were generated for them,
/// which they must change.
async fn give_sign_ins(
    op: &Operation,
    tx: &mut Tx,
    mut accounts: Vec<Account>,
    passwords: PreparedPasswords,
) -> Result<Vec<SignInCard>> {
    accounts.sort_by_cached_key(member_sort_key);
    let names = choose_user_names(op, &mut *tx, &accounts).await?;
    for (account, name) in accounts.iter_mut().zip(names) {
        account.username = Some(name);
        account.needs_new_password = true;
    }
    let records = assign_passwords(&accounts, passwords)?;
    let changed: Vec<&Account> = accounts.iter().collect();
    let written = store::accounts::update_many(tx, &changed, &list_hashes(&records)).await;
    written.map_err(user_exists_on_conflict)?;
    Ok(records.into_iter().map(password_card).collect())
}

/// The members with their passwords: those who were confirmed are those for whom passwords were generated.
fn assign_passwords(
    accounts: &[Account],
    mut passwords: PreparedPasswords,
) -> Result<Vec<(&Account, PreparedPassword)>> {
    let mut records = Vec::with_capacity(accounts.len());
    for account in accounts {
        records.push((account, passwords.remove(&account.id).ok_or(ErrorKey::InternalError)?));
    }
    Ok(records)
}

fn list_hashes<'a>(records: &'a [(&Account, PreparedPassword)]) -> Vec<(&'a Account, &'a str)> {
    records.iter().map(|(account, prepared)| (*account, prepared.hash.as_str())).collect()
}

fn password_card((account, prepared): (&Account, PreparedPassword)) -> SignInCard {
    let sign_in_name = account.sign_in_name().to_owned();
    let PreparedPassword { password, language, .. } = prepared;
    let content = CardContent::Password { sign_in_name, password, language };
    SignInCard { name: account.display_name(), content }
}

/// Makes a code for each member; earlier codes of these members are void.
async fn make_codes(op: &Operation, tx: &mut Tx, mut accounts: Vec<Account>) -> Result<Vec<SignInCard>> {
    accounts.sort_by_cached_key(member_sort_key);
    let mut rng = op.rng();
    let mut code = || EnrollmentCode::generate(|below| rng.random_range(0..below));
    let records: Vec<(&Account, EnrollmentCode)> = accounts.iter().map(|account| (account, code())).collect();
    let hashes: Vec<(&AccountId, String)> =
        records.iter().map(|(account, code)| (&account.id, secrets::hash_token(code.letters()))).collect();
    store::enrollment_codes::replace_many(tx, &hashes, op.account_id()?, op.now).await?;
    let card = |(account, code): (&Account, EnrollmentCode)| SignInCard {
        name: account.display_name(),
        content: CardContent::Code(code),
    };
    Ok(records.into_iter().map(card).collect())
}
