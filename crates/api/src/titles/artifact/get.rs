//! GET /v2/titles/{serviceId}/artifacts/{format} (docs/rules/titles.md#rule-8): the target of an artifact's
//! self link.

use std::sync::Arc;

use axum::extract::State;
use domain::access::Relation;
use services::views::TitleView;

use crate::access::find_managed;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::path::{Segments, parse_format, title_id};
use crate::http::roles::{CollectionStaff, InRole};
use crate::records::{ArtifactRecord, TitleSight};
use crate::state::Api;

/// Get the description of a title's format
///
/// The record in the title's `artifacts`, in any status.
#[utoipa::path(
    get, path = "/v2/titles/{serviceId}/artifacts/{format}", tag = "Collection", operation_id = "get_title_artifact",
    params(
        ("serviceId" = i64, Path, description = "Title identifier"),
        ("format" = String, Path, description = "Format identifier, in any case"),
    ),
    extensions(("x-who" = json!("Collection assistants of the title's site, administrators"))),
    responses(
        (status = 200, description = "The artifact", body = ArtifactRecord),
        (
            status = 400,
            description = "INVALID_FORMAT; FORMAT_NOT_AVAILABLE: the title does not have the format",
            body = ErrorBody,
        ),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_title_artifact(
    State(api): State<Api>,
    InRole(op, _): InRole<CollectionStaff>,
    Segments((id, word)): Segments<(String, String)>,
) -> Result<Json<ArtifactRecord>> {
    let format = parse_format(&word)?;
    let title = find_managed(&op, title_id(&id)?).await?;
    let artifact = title.artifact(format).ok_or(ErrorKey::FormatNotAvailable)?;
    let seen = TitleView::new(&op, Arc::clone(&title), Relation::default());
    Ok(Json(ArtifactRecord::new(&TitleSight::new(&api, &seen), artifact)))
}
