//! POST /v2/myOrganization: registers an organization with its primary contact
//! (docs/rules/organizations.md#rule-8).

use services::organizations::{self, Registration};

use crate::http::{
    Consent, Country, CreatedResource, InRole, NewPassword, OrgSignupKey, ParamDraft, Result, ShortText,
    ValidatedParam,
};
use crate::organizations::{ContactForm, OptionalDetails};
use crate::records::{MyOrganizationRecord, SponsorSummary};
use crate::reference_organizations::RequiredUnlessReferenced;
use crate::{joint_params, params, routes};

params! {
    /// The organization to register.
    pub struct RegisteredOrganization {
        /// The organization in /v2/referenceOrganizations, which provides omitted values.
        reference_org_id: Option<ShortText>,
        /// Name; required without referenceOrgId.
        organization_name: RequiredUnlessReferenced<ShortText>,
        /// ISO 3166-1 alpha-2; required without referenceOrgId.
        country: RequiredUnlessReferenced<Country>,
        /// A name of /v2/organizationTypes; required without referenceOrgId.
        organization_type: RequiredUnlessReferenced<ShortText>,
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
        contact_password: ValidatedParam<NewPassword>,
        /// The organization's agreement is signed: must be true.
        agreement_signed: ValidatedParam<Consent>,
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
#[endpoint::post(
    "/v2/myOrganization", returns "The organization",
    errors(OrganizationExists, UserExists: "the email address is taken"),
)]
pub async fn register_organization(
    InRole { api, op, .. }: InRole<OrgSignupKey>,
    draft: ParamDraft<RegisterOrganization>,
) -> Result<CreatedResource<MyOrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let (organization, contact) = organizations::register(&op, form.into_registration(), faults).await?;
    let contact = SponsorSummary::new(&api, contact, None, Vec::new());
    let record = MyOrganizationRecord::new(&api, organization, Some(contact), false);
    Ok(CreatedResource { location: api.absolute_url(routes::MY_ORGANIZATION), record })
}

impl RegisterOrganization {
    fn into_registration(self) -> Registration {
        // Whether the agreement is signed is not passed on: anything but true is a fault already.
        Registration {
            organization: self.organization.into_registration(self.details),
            contact: self.contact.into_request(),
            password: self.signature.contact_password.0,
        }
    }
}

impl RegisteredOrganization {
    fn into_registration(self, details: OptionalDetails) -> organizations::RegisteredOrganization {
        organizations::RegisteredOrganization {
            reference_org_id: self.reference_org_id,
            organization_name: self.organization_name.0,
            country: self.country.0,
            organization_type: self.organization_type.0,
            address1: self.address1,
            city: self.city,
            postal_code: self.postal_code,
            details: details.into_request(),
        }
    }
}
