//! The sponsors of the caller's organization (docs/rules/organizations.md#rule-2).
//! `GET /v2/myOrganization/sponsors/{userIdentifier}`: target of a sponsor's self link
//! (docs/rules/requests.md#rule-9).
//! `DELETE /v2/myOrganization/sponsors/{userIdentifier}`: docs/rules/organizations.md#rule-6.
//! `POST /v2/myOrganization/sponsors`: docs/rules/organizations.md#rule-7.
//! `PUT /v2/myOrganization/sponsors/{userIdentifier}`: docs/rules/organizations.md#rule-7.

use axum::http::StatusCode;
use services::organizations::sponsors::{self, NewSponsor, SponsorChange};
use services::rosters::RosterSort;

use crate::http::{
    AdminKey, Change, CreatedResource, Email, InRole, Json, Language, Link, ListAddress, OrderParams, Params,
    PrimaryContact, Replace, RequiredParam, Result, Segments, ShortText, Sponsor,
};
use crate::records::SponsorSummary;
use crate::{endpoints, params, routes};

endpoints! {
    "My organization": list_my_sponsors, add_my_sponsor, get_my_sponsor, put_my_sponsor, remove_my_sponsor;
}

/// A page of sponsors.
#[endpoint::record]
pub struct SponsorList {
    /// POST.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub sponsor_summaries: Vec<SponsorSummary>,
    /// Exact count.
    pub total_results: u64,
}

/// List the sponsors of the caller's organization
#[endpoint::get("/v2/myOrganization/sponsors", returns "A page of sponsors")]
pub async fn list_my_sponsors(
    InRole { api, op, .. }: InRole<Sponsor>,
    address: ListAddress,
    Params(order): Params<OrderParams<RosterSort>>,
) -> Result<Json<SponsorList>> {
    let bound = ("mySponsors", &op.require_sponsor()?.organization.id);
    let list = order.open(&api.cursor_key, op.now, &bound)?;
    let page = list.to_page(sponsors::list(&op, list.page_request()).await?, &address)?;
    let sponsors = page.items.into_iter().map(|shown| SponsorSummary::from_sponsor(&api, shown));
    Ok(Json(SponsorList {
        allows: Some(vec!["POST"]),
        limit: page.limit,
        links: page.links,
        sponsor_summaries: sponsors.collect(),
        next: page.next,
        total_results: page.total_results,
    }))
}

params! {
    /// A new sponsor.
    pub struct AddSponsor {
        /// Given name.
        first_name: RequiredParam<ShortText>,
        /// Family name.
        last_name: RequiredParam<ShortText>,
        /// Telephone number.
        phone_number: RequiredParam<ShortText>,
        /// Email address, also the user name.
        email_address: RequiredParam<Email>,
        /// Position, for example `Teacher`.
        title: RequiredParam<ShortText>,
    }
}

/// Add a sponsor
///
/// The new sponsor has no password yet and must choose one.
#[endpoint::post(
    "/v2/myOrganization/sponsors", returns "The sponsor", errors(UserExists: "the email address is taken"),
)]
pub async fn add_my_sponsor(
    InRole { api, op, .. }: InRole<Sponsor>,
    Params(params): Params<AddSponsor>,
) -> Result<CreatedResource<SponsorSummary>> {
    let new = NewSponsor {
        first_name: params.first_name.0.0,
        last_name: params.last_name.0.0,
        phone_number: params.phone_number.0.0,
        email_address: params.email_address.0.0,
        title: params.title.0.0,
    };
    let shown = sponsors::add(&op, new).await?;
    let location = api.absolute_url(&routes::my_sponsor(&shown.person.account.id));
    Ok(CreatedResource { location, record: SponsorSummary::from_sponsor(&api, shown) })
}

/// Get a sponsor of the caller's organization
#[endpoint::get(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "The sponsor",
    errors(UserNotFound: "not a sponsor of the organization"),
)]
pub async fn get_my_sponsor(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<SponsorSummary>> {
    Ok(Json(SponsorSummary::from_sponsor(&api, sponsors::get(&op, &name).await?)))
}

params! {
    /// Details of a sponsor: omitted parameters keep their value.
    pub struct SponsorForm into SponsorChange {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// Telephone number.
        phone_number: Replace<ShortText>,
        /// Email address, also the user name.
        email_address: Replace<Email>,
        /// Position, for example `Teacher`.
        title: Replace<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
    }
}

/// Change a sponsor
///
/// Only the person can change the name and email address of an account that has further roles, and the email
/// address of the primary contact, who signs in with it.
#[endpoint::put(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "The sponsor",
    errors(
        NotManageable, NotPrimaryContact: "another email address of the primary contact", UserNotFound,
        UserExists: "the email address is taken",
    ),
)]
pub async fn put_my_sponsor(
    InRole { api, op, .. }: InRole<AdminKey<Sponsor>>,
    Segments(name): Segments<String>,
    Params(form): Params<SponsorForm>,
) -> Result<Json<SponsorSummary>> {
    let shown = sponsors::change(&op, &name, form.into_request()).await?;
    Ok(Json(SponsorSummary::from_sponsor(&api, shown)))
}

/// Remove a sponsor
///
/// An account without another role is deleted. The primary contact takes over the organization's lists, and
/// cannot be removed.
#[endpoint::delete(
    "/v2/myOrganization/sponsors/{userIdentifier}", returns "Removed",
    errors(UserNotFound, PrimaryContact: "assign the role to another sponsor first"),
)]
pub async fn remove_my_sponsor(
    InRole { op, .. }: InRole<AdminKey<PrimaryContact>>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    sponsors::remove(&op, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
