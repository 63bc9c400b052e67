//! POST /v2/lists/{readingListId}/titles: only live titles; adding a title again changes nothing
//! (docs/rules/lists.md#rule-1).

use axum::extract::State;
use services::lists::titles;

use super::ListShelf;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::OrderParams;
use crate::http::params::{Params, RequiredParam};
use crate::http::path::{Segments, title_id};
use crate::http::roles::{InRole, SignedIn};
use crate::params;
use crate::records::ReadingListTitles;
use crate::routes;
use crate::state::Api;

params! {
    /// What to add.
    pub struct AddListTitle {
        /// Title identifier.
        service_id: RequiredParam<String>,
    }
}

/// Add a title to a reading list
///
/// Returns the first page of the list's titles.
#[utoipa::path(
    post, path = "/v2/lists/{readingListId}/titles", tag = "Reading lists", operation_id = "add_list_title",
    params(("readingListId" = String, Path, description = "Reading list identifier")),
    request_body(content = AddListTitle, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("The owner, sponsors for their organization's lists, membership assistants"))),
    responses(
        (status = 200, description = "The list's titles", body = ReadingListTitles),
        (status = 400, description = "MISSING_PARAMETER, TITLE_NOT_LIVE", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND, TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn add_list_title(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<AddListTitle>,
) -> Result<Json<ReadingListTitles>> {
    let shelf = ListShelf::open(&api, &op, &id, &OrderParams::default())?;
    let title = title_id(&params.service_id.0)?;
    let listed = titles::add_and_list(&op, &id, title, shelf.page_request()).await?;
    shelf.page(&api, listed, &address.with_path(&routes::list_titles(&id), &[]))
}
