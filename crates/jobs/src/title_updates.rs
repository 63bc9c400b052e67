//! Accepted changes of titles, applied one after the other (docs/rules/titles.md#rule-5).

use std::collections::HashMap;

use domain::{AccountId, HistoryEvent, Title, TitleId, TitleStatus};
use jiff::Timestamp;
use store::jobs::{self, Job, JobBatch, NewJob};
use store::{Conn, Db, Tx, history, titles};

use crate::Job as _;
use crate::apply_title_update::{ApplyTitleUpdate, TitleChange, TitleUpdate, apply_change, update_event};
use crate::convert_title::ConvertTitle;

/// The queue's ordering key for changes of a title: they are applied one at a time, in the order of
/// acceptance.
fn order_key(title: TitleId) -> String {
    format!("title/{title}")
}

/// The first of the two events of a change.
fn requested_event(update: &TitleUpdate, now: Timestamp) -> HistoryEvent {
    let (action, note) = update.change.requested_action();
    update_event(update, action, note.map(|note| format!("{note} requested")), now)
}

/// The job that applies a change; its order key and account are set by the caller.
fn new_update_job<'a>(update: TitleUpdate, now: Timestamp) -> NewJob<'a> {
    match update.change {
        TitleChange::Status { to: TitleStatus::Converted, .. } => ConvertTitle(update).to_new_job(now),
        _ => ApplyTitleUpdate(update).to_new_job(now),
    }
}

/// Accepts a change: writes the first of its two events and the job in one transaction. The title is locked
/// until then, so that history, queue and all observers agree on the order of acceptance. `account` is the
/// requester; `None` for the server itself.
///
/// Conflict `titles_product_identifier`: another title of the site has the identifier, or will.
pub async fn request_update(
    tx: &mut Tx,
    update: &TitleUpdate,
    account: Option<&AccountId>,
    now: Timestamp,
) -> store::Result<()> {
    titles::lock(tx, update.title).await?;
    let identifier = update.change.product_identifier();
    if !identifier.is_keep() {
        let held = (update.title, identifier.value().map(String::as_str));
        titles::hold_product_identifiers(tx, &[held]).await?;
    }
    history::append(tx, &requested_event(update, now)).await?;
    let order = order_key(update.title);
    let job = new_update_job(update.clone(), now);
    jobs::enqueue(tx, NewJob { order_key: Some(&order), account, ..job }, now).await.map(drop)
}

/// A title with the accepted changes that wait to be applied.
#[derive(Debug, Clone)]
pub struct TitlePreview {
    pub stored: Title,
    /// The title as it will be after these changes.
    pub upcoming: Title,
    /// The changes in the order of their acceptance.
    pub pending: Vec<TitleChange>,
}

/// Returns the title with the changes that wait, to be shown: it locks nothing. `None` if the title does not
/// exist. Requests are checked against [`foresee_title`].
pub async fn preview_title(db: &Db, id: TitleId) -> store::Result<Option<TitlePreview>> {
    // Read before the title: a change that is applied meanwhile is then seen twice, which changes nothing.
    let waiting = jobs::list_in_order(db, &order_key(id)).await?;
    let Some(stored) = titles::get(db, id).await? else { return Ok(None) };
    let (upcoming, pending) = apply_waiting(stored.clone(), waiting);
    Ok(Some(TitlePreview { stored, upcoming, pending }))
}

/// Returns the title as it will be after the changes of these jobs, and the changes.
fn apply_waiting(title: Title, waiting: Vec<Job>) -> (Title, Vec<TitleChange>) {
    let mut upcoming = title;
    let mut changes = Vec::new();
    for job in waiting {
        let Ok(update) = serde_json::from_value::<TitleUpdate>(job.payload) else { continue };
        // A change that cannot be applied will change nothing.
        if let Ok((changed, _)) = apply_change(&upcoming, &update.change, job.created) {
            upcoming = changed;
        }
        changes.push(update.change);
    }
    (upcoming, changes)
}

/// Returns the title as it will be after all accepted changes; `None` if it does not exist. New requests are
/// checked against this state. The title is locked until the transaction ends.
pub async fn foresee_title(tx: &mut Tx, id: TitleId) -> store::Result<Option<Title>> {
    titles::lock(tx, id).await?;
    Ok(foresee_titles(&mut *tx, &[id]).await?.pop())
}

/// Returns these titles as they will be after all accepted changes; unknown ones are left out. A caller that
/// checks requests against them has locked the titles.
pub async fn foresee_titles(mut conn: impl Conn, ids: &[TitleId]) -> store::Result<Vec<Title>> {
    // Read before the titles, as in [`preview_title`].
    let order_keys: Vec<String> = ids.iter().map(|id| order_key(*id)).collect();
    let mut waiting: HashMap<String, Vec<Job>> = HashMap::new();
    for job in jobs::list_in_orders(&mut conn, &order_keys).await? {
        if let Some(key) = job.order_key.clone() {
            waiting.entry(key).or_default().push(job);
        }
    }
    let stored = titles::find_by_ids(&mut conn, ids).await?;
    let foresee = |title: Title| {
        let waiting = waiting.remove(&order_key(title.id)).unwrap_or_default();
        apply_waiting(title, waiting).0
    };
    Ok(stored.into_iter().map(foresee).collect())
}

/// A move of several titles to one status.
#[derive(Debug, Clone)]
pub struct BulkMove<'a> {
    /// Titles that may be moved there, each once. The caller has locked them.
    pub titles: &'a [TitleId],
    pub to: TitleStatus,
    /// Display name of the person who requests it.
    pub person: &'a str,
    pub comment: Option<&'a str>,
}

/// Accepts the move of several titles, like [`request_update`] for each: a few statements for every few
/// hundred.
pub async fn request_moves(
    tx: &mut Tx,
    request: &BulkMove<'_>,
    account: &AccountId,
    now: Timestamp,
) -> store::Result<()> {
    let update = |title: TitleId| TitleUpdate {
        title,
        change: TitleChange::Status { to: request.to, replacement: None },
        person: Some(request.person.to_owned()),
        comment: request.comment.map(str::to_owned),
    };
    let updates: Vec<TitleUpdate> = request.titles.iter().map(|title| update(*title)).collect();
    let events: Vec<HistoryEvent> = updates.iter().map(|update| requested_event(update, now)).collect();
    history::append_to_each(tx, &events).await?;
    let to_job = |update: TitleUpdate| (order_key(update.title), new_update_job(update, now));
    let new_jobs: Vec<(String, NewJob<'_>)> = updates.into_iter().map(to_job).collect();
    // All are of one kind, because all titles move to one status.
    let Some((_, first)) = new_jobs.first() else { return Ok(()) };
    let (kind, lane, max_attempts) = (first.kind, first.lane, first.max_attempts);
    let jobs = new_jobs.into_iter().map(|(order, job)| (order, job.payload)).collect();
    let batch = JobBatch { kind, lane, account: Some(account), max_attempts, jobs };
    jobs::enqueue_batch(tx, &batch, now).await
}
