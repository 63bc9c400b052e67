//! POST /v2/accounts/{userIdentifier}/agreements (docs/rules/memberships.md#rule-10): an agreement that
//! somebody signed on paper.

use domain::agreements::AgreementType;
use jiff::Timestamp;
use services::agreements::{self, NewAgreement};

use crate::http::{
    CreatedResource, InRole, MembershipStaff, OneOf, ParamDraft, Result, Segments, ShortText, ValidatedParam,
};
use crate::records::AgreementRecord;
use crate::{params, routes};

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
