//! Accounts, as membership staff manage them (docs/rules/memberships.md#rule-7).

use domain::accounts::{Account, Role, StaffedRole};
use domain::ids::{AccountId, SiteId};
use domain::readers::Reader;
use jiff::Timestamp;
use jiff::civil::Date;
use store::Tx;

use super::details::{AccountDetails, Guardian};
use super::{end_devices, lock_managed, user_exists_on_conflict, validate_new};
use crate::actor::Actor;
use crate::context::Context;
use crate::error::{Fault, Result};
use crate::faults::{Faults, missing_companion};
use crate::fields::Field;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::MembershipStaff;
use crate::sites;
use crate::values::{NewPassword, ShortText};

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
pub struct Admission {
    pub details: AccountDetails,
    /// Required for individual members.
    pub date_of_birth: Option<Date>,
    /// A password. Without one the person chooses it by email.
    pub password: Option<NewPassword>,
}

/// An account that staff manage, by identifier, user name or email address: `USER_NOT_FOUND`. The audit
/// records that it was read.
pub async fn get(library: &Library, staff: &MembershipStaff, name: &str) -> Result<ManagedAccount> {
    let reader = store::readers::by_identifier(&library.db, name, staff.request_time()).await?;
    let theirs = reader.filter(|reader| staff.manages_site(&reader.account.site));
    show_with_audit(library, staff, theirs.ok_or(ErrorKey::UserNotFound)?).await
}

/// An account of the staff member's site as it is now, after a change. The audit records that it was read.
pub(crate) async fn read_after_change(
    library: &Library,
    staff: &MembershipStaff,
    id: &AccountId,
) -> Result<ManagedAccount> {
    let reader = store::readers::by_account(&library.db, id, staff.request_time()).await?;
    show_with_audit(library, staff, reader.ok_or(ErrorKey::UserNotFound)?).await
}

/// The record contains the proof of disability: the audit records who reads it.
async fn show_with_audit(
    library: &Library,
    staff: &MembershipStaff,
    reader: Reader,
) -> Result<ManagedAccount> {
    staff.caller.record_reads(library, [&reader.account.id]).await?;
    let grade = store::students::get(&library.db, &reader.account.id).await?.grade;
    Ok(ManagedAccount { reader, grade })
}

/// Creates an account. `admission` is `None` if a required field is missing or wrong, which is then among the
/// faults.
///
/// # Errors
/// The faults of the request, among them a site that does not exist; `FORBIDDEN` for a site of others,
/// `USER_EXISTS`.
pub async fn create(
    library: &Library,
    staff: &MembershipStaff,
    sketch: AccountDraft,
    admission: Option<Admission>,
    mut faults: Faults,
) -> Result<ManagedAccount> {
    let AccountDraft { details, role, site } = sketch;
    let site = sites::resolve_site(&library.context(staff), site.as_ref(), &mut faults).await?;
    if let Some(details) = details {
        validate_new(details, role.into(), staff.caller.today(), &mut faults);
    }
    let Admission { details, date_of_birth, password } = faults.complete_with(admission)?;
    let id = AccountId(store::random_id(&mut library.request_rng()));
    let mut account = Account::new(id, site, role.into(), staff.request_time());
    account.needs_new_password = password.is_none();
    // An account of unknown age gets no adult titles from the staff (docs/rules/memberships.md#rule-7).
    account.allow_adult_content = date_of_birth.is_none().then_some(false);
    details.apply_to_new(&mut account, staff.caller.today())?;
    sites::require_nameable(staff.actor(), &account.site)?;
    let hash = library.hash_if_sent(password.as_ref(), Some(staff.id())).await?;
    let mut tx = library.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(user_exists_on_conflict)?;
    tx.commit().await?;
    read_after_change(library, staff, &account.id).await
}

/// Changes that staff make to an account, besides its details.
#[derive(Debug, Clone)]
pub struct StaffChanges {
    /// Replaces the roles that staff give; roles in an organization stay.
    pub role: Option<StaffedRole>,
    /// The site to move to, for administrators.
    pub site: Option<ShortText>,
    /// The request has a password, valid or not.
    pub sends_password: bool,
}

/// Changes an account. A new password ends the account's sessions, and must be changed by its owner.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`, `FORBIDDEN`, `USER_EXISTS`.
pub async fn change(
    library: &Library,
    staff: &MembershipStaff,
    name: &str,
    mut details: AccountDetails,
    posting: StaffChanges,
    mut faults: Faults,
) -> Result<ManagedAccount> {
    let today = staff.caller.today();
    let site = match &posting.site {
        Some(named) => Some(sites::resolve_site(&library.context(staff), Some(named), &mut faults).await?),
        None => None,
    };
    details.validate(today, &mut faults);
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = details.password.take().filter(|_| faults.is_empty());
    let hash = library.hash_if_sent(password.as_ref(), Some(staff.id())).await?;
    let mut tx = library.db.begin().await?;
    let (mut account, mut faults) = faults.report_before(lock_managed(staff.actor(), &mut tx, name).await)?;
    names_and_passwords(&account, &details, posting.sends_password, &mut faults);
    let managed = account.has_role(Role::OrganizationMember) && account.is_sponsor_manageable();
    apply_details(&mut account, details, posting.role, site, today, faults)?;
    sites::require_nameable(staff.actor(), &account.site)?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    if managed && !account.is_sponsor_manageable() {
        end_devices(&mut tx, staff.actor(), &account, staff.request_time()).await?;
    }
    if let Some(hash) = hash {
        replace_password(&mut tx, staff.actor(), &account, &hash, staff.request_time()).await?;
    }
    tx.commit().await?;
    read_after_change(library, staff, &account.id).await
}

/// Gives an account another password. Ends its sessions and the links of emails to a new password; the person
/// must change it.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `MISSING_PARAMETER` if the account has no name to sign in with.
pub async fn set_password(cx: &mut Context<'_>, name: &str, password: &NewPassword) -> Result<()> {
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let owner = cx.actor.id().map(AccountId::as_str);
    let hash = cx.passwords.hash(&password.0, owner, &mut cx.rng).await?;
    let mut tx = cx.db.begin().await?;
    let account = lock_managed(cx.actor, &mut tx, name).await?;
    if !account.has_sign_in_name() {
        let reason = "is required before a password: there is no name to sign in by";
        return Err(Fault::new(ErrorKey::MissingParameter, Field::EmailAddress, reason).into());
    }
    replace_password(&mut tx, cx.actor, &account, &hash, cx.now).await?;
    Ok(tx.commit().await?)
}

/// A password that another person knows must be changed by its owner.
async fn replace_password(
    tx: &mut Tx,
    actor: Actor<'_>,
    account: &Account,
    hash: &str,
    now: Timestamp,
) -> Result<()> {
    let needs_new = actor.id() != Some(&account.id);
    store::passwords::change_password(tx, &account.id, hash, needs_new, now).await?;
    Ok(())
}

/// An account that gets a name to sign in with gets a password with it, and the reverse
/// (docs/rules/organizations.md#rule-4).
fn names_and_passwords(
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
