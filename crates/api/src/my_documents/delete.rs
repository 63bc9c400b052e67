//! DELETE /v2/myDocuments/{serviceId} (docs/rules/documents.md#rule-4).

use axum::http::StatusCode;
use services::documents;

use crate::http::errors::{ErrorBody, Result};
use crate::http::path::{Segments, title_id};
use crate::http::roles::{InRole, SignedIn};

/// Delete a document
///
/// Also deletes its files, reading positions, bookmarks and highlights.
#[utoipa::path(
    delete, path = "/v2/myDocuments/{serviceId}", tag = "Documents", operation_id = "delete_my_document",
    params(("serviceId" = i64, Path, description = "Title identifier")),
    extensions(("x-who" = json!("The owner"))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn delete_my_document(
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    documents::remove(&op, title_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
