//! Templates of emails that staff send to people.

use crate::wire_enum;

wire_enum! {
    /// A template of an email that staff send to a person.
    pub enum StaffEmailKind {
        /// A welcome that says how to begin.
        Welcome = "welcome",
        /// The library has no proof of disability of the person.
        ProofMissing = "proofMissing",
        /// A proof could not be accepted; the sender says why.
        ProofDeclined = "proofDeclined",
        /// A proof is accepted.
        ProofAccepted = "proofAccepted",
        /// The person has not signed the agreement.
        AgreementMissing = "agreementMissing",
        /// The subscription of the person ends soon.
        SubscriptionEnds = "subscriptionEnds",
    }
}

impl StaffEmailKind {
    /// Returns true if the email says nothing without a sentence of the sender's own.
    pub fn needs_sentence(self) -> bool {
        self == Self::ProofDeclined
    }
}
