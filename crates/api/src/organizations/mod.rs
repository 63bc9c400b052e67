//! Organizations, managed by membership staff (docs/rules/organizations.md#rule-10), and code shared with
//! registration and sponsors.

pub mod members;

use domain::organizations::BookLimit;
use services::Operation;
use services::organizations::{self, ContactChoice, OrganizationView, StaffOrganizationChange};

use crate::http::{
    Change, Country, CreatedResource, Email, InRole, Json, MembershipStaff, OneOf, ParamDraft, Params,
    Replace, RequiredParam, Result, Segments, ShortText, Text, ValidatedParam, WebAddress,
};
use crate::records::{OrganizationRecord, OrganizationSponsor};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "Membership: organizations": create_organization, get_organization, put_organization, put_primary_contact;
    with members;
}

/// The record of an organization with its primary contact.
fn record(api: &Api, op: &Operation, view: OrganizationView) -> Result<OrganizationRecord> {
    let viewer = op.account()?;
    let now = op.now;
    let contact = view.contact.map(|reader| OrganizationSponsor::new(api, &reader, viewer, now));
    Ok(OrganizationRecord::new(api, view.organization, contact))
}

params! {
    /// Details of an organization: omitted parameters keep their value. Required ones cannot be cleared.
    pub struct OrganizationDetails into organizations::OrganizationChange {
        /// Name.
        organization_name: Replace<ShortText>,
        /// First line of the address.
        address1: Replace<ShortText>,
        /// Second line of the address.
        address2: Change<ShortText>,
        /// City.
        city: Replace<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Change<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// Postal code.
        postal_code: Replace<ShortText>,
        /// Telephone number.
        phone_number: Change<ShortText>,
        /// Web address.
        website: Change<WebAddress>,
        /// Default for new members: adult titles are hidden.
        safe_search: Replace<bool>,
        /// Members may download what they find themselves.
        allow_search_downloads: Replace<bool>,
    }
}

params! {
    /// Optional details of a new organization.
    pub struct OptionalDetails into organizations::OptionalDetails {
        /// Second line of the address.
        address2: Option<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Option<ShortText>,
        /// Telephone of the organization.
        phone_number: Option<ShortText>,
        /// Web address.
        website: Option<WebAddress>,
    }
}

params! {
    /// The primary contact of a new organization.
    pub struct ContactForm into organizations::NewContact {
        /// Given name of the primary contact.
        contact_first_name: ValidatedParam<ShortText>,
        /// Family name.
        contact_last_name: ValidatedParam<ShortText>,
        /// Position, for example `Librarian`.
        contact_title: ValidatedParam<ShortText>,
        /// Email address, also the user name.
        contact_email_address: ValidatedParam<Email>,
        /// Telephone of the primary contact.
        contact_phone_number: Option<ShortText>,
    }
}

params! {
    /// A new organization, its site and its primary contact.
    pub struct CreateOrganization into organizations::OrganizationForm {
        /// Name.
        organization_name: ValidatedParam<ShortText>,
        /// First line of the address.
        address1: ValidatedParam<ShortText>,
        /// City.
        city: ValidatedParam<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: ValidatedParam<Country>,
        /// Postal code.
        postal_code: ValidatedParam<ShortText>,
        /// A name of /v2/organizationTypes.
        organization_type: ValidatedParam<ShortText>,
        /// A name of /v2/subscriptiontypes; by default the site's type for organizations of this type.
        subscription_type: Option<ShortText>,
        /// The site it belongs to, for administrators; the caller's own by default.
        site: Option<ShortText>,
        /// Optional details.
        details: OptionalDetails,
        /// The primary contact.
        contact: ContactForm,
    }
}

/// Create an organization
///
/// Creates the organization, its subscription and its primary contact, who has no password yet and must
/// choose one. Its agreement is not on file until it is set by PUT.
#[endpoint::post(
    "/v2/organizations", returns "The organization",
    errors(
        Forbidden: "not a membership assistant, or another site", OrganizationExists,
        UserExists: "the email address is taken",
    ),
)]
pub async fn create_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    draft: ParamDraft<CreateOrganization>,
) -> Result<CreatedResource<OrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let shown = organizations::create(&op, form.into_request(), faults).await?;
    let location = api.absolute_url(&routes::organization_path(&shown.organization.id));
    Ok(CreatedResource { location, record: record(&api, &op, shown)? })
}

/// Get an organization
#[endpoint::get(
    "/v2/organizations/{organizationId}", returns "The organization",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn get_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
) -> Result<Json<OrganizationRecord>> {
    let shown = organizations::get(&op, &id).await?;
    Ok(Json(record(&api, &op, shown)?))
}

params! {
    /// Terms of an organization that only membership staff may set: omitted parameters keep their value.
    pub struct OrganizationTerms into organizations::Terms {
        /// A rider to the agreement is on file.
        rider_signed: Replace<bool>,
        /// A current signed organizational agreement is on file.
        agreement_signed: Replace<bool>,
        /// Members may get titles from the national source for students.
        can_download_nimac: Replace<bool>,
        /// Sponsors may add members and verify their proof of disability.
        can_create_users: Replace<bool>,
        /// All its downloads are stopped.
        suspended: Replace<bool>,
        /// Excluded from reports.
        unreported: Replace<bool>,
        /// Books per 30 days, shared by all members.
        num_books_allowed: Replace<OneOf<BookLimit>>,
        /// Notes of the staff.
        notes: Change<Text<4000>>,
        /// Premium features.
        service_plus: Replace<bool>,
        /// The reading companion.
        reading_companion: Replace<bool>,
    }
}

params! {
    /// What to change of an organization; omitted parameters keep their value.
    pub struct PutOrganization into StaffOrganizationChange {
        /// Details that its primary contact may change too.
        details: OrganizationDetails,
        /// Terms that only staff may set.
        terms: OrganizationTerms,
    }
}

/// Change an organization
///
/// Omitted parameters keep their value; an empty value clears a nullable one.
#[endpoint::put(
    "/v2/organizations/{organizationId}", returns "The organization",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn put_organization(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    draft: ParamDraft<PutOrganization>,
) -> Result<Json<OrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let shown = organizations::change(&op, &id, form.into_request(), faults).await?;
    Ok(Json(record(&api, &op, shown)?))
}

params! {
    /// The new primary contact of the organization.
    pub struct NewContact {
        /// User name or userAccountId of a sponsor of the organization.
        user_identifier: RequiredParam<ShortText>,
    }
}

/// Set the primary contact of an organization
#[endpoint::put(
    "/v2/organizations/{organizationId}/primaryContact", returns "The new primary contact",
    errors(OrganizationNotFound, UserNotFound: "not a sponsor of the organization"),
)]
pub async fn put_primary_contact(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    Params(params): Params<NewContact>,
) -> Result<Json<OrganizationSponsor>> {
    let choice = ContactChoice { organization: &id, sponsor: &params.user_identifier.0.0 };
    let reader = organizations::name_contact(&op, choice).await?;
    Ok(Json(OrganizationSponsor::new(&api, &reader, op.account()?, op.now)))
}
