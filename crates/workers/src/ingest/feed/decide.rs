//! Decides the outcome of a record: a new title, a change, nothing, or a refusal.

use domain::{HistoryAction, HistoryEvent, Title, TitleId, TitleStatus};
use jiff::Timestamp;
use metadata::Action;
use store::supplier_records::ImportedRecord;

use super::Feed;
use super::batch::{ParsedRecord, WITHDRAWAL_HASH};
use super::describe;

/// Outcome of a record.
pub(super) enum FeedDecision {
    /// A new title; its number is not known yet.
    Add(Box<Title>),
    Change(Box<Title>, HistoryAction),
    /// Nothing: the title already matches.
    Same(TitleId),
    /// Nothing: the title is already withdrawn.
    Keep(TitleId),
    /// Nothing: the record does not concern this library.
    Pass,
    Refuse(String),
}

/// `previous` is the last outcome of the record; `existing` is the title that it is about, if any.
pub(super) fn decide(
    parsed: &ParsedRecord,
    previous: Option<&ImportedRecord>,
    existing: Option<&Title>,
    feed: &Feed,
    now: Timestamp,
) -> FeedDecision {
    let record = &parsed.record;
    let withdrawn_before = previous.is_some_and(|previous| previous.hash == WITHDRAWAL_HASH);
    match (record.action, existing) {
        // A title that never existed here need not be withdrawn.
        (Action::Nothing, _) | (Action::Withdraw, None) => FeedDecision::Pass,
        (Action::Withdraw, Some(title)) => decide_withdrawal(title, now),
        (Action::Partial(_), None) => {
            FeedDecision::Refuse("a partial update of an unknown record; send the full record".into())
        }
        (Action::Full, None) => FeedDecision::Add(Box::new(describe::new_title(record, feed, now))),
        (_, Some(title)) if title.status == TitleStatus::Removed => match record.action {
            // Its supplier withdrew it before it was ever live, and sends it again.
            Action::Full if withdrawn_before => {
                FeedDecision::Add(Box::new(describe::new_title(record, feed, now)))
            }
            _ => FeedDecision::Refuse(format!("title {} was removed from the collection", title.id)),
        },
        (_, Some(title)) => {
            let changed = describe::change_title(title, record, now);
            if withdrawn_before && title.status == TitleStatus::Withdrawn {
                let (back, action) = changed.move_to(TitleStatus::Live, None, now);
                return FeedDecision::Change(Box::new(back), action);
            }
            // The library's own exported records come back unchanged, regardless of their original form.
            if (Title { dates: title.dates.clone(), ..changed.clone() }) == *title {
                return FeedDecision::Same(title.id);
            }
            FeedDecision::Change(Box::new(changed), HistoryAction::MetadataUpdated)
        }
    }
}

/// Withdraws a live title, removes one that never was live (docs/rules/titles.md#rule-2).
fn decide_withdrawal(title: &Title, now: Timestamp) -> FeedDecision {
    let to = match title.status {
        TitleStatus::Withdrawn | TitleStatus::Removed => return FeedDecision::Keep(title.id),
        status if status.can_become(TitleStatus::Withdrawn) => TitleStatus::Withdrawn,
        status if !title.was_live() && status.can_become(TitleStatus::Removed) => TitleStatus::Removed,
        status => {
            return FeedDecision::Refuse(format!(
                "title {} is {status}, and cannot be withdrawn in that status",
                title.id
            ));
        }
    };
    let (moved, action) = title.move_to(to, None, now);
    FeedDecision::Change(Box::new(moved), action)
}

pub(super) fn history_event(title: TitleId, action: HistoryAction, date: Timestamp) -> HistoryEvent {
    HistoryEvent { title, date, person: None, action, comment: None, format: None }
}
