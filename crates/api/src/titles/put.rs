//! PUT /v2/titles/{serviceId} (docs/rules/titles.md#rule-7).

use axum::http::StatusCode;
use services::titles::{self, MetadataChange};

use super::fields::TitleFields;
use crate::http::{CollectionEditor, InRole, Json, ParamDraft, Result, Segments, title_id};
use crate::records::{StatusKey, StatusRecord};

/// Change a title
///
/// Accepted immediately and applied by the workers in the order of acceptance; the history records both.
#[endpoint::put(
    "/v2/titles/{serviceId}", returns 202 "SUCCESS: accepted",
    errors(
        OperationNotAllowed: "for others, and of another site's title or a reader's own document",
        TitleNotFound, ProductIdentifierExists,
    ),
)]
pub async fn put_title(
    InRole { op, .. }: InRole<CollectionEditor>,
    Segments(id): Segments<String>,
    draft: ParamDraft<TitleFields>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    let (mut fields, mut faults) = draft.valid_params()?;
    let comment = fields.comments.take().map(|text| text.0);
    let change = MetadataChange { form: fields.into_form(&mut faults), comment };
    titles::edit(&op, title_id(&id).ok(), change, faults).await?;
    let body = StatusRecord::new(StatusKey::Success, "The update is accepted and will be applied.");
    Ok((StatusCode::ACCEPTED, Json(body)))
}
