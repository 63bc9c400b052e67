//! Titles that are like another one.

use domain::access;
use domain::ids::TitleId;
use domain::recommendations::Taste;

use super::access::visible;
use crate::caller::Caller;
use crate::error::Result;
use crate::indexed::indexed;
use crate::library::Library;

/// The titles that share most with a title, those first that share most: people, series and subjects, the
/// more the rarer they are. At most `most` of those that the caller may find; `TITLE_NOT_FOUND` if the caller
/// does not see the title.
pub async fn similar(
    library: &Library,
    caller: &Caller,
    id: TitleId,
    most: usize,
) -> Result<(String, Vec<TitleId>)> {
    let title = visible(library, caller, id).await?;
    let view = access::view(&caller.facts(), &caller.site.id, caller.today());
    let wanted = Taste::of([&*title]).wanted();
    // The page of a title needs no other titles.
    if library.index.is_filling() {
        return Ok((title.metadata.title.clone(), Vec::new()));
    }
    // The title is the most like itself.
    let found = indexed(library, move |index| index.find_similar(&view, &wanted, most + 1)).await?;
    let others = found.titles.into_iter().filter(|other| *other != id).take(most).collect();
    Ok((title.metadata.title.clone(), others))
}
