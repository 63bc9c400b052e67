//! Changes of titles as they are accepted, to be applied one after the other (docs/rules/titles.md#rule-5).

use domain::ids::{AccountId, TitleId};
use domain::titles::{Title, TitleStatus};
use jiff::Timestamp;
use store::jobs::{self, NewJob};
use store::{Tx, history, titles};

use crate::apply_title_update::{ApplyTitleUpdate, Change, TitleUpdate, apply, event};
use crate::convert_title::ConvertTitle;
use crate::job::Job as _;

/// What the changes of a title are queued under: they are applied one at a time, in the order of their
/// acceptance.
fn order_key(title: TitleId) -> String {
    format!("title/{title}")
}

/// Accepts a change: the first of its two events and the job, in one transaction. The title is held until
/// then, so that the order of acceptance is one and the same in the history, in the queue, and for everybody
/// who looks. `account` asked for it; `None` for the server itself.
///
/// Conflict `titles_product_identifier`: another title of the site has it, or will.
pub async fn request(
    tx: &mut Tx,
    update: &TitleUpdate,
    account: Option<&AccountId>,
    now: Timestamp,
) -> store::Result<()> {
    titles::lock(tx, update.title).await?;
    if let Some(identifier) = update.change.product_identifier() {
        titles::hold_product_identifiers(tx, &[(update.title, identifier.as_str())]).await?;
    }
    let (action, note) = update.change.requested();
    history::append(tx, &event(update, action, note.map(|note| format!("{note} requested")), now)).await?;
    let order = order_key(update.title);
    let job = match update.change {
        Change::Status { to: TitleStatus::Converted, .. } => ConvertTitle(update.clone()).queued(now),
        _ => ApplyTitleUpdate(update.clone()).queued(now),
    };
    jobs::enqueue(tx, NewJob { order_key: Some(&order), account, ..job }, now).await.map(drop)
}

/// The title as it will be when everything that was accepted so far has been applied; none when there is no
/// such title. What is asked for next is judged by this. The title is held until the transaction ends.
pub async fn foreseen(tx: &mut Tx, id: TitleId) -> store::Result<Option<Title>> {
    titles::lock(tx, id).await?;
    let Some(mut title) = titles::get(&mut *tx, id).await? else { return Ok(None) };
    for job in jobs::in_order(&mut *tx, &order_key(id)).await? {
        // What cannot be applied will change nothing.
        let Ok(update) = serde_json::from_value::<TitleUpdate>(job.payload) else { continue };
        if let Ok((changed, _)) = apply(&title, &update.change, job.created) {
            title = changed;
        }
    }
    Ok(Some(title))
}
