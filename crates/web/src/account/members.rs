//! /account/members: the members of a sponsor's organization, each with a link to the devices.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use oauth::Params;
use services::devices::members::names;
use services::roles::{FromCaller as _, Sponsor};
use services::rosters::RosterSort;
use services::{Part, Place};

use super::devices::list_address;
use super::session::{Refusal, Visitor, shown, with_query};
use crate::page::Page;
use crate::state::WebState;
use layout::html;
use transport::places;

/// The address of the page.
pub(super) const PATH: &str = "/account/members";

/// Members per page.
const SIZE: u32 = 50;

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage<'a> {
    page: &'a Page,
    organization: &'a str,
    members: Vec<Shown>,
    total: u64,
    next: Option<String>,
}

/// A member, formatted for the page.
struct Shown {
    name: String,
    /// The address of the devices. `None` for an account that manages its own.
    devices: Option<String>,
}

/// GET: a page of the list.
pub(super) async fn get(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let result = show(&state, &headers, &query.unwrap_or_default()).await;
    shown(&state, &headers, result).await
}

async fn show(state: &WebState, headers: &HeaderMap, query: &str) -> Result<Response, Refusal> {
    let visitor = Visitor::of(state, headers, "GET /account/members", &with_query(PATH, query)).await?;
    let sponsor = Sponsor::from_caller(&visitor.user.caller)?;
    let after = Params::parse(query.as_bytes()).get("after")?.and_then(places::read::<Place<String>>);
    let (sort, after) = (RosterSort::LastName, after.as_ref());
    let part = Part { sort, descending: false, after, backward: false, limit: SIZE + 1 };
    let page = names(&state.library, &sponsor, part).await?;
    let members = page.items.into_iter().map(|member| Shown {
        devices: member.manageable.then(|| list_address(Some(member.id.as_str()))),
        name: member.name,
    });
    let page = MembersPage {
        page: &visitor.state.page,
        organization: &sponsor.organization()?.name,
        members: members.collect(),
        total: page.total,
        next: page.next.as_ref().map(|place| format!("{PATH}?after={}", places::token(place))),
    };
    Ok(html::private(StatusCode::OK, &page, None))
}
