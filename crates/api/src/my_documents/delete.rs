//! DELETE /v2/myDocuments/{serviceId} (docs/rules/documents.md#rule-4).

use axum::http::StatusCode;
use services::documents;

use crate::http::{InRole, Result, Segments, SignedIn, title_id};

/// Delete a document
///
/// Also deletes its files, reading positions, bookmarks and highlights.
#[endpoint::delete("/v2/myDocuments/{serviceId}", returns "Deleted", who "The owner", errors(TitleNotFound))]
pub async fn delete_my_document(
    InRole { op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    documents::remove(&op, title_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
