//! POST /v2/myAccount/agreement (docs/rules/memberships.md#rule-1).

use domain::AgreementType;
use services::agreements::{self, Signature};

use crate::http::{CreatedResource, InRole, OneOf, ParamDraft, Result, ShortText, SignedIn, ValidatedParam};
use crate::records::AgreementRecord;
use crate::{params, routes};

params! {
    /// A signature.
    pub struct SignAgreement into Signature {
        /// The signer's name.
        print_name: ValidatedParam<ShortText>,
        /// Must be true for readers under 18.
        signed_by_legal_guardian: Option<bool>,
        /// termsOfUse by default.
        agreement_type: Option<OneOf<AgreementType>>,
    }
}

/// Sign an agreement
#[endpoint::post(
    "/v2/myAccount/agreement", returns "The signed agreement",
    errors(AgreementExists: "a current one of this type exists"),
)]
pub async fn sign_my_agreement(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<SignAgreement>,
) -> Result<CreatedResource<AgreementRecord>> {
    let (form, faults) = draft.valid_params()?;
    let signed = agreements::sign_own(&op, form.into_request(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(&routes::agreement_path(&signed.owner.id, &signed.agreement.id)),
        record: AgreementRecord::new(&api, signed),
    })
}
