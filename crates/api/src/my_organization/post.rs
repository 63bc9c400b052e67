//! POST /v2/myOrganization: somebody registers an organization and becomes its primary contact (document 2).

use axum::extract::State;
use domain::accounts::{Account, Address, Membership, Role};
use domain::agreements::{Agreement, AgreementType};
use domain::contributors::Name;
use domain::ids::{AccountId, AgreementId, OrganizationId, SubscriptionId};
use domain::organizations::Organization;
use domain::subscription_types::for_organization;
use store::subscriptions::Holder;

use crate::http::caller::Caller;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::{Faults, place};
use crate::http::params::{Change, Params, Required};
use crate::http::roles::OrgSignupKey;
use crate::http::values::{Agreed, Country, Email, NewPassword, ShortText, WebAddress};
use crate::my_account::put::taken;
use crate::organization_types::known_types;
use crate::params;
use crate::records::{MyOrganizationRecord, SponsorSummary};
use crate::reference_organizations::{Referenced, entry};
use crate::routes;
use crate::state::Api;

params! {
    /// An organization and its primary contact.
    pub struct RegisterOrganization {
        /// The organization in /v2/referenceOrganizations: what is not sent is taken from there.
        reference_org_id: Option<ShortText>,
        /// Name; required without referenceOrgId.
        organization_name: Referenced<ShortText>,
        /// ISO 3166-1 alpha-2; required without referenceOrgId.
        country: Referenced<Country>,
        /// A name of /v2/organizationTypes; required without referenceOrgId.
        organization_type: Referenced<ShortText>,
        /// First line of the address.
        address1: Option<ShortText>,
        /// Second line of the address.
        address2: Option<ShortText>,
        /// City.
        city: Option<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Option<ShortText>,
        /// Postal code.
        postal_code: Option<ShortText>,
        /// Telephone of the organization.
        phone_number: Option<ShortText>,
        /// Web address.
        website: Option<WebAddress>,
        /// Given name of the primary contact.
        contact_first_name: Required<ShortText>,
        /// Family name.
        contact_last_name: Required<ShortText>,
        /// Position, for example `Librarian`.
        contact_title: Required<ShortText>,
        /// E-mail address, also the user name.
        contact_email_address: Required<Email>,
        /// 8 to 32 characters, at least one letter and one number.
        contact_password: Required<NewPassword>,
        /// The organization's agreement is signed: must be true.
        agreement_signed: Required<Agreed>,
        /// Telephone of the primary contact.
        contact_phone_number: Option<ShortText>,
    }
}

/// Register an organization
///
/// Makes the organization and its primary contact, who has signed its agreement and can sign in at once. The
/// organization gets the subscription that the site gives to organizations of its type.
#[utoipa::path(
    post, path = "/v2/myOrganization", tag = "My organization", operation_id = "register_organization",
    request_body(content = RegisterOrganization, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Keys with the privilege orgSignup; no token needed"))),
    responses(
        (status = 201, description = "The organization", body = MyOrganizationRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_COUNTRY, INVALID_EMAIL, \
            INVALID_PASSWORD", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED", body = ErrorBody),
        (status = 409, description = "ORGANIZATION_EXISTS; USER_EXISTS: the e-mail address is taken",
            body = ErrorBody),
    )
)]
pub async fn register_organization(
    State(api): State<Api>,
    OrgSignupKey(caller): OrgSignupKey,
    Params(params): Params<RegisterOrganization>,
) -> Result<Created<MyOrganizationRecord>> {
    let mut organization = params.organization(&api, &caller).await?;
    let contact = params.contact(&api, &caller, &organization);
    organization.primary_contact = Some(contact.id.clone());
    organization.agreement_signed = true;
    // Hashed before the transaction begins: it takes long, and SQLite has one writer.
    let hash = api.hash_password(&params.contact_password.0.0).await?;
    found(&api, &caller, &mut organization, &contact, &hash).await?;
    let contact = SponsorSummary::new(&api, contact, None, Vec::new());
    let record = MyOrganizationRecord::new(&api, organization, Some(contact), false);
    Ok(Created { location: api.url(routes::MY_ORGANIZATION), record })
}

/// Writes everything in one transaction: 409 when the organization or the person is there already.
async fn found(
    api: &Api,
    caller: &Caller,
    organization: &mut Organization,
    contact: &Account,
    hash: &str,
) -> Result<()> {
    let offered = store::subscription_types::of_site(&api.db, &organization.site).await?;
    let kind = for_organization(&offered, &organization.kind);
    organization.subscription_type = kind.map(|kind| kind.name.clone());
    let id = SubscriptionId(store::random_id(&mut api.rng()));
    let subscription = kind.and_then(|kind| kind.begin(id, caller.now));
    let agreement = Agreement {
        id: AgreementId(store::random_id(&mut api.rng())),
        account: contact.id.clone(),
        kind: AgreementType::TermsOfUse,
        date_signed: caller.now,
        date_expired: None,
        print_name: contact.display_name(),
        recorded_by: Some(contact.id.clone()),
        signed_by_legal_guardian: false,
    };
    let mut tx = api.db.begin().await?;
    if !store::organizations::register(&mut tx, organization).await? {
        return Err(ErrorKey::OrganizationExists.into());
    }
    store::accounts::insert(&mut tx, contact, Some(hash)).await.map_err(taken)?;
    store::agreements::insert(&mut tx, &agreement).await?;
    if let Some(subscription) = subscription {
        store::subscriptions::insert(&mut tx, Holder::Organization(&organization.id), &subscription).await?;
    }
    tx.commit().await?;
    Ok(())
}

impl RegisterOrganization {
    /// The organization: what is sent, else what the reference organization says. Every fault is named.
    async fn organization(&self, api: &Api, caller: &Caller) -> Result<Organization> {
        let mut faults = Faults::default();
        let entry = match &self.reference_org_id {
            Some(ShortText(id)) => entry(api, id, &mut faults).await?,
            None => None,
        };
        let name = self.organization_name.0.clone().map(|name| name.0);
        let kind = self.organization_type.0.clone().map(|kind| kind.0);
        if let Some(kind) = &kind {
            known_types(api, "organizationType", std::slice::from_ref(kind), &mut faults).await?;
        }
        let mut address = entry.as_ref().map(|entry| entry.address.clone()).unwrap_or_default();
        let state = self.state.clone().map_or(Change::Keep, Change::Set);
        if address.country.is_some() || self.country.0.is_some() {
            place(&mut address, self.country.0.clone(), state, &mut faults);
        }
        faults.finish()?;
        self.fill(&mut address);
        let id = OrganizationId(store::random_id(&mut api.rng()));
        let (listed_name, listed_kind) =
            entry.as_ref().map(|entry| (entry.name.clone(), entry.kind.clone())).unwrap_or_default();
        let (name, kind) = (name.unwrap_or(listed_name), kind.unwrap_or(listed_kind));
        let mut organization = Organization::new(id, caller.site.id.clone(), name, kind, address);
        organization.phone_number = self.phone_number.clone().map(|number| number.0);
        organization.web_site = self.website.clone().map(|site| site.0);
        organization.reference_org_id = entry.map(|entry| entry.id);
        Ok(organization)
    }

    /// Puts the parts of the address that are sent into it.
    fn fill(&self, address: &mut Address) {
        for (sent, field) in [
            (&self.address1, &mut address.address1),
            (&self.address2, &mut address.address2),
            (&self.city, &mut address.city),
            (&self.postal_code, &mut address.postal_code),
        ] {
            if let Some(ShortText(text)) = sent {
                *field = Some(text.clone());
            }
        }
    }

    /// The primary contact, a sponsor of the organization.
    fn contact(&self, api: &Api, caller: &Caller, organization: &Organization) -> Account {
        let id = AccountId(store::random_id(&mut api.rng()));
        let site = organization.site.clone();
        let mut account = Account::new(id, site, Role::OrganizationSponsor, caller.now);
        account.name = Name::new(self.contact_first_name.0.0.clone(), self.contact_last_name.0.0.clone());
        account.set_email(self.contact_email_address.0.0.clone());
        account.phone_number = self.contact_phone_number.clone().map(|number| number.0);
        let title = Some(self.contact_title.0.0.clone());
        account.membership = Some(Membership { title, ..Membership::new(organization.id.clone()) });
        account
    }
}
