//! Proof of disability (docs/rules/memberships.md#rule-11).

use crate::wire_enum;

wire_enum! {
    /// Kind of disability: DIS of the specification.
    pub enum DisabilityType {
        /// Blindness or low vision.
        Visual = "visual",
        /// A learning disability such as dyslexia.
        Learning = "learning",
        Physical = "physical",
        /// Not specified.
        Nonspecific = "nonspecific",
    }
}

wire_enum! {
    /// Source of a proof: PROOF of the specification.
    pub enum ProofSource {
        SchoolVerified = "schoolVerified",
        /// Confirmed by a competent authority.
        Faxed = "faxed",
        /// The national library service.
        Nls = "nls",
        /// An outside organization.
        LearningOrg = "learningOrg",
        Partner = "partner",
        /// An outside organization.
        TrainingOrg = "trainingOrg",
        /// A partner under the Marrakesh treaty.
        MarrakeshPartner = "marrakeshPartner",
    }
}

impl ProofSource {
    /// Returns true if such a proof is a membership in an organization that knows of the disability.
    pub fn is_membership(self) -> bool {
        !matches!(self, Self::SchoolVerified | Self::Faxed)
    }
}

wire_enum! {
    /// The state of a person's proof.
    pub enum ProofStatus {
        /// Confirmed.
        Active = "active",
        /// Submitted, not confirmed.
        Submitted = "submitted",
        /// Nothing submitted.
        Missing = "missing",
    }
}

wire_enum! {
    /// A pupil's plan.
    pub enum DisabilityPlan {
        /// Individualized education program.
        Iep = "iep",
        Section504 = "section504",
    }
}
