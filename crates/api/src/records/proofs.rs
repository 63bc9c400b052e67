use domain::{DisabilityType, ProofSource};
use services::proofs::{Proof, Proofs, Submission};

use crate::http::Link;

/// Proofs of disability of an account (docs/rules/memberships.md#rule-11, docs/rules/records.md#rule-30).
#[endpoint::record]
pub struct ProofList {
    /// Active proofs.
    pub disabilities: Vec<ProofRecord>,
    /// Submissions, newest first.
    pub proof_of_disability_submissions: Vec<SubmissionRecord>,
    /// POST for staff who may change the account.
    pub allows: Option<Vec<&'static str>>,
    /// self.
    pub links: Vec<Link>,
}

/// An active proof.
#[endpoint::record]
pub struct ProofRecord {
    /// The disability.
    #[schema(value_type = String)]
    pub disability_type: DisabilityType,
    /// Source of the proof.
    #[schema(value_type = String)]
    pub proof_source: ProofSource,
}

/// A submission to be confirmed.
#[endpoint::record]
pub struct SubmissionRecord {
    /// YYYY-MM-DD.
    pub date_submitted: String,
    /// A comment.
    pub note: Option<String>,
}

impl ProofList {
    /// The record of a person's proofs, found at `own`, with the verbs that the caller may use there.
    pub fn new(proofs: Proofs, own: Link, allows: Option<Vec<&'static str>>) -> Self {
        let proof = |proof: Proof| ProofRecord { disability_type: proof.kind, proof_source: proof.source };
        let submission = |sent: Submission| SubmissionRecord {
            date_submitted: domain::dates::format_date(domain::dates::utc_date(sent.date)),
            note: sent.note,
        };
        Self {
            disabilities: proofs.proofs.into_iter().map(proof).collect(),
            proof_of_disability_submissions: proofs.submissions.into_iter().map(submission).collect(),
            allows,
            links: vec![own],
        }
    }
}
