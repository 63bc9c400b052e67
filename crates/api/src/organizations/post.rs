//! POST /v2/organizations (document 3).

use axum::extract::State;
use domain::accounts::Address;
use domain::ids::{OrganizationId, SiteId};
use domain::organizations::Organization;
use domain::subscription_types::SubscriptionType;

use super::{ContactForm, Founding, OptionalDetails, found, record, subscription_type};
use crate::accounts::{demand_site, wanted_site};
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, Result};
use crate::http::faults::{Faults, place};
use crate::http::params::{Change, Draft, Required};
use crate::http::roles::MembershipStaff;
use crate::http::values::{Country, ShortText};
use crate::organization_types::known_types;
use crate::records::OrganizationRecord;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// What must be known of a new organization, and where it belongs.
    pub struct NewOrganization {
        /// Name.
        organization_name: Required<ShortText>,
        /// First line of the address.
        address1: Required<ShortText>,
        /// City.
        city: Required<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: Required<Country>,
        /// Postal code.
        postal_code: Required<ShortText>,
        /// A name of /v2/organizationTypes.
        organization_type: Required<ShortText>,
        /// A name of /v2/subscriptiontypes; when absent what the site gives to organizations of this type.
        subscription_type: Option<ShortText>,
        /// The site it belongs to, for administrators; the caller's own when absent.
        site: Option<ShortText>,
    }
}

joint_params! {
    /// A new organization and its primary contact.
    pub struct CreateOrganization {
        /// What must be known.
        new: NewOrganization,
        /// What need not be.
        details: OptionalDetails,
        /// The primary contact.
        contact: ContactForm,
    }
}

/// Create an organization
///
/// Makes the organization, its subscription and its primary contact, who has no password yet and must choose one. Its
/// agreement is not on file before PUT says so.
#[utoipa::path(
    post, path = "/v2/organizations", tag = "Membership: organizations", operation_id = "create_organization",
    request_body(content = CreateOrganization, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Membership assistants, with keys that have the privilege membership"))),
    responses(
        (status = 201, description = "The organization", body = OrganizationRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_COUNTRY, INVALID_EMAIL",
            body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED; FORBIDDEN: no membership assistant, or another site",
            body = ErrorBody),
        (status = 409, description = "ORGANIZATION_EXISTS; USER_EXISTS: the e-mail address is taken",
            body = ErrorBody),
    )
)]
pub async fn create_organization(
    State(api): State<Api>,
    staff: MembershipStaff,
    mut draft: Draft<CreateOrganization>,
) -> Result<Created<OrganizationRecord>> {
    let (site, subscription) = judge(&api, &staff, &mut draft).await?;
    let CreateOrganization { new, details, contact } = draft.finish()?;
    let (country, mut organization) = new.organization(&api, site);
    details.fill(&mut organization, Some(country), &mut Faults::default());
    demand_site(&staff.0, &organization.site)?;
    let contact = contact.account(&api, &organization, staff.0.now());
    let founding = Founding { contact, password: None, subscription, signed: false };
    let organization = found(&api, organization, founding, staff.0.now()).await?;
    let location = api.url(&routes::organization(&organization.id));
    Ok(Created { location, record: record(&api, &staff, organization).await? })
}

/// The site and the subscription that are asked for. Adds what is wrong with the parameters together, and beside what is
/// stored.
async fn judge(
    api: &Api,
    staff: &MembershipStaff,
    draft: &mut Draft<CreateOrganization>,
) -> Result<(SiteId, Option<SubscriptionType>)> {
    let kind = draft.peek::<Required<ShortText>>("organizationType").map(|kind| kind.0.0);
    known_types(api, "organizationType", kind.as_slice(), &mut draft.faults).await?;
    let site = draft.peek::<Option<ShortText>>("site").flatten();
    let site = wanted_site(api, &staff.0, site.as_ref(), &mut draft.faults).await?;
    let (country, state) = (draft.peek::<Required<Country>>("country"), draft.peek("state"));
    if let (Some(Required(country)), Some(Some(state))) = (country, state) {
        place(&mut Address::default(), Some(country), Change::Set(state), &mut draft.faults);
    }
    let wanted = draft.peek::<Option<ShortText>>("subscriptionType").flatten();
    // What a site offers that is not there, nobody can say.
    if draft.faults.has("site") {
        return Ok((site, None));
    }
    let kind = kind.unwrap_or_default();
    let subscription = subscription_type(api, &site, &kind, wanted.as_ref(), &mut draft.faults).await?;
    Ok((site, subscription))
}

impl NewOrganization {
    fn organization(self, api: &Api, site: SiteId) -> (Country, Organization) {
        let kind = self.organization_type.0.0;
        let address = Address {
            address1: Some(self.address1.0.0),
            city: Some(self.city.0.0),
            postal_code: Some(self.postal_code.0.0),
            ..Address::default()
        };
        let id = OrganizationId(store::random_id(&mut api.rng()));
        let organization = Organization::new(id, site, self.organization_name.0.0, kind, address);
        (self.country.0, organization)
    }
}
