//! GET /v2/accounts/{userIdentifier} (docs/rules/memberships.md#rule-7).

use services::accounts::manage;

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::UserAccount;

/// Get an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}", returns "The account",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn get_account(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
) -> Result<Json<UserAccount>> {
    let shown = manage::get(&op, &name).await?;
    Ok(Json(UserAccount::from_managed(&api, &op, shown)?))
}
