//! POST /v2/myOrganization: registers an organization with its primary contact
//! (docs/rules/organizations.md#rule-8).

use axum::extract::State;
use domain::ids::OrganizationId;
use domain::organizations::Organization;
use services::organization_types::check_type;
use services::organizations::{Founding, found, subscription_type};

use crate::http::caller::Caller;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::params::{Draft, Required};
use crate::http::roles::{As, OrgSignupKey};
use crate::http::values::{Agreed, Country, NewPassword, ShortText};
use crate::organizations::{ContactForm, OptionalDetails};
use crate::records::{MyOrganizationRecord, SponsorSummary};
use crate::reference_organizations::Referenced;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};
use services::reference_organizations::entry;

params! {
    /// The organization to register.
    pub struct RegisteredOrganization {
        /// The organization in /v2/referenceOrganizations, which provides omitted values.
        reference_org_id: Option<ShortText>,
        /// Name; required without referenceOrgId.
        organization_name: Referenced<ShortText>,
        /// ISO 3166-1 alpha-2; required without referenceOrgId.
        country: Referenced<Country>,
        /// A name of /v2/organizationTypes; required without referenceOrgId.
        organization_type: Referenced<ShortText>,
        /// First line of the address.
        address1: Option<ShortText>,
        /// City.
        city: Option<ShortText>,
        /// Postal code.
        postal_code: Option<ShortText>,
    }
}

params! {
    /// Password and signature of the primary contact.
    pub struct Signature {
        /// 8 to 32 characters, at least one letter and one number.
        contact_password: Required<NewPassword>,
        /// The organization's agreement is signed: must be true.
        agreement_signed: Required<Agreed>,
    }
}

joint_params! {
    /// An organization and its primary contact.
    pub struct RegisterOrganization {
        /// The organization.
        organization: RegisteredOrganization,
        /// Its optional details.
        details: OptionalDetails,
        /// The primary contact.
        contact: ContactForm,
        /// Its password and signature.
        signature: Signature,
    }
}

/// Register an organization
///
/// Creates the organization and its primary contact, who has signed its agreement and can sign in
/// immediately. The organization gets the site's subscription for organizations of its type.
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
    As(OrgSignupKey(caller)): As<OrgSignupKey>,
    mut draft: Draft<RegisterOrganization>,
) -> Result<Created<MyOrganizationRecord>> {
    // Invalid ones are skipped: their faults are already recorded.
    let organization = match (draft.sketch::<RegisteredOrganization>(), draft.sketch::<OptionalDetails>()) {
        (Some(sent), Some(details)) => Some(sent.complete(&api, &caller, details, &mut draft.faults).await?),
        _ => None,
    };
    let RegisterOrganization { contact, signature, .. } = draft.finish()?;
    let organization = organization.ok_or(ErrorKey::BadRequest)?;
    let cx = &mut api.library.guest_context(&caller);
    let contact = contact.request().complete(&mut Faults::default()).ok_or(ErrorKey::BadRequest)?;
    let contact = contact.account(cx, &organization);
    let (site, kind) = (&organization.site, &organization.kind);
    let subscription = subscription_type(cx, site, kind, None, &mut Faults::default()).await?;
    // Hashed before the transaction begins: it is slow, and SQLite has one writer.
    let hash = api.library.hash_password(&signature.contact_password.0.0).await?;
    let record = SponsorSummary::new(&api, contact.clone(), None, Vec::new());
    let founding = Founding { contact, password: Some(&hash), subscription, signed: true };
    let organization = found(cx, organization, founding).await?;
    let record = MyOrganizationRecord::new(&api, organization, Some(record), false);
    Ok(Created { location: api.url(routes::MY_ORGANIZATION), record })
}

impl RegisteredOrganization {
    /// The organization: sent values, otherwise those of the reference organization. Records all faults.
    async fn complete(
        self,
        api: &Api,
        caller: &Caller,
        details: OptionalDetails,
        faults: &mut Faults,
    ) -> Result<Organization> {
        let entry = match &self.reference_org_id {
            Some(ShortText(id)) => entry(&api.library, id, faults).await?,
            None => None,
        };
        let kind = self.organization_type.0.map(|kind| kind.0);
        if let Some(kind) = &kind {
            check_type(&api.library, kind, faults).await?;
        }
        let (listed_name, listed_kind, mut address) = entry.as_ref().map_or_else(Default::default, |entry| {
            (entry.name.clone(), entry.kind.clone(), entry.address.clone())
        });
        for (sent, field) in [
            (self.address1, &mut address.address1),
            (self.city, &mut address.city),
            (self.postal_code, &mut address.postal_code),
        ] {
            *field = sent.map(|text| text.0).or(field.take());
        }
        let id = OrganizationId(services::random_id(&mut api.library.rng()));
        let name = self.organization_name.0.map_or(listed_name, |name| name.0);
        let site = caller.site.id.clone();
        let mut organization = Organization::new(id, site, name, kind.unwrap_or(listed_kind), address);
        details.request().fill(&mut organization, self.country.0, faults);
        organization.reference_org_id = entry.map(|entry| entry.id);
        Ok(organization)
    }
}
