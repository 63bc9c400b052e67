//! The publications of a page, with what is known of their files, and of when the visitor may have them.

use services::downloads::{FileInfo, FileSource, file_info, next_books};
use services::periodicals::editions;
use services::shelves::ShelfItem;
use services::titles;

use crate::problem::{Result, is_open};
use crate::publication::Publication;
use crate::state::Opds;
use crate::visitor::Visitor;

pub(crate) async fn title_publication(
    opds: &Opds,
    visitor: &Visitor,
    seen: &titles::TitleView,
) -> Result<Publication> {
    let known = load_file_info(opds, visitor, vec![seen.into()]).await?;
    let next = next_books(&opds.library, &visitor.caller, [seen]).await?;
    Ok(Publication::from_title(visitor, seen, &known, &next))
}

pub(crate) async fn title_publications(
    opds: &Opds,
    visitor: &Visitor,
    seen: &[titles::TitleView],
) -> Result<Vec<Publication>> {
    let open = seen
        .iter()
        .filter(|seen| is_open(seen.decision.available, &seen.decision.alerts))
        .map(FileSource::from);
    let known = load_file_info(opds, visitor, open.collect()).await?;
    let next = next_books(&opds.library, &visitor.caller, seen).await?;
    Ok(seen.iter().map(|seen| Publication::from_title(visitor, seen, &known, &next)).collect())
}

/// One edition of a periodical.
pub(crate) async fn edition_publication(
    opds: &Opds,
    visitor: &Visitor,
    seen: &editions::EditionView,
) -> Result<Publication> {
    let known = load_file_info(opds, visitor, vec![seen.into()]).await?;
    Ok(Publication::from_edition(visitor, seen, &known))
}

/// Editions of a periodical.
pub(crate) async fn edition_publications(
    opds: &Opds,
    visitor: &Visitor,
    seen: &[editions::EditionView],
) -> Result<Vec<Publication>> {
    let open = seen.iter().filter(|seen| is_open(seen.available, &seen.alerts)).map(FileSource::from);
    let known = load_file_info(opds, visitor, open.collect()).await?;
    Ok(seen.iter().map(|seen| Publication::from_edition(visitor, seen, &known)).collect())
}

fn to_holding(held: &ShelfItem) -> FileSource<'_> {
    match held {
        ShelfItem::Title(seen) => FileSource::from(seen),
        ShelfItem::Edition(seen) => FileSource::from(&**seen),
    }
}

/// The publications of which the visitor has copies.
pub(crate) async fn held_publications(
    opds: &Opds,
    visitor: &Visitor,
    held: &[ShelfItem],
) -> Result<Vec<Publication>> {
    let known = load_file_info(opds, visitor, held.iter().map(to_holding).collect()).await?;
    let titles = held.iter().filter_map(|held| match held {
        ShelfItem::Title(seen) => Some(seen),
        ShelfItem::Edition(_) => None,
    });
    let next = next_books(&opds.library, &visitor.caller, titles).await?;
    let publication = |held: &ShelfItem| match held {
        ShelfItem::Title(seen) => Publication::from_title(visitor, seen, &known, &next),
        ShelfItem::Edition(seen) => Publication::from_edition(visitor, seen, &known),
    };
    Ok(held.iter().map(publication).collect())
}

async fn load_file_info(opds: &Opds, visitor: &Visitor, of: Vec<FileSource<'_>>) -> Result<FileInfo> {
    Ok(file_info(&opds.library, &visitor.caller, &of).await?)
}
