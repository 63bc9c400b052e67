//! /account/members: the members of a sponsor's organization, each with a link to the devices.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use oauth::Params;
use services::devices::members::names;
use services::roles::{FromCaller as _, Sponsor};
use services::rosters::RosterSort;
use services::{Part, Place};

use super::devices::list_address;
use super::session::{Refusal, Visitor, shown, with_query};
use crate::state::WebState;
use layout::STYLE_PATH;
use layout::html;

/// The address of the page.
pub(super) const PATH: &str = "/account/members";

/// Members per page.
const SIZE: u32 = 50;

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage<'a> {
    site: &'a str,
    style: &'a str,
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
    shown(&state, result).await
}

async fn show(state: &WebState, headers: &HeaderMap, query: &str) -> Result<Response, Refusal> {
    let visitor = Visitor::of(state, headers, "GET /account/members", &with_query(PATH, query)).await?;
    let sponsor = Sponsor::from_caller(&visitor.user.caller)?;
    let after = Params::parse(query.as_bytes()).get("after")?.and_then(opened);
    let (sort, after) = (RosterSort::LastName, after.as_ref());
    let part = Part { sort, descending: false, after, backward: false, limit: SIZE + 1 };
    let page = names(&state.library, &sponsor, part).await?;
    let members = page.items.into_iter().map(|member| Shown {
        devices: member.manageable.then(|| list_address(Some(member.id.as_str()))),
        name: member.name,
    });
    let page = MembersPage {
        site: &visitor.state.site_name,
        style: &STYLE_PATH,
        organization: &sponsor.organization()?.name,
        members: members.collect(),
        total: page.total,
        next: page.next.as_ref().map(|place| format!("{PATH}?after={}", sealed(place))),
    };
    Ok(html::private(StatusCode::OK, &page, None))
}

/// Encodes a position in the list for a URL.
fn sealed(place: &Place<String>) -> String {
    let text = serde_json::to_vec(place).expect("two strings serialize to JSON");
    BASE64_URL_SAFE_NO_PAD.encode(text)
}

/// Decodes a position from a URL. `None` if it is damaged: the list then starts from the beginning.
fn opened(text: &str) -> Option<Place<String>> {
    let place: Place<String> = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    // Not every database can compare NUL.
    let plain = !place.1.contains('\0') && !place.0.as_ref().is_some_and(|key| key.contains('\0'));
    plain.then_some(place)
}

#[cfg(test)]
mod tests {
    use super::{opened, sealed};

    #[test]
    fn positions_round_trip_and_damaged_ones_are_refused() {
        for place in [(Some("berg".to_owned()), "mia".to_owned()), (None, "max".to_owned())] {
            assert_eq!(opened(&sealed(&place)), Some(place));
        }
        for damaged in ["", "x", "!!", &sealed(&(None, "a\0b".to_owned()))] {
            assert_eq!(opened(damaged), None, "{damaged}");
        }
    }
}
