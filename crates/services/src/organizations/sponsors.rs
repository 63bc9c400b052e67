//! The sponsors of an organization, as sponsors manage them (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). Other people do not exist for them.

use domain::change::set_if_given;
use domain::{Account, AccountId, AuditedAct, Membership, Name, Organization, Privilege, Role};
use store::Tx;
use store::rosters::{self, RosterPerson, RosterQuery, RosterSort};

use super::lock_sponsor;
use crate::accounts::user_exists_on_conflict;
use crate::{Change, ErrorKey, Operation, PageRequest, Result, RowPosition, Rows};

#[derive(Debug, Clone)]
pub struct SponsorView {
    pub person: RosterPerson,
    /// The caller may change the account.
    pub edits: bool,
    /// The caller may remove the sponsor.
    pub removes: bool,
}

#[derive(Debug, Clone)]
pub struct NewSponsor {
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    /// Email address, also the user name.
    pub email_address: String,
    /// Position, for example `Teacher`.
    pub title: String,
}

/// Changes of a sponsor; `None` keeps a field.
#[derive(Debug, Clone)]
pub struct SponsorChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone_number: Option<String>,
    /// Email address, also the user name.
    pub email_address: Option<String>,
    /// Position.
    pub title: Option<String>,
    /// ISO 639-2 alpha-3.
    pub language: Change<String>,
}

pub async fn list(
    op: &Operation,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<Rows<RowPosition<String>, SponsorView>> {
    let sponsor = op.require_sponsor()?;
    let (own, organization) = (sponsor.account, sponsor.organization);
    let roster = RosterQuery::for_sponsors(&organization.id, &own.id);
    let total = rosters::count(op.db(), &roster).await?;
    let rows = rosters::page(op.db(), &roster, page_request).await?;
    let page = Rows::from_part_rows(rows, &page_request, total);
    Ok(page.map_items(|person| view_sponsor(op, own, organization, person)))
}

/// A sponsor of the caller's organization, by identifier or user name: `USER_NOT_FOUND` for everyone else.
pub async fn get(op: &Operation, name: &str) -> Result<SponsorView> {
    find_sponsor(op, op.require_sponsor()?.organization, name).await
}

pub(crate) async fn find_sponsor(
    op: &Operation,
    organization: &Organization,
    name: &str,
) -> Result<SponsorView> {
    let own = op.account()?;
    let roster = RosterQuery::for_sponsors(&organization.id, &own.id);
    let person = rosters::find(op.db(), &roster, name).await?.ok_or(ErrorKey::UserNotFound)?;
    Ok(view_sponsor(op, own, organization, person))
}

/// The sponsor with the verbs that the caller, whose account is `own`, has with the key of the request
/// (docs/rules/access.md#rule-26).
pub(crate) fn view_sponsor(
    op: &Operation,
    own: &Account,
    organization: &Organization,
    person: RosterPerson,
) -> SponsorView {
    let edits = op.client.is_pages() || op.client.has_privilege(Privilege::SponsorAdmin);
    let removes = edits && organization.sponsor_is_removed_by(&person.account, own);
    SponsorView { person, edits, removes }
}

/// Adds a sponsor, who has no password yet and must choose one: `USER_EXISTS`.
pub async fn add(op: &Operation, new: NewSponsor) -> Result<SponsorView> {
    let id = AccountId(op.random_id());
    let site = op.require_sponsor()?.organization.site.clone();
    let mut account = Account::new(id, site, Role::OrganizationSponsor, op.now);
    account.name = Name::new(new.first_name, new.last_name);
    account.set_email(new.email_address);
    account.phone_number = Some(new.phone_number);
    account.needs_new_password = true;
    let mut tx = op.db().begin().await?;
    let organization = op.require_sponsor()?.lock_organization(&mut tx).await?;
    let title = Some(new.title);
    account.membership = Some(Membership { title, ..Membership::new(organization.id.clone()) });
    store::accounts::insert(&mut tx, &account, None).await.map_err(user_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::AddSponsor, &account.id).await?;
    find_sponsor(op, &organization, account.id.as_str()).await
}

/// Changes a sponsor. Name and email address of an account that is more than a sponsor can only be changed by
/// itself, and so can the email address of the primary contact, who signs in by it.
///
/// # Errors
/// `USER_NOT_FOUND`, `NOT_MANAGEABLE`, `NOT_PRIMARY_CONTACT`, `USER_EXISTS`.
pub async fn change(op: &Operation, name: &str, change: SponsorChange) -> Result<SponsorView> {
    op.require_admin_key()?;
    let mut tx = op.db().begin().await?;
    let organization = op.require_sponsor()?.lock_organization(&mut tx).await?;
    let mut account = lock_sponsor(&mut tx, &organization, name).await?;
    let other = &account.id != op.account_id()?;
    if change.changes_identity() && !account.is_sponsor_manageable() && other {
        return Err(ErrorKey::NotManageable.into());
    }
    let before = account.sign_in_name().to_owned();
    change.apply_to(&mut account);
    // The account that signs in as the primary contact is the primary contact.
    let renamed = store::accounts::fold_login(account.sign_in_name()) != store::accounts::fold_login(&before);
    if renamed && organization.is_led_by(&account) && other {
        return Err(ErrorKey::NotPrimaryContact.into());
    }
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::ChangeSponsor, &account.id).await?;
    find_sponsor(op, &organization, account.id.as_str()).await
}

/// Removes a sponsor. An account that is nothing else is deleted. The primary contact takes over the lists
/// that the organization works with, and cannot be removed: `PRIMARY_CONTACT`; `USER_NOT_FOUND`.
pub async fn remove(op: &Operation, name: &str) -> Result<()> {
    op.require_admin_key()?;
    op.require_primary_contact()?;
    let mut tx = op.db().begin().await?;
    let organization = lock_led_organization(op, &mut tx).await?;
    let mut account = lock_sponsor(&mut tx, &organization, name).await?;
    if !organization.sponsor_is_removed_by(&account, op.account()?) {
        return Err(ErrorKey::PrimaryContact.into());
    }
    let id = &organization.id;
    let role = Role::OrganizationSponsor;
    store::organizations::remove_person(&mut tx, id, &mut account, role, op.account_id()?, op.now).await?;
    op.commit_change(tx, AuditedAct::RemoveSponsor, &account.id).await
}

/// The primary contact's organization as it is now, locked until the transaction ends: the contact may just
/// have handed the role over.
pub(crate) async fn lock_led_organization(op: &Operation, tx: &mut Tx) -> Result<Organization> {
    let organization = op.require_sponsor()?.lock_organization(tx).await?;
    if organization.is_led_by(op.account()?) {
        Ok(organization)
    } else {
        Err(ErrorKey::NotPrimaryContact.into())
    }
}

impl SponsorChange {
    /// Returns true if it changes the name or the email address of the account.
    fn changes_identity(&self) -> bool {
        self.first_name.is_some() || self.last_name.is_some() || self.email_address.is_some()
    }

    fn apply_to(self, account: &mut Account) {
        set_if_given(&mut account.name.first, self.first_name);
        set_if_given(&mut account.name.last, self.last_name);
        if let Some(email) = self.email_address {
            account.set_email(email);
        }
        if let Some(number) = self.phone_number {
            account.phone_number = Some(number);
        }
        self.language.apply_to_field(&mut account.language);
        if let (Some(membership), Some(title)) = (&mut account.membership, self.title) {
            membership.title = Some(title);
        }
    }
}
