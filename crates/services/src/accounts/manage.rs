//! Accounts, as membership staff manage them (docs/rules/memberships.md#rule-7).

use domain::accounts::StaffedRole;
use domain::{Account, AccountId, AuditedAct, Reader, Role, SiteId};
use jiff::civil::Date;
use store::Tx;

use super::details::{AccountDetails, Guardian};
use super::{end_sponsors_sign_ins, end_staff_work, lock_managed, user_exists_on_conflict, validate_new};

use crate::{
    ErrorKey, Fault, Faults, Field, NewPassword, Operation, Result, ShortText, missing_companion, sites,
};

/// An account as staff see it.
#[derive(Debug, Clone)]
pub struct ManagedAccount {
    /// The account with everything that belongs to it.
    pub reader: Reader,
    /// The grade that the person stated.
    pub grade: Option<String>,
}

/// The readable parts of a request for a new account, so that all of its faults are reported together.
#[derive(Debug, Clone)]
pub struct AccountDraft {
    /// The details that could be read.
    pub details: Option<AccountDetails>,
    pub role: StaffedRole,
    /// The site, for administrators; the staff member's own if absent.
    pub site: Option<ShortText>,
}

/// A new account that has every required field.
#[derive(Debug, Clone)]
pub struct AccountAdmission {
    pub details: AccountDetails,
    /// Required for individual members.
    pub date_of_birth: Option<Date>,
    /// A password. Without one the person chooses it by email.
    pub password: Option<NewPassword>,
}

/// An account that staff manage, by identifier, user name or email address: `USER_NOT_FOUND`. The audit
/// records the access.
pub async fn get(op: &Operation, name: &str) -> Result<ManagedAccount> {
    op.require_membership_staff()?;
    let reader = store::readers::find_by_identifier(op.db(), name, op.now).await?;
    let theirs = reader.filter(|reader| op.manages_membership(&reader.account.site));
    show_with_audit(op, theirs.ok_or(ErrorKey::UserNotFound)?).await
}

/// An account of the staff member's site as it is now, after a change. The audit records that it was read.
pub(crate) async fn read_after_change(op: &Operation, id: &AccountId) -> Result<ManagedAccount> {
    let reader = store::readers::find_by_account(op.db(), id, op.now).await?;
    show_with_audit(op, reader.ok_or(ErrorKey::UserNotFound)?).await
}

/// The record contains the proof of disability: the audit records who reads it.
async fn show_with_audit(op: &Operation, reader: Reader) -> Result<ManagedAccount> {
    op.record_reads([&reader.account.id]).await?;
    let grade = store::students::get(op.db(), &reader.account.id).await?.grade;
    Ok(ManagedAccount { reader, grade })
}

/// Creates an account. `admission` is `None` if a required field is missing or wrong, which is then among the
/// faults.
///
/// # Errors
/// The faults of the request, among them a site that does not exist; `FORBIDDEN` for a site of others,
/// `USER_EXISTS`.
pub async fn create(
    op: &Operation,
    sketch: AccountDraft,
    admission: Option<AccountAdmission>,
    faults: Faults,
) -> Result<ManagedAccount> {
    op.require_membership_staff()?;
    let (account, password) = build_account(op, sketch, admission, faults).await?;
    let hash = op.hash_if_sent(password.as_ref()).await?;
    let mut tx = op.db().begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(user_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreateAccount, &account.id).await?;
    read_after_change(op, &account.id).await
}

/// The new account that a request describes, and its password if the request has one. Nothing is stored.
///
/// # Errors
/// Those of [`create`], except `USER_EXISTS`.
pub(crate) async fn build_account(
    op: &Operation,
    sketch: AccountDraft,
    admission: Option<AccountAdmission>,
    mut faults: Faults,
) -> Result<(Account, Option<NewPassword>)> {
    let AccountDraft { details, role, site } = sketch;
    let site = sites::resolve_site(op, site.as_ref(), &mut faults).await?;
    if let Some(details) = details {
        validate_new(details, role.into(), op.today(), &mut faults);
    }
    let AccountAdmission { details, date_of_birth, password } = faults.complete_with(admission)?;
    let id = AccountId(op.random_id());
    let mut account = Account::new(id, site, role.into(), op.now);
    account.needs_new_password = password.is_none();
    // An account of unknown age gets no adult titles from the staff (docs/rules/memberships.md#rule-7).
    account.allow_adult_content = date_of_birth.is_none().then_some(false);
    details.apply_to_new(&mut account, op.today())?;
    sites::require_nameable(op, &account.site)?;
    Ok((account, password))
}

#[derive(Debug, Clone)]
pub struct StaffChanges {
    /// The person's details, with the new password.
    pub details: AccountDetails,
    /// Replaces the roles that staff give; roles in an organization stay.
    pub role: Option<StaffedRole>,
    /// The site to move to, for administrators.
    pub site: Option<ShortText>,
    /// The request has a password, valid or not.
    pub sends_password: bool,
}

/// Changes an account. A new password ends the account's sessions, and must be changed by its owner; so must
/// the one that a member had who is more than a member from now on.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`, `FORBIDDEN`, `USER_EXISTS`.
pub async fn change(
    op: &Operation,
    name: &str,
    changes: StaffChanges,
    mut faults: Faults,
) -> Result<ManagedAccount> {
    op.require_membership_staff()?;
    let StaffChanges { mut details, role, site, sends_password } = changes;
    let today = op.today();
    let site = match &site {
        Some(named) => Some(sites::resolve_site(op, Some(named), &mut faults).await?),
        None => None,
    };
    details.validate(today, &mut faults);
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = details.password.take().filter(|_| faults.is_empty());
    let hash = op.hash_if_sent(password.as_ref()).await?;
    let mut tx = op.db().begin().await?;
    let (mut account, mut faults) = faults.report_before(lock_managed(op, &mut tx, name).await)?;
    check_names_and_passwords(&account, &details, sends_password, &mut faults);
    let before = account.clone();
    apply_details(&mut account, details, role, site, today, faults)?;
    sites::require_nameable(op, &account.site)?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    if account.site != before.site {
        store::audit::move_to_site(&mut tx, &account.id, &account.site).await?;
        store::audit_changes::move_to_site(&mut tx, &account.id, &account.site).await?;
    }
    end_sponsors_sign_ins(op, &mut tx, [&before, &account]).await?;
    end_staff_work(op, &mut tx, [&before, &account]).await?;
    if let Some(hash) = hash {
        replace_password(op, &mut tx, &account, &hash).await?;
    }
    op.commit_change(tx, AuditedAct::ChangeAccount, &account.id).await?;
    read_after_change(op, &account.id).await
}

/// Gives an account another password. Ends its sessions and the links of emails to a new password; the person
/// must change it.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `MISSING_PARAMETER` if the account has no name to sign in with.
pub async fn set_password(op: &Operation, name: &str, password: &NewPassword) -> Result<()> {
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let hash = op.hash_password(password).await?;
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, name).await?;
    if !account.has_sign_in_name() {
        let reason = "is required before a password: there is no name to sign in by";
        return Err(Fault::new(ErrorKey::MissingParameter, Field::EmailAddress, reason).into());
    }
    replace_password(op, &mut tx, &account, &hash).await?;
    op.commit_change(tx, AuditedAct::ResetPassword, &account.id).await
}

/// A password that another person knows must be changed by its owner.
async fn replace_password(op: &Operation, tx: &mut Tx, account: &Account, hash: &str) -> Result<()> {
    let needs_new = op.signed_in_id() != Some(&account.id);
    store::passwords::change_password(tx, &account.id, hash, needs_new, op.now).await?;
    Ok(())
}

/// An account that gets a name to sign in with gets a password with it, and the reverse
/// (docs/rules/organizations.md#rule-4).
fn check_names_and_passwords(
    account: &Account,
    details: &AccountDetails,
    sends_password: bool,
    faults: &mut Faults,
) {
    if account.has_sign_in_name() || faults.has_field(Field::EmailAddress) {
        return;
    }
    match (details.email_address.is_some(), sends_password) {
        (true, false) => faults.push(missing_companion(Field::Password, Field::EmailAddress)),
        (false, true) => faults.push(missing_companion(Field::EmailAddress, Field::Password)),
        _ => {}
    }
}

/// Applies everything but the password.
fn apply_details(
    account: &mut Account,
    details: AccountDetails,
    role: Option<StaffedRole>,
    site: Option<SiteId>,
    today: Date,
    mut faults: Faults,
) -> Result<()> {
    let was_individual = account.has_role(Role::Individual);
    if let Some(role) = role {
        account.set_role(role);
    }
    let new_reader = account.has_role(Role::Individual) && !was_individual;
    let born = account.date_of_birth.is_some() || details.date_of_birth.value().is_some();
    if new_reader && !born && !faults.has_field(Field::DateOfBirth) {
        faults.add(ErrorKey::MissingParameter, Field::DateOfBirth, "is required of individual members");
    }
    if let Some(site) = site.filter(|site| *site != account.site) {
        if account.membership.is_some() {
            let reason = "must be that of the organization, for people of an organization";
            faults.add(ErrorKey::InvalidParameter, Field::Site, reason);
        }
        account.site = site;
    }
    let guardian = if new_reader { Guardian::Needed } else { Guardian::NeededWhenTold };
    details.apply_to(account, today, guardian, &mut faults);
    faults.into_result()
}
