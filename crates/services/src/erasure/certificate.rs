//! Certificates of erasures, which name nobody.

use std::fmt::Write as _;

use domain::dates::format_timestamp;
use domain::erasure::{ErasedNoun, ErasedSubject};
use domain::utc_date;
use store::erasures::{self, Erasure, OrganizationPeople};

use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone)]
pub struct Certificate {
    pub erasure: Erasure,
    /// Number of people who were erased with an organization.
    pub people: u64,
    /// People of an organization who wait for it. `None` for a person, and for a finished erasure.
    pub waiting: Option<OrganizationPeople>,
}

/// The certificate with this number. The audit records that it was read if it shows that there was a proof.
///
/// # Errors
/// `NOT_FOUND` if there is none of a site that the actor manages.
pub async fn open_certificate(op: &Operation, number: i64) -> Result<Certificate> {
    op.require_membership_staff()?;
    let erasure = erasures::get(op.db(), number).await?;
    let theirs = erasure.filter(|erasure| op.manages_membership(&erasure.note.site));
    let erasure = theirs.ok_or(ErrorKey::NotFound)?;
    if let ErasedSubject::Account(id) = &erasure.note.subject
        && erasure.report.erased.contains_key(&ErasedNoun::Proofs)
    {
        op.record_reads([id]).await?;
    }
    let waiting = match &erasure.note.subject {
        ErasedSubject::Organization(id) if erasure.finished.is_none() => {
            Some(erasures::count_people(op.db(), id).await?)
        }
        _ => None,
    };
    Ok(Certificate { people: erasures::count_children(op.db(), number).await?, waiting, erasure })
}

impl Certificate {
    /// The certificate as a text in English, for a file.
    pub fn to_text(&self) -> String {
        let Erasure { id, note, finished, report, .. } = &self.erasure;
        let mut text = format!("Certificate of erasure {id}\n\n");
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: &str| {
            _ = writeln!(text, "{name:<14}{value}");
        };
        match &note.subject {
            ErasedSubject::Account(id) => line("account", id.as_str()),
            ErasedSubject::Organization(id) => line("organization", id.as_str()),
        }
        line("site", note.site.as_str());
        line("erased", &format_timestamp(note.erased));
        line("by", note.by.as_ref().map_or("the operator, or a rule of retention", |by| by.as_str()));
        line("reason", note.reason.as_str());
        if let ErasedSubject::Organization(_) = note.subject {
            line("people", &self.people.to_string());
            line("finished", &finished.map_or("not yet".to_owned(), format_timestamp));
        }
        if !report.erased.is_empty() {
            text.push_str("\nErased, in numbers of records:\n");
        }
        for (noun, rows) in &report.erased {
            _ = writeln!(text, "  {:<14}{rows}", noun.as_str());
        }
        if !report.retained.is_empty() {
            text.push_str("\nKept, in numbers of records, and until when:\n");
        }
        for retained in &report.retained {
            let part = retained.part.as_str();
            let rows = retained.rows;
            _ = writeln!(text, "  {part:<14}{rows:<8}{}", utc_date(retained.until));
        }
        text.push_str(
            "\nBackups that were taken before may still contain the data; a library that is restored from one \
             erases it again.\n",
        );
        text
    }
}
