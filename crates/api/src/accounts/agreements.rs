//! The signed agreements of an account, managed by membership staff (docs/rules/memberships.md#rule-10).
//! `GET /v2/accounts/{userIdentifier}/agreements`: a short list without pages.
//! `POST /v2/accounts/{userIdentifier}/agreements`: an agreement that somebody signed on paper.

use domain::AgreementType;
use jiff::Timestamp;
use services::agreements::{self, NewAgreement};

use crate::accounts::post_verb;
use crate::http::{
    CreatedResource, InRole, Json, Link, ListAddress, MembershipStaff, OneOf, ParamDraft, Result, Segments,
    ShortText, ValidatedParam,
};
use crate::records::AgreementRecord;
use crate::{endpoints, params, routes};

endpoints! {
    "Membership: accounts":
        list_account_agreements, create_account_agreement, get_account_agreement, expire_account_agreement;
}

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

params! {
    /// A signed agreement.
    pub struct RecordAgreement into NewAgreement {
        /// termsOfUse or volunteer.
        agreement_type: ValidatedParam<OneOf<AgreementType>>,
        /// When it was signed: a date, or a timestamp. Must not be in the future or before the person's
        /// birth.
        date_signed: ValidatedParam<Timestamp>,
        /// The name as printed next to the signature.
        print_name: ValidatedParam<ShortText>,
        /// Must be true for people who were under 18 then; false by default.
        signed_by_legal_guardian: Option<bool>,
    }
}

/// Record a signed agreement of an account
///
/// It takes effect with the person's next request.
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/agreements", returns "The agreement",
    errors(
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        AgreementExists: "a current one of this type exists",
    ),
)]
pub async fn create_account_agreement(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<RecordAgreement>,
) -> Result<CreatedResource<AgreementRecord>> {
    let (form, faults) = draft.valid_params()?;
    let signed = agreements::record(&op, &name, form.into_request(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(&routes::agreement_path(&signed.owner.id, &signed.agreement.id)),
        record: AgreementRecord::new(&api, signed),
    })
}

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
