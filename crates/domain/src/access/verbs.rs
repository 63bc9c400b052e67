//! `allows` of a title or an edition (docs/rules/access.md#rule-23).

use super::{AccessCaller, Decision, may_edit};
use crate::{Offering, TitleStatus, wire_enum};

wire_enum! {
    /// A verb of `allows`.
    pub enum Verb {
        /// Read, or download.
        Get = "GET",
        /// Add.
        Post = "POST",
        /// Change.
        Put = "PUT",
        /// Remove.
        Delete = "DELETE",
    }
}

/// The verbs of a caller for the record of one format of a title, its artifact (docs/rules/titles.md#rule-8).
/// `staff`: the caller manages the collection that the title belongs to, see [`may_edit`]. No one else can
/// read that record at its own address.
pub fn artifact_allows(title: &dyn Offering, staff: bool) -> Vec<Verb> {
    let edits = title.status() != TitleStatus::Removed;
    [(staff, Verb::Get), (staff && edits, Verb::Put)]
        .into_iter()
        .filter_map(|(allowed, verb)| allowed.then_some(verb))
        .collect()
}

/// The verbs of the caller for the title; empty is null on the wire, as always for guests.
pub fn allowed_verbs(title: &dyn Offering, caller: &AccessCaller<'_>, decision: &Decision) -> Vec<Verb> {
    let Some(reader) = caller.reader() else { return Vec::new() };
    // A removed title is so for good.
    let edits = may_edit(title, caller) && title.status() != TitleStatus::Removed;
    let owns = title.owner() == Some(&reader.account.id);
    [(decision.available, Verb::Get), (edits, Verb::Put), (edits || owns, Verb::Delete)]
        .into_iter()
        .filter_map(|(allowed, verb)| allowed.then_some(verb))
        .collect()
}
