//! POST /v2/myAccount/agreement (docs/rules/memberships.md#rule-1).

use axum::extract::State;
use domain::agreements::AgreementType;
use services::agreements::{self, Signature};

use crate::http::created::CreatedResource;
use crate::http::errors::Result;
use crate::http::params::{ParamDraft, ValidatedParam};
use crate::http::roles::{InRole, SignedIn};
use crate::http::values::{OneOf, ShortText};
use crate::params;
use crate::records::AgreementRecord;
use crate::routes;
use crate::state::Api;

params! {
    /// A signature.
    pub struct SignAgreement {
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
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    draft: ParamDraft<SignAgreement>,
) -> Result<CreatedResource<AgreementRecord>> {
    let (form, faults) = draft.valid_params()?;
    let signed = agreements::sign_own(&op, form.into_signature(), faults).await?;
    Ok(CreatedResource {
        location: api.absolute_url(&routes::agreement_path(&signed.owner.id, &signed.agreement.id)),
        record: AgreementRecord::new(&api, signed),
    })
}

impl SignAgreement {
    fn into_signature(self) -> Signature {
        Signature {
            print_name: self.print_name.0,
            signed_by_legal_guardian: self.signed_by_legal_guardian,
            agreement_type: self.agreement_type.map(|kind| kind.0),
        }
    }
}
