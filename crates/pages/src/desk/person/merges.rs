//! Merges of the account with others of the same person.

use jiff::Timestamp;
use services::account_merges::{AccountMerge, UNDO_WINDOW};
use services::desk::PersonOverview;

use crate::desk::account_merge::noun_name;
use crate::desk::person_path;
use crate::{Link, Page, format_day_of};

/// A merge as the page about one of its accounts shows it.
pub(super) struct MergeView {
    pub(super) text: String,
    pub(super) other: Link,
    /// A sentence about its undoing. Empty if it was not undone.
    pub(super) undone: String,
    /// The number for the undo, and the text of its button. `None` if it cannot be undone here.
    pub(super) undo: Option<(i64, String)>,
}

/// The merges of the account, newest first.
pub(super) fn list_merges(page: &Page<'_>, person: &PersonOverview, now: Timestamp) -> Vec<MergeView> {
    person.merges.iter().map(|merge| view_merge(page, person, merge, now)).collect()
}

fn view_merge(page: &Page<'_>, person: &PersonOverview, merge: &AccountMerge, now: Timestamp) -> MergeView {
    let is_kept = merge.key.kept == person.reader.account.id;
    let other = if is_kept { &merge.key.closed } else { &merge.key.kept };
    let date = format_day_of(page, merge.merged);
    let message = if is_kept { "merge-into-this" } else { "merge-into-other" };
    let is_open = merge.undone.is_none() && now.duration_since(merge.merged) <= UNDO_WINDOW;
    MergeView {
        text: page.format(message, &[("date", date.as_str().into())]),
        other: Link::new(person_path(other), page.with_name("merge-open-other", other.as_str())),
        undone: describe_undo(page, person, merge),
        undo: (is_kept && is_open).then(|| (merge.key.id, page.with_name("merge-undo", other.as_str()))),
    }
}

/// When the merge was undone, and what stayed with the account.
fn describe_undo(page: &Page<'_>, person: &PersonOverview, merge: &AccountMerge) -> String {
    let Some(undone) = merge.undone else { return String::new() };
    let date = format_day_of(page, undone);
    let undone = page.format("merge-undone", &[("date", date.as_str().into())]);
    let Some(left) = person.merge_remains.get(&merge.key.id) else { return undone };
    let kinds: Vec<String> =
        left.iter().map(|(noun, count)| format!("{} ({count})", noun_name(page, *noun))).collect();
    format!("{undone} {}", page.with_name("merge-left", &kinds.join(", ")))
}
