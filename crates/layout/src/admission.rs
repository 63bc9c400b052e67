//! Names of the professionals who confirm disabilities.

use std::collections::BTreeSet;

use domain::WireEnum as _;
use domain::admission::{AdmissionRules, CertifierKind};

use crate::Wording;
use crate::access::to_message_spelling;

/// The profession for people.
pub fn certifier_name<'a>(words: impl Into<Wording<'a>>, kind: CertifierKind) -> String {
    words.into().text(&format!("certifier-{}", to_message_spelling(kind.as_str())))
}

/// The professions, with commas between them.
pub fn list_certifiers<'a>(words: impl Into<Wording<'a>>, kinds: &BTreeSet<CertifierKind>) -> String {
    let words = words.into();
    let names: Vec<String> = kinds.iter().map(|kind| certifier_name(words, *kind)).collect();
    names.join(", ")
}

/// A sentence about the professionals whose confirmations suffice at a site, with their names as `$name`.
/// `None` if all do.
pub fn describe_certifiers<'a>(
    words: impl Into<Wording<'a>>,
    id: &str,
    rules: &AdmissionRules,
) -> Option<String> {
    let words = words.into();
    let is_narrowed = rules.certifiers.len() < CertifierKind::ALL.len();
    is_narrowed.then(|| words.with_name(id, &list_certifiers(words, &rules.certifiers)))
}
