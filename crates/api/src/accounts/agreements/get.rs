//! GET /v2/accounts/{userIdentifier}/agreements/{id} (docs/rules/memberships.md#rule-10).

use services::agreements;

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::AgreementRecord;

/// Get an agreement of an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/agreements/{id}", returns "The agreement",
    errors(UserNotFound: "no account of the caller's site", AgreementNotFound: "none of the account"),
)]
pub async fn get_account_agreement(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<AgreementRecord>> {
    let signed = agreements::get(&op, &name, id.into()).await?;
    Ok(Json(AgreementRecord::new(&api, signed)))
}
