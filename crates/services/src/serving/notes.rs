//! Notes about calls: those of the membership desk are for its staff, those of a school for its sponsors.

use domain::AuditedAct;
use domain::call_notes::{CallNote, MAX_NOTE_CHARS};

use super::ServedPerson;
use crate::faults::require_note;
use crate::{Operation, Result};

/// Adds a note about a person.
///
/// # Errors
/// `USER_NOT_FOUND`; `MISSING_PARAMETER` for an empty note, `INVALID_PARAMETER` for one that is too long.
pub async fn add_note(op: &Operation, person: &ServedPerson, text: &str) -> Result<()> {
    person.require_role(op)?;
    let text = require_note::<MAX_NOTE_CHARS>(text)?;
    let organization = person.note_readers(op)?.cloned();
    let mut tx = op.db().begin().await?;
    let account = person.lock(op, &mut tx).await?.id;
    if op.find_created::<i64>(&mut tx).await?.is_some() {
        return Ok(());
    }
    let author = op.signed_in_id().cloned();
    let note = CallNote { id: 0, account, author, organization, text, noted: op.now };
    let number = store::call_notes::insert(&mut tx, &note).await?;
    op.note_created(&mut tx, &number.to_string()).await?;
    op.commit_change(tx, AuditedAct::NoteCall, &note.account).await
}
