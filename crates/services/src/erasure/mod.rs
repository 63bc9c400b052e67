//! Erasing people and organizations, with a preview before and a certificate after it
//! (docs/rules/erasure.md). Nothing that is erased can be restored.

mod certificate;
mod holds;
mod organization;
mod person;

pub use certificate::{Certificate, open_certificate};
pub use holds::{release_hold, set_hold};
pub use organization::{OrganizationPreview, erase_organization, preview_organization};
pub use person::{PersonPreview, erase, preview};
pub use store::erasures::{Erasure, ErasureHold, OrganizationPeople};

use domain::erasure::ErasureObstacle;

use crate::Operation;
use crate::work::WorkClaim;

/// The result of a request to erase, with the preview `P`.
#[derive(Debug)]
pub enum ErasureOutcome<P> {
    /// The person is erased, or the erasure of the organization has begun.
    Begun(Erasure),
    /// Nothing was done, because somebody else has taken work about the person or the organization.
    Claimed(WorkClaim),
    /// Nothing was done: the obstacle of the preview forbids it.
    Refused(Box<P>),
}

/// A sentence about an obstacle, for commands.
pub fn obstacle_text(obstacle: ErasureObstacle) -> &'static str {
    match obstacle {
        ErasureObstacle::Held => "A hold keeps this person from being erased.",
        ErasureObstacle::Staff => "People who work for the library are not erased: take their role first.",
        ErasureObstacle::PrimaryContact => {
            "This person is the primary contact of an organization, which needs another one first."
        }
        ErasureObstacle::AlreadyErased => "This was erased already.",
        ErasureObstacle::HeldMembers => "Holds keep people of this organization from being erased.",
    }
}

/// Writes the journal after an erasure. A fault is only logged, because the next run of housekeeping writes
/// what is missing.
async fn write_journal(op: &Operation) {
    if let Err(error) = holdings::erasure::write_journal(&op.library().holdings_context()).await {
        tracing::error!(error = &error as &dyn std::error::Error, "the journal of erasures was not written");
    }
}
