//! DELETE /v2/lists/{readingListId} (docs/rules/lists.md#rule-3).

use axum::http::StatusCode;
use services::lists;

use crate::http::{InRole, Result, Segments, SignedIn};

/// Delete a reading list
#[endpoint::delete(
    "/v2/lists/{readingListId}", returns "Deleted", who "The owner, membership assistants of the site",
    errors(OperationNotAllowed, ListNotFound),
)]
pub async fn delete_list(
    InRole { op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    lists::remove(&op, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
