//! GET /v2/lists/{readingListId}/members (docs/rules/lists.md#rule-3).

use axum::extract::State;
use services::lists::members;
use services::rosters::RosterSort;

use super::Roster;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::Order;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::{As, SignedIn};
use crate::records::MemberSummaries;
use crate::state::Api;

/// List the members on a reading list
#[utoipa::path(
    get, path = "/v2/lists/{readingListId}/members", tag = "Reading lists", operation_id = "list_list_members",
    params(("readingListId" = String, Path, description = "Reading list identifier"), Order<RosterSort>),
    extensions(("x-who" = json!("The owner, sponsors of the owner's organization, membership assistants"))),
    responses(
        (status = 200, description = "A page of members", body = MemberSummaries),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_list_members(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<Order<RosterSort>>,
) -> Result<Json<MemberSummaries>> {
    let roster = Roster::asked(&api, &user, &id, &order)?;
    let listed = members::list(&api.library, &user, &id, roster.part()).await?;
    roster.page(&api, listed, &address)
}
