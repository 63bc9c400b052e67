//! GET /v2/accounts/{userIdentifier}/pod (docs/rules/memberships.md#rule-11).

use services::proofs;

use super::record;
use crate::http::{InRole, Json, ListAddress, MembershipStaff, Result, Segments};
use crate::records::ProofList;

/// List the proofs of disability of an account
///
/// Active proofs, and submissions to be confirmed.
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/pod", returns "Proofs and submissions",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn list_account_proofs(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
) -> Result<Json<ProofList>> {
    let proofs = proofs::list(&op, &name).await?;
    Ok(Json(record(&api, &op, address, proofs)))
}
