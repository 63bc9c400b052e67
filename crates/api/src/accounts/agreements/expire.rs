//! POST /v2/accounts/{userIdentifier}/agreements/{id}/expired (docs/rules/memberships.md#rule-10).

use services::agreements;

use crate::http::{InRole, Json, MembershipStaff, Result, Segments};
use crate::records::AgreementRecord;

/// End an agreement of an account
///
/// It no longer counts, starting with the person's next request. An agreement that has already ended is
/// unchanged.
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/agreements/{id}/expired", returns "The agreement, with its end date",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        AgreementNotFound: "none of the account",
    ),
)]
pub async fn expire_account_agreement(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments((name, id)): Segments<(String, String)>,
) -> Result<Json<AgreementRecord>> {
    let signed = agreements::expire(&op, &name, id.into()).await?;
    Ok(Json(AgreementRecord::new(&api, signed)))
}
