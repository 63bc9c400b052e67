//! DELETE /v2/assignedTitles/{userIdentifier}/{serviceId} (docs/rules/lists.md#rule-8).

use axum::extract::State;
use services::assignments;

use super::AssignedPage;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::OrderParams;
use crate::http::path::{Segments, title_id};
use crate::http::roles::{Assigner, InRole};
use crate::records::{AssignedTitle, TitleList};
use crate::routes;
use crate::state::Api;

/// Remove an assigned title
///
/// Returns the first page of the remaining ones.
#[utoipa::path(
    delete, path = "/v2/assignedTitles/{userIdentifier}/{serviceId}", tag = "Assigned titles",
    operation_id = "unassign_title",
    params(
        ("userIdentifier" = String, Path, description = "User name or userAccountId"),
        ("serviceId" = i64, Path, description = "Title identifier"),
    ),
    extensions(("x-who" = json!("Sponsors for members of their organization, membership assistants"))),
    responses(
        (status = 200, description = "The remaining assigned titles", body = TitleList<AssignedTitle>),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND; TITLE_NOT_FOUND: it is not assigned", body = ErrorBody),
    )
)]
pub async fn unassign_title(
    State(api): State<Api>,
    InRole(op, _): InRole<Assigner>,
    Segments((name, title)): Segments<(String, String)>,
    address: ListAddress,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::of_account(&api, &op, &name, &OrderParams::default())?;
    let rest = assignments::unassign(&op, &name, title_id(&title)?, shelf.page_request()).await?;
    shelf.page(&api, rest, &address.with_path(&routes::assigned_titles(&name), &[]))
}
