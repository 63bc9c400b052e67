//! Districts and schools in a roster (docs/rules/records.md#rule-35, docs/rules/organizations.md#rule-2).

use services::roster_tags::{self, NewRosterTag};

use crate::http::{
    CreatedResource, Direction, InRole, Json, Link, ListAddress, OneOf, OrderParams, PagingParams, Params,
    Result, ShortText, Sponsor,
};
use crate::records::RosterTagRecord;
use crate::{endpoints, params, routes};

endpoints! {
    "My organization": list_my_roster_tags, create_my_roster_tag;
}

params! {
    /// Parameters of the list of roster tags.
    pub struct ListRosterTags {
        /// Page.
        page: PagingParams,
        /// By the date a tag was added; descending by default.
        direction: Option<OneOf<Direction>>,
        /// Only this tag.
        roster_tag_id: Option<i64>,
    }
}

/// A page of roster tags.
#[endpoint::record]
pub struct RosterTags {
    /// POST: sponsors add tags.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub roster_tags: Vec<RosterTagRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// List the roster tags of the caller's organization
#[endpoint::get("/v2/myOrganization/rosterTags", returns "A page of roster tags")]
pub async fn list_my_roster_tags(
    InRole { api, op, .. }: InRole<Sponsor>,
    address: ListAddress,
    Params(params): Params<ListRosterTags>,
) -> Result<Json<RosterTags>> {
    let organization = &op.require_sponsor()?.organization.id;
    let roster_tag = params.roster_tag_id;
    let descending = params.direction.is_none_or(|direction| direction.0 == Direction::Desc);
    let order = OrderParams { page: params.page, sort: (), descending };
    let list = order.open(&api.cursor_key, op.now, &("rosterTags", organization, roster_tag))?;
    let page = roster_tags::list(&op, roster_tag, list.page_request()).await?;
    let page = list.to_page(page, &address)?;
    Ok(Json(RosterTags {
        allows: Some(vec!["POST"]),
        limit: page.limit,
        links: page.links,
        next: page.next,
        roster_tags: page.items.iter().map(|tag| RosterTagRecord::new(&api, tag)).collect(),
        total_results: page.total_results,
    }))
}

params! {
    /// A new roster tag: at least one of the two.
    pub struct CreateRosterTag {
        /// District.
        district_name: Option<ShortText>,
        /// School.
        school_name: Option<ShortText>,
    }
}

/// Add a roster tag to the caller's organization
#[endpoint::post(
    "/v2/myOrganization/rosterTags", returns "The roster tag",
    errors(MissingParameter, RosterTagExists: "the same names"),
)]
pub async fn create_my_roster_tag(
    InRole { api, op, .. }: InRole<Sponsor>,
    Params(params): Params<CreateRosterTag>,
) -> Result<CreatedResource<RosterTagRecord>> {
    let (district, school) = (params.district_name.map(|text| text.0), params.school_name.map(|text| text.0));
    let new = NewRosterTag { district: district.as_deref(), school: school.as_deref() };
    let tag = roster_tags::add(&op, new).await?;
    let record = RosterTagRecord::new(&api, &tag);
    Ok(CreatedResource { location: api.absolute_url(&routes::my_roster_tag(tag.id)), record })
}
