//! A new organization: it, its primary contact, the agreement and the subscription are written together.

use domain::subscription_types::find_for_organization;
use domain::{
    Account, Agreement, AgreementType, AuditedAct, Membership, Name, Organization, Role, SiteId,
    SubscriptionType,
};
use store::Tx;
use store::subscriptions::Holder;

use crate::accounts::user_exists_on_conflict;
use crate::subscriptions::not_offered;
use crate::values::{Country, Email, WebAddress};
use crate::{
    Change, ErrorKey, Faults, Field, Operation, RequiredField, Result, ShortText, set_country_and_state,
};

/// Details of a new organization that may be unknown.
#[derive(Debug, Clone, Default)]
pub struct OptionalDetails {
    pub address2: Option<ShortText>,
    /// ISO 3166-2, with or without the country.
    pub state: Option<ShortText>,
    pub phone_number: Option<ShortText>,
    pub website: Option<WebAddress>,
}

#[derive(Debug, Clone)]
pub struct NewContact {
    pub contact_first_name: RequiredField<ShortText>,
    pub contact_last_name: RequiredField<ShortText>,
    /// Position, for example `Librarian`.
    pub contact_title: RequiredField<ShortText>,
    /// Email address, also the user name.
    pub contact_email_address: RequiredField<Email>,
    pub contact_phone_number: Option<ShortText>,
}

/// The primary contact of a new organization, with everything needed.
#[derive(Debug, Clone)]
pub struct Contact {
    name: Name,
    title: String,
    email: String,
    phone_number: Option<String>,
}

/// The primary contact and other records that are created with a new organization.
#[derive(Debug)]
pub struct NewOrganization<'a> {
    pub contact: Account,
    /// The hash of the contact's password; without one the contact must choose a password.
    pub password: Option<&'a str>,
    pub subscription: Option<SubscriptionType>,
    pub has_signed: bool,
}

/// The facts that decide on the subscription of a new organization.
#[derive(Debug, Clone, Copy)]
pub struct SubscriptionChoice<'a> {
    pub site: &'a SiteId,
    pub kind: &'a str,
    pub name: Option<&'a ShortText>,
}

/// The subscription of a new organization: the one that is named, which must be one of the site's, else what
/// the site gives to organizations of its type (docs/rules/organizations.md#rule-8, `subscriptionType`).
pub async fn subscription_type(
    op: &Operation,
    choice: SubscriptionChoice<'_>,
    faults: &mut Faults,
) -> Result<Option<SubscriptionType>> {
    let SubscriptionChoice { site, kind, name } = choice;
    let offered = store::subscription_types::list_for_site(op.db(), site).await?;
    let Some(ShortText(name)) = name else {
        return Ok(find_for_organization(&offered, kind).cloned());
    };
    let named = offered.iter().find(|offer| offer.name == *name);
    if named.is_none() {
        faults.push(not_offered(Field::SubscriptionType, &offered));
    }
    Ok(named.cloned())
}

/// Writes everything in one transaction, and returns the organization as it is now.
///
/// # Errors
/// `ORGANIZATION_EXISTS`, `USER_EXISTS`.
pub async fn create_with_contact(
    op: &Operation,
    organization: Organization,
    new: NewOrganization<'_>,
) -> Result<Organization> {
    let mut tx = op.db().begin().await?;
    let organization = insert_with_contact(op, &mut tx, organization, new).await?;
    tx.commit().await?;
    Ok(organization)
}

/// Writes an organization with what is created with it, and returns it as it is now.
///
/// # Errors
/// `ORGANIZATION_EXISTS`, `USER_EXISTS`.
pub(crate) async fn insert_with_contact(
    op: &Operation,
    tx: &mut Tx,
    organization: Organization,
    new: NewOrganization<'_>,
) -> Result<Organization> {
    let NewOrganization { mut contact, password, subscription, has_signed } = new;
    contact.needs_new_password = password.is_none();
    let organization = Organization {
        primary_contact: Some(contact.id.clone()),
        agreement_signed: has_signed,
        subscription_type: subscription.as_ref().map(|kind| kind.name.clone()),
        ..organization
    };
    if !store::organizations::register(tx, &organization).await? {
        return Err(ErrorKey::OrganizationExists.into());
    }
    store::accounts::insert(tx, &contact, password).await.map_err(user_exists_on_conflict)?;
    if has_signed {
        store::agreements::insert(&mut *tx, &terms_agreement(op, &contact)).await?;
    }
    if let Some(subscription) = subscription.and_then(|kind| kind.begin(op.random_id(), op.now)) {
        store::subscriptions::insert(&mut *tx, Holder::Organization(&organization.id), &subscription).await?;
    }
    op.record_change(tx, AuditedAct::CreateOrganization, &organization.id).await?;
    op.record_change(tx, AuditedAct::CreateAccount, &contact.id).await?;
    Ok(organization)
}

/// The organization's agreement, signed by its primary contact.
fn terms_agreement(op: &Operation, contact: &Account) -> Agreement {
    Agreement {
        id: op.random_id(),
        account: contact.id.clone(),
        kind: AgreementType::TermsOfUse,
        date_signed: op.now,
        date_expired: None,
        print_name: contact.display_name(),
        recorded_by: Some(contact.id.clone()),
        signed_by_legal_guardian: false,
    }
}

impl OptionalDetails {
    /// Puts what was sent into a new organization. Its country is the one that is given, else the one it has
    /// already.
    pub fn fill_in(self, organization: &mut Organization, country: Option<Country>, faults: &mut Faults) {
        let address = &mut organization.address;
        if address.country.is_some() || country.is_some() {
            set_country_and_state(address, country, self.state.map_or(Change::Keep, Change::Set), faults);
        }
        if let Some(ShortText(line)) = self.address2 {
            address.address2 = Some(line);
        }
        organization.phone_number = self.phone_number.map(|number| number.0);
        organization.web_site = self.website.map(|site| site.0);
    }
}

impl NewContact {
    /// The contact, if every required field is valid.
    pub fn into_contact(self) -> Option<Contact> {
        Some(Contact {
            name: Name::new(self.contact_first_name.into_value()?.0, self.contact_last_name.into_value()?.0),
            title: self.contact_title.into_value()?.0,
            email: self.contact_email_address.into_value()?.0,
            phone_number: self.contact_phone_number.map(|number| number.0),
        })
    }
}

impl Contact {
    /// The account, a sponsor of the organization.
    pub fn into_account(self, op: &Operation, organization: &Organization) -> Account {
        let site = organization.site.clone();
        let mut account = Account::new(op.random_id(), site, Role::OrganizationSponsor, op.now);
        account.name = self.name;
        account.set_email(self.email);
        account.phone_number = self.phone_number;
        let membership = Membership::new(organization.id.clone());
        account.membership = Some(Membership { title: Some(self.title), ..membership });
        account
    }
}
