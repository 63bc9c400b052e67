//! GET /v2/accounts/{userIdentifier}/agreements (docs/rules/memberships.md#rule-10): a short list without
//! pages.

use services::agreements;

use crate::accounts::post_verb;
use crate::http::{InRole, Json, Link, ListAddress, MembershipStaff, Result, Segments};
use crate::records::AgreementRecord;

/// All agreements of an account (docs/rules/records.md#rule-29).
#[endpoint::record]
pub struct SignedAgreements {
    /// The agreements, newest first, including ended ones.
    pub signed_agreements: Vec<AgreementRecord>,
    /// POST if the caller may change the account.
    pub allows: Option<Vec<&'static str>>,
    /// self.
    pub links: Vec<Link>,
}

/// List the agreements of an account
#[endpoint::get(
    "/v2/accounts/{userIdentifier}/agreements", returns "All agreements",
    errors(UserNotFound: "no account of the caller's site"),
)]
pub async fn list_account_agreements(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    address: ListAddress,
    Segments(name): Segments<String>,
) -> Result<Json<SignedAgreements>> {
    let (account, all) = agreements::list(&op, &name).await?;
    Ok(Json(SignedAgreements {
        signed_agreements: all.into_iter().map(|signed| AgreementRecord::new(&api, signed)).collect(),
        allows: post_verb(&op, &account),
        links: vec![address.self_link()],
    }))
}
