//! GET /v2/accounts/{userIdentifier}/agreements/{id} (docs/rules/memberships.md#rule-10).

use axum::extract::State;
use services::agreements;

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::records::AgreementRecord;
use crate::state::Api;

/// Get an agreement of an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/agreements/{id}", returns "The agreement",
    errors(UserNotFound: "no account of the caller's site", AgreementNotFound: "none of the account"),
)]
pub async fn get_account_agreement(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<AgreementRecord>> {
    let signed = agreements::get(&op, &name, id.into()).await?;
    Ok(Json(AgreementRecord::new(&api, signed)))
}
