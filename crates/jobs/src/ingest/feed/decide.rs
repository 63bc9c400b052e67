//! What becomes of a record: a new title, a change, nothing, or a refusal.

use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use jiff::Timestamp;
use metadata::Action;
use store::supplier_records::Taken;

use super::Feed;
use super::describe;
use super::parse::{Parsed, WITHDRAWN};

/// What becomes of it.
pub(super) enum Decision {
    /// A title that was not there; its number is not known yet.
    Add(Box<Title>),
    /// A title as it is now, and what happened to it.
    Change(Box<Title>, HistoryAction),
    /// Nothing: the title says it all already.
    Same(TitleId),
    /// Nothing: the title is withdrawn already.
    Keep(TitleId),
    /// It says nothing for this library.
    Pass,
    /// It cannot be taken.
    Refuse(String),
}

/// `taken` is what came of the record before; `there` the title that it is about, if there is one.
pub(super) fn decide(
    parsed: &Parsed,
    taken: Option<&Taken>,
    there: Option<&Title>,
    feed: &Feed,
    now: Timestamp,
) -> Decision {
    let record = &parsed.record;
    let withdrawn_before = taken.is_some_and(|taken| taken.hash == WITHDRAWN);
    match (record.action, there) {
        // What was never here need not go.
        (Action::Nothing, _) | (Action::Withdraw, None) => Decision::Pass,
        (Action::Withdraw, Some(title)) => withdraw(title, now),
        (Action::Partial(_), None) => {
            Decision::Refuse("a partial update of a record that is not here; send the whole record".into())
        }
        (Action::Full, None) => Decision::Add(Box::new(describe::new(record, feed, now))),
        (_, Some(title)) if title.status == TitleStatus::Removed => match record.action {
            // Its supplier took it back before it was ever live, and sends it again.
            Action::Full if withdrawn_before => Decision::Add(Box::new(describe::new(record, feed, now))),
            _ => Decision::Refuse(format!("title {} was removed from the collection", title.id)),
        },
        (_, Some(title)) => {
            let changed = describe::changed(title, record, now);
            if withdrawn_before && title.status == TitleStatus::Withdrawn {
                let (back, action) = changed.moved(TitleStatus::Live, None, now);
                return Decision::Change(Box::new(back), action);
            }
            // What this library gave out itself comes back as it went, in whatever form it was known before.
            if (Title { dates: title.dates.clone(), ..changed.clone() }) == *title {
                return Decision::Same(title.id);
            }
            Decision::Change(Box::new(changed), HistoryAction::MetadataUpdated)
        }
    }
}

/// A live title is withdrawn, one that never was live is removed (docs/rules/titles.md#rule-2).
fn withdraw(title: &Title, now: Timestamp) -> Decision {
    let to = match title.status {
        TitleStatus::Withdrawn | TitleStatus::Removed => return Decision::Keep(title.id),
        status if status.can_become(TitleStatus::Withdrawn) => TitleStatus::Withdrawn,
        status if !title.was_live() && status.can_become(TitleStatus::Removed) => TitleStatus::Removed,
        status => {
            return Decision::Refuse(format!("title {} is {status}, and cannot be withdrawn now", title.id));
        }
    };
    let (moved, action) = title.moved(to, None, now);
    Decision::Change(Box::new(moved), action)
}

/// What a title's history says.
pub(super) fn event(title: TitleId, action: HistoryAction, date: Timestamp) -> HistoryEvent {
    HistoryEvent { title, date, person: None, action, comment: None, format: None }
}
