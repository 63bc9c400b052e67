//! The membership desk: membership staff find a person, see everything that decides about the person's books
//! on one page, learn why a title is closed to the person, and create accounts (docs/pages.md#addresses).
//! Nothing else here changes anything, and nobody acts as somebody else.

mod new_person;
mod person;
mod search;
mod why_not;

pub use new_person::{NewPerson, NewPersonOutcome, NewPersonReview, create_person, list_person_sites};
pub use person::{
    CopyEntry, Disabilities, PersonOverview, ProofSummary, ReadingPositionEntry, open_disabilities,
    open_person,
};
pub use search::{FoundPeople, MAX_PEOPLE, find_people};
pub use store::audit_changes::ChangeEntry;
pub use store::people::Person;
pub use store::proofs::{DatedProof, Submission};
pub use why_not::{AccessAnswer, AccessCheck, AccessQuestion, explain_access};

use domain::{AccountId, Reader};

use crate::{ErrorKey, Operation, Result};

/// The person with this identifier, on a site that the staff member manages; removed ones too. What follows
/// shows the state of the proof, so the audit records that it was read.
///
/// # Errors
/// `USER_NOT_FOUND`.
async fn read_person(op: &Operation, id: &AccountId) -> Result<Reader> {
    let reader = store::readers::find_by_account(op.db(), id, op.now).await?;
    let theirs = reader.filter(|reader| op.manages_membership(&reader.account.site));
    let reader = theirs.ok_or(ErrorKey::UserNotFound)?;
    op.record_reads([&reader.account.id]).await?;
    Ok(reader)
}
