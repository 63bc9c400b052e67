//! GET /v2/titles/{serviceId}/artifacts/{format} (docs/rules/titles.md#rule-8): the target of an artifact's
//! self link.

use std::sync::Arc;

use domain::access::Relation;
use services::titles::find_managed;
use services::views::TitleView;

use crate::http::{CollectionStaff, ErrorKey, InRole, Json, Result, Segments, parse_format, title_id};
use crate::records::{ArtifactRecord, TitleSight};

/// Get the description of a title's format
///
/// The record in the title's `artifacts`, in any status.
#[endpoint::get(
    "/v2/titles/{serviceId}/artifacts/{format}", returns "The artifact",
    errors(InvalidFormat, FormatNotAvailable: "the title does not have the format", TitleNotFound),
)]
pub async fn get_title_artifact(
    InRole { api, op, .. }: InRole<CollectionStaff>,
    Segments((id, word)): Segments<(String, String)>,
) -> Result<Json<ArtifactRecord>> {
    let format = parse_format(&word)?;
    let title = find_managed(&op, title_id(&id)?).await?;
    let artifact = title.artifact(format).ok_or(ErrorKey::FormatNotAvailable)?;
    let seen = TitleView::new(&op, Arc::clone(&title), Relation::default());
    Ok(Json(ArtifactRecord::new(&TitleSight::new(&api, &seen), artifact)))
}
