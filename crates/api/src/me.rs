//! The signed-in user (docs/rules/accounts.md#rule-1, docs/rules/records.md#rule-21).

use crate::endpoints;
use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::UserIdentity;

endpoints! {
    "My account": get_me;
}

/// Get the signed-in user
#[endpoint::get("/v2/me", returns "The user")]
pub async fn get_me(InRole { api, op, .. }: InRole<SignedIn>) -> Result<Json<UserIdentity>> {
    Ok(Json(UserIdentity::new(&api, op.account()?)))
}
