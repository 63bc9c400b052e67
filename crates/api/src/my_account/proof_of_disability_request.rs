//! POST /v2/myAccount/proofOfDisabilityRequest (docs/rules/accounts.md#rule-9): asks a competent authority to
//! confirm a disability.

use services::confirmations::{self, NewRequest};

use crate::http::{
    Email, InRole, IndividualMember, Json, ParamDraft, Result, ShortText, Text, ValidatedParam,
};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// The authority to ask.
    pub struct AskAuthority into NewRequest {
        /// Email address of the authority: a physician, a teacher, a librarian.
        email_address: ValidatedParam<Email>,
        /// The authority's name.
        name: Option<ShortText>,
        /// A message to the authority, included in the email.
        message: Option<Text<1000>>,
    }
}

/// Ask an authority to confirm a disability
///
/// Sends an email with a link, valid for 60 days, to the authority. The proof of disability then has the
/// status submitted, unless one is active. Limited to five requests per day.
#[endpoint::post(
    "/v2/myAccount/proofOfDisabilityRequest", returns "SUCCESS",
    errors(InvalidEmail: "also the own address", TooManyRequests: "the daily limit is reached"),
)]
pub async fn ask_authority(
    InRole { op, .. }: InRole<IndividualMember>,
    draft: ParamDraft<AskAuthority>,
) -> Result<Json<StatusRecord>> {
    let (form, faults) = draft.valid_params()?;
    let asked = confirmations::request(&op, form.into_request(), faults).await?;
    let message = format!("An email goes to {}.", asked.email);
    Ok(Json(StatusRecord::new(StatusKey::Success, message)))
}
