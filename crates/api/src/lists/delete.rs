//! DELETE /v2/lists/{readingListId} (docs/rules/lists.md#rule-3).

use axum::http::StatusCode;
use services::lists;

use crate::http::errors::{ErrorBody, Result};
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};

/// Delete a reading list
#[utoipa::path(
    delete, path = "/v2/lists/{readingListId}", tag = "Reading lists", operation_id = "delete_list",
    params(("readingListId" = String, Path, description = "Reading list identifier")),
    extensions(("x-who" = json!("The owner, membership assistants of the site"))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn delete_list(
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    lists::remove(&op, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
