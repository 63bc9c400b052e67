//! Writes what an act does.

use std::collections::HashMap;

use domain::accounts::{Account, Membership};
use domain::ids::{AccountId, RosterRunId};
use domain::roster_runs::RosterRunKind;
use store::Tx;

use super::plan::Plan;
use super::{FinishedAct, MemberAct, NewSignIn};
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::members::member_sort_key;
use crate::operation::Operation;
use crate::roster_runs::{NewRosterRun, change_places, record_run, remove_with_snapshot};
use crate::values::{NewPassword, generated_password};

/// A password before it is written.
pub(super) struct PreparedPassword {
    password: NewPassword,
    hash: String,
}

/// New passwords by account.
pub(super) type PreparedPasswords = HashMap<AccountId, PreparedPassword>;

/// Generates a password for each member who changes. Slow: call it before the transaction begins.
pub(super) async fn make_passwords(op: &Operation, plan: &Plan<'_>) -> Result<PreparedPasswords> {
    let mut passwords = PreparedPasswords::new();
    for account in plan.changing() {
        let password = generated_password(&mut op.rng());
        let hash = op.hash_password(&password).await?;
        passwords.insert(account.id.clone(), PreparedPassword { password, hash });
    }
    Ok(passwords)
}

/// Writes the plan: a few statements for every few hundred members.
pub(super) async fn write_plan(
    op: &Operation,
    tx: &mut Tx,
    plan: Plan<'_>,
    passwords: PreparedPasswords,
) -> Result<FinishedAct> {
    let counts = plan.count();
    let (mut run, mut sign_ins) = (None, Vec::new());
    let accounts: Vec<Account> = plan.changing().cloned().collect();
    if !accounts.is_empty() {
        let ids: Vec<AccountId> = accounts.iter().map(|account| account.id.clone()).collect();
        let own = op.account_id()?;
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
                store::quick_lists::set_many(tx, own, &ids, is_listed, op.now).await?;
            }
            (MemberAct::AssignTitle(title), _) => {
                store::assignments::assign_many(tx, &ids, *title, own, op.now).await?;
            }
            (MemberAct::AddToList(list), _) => {
                store::lists::add_members(tx, list, &ids, own, op.now).await?;
            }
            (MemberAct::ResetSignIn, _) => {
                sign_ins = replace_passwords(op, tx, accounts, passwords).await?;
            }
            (MemberAct::Remove, _) => {
                let organization = &op.require_sponsor()?.organization.id;
                run = Some(remove_with_snapshot(op, tx, organization, accounts).await?);
            }
        }
    }
    Ok(FinishedAct { target: plan.target, counts, run, sign_ins })
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
    let organization = &op.require_sponsor()?.organization.id;
    let run = NewRosterRun { organization, kind, file_name: None };
    record_run(op, tx, &run, &changes).await
}

/// Gives members the passwords that were generated for them, which they must change.
async fn replace_passwords(
    op: &Operation,
    tx: &mut Tx,
    mut accounts: Vec<Account>,
    mut passwords: PreparedPasswords,
) -> Result<Vec<NewSignIn>> {
    accounts.sort_by_cached_key(member_sort_key);
    for account in &mut accounts {
        account.needs_new_password = true;
    }
    let mut records = Vec::with_capacity(accounts.len());
    for account in &accounts {
        // Those who were confirmed are those for whom passwords were generated.
        let prepared = passwords.remove(&account.id).ok_or(ErrorKey::InternalError)?;
        records.push((account, prepared));
    }
    let hashes: Vec<(&Account, &str)> =
        records.iter().map(|(account, prepared)| (*account, prepared.hash.as_str())).collect();
    store::passwords::change_many(tx, &hashes, op.now).await?;
    let sign_in = |(account, prepared): (&Account, PreparedPassword)| NewSignIn {
        name: account.display_name(),
        sign_in_name: account.sign_in_name().to_owned(),
        password: prepared.password,
    };
    Ok(records.into_iter().map(sign_in).collect())
}
