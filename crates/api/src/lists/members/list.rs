//! GET /v2/lists/{readingListId}/members.

use axum::extract::State;
use store::rosters::RosterSort;

use super::people;
use crate::http::audit::Audit;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::lists::{demand, seen};
use crate::params;
use crate::records::MemberSummaries;
use crate::rosters::Order;
use crate::state::Api;

params! {
    /// Parameters of a reading list's members.
    pub struct ListListMembers {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// lastName when absent.
        sort_order: Option<OneOf<RosterSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// List the members on a reading list
#[utoipa::path(
    get, path = "/v2/lists/{readingListId}/members", tag = "Reading lists", operation_id = "list_list_members",
    params(("readingListId" = String, Path, description = "Reading list identifier"), ListListMembers),
    extensions(("x-who" = json!("The owner, sponsors of the owner's organization, membership assistants"))),
    responses(
        (status = 200, description = "A page of members", body = MemberSummaries),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_list_members(
    State(api): State<Api>,
    user: SignedIn,
    audit: Audit,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<ListListMembers>,
) -> Result<Json<MemberSummaries>> {
    let view = seen(&api, &user, &id).await?;
    let account = &user.reader.account;
    demand(view.list.shows_members_to(account, &view.owner))?;
    let order = Order {
        start: params.start.as_deref(),
        limit: params.limit,
        sort: params.sort_order,
        direction: params.direction,
    };
    let people = people(&view.list, &user).asked(&api, order)?;
    people.summaries(&api, &audit, &address, view.list.is_peopled_by(account)).await
}
