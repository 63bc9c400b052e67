//! Titles that are like another one.

use domain::recommendations::Taste;
use domain::{TitleId, access};

use super::access::find_visible;
use crate::index_thread::run_on_index_thread;
use crate::{Operation, Result};

/// The titles that share most with a title, those first that share most: people, series and subjects, the
/// more the rarer they are. At most `limit` of those that the caller may find; `TITLE_NOT_FOUND` if the
/// caller does not see the title.
pub async fn list_similar(op: &Operation, id: TitleId, limit: usize) -> Result<(String, Vec<TitleId>)> {
    let title = find_visible(op, id).await?;
    let view = access::view_of(&op.access_caller(), &op.site.id, op.today());
    let wanted = Taste::from_history([&*title]).features_to_search();
    // The page of a title needs no other titles.
    if op.library().index()?.is_filling() {
        return Ok((title.metadata.title.clone(), Vec::new()));
    }
    // The title is the most like itself.
    let found = run_on_index_thread(op, move |index| index.find_similar(&view, &wanted, limit + 1)).await?;
    let others = found.titles.into_iter().filter(|other| *other != id).take(limit).collect();
    Ok((title.metadata.title.clone(), others))
}
