//! A user's own account (docs/rules/organizations.md#rule-2, docs/rules/accounts.md).

use domain::students::StudentProfile;
use domain::{Account, AccountId, AuditedAct, Privilege, Reader, Role};
use store::Tx;

use super::details::{AccountDetails, Guardian};
use super::undo::CredentialChanges;
use super::{end_sponsors_sign_ins, lock_open, user_exists_on_conflict};
use crate::partner::PartnerFault;
use crate::{Error, ErrorKey, Fault, Faults, Field, NewPassword, Operation, Reason, Result};

#[derive(Debug, Clone)]
pub struct Summary {
    /// The account with everything that belongs to it.
    pub reader: Reader,
    /// The school and grade that the person stated.
    pub student: StudentProfile,
    /// Credits; `None` for keys without membership privileges (docs/rules/records.md#rule-22).
    pub credits: Option<u64>,
}

/// The summary of the user's account, for the key of the request.
pub async fn summarize(op: &Operation) -> Result<Summary> {
    summary_of(op, Reader::clone(op.reader()?)).await
}

async fn summary_of(op: &Operation, reader: Reader) -> Result<Summary> {
    let id = &reader.account.id;
    let student = store::students::get(op.db(), id).await?;
    let credits = if op.client.has_privilege(Privilege::Membership) {
        Some(store::credits::get_balance(op.db(), id).await?)
    } else {
        None
    };
    Ok(Summary { reader, student, credits })
}

/// The summary of an account as it is now, after a change.
async fn summarize_after_change(op: &Operation, id: &AccountId) -> Result<Summary> {
    let reader = store::readers::find_by_account(op.db(), id, op.now).await?;
    summary_of(op, reader.ok_or(ErrorKey::UserNotFound)?).await
}

#[derive(Debug)]
pub struct SignUpRequest<'a> {
    pub details: AccountDetails,
    pub password: Option<NewPassword>,
    pub partner_token: Option<&'a str>,
}

/// Signs an individual member up on the key's site, with details in which
/// [`validate_new`](super::validate_new) found no fault. A person who signs up with the partner's identity
/// token needs no password, and may set one later.
///
/// # Errors
/// `INVALID_PARAMETER` if the token does not prove the email address; `USER_EXISTS`.
pub async fn sign_up(op: &Operation, request: SignUpRequest<'_>) -> Result<Summary> {
    op.require_privilege(Privilege::Signup)?;
    let SignUpRequest { details, password, partner_token } = request;
    if let (Some(token), Some(email)) = (partner_token, &details.email_address) {
        same_address(op, token, &email.0).await?;
    }
    let id = AccountId(op.random_id());
    let mut account = Account::new(id, op.site.id.clone(), Role::Individual, op.now);
    account.needs_new_password = password.is_none();
    details.apply_to_new(&mut account, op.today())?;
    let hash = op.hash_if_sent(password.as_ref()).await?;
    let mut tx = op.db().begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(user_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreateAccount, &account.id).await?;
    summarize_after_change(op, &account.id).await
}

/// The token must prove that the email address is the caller's own (docs/rules/accounts.md).
async fn same_address(op: &Operation, token: &str, email: &str) -> Result<()> {
    let refused = |reason: Reason| -> Error {
        Fault::new(ErrorKey::InvalidParameter, Field::PartnerIdToken, reason).into()
    };
    let Some(partner) = op.library().partner() else {
        return Err(refused("this library has no partner".into()));
    };
    match partner.verified_email(token, op.now).await {
        Ok(verified) if store::accounts::fold_login(&verified) == store::accounts::fold_login(email) => {
            Ok(())
        }
        Ok(_) => Err(refused(Reason::from("its email address must be ").then_field(Field::EmailAddress))),
        Err(PartnerFault::Token(fault)) => Err(refused(fault.to_string().into())),
        Err(PartnerFault::Keys(fault)) => Err(fault.into()),
    }
}

/// Changes the user's own account. A new password no longer has to be changed; other sessions end. The
/// previous address is informed of another address or password, with a link that undoes the change.
///
/// # Errors
/// The faults of the request; `USER_EXISTS`; [`Error::Wait`] after ten changes of address or password in an
/// hour.
pub async fn change_own(op: &Operation, mut details: AccountDetails, mut faults: Faults) -> Result<Summary> {
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = details.password.take().filter(|_| faults.is_empty());
    let email = details.email_address.clone().filter(|_| faults.is_empty());
    let email = email.as_ref().map(|email| email.0.as_str());
    CredentialChanges::compare(op.account()?, email, password.is_some())
        .count_against_limit(op, op.account_id()?)
        .await?;
    let hash = op.hash_if_sent(password.as_ref()).await?;
    let mut tx = op.db().begin().await?;
    let mut account = lock_open(&mut tx, op.account_id()?).await?;
    let before = account.clone();
    details.apply_to(&mut account, op.today(), Guardian::NeededWhenTold, &mut faults);
    faults.into_result()?;
    let changes = CredentialChanges::compare(&before, account.email.as_deref(), hash.is_some());
    changes.record_and_notify(op, &mut tx, &before).await?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    if let Some(hash) = hash {
        choose_password(op, &mut tx, &hash).await?;
    }
    op.commit_change(tx, AuditedAct::ChangeOwnAccount, &account.id).await?;
    summarize_after_change(op, op.account_id()?).await
}

/// The readable parts of a request to become an individual member, so that all of its faults are reported
/// together.
#[derive(Debug)]
pub struct IndividualDraft {
    /// The details that could be read.
    pub sketch: Option<AccountDetails>,
    pub password: Option<NewPassword>,
    /// The details with every required field. `None` if one is missing, which is then among the faults.
    pub details: Option<AccountDetails>,
}

/// Makes a member of an organization an individual member as well. Sponsors, who no longer manage what the
/// account may read, know its password and those of its devices: without a new one the password must be
/// changed, the devices are revoked, and other sign-ins end.
///
/// # Errors
/// The faults of the request; `ALREADY_EXISTS` for individual members; `USER_EXISTS`; [`Error::Wait`] as for
/// [`change_own`].
pub async fn become_individual(
    op: &Operation,
    draft: IndividualDraft,
    mut faults: Faults,
) -> Result<Summary> {
    op.require_organization_member()?;
    let IndividualDraft { sketch, password, details } = draft;
    let today = op.today();
    let password = password.filter(|_| faults.is_empty());
    CredentialChanges::compare(op.account()?, None, password.is_some())
        .count_against_limit(op, op.account_id()?)
        .await?;
    let hash = op.hash_if_sent(password.as_ref()).await?;
    let mut tx = op.db().begin().await?;
    let mut account = lock_open(&mut tx, op.account_id()?).await?;
    let before = account.clone();
    let is_new = account.roles.insert(Role::Individual);
    if let Some(sketch) = sketch {
        // A minor's guardian is not required, because the agreement asks for the guardian's signature
        // (docs/rules/memberships.md#rule-1).
        sketch.apply_to(&mut account.clone(), today, Guardian::Optional, &mut faults);
    }
    let details = faults.complete_with(details)?;
    if !is_new {
        return Err(ErrorKey::AlreadyExists.into());
    }
    account.username = None;
    details.apply_to_new(&mut account, today)?;
    let changes = CredentialChanges::compare(&before, account.email.as_deref(), hash.is_some());
    changes.record_and_notify(op, &mut tx, &before).await?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    end_sponsors_sign_ins(op, &mut tx, [&before, &account]).await?;
    if let Some(hash) = hash {
        choose_password(op, &mut tx, &hash).await?;
    }
    op.commit_change(tx, AuditedAct::ChangeRoles, &account.id).await?;
    summarize_after_change(op, op.account_id()?).await
}

/// Gives the user the password that they chose; other sessions end.
async fn choose_password(op: &Operation, tx: &mut Tx, hash: &str) -> Result<()> {
    let own = op.token.as_deref().unwrap_or_default();
    store::passwords::choose_password(tx, op.account_id()?, hash, own, op.now).await?;
    Ok(())
}
