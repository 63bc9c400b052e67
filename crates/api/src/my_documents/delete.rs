//! DELETE /v2/myDocuments/{serviceId} (spec 4, 1.4).

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::TitleId;

use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::path::{Segments, title_id};
use crate::http::roles::{As, SignedIn};
use crate::state::Api;

/// Delete a document
///
/// Its files go too, and what was read and marked in it.
#[utoipa::path(
    delete, path = "/v2/myDocuments/{serviceId}", tag = "Documents", operation_id = "delete_my_document",
    params(("serviceId" = i64, Path, description = "Title identifier")),
    extensions(("x-who" = json!("The owner"))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn delete_my_document(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    remove(&api, &user, title_id(&id)?).await
}

/// Removes a document of the user; what is none, or somebody else's, does not exist.
pub async fn remove(api: &Api, user: &SignedIn, id: TitleId) -> Result<StatusCode> {
    let mut tx = api.db.begin().await?;
    let removed = store::documents::remove(&mut tx, user.id(), id, user.now()).await?;
    let removed = removed.ok_or(ErrorKey::TitleNotFound)?;
    jobs::documents::enqueue_removal(&mut tx, removed, user.id(), user.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
