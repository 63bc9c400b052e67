//! Accounts, as membership staff manage them (docs/rules/memberships.md#rule-7).

use domain::accounts::{Account, Role, StaffedRole};
use domain::ids::{AccountId, SiteId};
use domain::readers::Reader;
use jiff::civil::Date;
use store::Tx;

use super::details::{Details, Guardian};
use super::{end_devices, held, taken};
use crate::error::{Error, Fault, Result};
use crate::faults::{Faults, missing};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::MembershipStaff;
use crate::sites;
use crate::values::{NewPassword, ShortText};

/// An account as staff see it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The account with everything that belongs to it.
    pub reader: Reader,
    /// The grade that the person stated.
    pub grade: Option<String>,
}

/// A new account.
#[derive(Debug, Clone)]
pub struct Admission {
    /// The details.
    pub details: Details,
    /// Required for individual members.
    pub date_of_birth: Option<Date>,
    /// The role.
    pub role: StaffedRole,
    /// A password. Without one the person chooses it by email.
    pub password: Option<NewPassword>,
}

/// An account that staff manage, by identifier, user name or email address: `USER_NOT_FOUND`. The audit
/// records that it was read.
pub async fn get(library: &Library, staff: &MembershipStaff, name: &str) -> Result<Shown> {
    let reader = store::readers::by_identifier(&library.db, name, staff.now()).await?;
    let theirs = reader.filter(|reader| staff.manages(&reader.account.site));
    shown(library, staff, theirs.ok_or(ErrorKey::UserNotFound)?).await
}

/// An account of the staff member's site as it is now, after a change. The audit records that it was read.
pub async fn reread(library: &Library, staff: &MembershipStaff, id: &AccountId) -> Result<Shown> {
    let reader = store::readers::by_account(&library.db, id, staff.now()).await?;
    shown(library, staff, reader.ok_or(ErrorKey::UserNotFound)?).await
}

/// The record contains the proof of disability: the audit records who reads it.
async fn shown(library: &Library, staff: &MembershipStaff, reader: Reader) -> Result<Shown> {
    staff.caller.reads(library, [&reader.account.id]).await?;
    let grade = store::students::get(&library.db, &reader.account.id).await?.grade;
    Ok(Shown { reader, grade })
}

/// The site of a new or changed account: the staff member's own, or another that an administrator names. Adds
/// a fault if the site does not exist; [`create`] and [`change`] refuse one that the staff member may not
/// name.
pub async fn site(
    library: &Library,
    staff: &MembershipStaff,
    named: Option<&ShortText>,
    faults: &mut Faults,
) -> Result<SiteId> {
    sites::wanted(&library.context(staff), named, faults).await
}

/// Creates an account, of whose details [`judge_new`](super::judge_new) found no fault: `FORBIDDEN` for a
/// site of others, `USER_EXISTS`.
pub async fn create(
    library: &Library,
    staff: &MembershipStaff,
    site: SiteId,
    admission: Admission,
) -> Result<Shown> {
    let Admission { details, date_of_birth, role, password } = admission;
    let id = AccountId(store::random_id(&mut library.rng()));
    let mut account = Account::new(id, site, role.into(), staff.now());
    account.needs_new_password = password.is_none();
    // An account of unknown age gets no adult titles from the staff (docs/rules/memberships.md#rule-7).
    account.allow_adult_content = date_of_birth.is_none().then_some(false);
    details.found(&mut account, staff.caller.today())?;
    sites::demand(staff.actor(), &account.site)?;
    let hash = library.hash_if_sent(password.as_ref()).await?;
    let mut tx = library.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(taken)?;
    tx.commit().await?;
    reread(library, staff, &account.id).await
}

/// What staff change of an account, besides its details.
#[derive(Debug, Clone)]
pub struct Posting {
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
    mut details: Details,
    posting: Posting,
    mut faults: Faults,
) -> Result<Shown> {
    let today = staff.caller.today();
    let site = match &posting.site {
        Some(named) => Some(site(library, staff, Some(named), &mut faults).await?),
        None => None,
    };
    details.judge(today, &mut faults);
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = details.password.take().filter(|_| faults.is_empty());
    let hash = library.hash_if_sent(password.as_ref()).await?;
    let mut tx = library.db.begin().await?;
    let (mut account, mut faults) = faults.before(held(staff.actor(), &mut tx, name).await)?;
    names_and_passwords(&account, &details, posting.sends_password, &mut faults);
    let managed = account.is(Role::OrganizationMember) && account.is_sponsor_manageable();
    apply(&mut account, details, posting.role, site, today, faults)?;
    sites::demand(staff.actor(), &account.site)?;
    store::accounts::update(&mut tx, &account).await.map_err(taken)?;
    if managed && !account.is_sponsor_manageable() {
        end_devices(&mut tx, staff.actor(), &account, staff.now()).await?;
    }
    if let Some(hash) = hash {
        replace_password(&mut tx, staff, &account, &hash).await?;
    }
    tx.commit().await?;
    reread(library, staff, &account.id).await
}

/// Gives an account another password. Ends its sessions and the links of emails to a new password; the person
/// must change it.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `MISSING_PARAMETER` if the account has no name to sign in with.
pub async fn set_password(
    library: &Library,
    staff: &MembershipStaff,
    name: &str,
    password: &NewPassword,
) -> Result<()> {
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let hash = library.hash_password(&password.0).await?;
    let mut tx = library.db.begin().await?;
    let account = held(staff.actor(), &mut tx, name).await?;
    if !account.has_sign_in_name() {
        return Err(Error::Invalid(vec![Fault {
            key: ErrorKey::MissingParameter,
            field: "emailAddress".to_owned(),
            reason: "is required before a password: there is no name to sign in by".to_owned(),
        }]));
    }
    replace_password(&mut tx, staff, &account, &hash).await?;
    Ok(tx.commit().await?)
}

/// A password that another person knows must be changed by its owner.
async fn replace_password(tx: &mut Tx, staff: &MembershipStaff, account: &Account, hash: &str) -> Result<()> {
    let needs_new = account.id != *staff.id();
    store::passwords::change(tx, &account.id, hash, needs_new, staff.now()).await?;
    Ok(())
}

/// An account that gets a name to sign in with gets a password with it, and the reverse
/// (docs/rules/organizations.md#rule-4).
fn names_and_passwords(account: &Account, details: &Details, sends_password: bool, faults: &mut Faults) {
    if account.has_sign_in_name() || faults.has("emailAddress") {
        return;
    }
    match (details.email_address.is_some(), sends_password) {
        (true, false) => faults.push(missing("password", "emailAddress")),
        (false, true) => faults.push(missing("emailAddress", "password")),
        _ => {}
    }
}

/// Applies everything but the password.
fn apply(
    account: &mut Account,
    details: Details,
    role: Option<StaffedRole>,
    site: Option<SiteId>,
    today: Date,
    mut faults: Faults,
) -> Result<()> {
    let was_individual = account.is(Role::Individual);
    if let Some(role) = role {
        account.set_role(role);
    }
    let new_reader = account.is(Role::Individual) && !was_individual;
    let born = account.date_of_birth.is_some() || details.date_of_birth.value().is_some();
    if new_reader && !born && !faults.has("dateOfBirth") {
        faults.add(ErrorKey::MissingParameter, "dateOfBirth", "is required of individual members");
    }
    if let Some(site) = site.filter(|site| *site != account.site) {
        if account.membership.is_some() {
            let reason = "must be that of the organization, for people of an organization";
            faults.add(ErrorKey::InvalidParameter, "site", reason);
        }
        account.site = site;
    }
    let guardian = if new_reader { Guardian::Needed } else { Guardian::NeededWhenTold };
    details.apply(account, today, guardian, &mut faults);
    faults.finish()
}
