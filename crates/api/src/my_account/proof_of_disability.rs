//! `POST /v2/myAccount/proofOfDisability` (docs/rules/accounts.md#rule-8): a membership elsewhere as proof,
//! to be confirmed by staff.
//! `POST /v2/myAccount/proofOfDisabilityRequest` (docs/rules/accounts.md#rule-9): asks a competent authority
//! to confirm a disability.

use domain::{DisabilityType, ProofSource, wire_enum};
use services::confirmations::{self, NewRequest};
use services::proofs::{self, NewSubmission};

use crate::http::{
    CreatedResource, Email, InRole, IndividualMember, Json, Link, OneOf, ParamDraft, Params, RequiredParam,
    Result, ShortText, Text, ValidatedParam,
};
use crate::records::{ProofList, StatusKey, StatusRecord};
use crate::{params, routes};

wire_enum! {
    /// Organizations whose membership counts as proof.
    pub enum MembershipSource {
        /// The national library service.
        Nls = "nls",
        /// An outside organization.
        LearningOrg = "learningOrg",
        /// An outside organization.
        TrainingOrg = "trainingOrg",
        /// A partner.
        Partner = "partner",
        /// A partner under the Marrakesh treaty.
        MarrakeshPartner = "marrakeshPartner",
    }
}

impl From<MembershipSource> for ProofSource {
    fn from(source: MembershipSource) -> Self {
        match source {
            MembershipSource::Nls => Self::Nls,
            MembershipSource::LearningOrg => Self::LearningOrg,
            MembershipSource::TrainingOrg => Self::TrainingOrg,
            MembershipSource::Partner => Self::Partner,
            MembershipSource::MarrakeshPartner => Self::MarrakeshPartner,
        }
    }
}

params! {
    /// A membership elsewhere.
    pub struct SubmitProof {
        /// The organization.
        proof_source: RequiredParam<OneOf<MembershipSource>>,
        /// The membership's number there.
        membership_id: RequiredParam<ShortText>,
        /// The disabilities that it proves.
        disability_type: Vec<OneOf<DisabilityType>>,
        /// A comment for the staff.
        note: Option<Text<2000>>,
    }
}

/// Submit a membership elsewhere as proof of disability
///
/// The status becomes submitted, unless a proof is active.
#[endpoint::post("/v2/myAccount/proofOfDisability", returns "Proofs and submissions")]
pub async fn submit_my_proof(
    InRole { api, op, .. }: InRole<IndividualMember>,
    Params(params): Params<SubmitProof>,
) -> Result<CreatedResource<ProofList>> {
    let new = NewSubmission {
        source: params.proof_source.0.0.into(),
        membership_id: params.membership_id.0.0,
        kinds: params.disability_type.into_iter().map(|kind| kind.0).collect(),
        note: params.note.map(|note| note.0),
    };
    let proofs = proofs::submit(&op, new).await?;
    let location = api.absolute_url(&routes::proofs_path(&proofs.owner.id));
    let record = ProofList::new(proofs, Link::new("self", location.clone()), None);
    Ok(CreatedResource { location, record })
}

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
