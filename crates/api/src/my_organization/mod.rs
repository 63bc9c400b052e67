//! The caller's organization, managed by its sponsors (docs/rules/organizations.md#rule-2).
//! `PUT /v2/myOrganization/primaryContact`: passes the role to another sponsor.
//! `GET /v2/myOrganization/titleAvailabilities/{serviceId}`: which members may download a title, and what
//! blocks the others (docs/rules/access.md#rule-18).
//! `POST /v2/myOrganization`: docs/rules/organizations.md#rule-8.

pub mod members;
pub mod roster_tags;
pub mod sponsors;

use domain::members::MemberFilter;
use services::organizations::{self, OwnOrganization, Registration, hand_over};
use services::rosters::{RosterFilter, RosterQuery, RosterSort};
use services::titles::{AvailabilityRequest, list_availabilities};

use crate::http::{
    Consent, Country, CreatedResource, Grade, InRole, Json, ListAddress, NewPassword, OneOf, OrderParams,
    OrgSignupKey, ParamDraft, Params, PrimaryContact, Result, Segments, ShortText, Sponsor, ValidatedParam,
    title_id,
};
use crate::organizations::{ContactForm, NewContact, OptionalDetails, OrganizationDetails};
use crate::records::{
    MemberTitleAvailabilities, MemberTitleAvailability, MyOrganizationRecord, SponsorSummary,
};
use crate::reference_organizations::RequiredUnlessReferenced;
use crate::{Api, endpoints, params, routes};

endpoints! {
    "My organization":
        get_my_organization, register_organization, put_my_organization, put_my_primary_contact,
        list_my_title_availabilities;
    with members, roster_tags, sponsors;
}

/// The organization with its primary contact, as a sponsor sees it.
fn record(api: &Api, own: OwnOrganization) -> MyOrganizationRecord {
    let contact = own.contact.map(|contact| SponsorSummary::from_sponsor(api, contact));
    MyOrganizationRecord::new(api, own.organization, contact, own.edits)
}

/// Get the caller's organization
#[endpoint::get("/v2/myOrganization", returns "The organization")]
pub async fn get_my_organization(
    InRole { api, op, .. }: InRole<Sponsor>,
) -> Result<Json<MyOrganizationRecord>> {
    Ok(Json(record(&api, organizations::view_own(&op).await?)))
}

params! {
    /// The organization to register.
    pub struct RegisteredOrganization into organizations::RegisteredOrganization {
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
        /// Its optional details.
        details: OptionalDetails,
    }
}

params! {
    /// An organization and its primary contact.
    pub struct RegisterOrganization {
        /// The organization.
        organization: RegisteredOrganization,
        /// The primary contact.
        contact: ContactForm,
        /// 8 to 32 characters, at least one letter and one number.
        contact_password: ValidatedParam<NewPassword>,
        /// The organization's agreement is signed: must be true.
        agreement_signed: ValidatedParam<Consent>,
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
            organization: self.organization.into_request(),
            contact: self.contact.into_request(),
            password: self.contact_password.0,
        }
    }
}

/// Change the caller's organization
///
/// Omitted parameters keep their value; an empty value clears a nullable one.
#[endpoint::put("/v2/myOrganization", returns "The organization")]
pub async fn put_my_organization(
    InRole { api, op, .. }: InRole<PrimaryContact>,
    draft: ParamDraft<OrganizationDetails>,
) -> Result<Json<MyOrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let own = organizations::change_own(&op, form.into_request(), faults).await?;
    Ok(Json(record(&api, own)))
}

/// Pass on the role of primary contact
#[endpoint::put(
    "/v2/myOrganization/primaryContact", returns "The new primary contact",
    errors(UserNotFound: "not a sponsor of the organization"),
)]
pub async fn put_my_primary_contact(
    InRole { api, op, .. }: InRole<PrimaryContact>,
    Params(params): Params<NewContact>,
) -> Result<Json<SponsorSummary>> {
    let next = hand_over(&op, &params.user_identifier.0.0).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, next)))
}

params! {
    /// Parameters of the availabilities of a title.
    pub struct ListTitleAvailabilities {
        /// Page and order.
        order: OrderParams<RosterSort>,
        /// Only this grade: its code.
        grade: Option<Grade>,
        /// Only the district of this roster tag: its rosterTagId.
        district_id: Option<i64>,
        /// Only the school of this roster tag: its rosterTagId.
        school_id: Option<i64>,
        /// allMembers by default.
        sponsor_list: Option<OneOf<MemberFilter>>,
    }
}

/// List which members may download a title
///
/// One item per member of the filter, whether the title is assigned or not; the alerts explain what blocks
/// each.
#[endpoint::get(
    "/v2/myOrganization/titleAvailabilities/{serviceId}", returns "A page of members", errors(TitleNotFound),
)]
pub async fn list_my_title_availabilities(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(service_id): Segments<String>,
    address: ListAddress,
    Params(params): Params<ListTitleAvailabilities>,
) -> Result<Json<MemberTitleAvailabilities>> {
    let own = RosterQuery::for_members(&op.require_sponsor()?.organization.id, op.account_id()?);
    let roster = RosterQuery { filter: params.to_filter(), ..own };
    let bound = (("titleAvailabilities", &service_id), &roster);
    let list = params.order.open(&api.cursor_key, op.now, &bound)?;
    let request = AvailabilityRequest { title: title_id(&service_id)?, roster: &roster };
    let (title, members) = list_availabilities(&op, request, list.page_request()).await?;
    let page = list.to_page(members, &address)?;
    let viewer = op.account()?;
    let record =
        |(member, availability): &_| MemberTitleAvailability::new(&api, &title, member, viewer, availability);
    Ok(Json(MemberTitleAvailabilities {
        allows: None,
        limit: page.limit,
        links: page.links,
        member_title_availabilities: page.items.iter().map(record).collect(),
        next: page.next,
        total_results: page.total_results,
    }))
}

impl ListTitleAvailabilities {
    fn to_filter(&self) -> RosterFilter<'_> {
        RosterFilter {
            grade: self.grade.as_ref().map(|grade| grade.0.as_str()),
            district: self.district_id,
            school: self.school_id,
            members: self.sponsor_list.map_or(MemberFilter::AllMembers, |list| list.0),
            ..RosterFilter::default()
        }
    }
}
