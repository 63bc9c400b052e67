//! PUT /v2/titles/{serviceId}/status: publishing, review, reprocessing (docs/rules/titles.md#rule-4,
//! docs/rules/titles.md#rule-2).

use axum::http::StatusCode;
use domain::{TitleId, TitleStatus};
use services::titles::{self, TitleMove};

use crate::http::{
    CollectionStaff, InRole, Json, OneOf, Params, RequiredParam, Result, Segments, Text, title_id,
};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// Parameters of a change of status.
    pub struct PutTitleStatus {
        /// The new status.
        status: RequiredParam<OneOf<TitleStatus>>,
        /// A comment for the history.
        comments: Option<Text<2000>>,
        /// A live title that replaces it.
        replacement_id: Option<i64>,
    }
}

/// Move a title to another status
///
/// Accepted immediately and applied by the workers in the order of acceptance; the history records both. A
/// title becomes converted when its formats have been made.
#[endpoint::put(
    "/v2/titles/{serviceId}/status", returns 202 "ACCEPTED",
    errors(
        OperationNotAllowed: "it is another site's", TitleNotFound,
        InvalidTransition: "the message says where it can go",
    ),
)]
pub async fn put_title_status(
    InRole { op, .. }: InRole<CollectionStaff>,
    Segments(id): Segments<String>,
    Params(params): Params<PutTitleStatus>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    let OneOf(to) = params.status.0;
    let replacement = params.replacement_id.map(TitleId);
    let comment = params.comments.map(|text| text.0);
    titles::move_to(&op, title_id(&id)?, TitleMove { to, replacement, comment }).await?;
    let body = StatusRecord::new(StatusKey::Accepted, format!("The title will become {to}."));
    Ok((StatusCode::ACCEPTED, Json(body)))
}
