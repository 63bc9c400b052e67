//! GET /v2/competentAuthority/{recordIdentifier} (docs/rules/accounts.md#rule-9,
//! docs/rules/records.md#rule-31).

use services::confirmations;

use crate::http::{AuthorityKey, InRole, Json, Result, Segments};
use crate::records::AuthorityRecord;

/// Get a member's request to confirm a disability
#[endpoint::get(
    "/v2/competentAuthority/{recordIdentifier}", returns "The request",
    errors(RecordNotFound: "unknown, used, or older than 60 days"),
)]
pub async fn get_confirmation(
    InRole { api, op, .. }: InRole<AuthorityKey>,
    Segments((key,)): Segments<(String,)>,
) -> Result<Json<AuthorityRecord>> {
    let requested = confirmations::get(&op, &key).await?;
    Ok(Json(AuthorityRecord::new(&api, &key, &requested)))
}
