//! Tables with personal data, and its kind in each.

mod membership;
mod organizations;
mod reading;
mod records;

use membership::ACCOUNT_PARTS;
use organizations::ORGANIZATION_PARTS;
use reading::READING_PARTS;
use records::RECORD_PARTS;

use super::{DataPart, RecordColumn, ValueKind};

const fn column(name: &'static str, sql: &'static str, kind: ValueKind) -> RecordColumn {
    RecordColumn { name, sql, kind }
}

/// References to accounts that the archive of a person leaves out, each with the reason.
pub const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("agreements", "recorded_by", "agreements of others, which the person wrote down as staff"),
    ("proof_decisions", "decided_by", "proofs of others, which the person decided on as staff"),
    ("organization_admissions", "decided_by", "organizations that the person admitted or declined as staff"),
    ("work_claims", "holder_id", "work that the person has taken as staff, for two hours"),
    ("authorization_codes", "account_id", "secrets of a sign-in under way, good for minutes"),
    ("password_resets", "account_id", "secrets of emails, valid for an hour"),
    ("account_undos", "account_id", "secrets of emails, valid for a week"),
    ("enrollment_codes", "account_id", "secrets of printed cards, valid for two weeks"),
    ("enrollment_codes", "created_by", "codes of others, which the person made as their sponsor"),
    ("roster_imports", "account_id", "a file about others that the person has just uploaded, kept for a day"),
    ("reading_list_members", "assigned_by", "members of lists, which the person chose as their sponsor"),
    ("erasure_holds", "held_by", "people whom the person keeps from being erased as staff"),
    ("hand_overs", "decided_by", "requests of sponsors, which the person decided on as staff"),
    ("staff_emails", "sent_by", "emails to others, which the person sent as staff"),
    ("distinct_people", "first_id", "which other account is not the person's, who has the same name"),
    ("distinct_people", "second_id", "which other account is not the person's, who has the same name"),
    ("distinct_people", "decided_by", "accounts of others, which the person compared as staff"),
    ("account_merges", "merged_by", "accounts of others, which the person merged as staff"),
    ("account_merges", "undone_by", "accounts of others, which the person merged as staff"),
    ("intake_runs", "account_id", "books of the library, which the person uploaded as staff"),
    ("call_notes", "author_id", "notes about others, which the person wrote as staff or as their sponsor"),
];

/// Everything else, in the order of the archive.
pub fn list_parts() -> impl Iterator<Item = &'static DataPart> {
    [ACCOUNT_PARTS, READING_PARTS, ORGANIZATION_PARTS, RECORD_PARTS].into_iter().flatten()
}
