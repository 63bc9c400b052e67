//! The work lists: what waits, by due date.

use domain::dates::start_of;
use domain::wire::WireEnum as _;
use domain::work::WorkKind;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::work::{self, WorkItem, WorkPosition, WorkScope, WorkSummary};
use store::work_claims::{self, WorkAddress, WorkClaim};

use super::is_in_the_way;
use crate::queries::cut_page;
use crate::{Operation, Result};

pub const ITEMS_PER_PAGE: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPlace {
    pub kind: WorkKind,
    pub since: Timestamp,
    pub subject: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkEntry {
    pub item: WorkItem,
    pub due: Date,
    /// The claim on it, or one of somebody else on other work about the same person or organization. `None`
    /// if the staff member can take it.
    pub claim: Option<WorkClaim>,
    /// True if a subscription is all that a new reader lacks.
    pub needs_subscription: bool,
}

#[derive(Debug, Clone)]
pub struct WorkPage {
    /// The work of every kind in numbers, by kind.
    pub summaries: Vec<WorkSummary>,
    /// By due date, then by kind, longest wait first.
    pub entries: Vec<WorkEntry>,
    /// The place that the next page begins after. `None` if this is the last page.
    pub next: Option<WorkPlace>,
}

/// The work of the sites that the staff member manages, in numbers: one statement.
pub async fn count_work(op: &Operation) -> Result<Vec<WorkSummary>> {
    op.require_membership_staff()?;
    Ok(work::summarize(op.db(), scope(op)).await?)
}

/// A page of the work of the chosen kind, or of every kind, on the sites that the staff member manages: one
/// statement for the numbers, one for each kind, one for the claims, and one for what new readers lack.
pub async fn list_work(
    op: &Operation,
    chosen: Option<WorkKind>,
    after: Option<WorkPlace>,
) -> Result<WorkPage> {
    op.require_membership_staff()?;
    let summaries = work::summarize(op.db(), scope(op)).await?;
    let has_items = |kind: WorkKind| summaries.iter().any(|one| one.kind == kind && one.count > 0);
    let limit = u32::try_from(ITEMS_PER_PAGE + 1).unwrap_or(u32::MAX);
    let mut items: Vec<WorkItem> = Vec::new();
    for kind in WorkKind::ALL.iter().copied() {
        if chosen.is_none_or(|chosen| chosen == kind) && has_items(kind) {
            let from = start_position(kind, after.as_ref());
            items.extend(work::list(op.db(), kind, scope(op), &from, limit).await?);
        }
    }
    // Items of one kind are due in the order in which they began to wait.
    items.sort_by_cached_key(|item| {
        (item.kind.due_date(item.since), item.kind, item.since, item.subject.clone())
    });
    let next = cut_page(&mut items, ITEMS_PER_PAGE, to_place);
    Ok(WorkPage { summaries, entries: to_entries(op, items).await?, next })
}

fn scope(op: &Operation) -> WorkScope<'_> {
    WorkScope { site: (!op.sees_every_site()).then(|| op.view_site()), now: op.now }
}

fn to_place(item: &WorkItem) -> WorkPlace {
    WorkPlace { kind: item.kind, since: item.since, subject: item.subject.clone() }
}

/// The place in the list of a kind from which on its items come after an item of the list of all work.
fn start_position(kind: WorkKind, after: Option<&WorkPlace>) -> WorkPosition {
    let from = |since| WorkPosition { since, subject: String::new() };
    let Some(after) = after else { return from(Timestamp::MIN) };
    if kind == after.kind {
        return WorkPosition { since: after.since, subject: after.subject.clone() };
    }
    let due = after.kind.due_date(after.since);
    // Of what is due on the same day, the kinds before that of the item came before it.
    let first_due = if kind < after.kind { due.tomorrow().unwrap_or(due) } else { due };
    from(start_of(kind.first_day_due_from(first_due)))
}

async fn to_entries(op: &Operation, items: Vec<WorkItem>) -> Result<Vec<WorkEntry>> {
    let subjects: Vec<&str> = items.iter().map(|item| item.subject.as_str()).collect();
    let claims = work_claims::list_of_subjects(op.db(), &subjects, op.now).await?;
    let newcomers = items.iter().filter(|item| item.kind == WorkKind::NewReader);
    let newcomers: Vec<&str> = newcomers.map(|item| item.subject.as_str()).collect();
    let unsubscribed = work::list_lacking_subscription(op.db(), &newcomers, op.now).await?;
    let entry = |item: WorkItem| {
        let is_of_item = |claim: &&WorkClaim| claim.kind == item.kind && claim.subject == item.subject;
        let work = WorkAddress { kind: item.kind, subject: &item.subject };
        let other = || claims.iter().find(|claim| is_in_the_way(op, claim, work));
        let claim = claims.iter().find(is_of_item).or_else(other).cloned();
        WorkEntry {
            due: item.kind.due_date(item.since),
            claim,
            needs_subscription: item.kind == WorkKind::NewReader && unsubscribed.contains(&item.subject),
            item,
        }
    };
    Ok(items.into_iter().map(entry).collect())
}

#[cfg(test)]
mod tests {
    use domain::dates::start_of;
    use domain::wire::WireEnum as _;
    use domain::work::WorkKind;
    use jiff::civil::date;
    use jiff::{SignedDuration, Timestamp};

    use super::{WorkPlace, start_position};

    #[test]
    fn the_next_page_begins_after_the_last_item_in_every_kind() {
        let beginning = start_of(date(2026, 10, 1));
        let times: Vec<Timestamp> =
            (0..60).map(|day| beginning + SignedDuration::from_hours(24 * day + 7)).collect();
        for last_kind in WorkKind::ALL {
            let since = times[30];
            let last = WorkPlace { kind: *last_kind, since, subject: "m".into() };
            let last_key = (last_kind.due_date(since), *last_kind, since);
            for kind in WorkKind::ALL {
                let from = start_position(*kind, Some(&last));
                for time in times.iter().filter(|time| kind != last_kind || **time != since) {
                    let comes_after = (kind.due_date(*time), *kind, *time) > last_key;
                    assert_eq!(*time >= from.since, comes_after, "{kind} after {last_kind}: {time}");
                }
            }
        }
    }
}
