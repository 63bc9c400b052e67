//! DELETE /v2/accounts/{userIdentifier}/pod/{disabilityType} (docs/rules/memberships.md#rule-11).

use services::proofs;

use super::{parse_kind, record};
use crate::http::{ErrorKey, Faults, InRole, Json, ListAddress, MembershipStaff, Result, Segments};
use crate::records::ProofList;

/// Remove a proof of disability
///
/// It no longer counts, starting with the person's next request.
#[endpoint::delete(
    "/v2/accounts/{userIdentifier}/pod/{disabilityType}", returns "The remaining proofs and submissions",
    errors(
        InvalidParameter, OperationNotAllowed: "an administrator",
        UserNotFound: "no account of the caller's site, or removed",
        PodNotFound: "no proof of this disability",
    ),
)]
pub async fn remove_account_proof(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments((name, disability)): Segments<(String, String)>,
) -> Result<Json<ProofList>> {
    let mut faults = Faults::default();
    let kind = parse_kind(&disability, &mut faults);
    faults.into_result()?;
    let kind = kind.ok_or(ErrorKey::InvalidParameter)?;
    let proofs = proofs::remove(&op, &name, kind).await?;
    Ok(Json(record(&api, &op, address, proofs)))
}
