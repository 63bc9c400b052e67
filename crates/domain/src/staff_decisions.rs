//! Decisions of membership staff on proofs that people submit, and on organizations that join
//! (docs/rules/memberships.md#rule-16).

use crate::wire_enum;

/// Maximum length of a remark on a decision, in characters.
pub const MAX_REMARK_CHARS: usize = 1_000;

wire_enum! {
    /// The result of a submitted proof.
    pub enum ProofOutcome {
        /// The library has a proof from now on.
        Accepted = "accepted",
        /// The person sends more.
        MoreNeeded = "moreNeeded",
        Declined = "declined",
        /// A proof was recorded later, which answers it: nobody has to decide any more.
        Answered = "answered",
    }
}

impl ProofOutcome {
    /// Returns true if staff can choose it as their decision.
    pub fn is_verdict(self) -> bool {
        self != Self::Answered
    }

    /// Returns true if the person has a proof then, and needs to know nothing else.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Accepted | Self::Answered)
    }
}

wire_enum! {
    /// The reason why a proof was declined.
    pub enum DeclineReason {
        /// It cannot be read, or is not complete.
        Unreadable = "unreadable",
        /// Who confirms may not do so.
        NotCompetent = "notCompetent",
        /// It does not say that the person cannot read standard print.
        NoDisability = "noDisability",
        /// It is about somebody else.
        OtherPerson = "otherPerson",
        /// The organization that it names does not know the person.
        UnknownAtSource = "unknownAtSource",
    }
}

wire_enum! {
    /// The decision on an organization that has joined.
    pub enum AdmissionOutcome {
        Admitted = "admitted",
        /// It stays suspended.
        Declined = "declined",
    }
}
