//! GET /v2/myOrganization/titleAvailabilities/{serviceId}: which members may download a title, and what
//! blocks the others (docs/rules/access.md#rule-18).

use domain::members::MemberFilter;
use services::rosters::{RosterFilter, RosterQuery, RosterSort};
use services::titles::{AvailabilityRequest, list_availabilities};

use crate::http::{
    Grade, InRole, Json, ListAddress, OneOf, OrderParams, Params, Result, Segments, Sponsor, title_id,
};
use crate::params;
use crate::records::{MemberTitleAvailabilities, MemberTitleAvailability};

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
