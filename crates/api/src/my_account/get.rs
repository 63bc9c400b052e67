//! GET /v2/myAccount (docs/rules/accounts.md#rule-1, docs/rules/records.md#rule-22).

use services::accounts::own;

use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::AccountSummary;

/// Get the caller's account
#[endpoint::get("/v2/myAccount", returns "The account")]
pub async fn get_my_account(InRole { api, op, .. }: InRole<SignedIn>) -> Result<Json<AccountSummary>> {
    Ok(Json(AccountSummary::from_summary(&api, &own::summarize(&op).await?, op.now)))
}
