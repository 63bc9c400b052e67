//! DELETE /v2/titles/{serviceId}: withdraws a title from the collection, or removes a document for its owner
//! (docs/rules/titles.md#rule-4, docs/rules/access.md#rule-23).

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::TitleId;
use services::withdrawals::{self, Withdrawal, WithdrawalOutcome};

use crate::http::{InRole, Json, Params, Result, Segments, SignedIn, Text, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// Parameters of a withdrawal.
    pub struct WithdrawTitle {
        /// A comment for the history.
        comments: Option<Text<2000>>,
        /// A live title that replaces it.
        replacement_id: Option<i64>,
    }
}

/// Withdraw a title
///
/// Its metadata stays readable, with its replacement; it can no longer be found or downloaded. Accepted now
/// and applied within seconds. The owner of a document also removes it with this endpoint, immediately.
#[endpoint::delete(
    "/v2/titles/{serviceId}", returns 202 "SUCCESS: accepted", returns 204 "The document is removed",
    body StatusRecord,
    who "Collection assistants of the title's site, administrators; the owner of a document",
    errors(
        OperationNotAllowed: "for others, and of another site's title", TitleNotFound,
        InvalidTransition: "it is not live",
    ),
)]
pub async fn delete_title(
    InRole { op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    params: Result<Params<WithdrawTitle>>,
) -> Result<Response> {
    let withdrawal = params.map(|Params(params)| params.into_withdrawal());
    match withdrawals::withdraw(&op, title_id(&id).ok(), withdrawal).await? {
        WithdrawalOutcome::Document => Ok(StatusCode::NO_CONTENT.into_response()),
        WithdrawalOutcome::Title => {
            let body = StatusRecord::new(StatusKey::Success, "The title will be withdrawn.");
            Ok((StatusCode::ACCEPTED, Json(body)).into_response())
        }
    }
}

impl WithdrawTitle {
    fn into_withdrawal(self) -> Withdrawal {
        Withdrawal {
            replacement: self.replacement_id.map(TitleId),
            comment: self.comments.map(|text| text.0),
        }
    }
}
