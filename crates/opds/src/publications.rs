//! The publications of a page, with what is known of their files, and of when the visitor may have them.

use services::downloads::{Holding, Known, known, next_books};
use services::periodicals::editions;
use services::shelves::Held;
use services::titles;

use crate::problem::{Result, is_open};
use crate::publication::Publication;
use crate::state::Opds;
use crate::visitor::Visitor;

pub(crate) async fn title_publication(
    opds: &Opds,
    visitor: &Visitor,
    seen: &titles::Seen,
) -> Result<Publication> {
    let known = load_file_info(opds, visitor, vec![seen.into()]).await?;
    let next = next_books(&opds.library, &visitor.caller, [seen]).await?;
    Ok(Publication::from_title(visitor, seen, &known, &next))
}

pub(crate) async fn title_publications(
    opds: &Opds,
    visitor: &Visitor,
    seen: &[titles::Seen],
) -> Result<Vec<Publication>> {
    let open = seen.iter().filter(|seen| is_open(seen.look.available, &seen.look.alerts)).map(Holding::from);
    let known = load_file_info(opds, visitor, open.collect()).await?;
    let next = next_books(&opds.library, &visitor.caller, seen).await?;
    Ok(seen.iter().map(|seen| Publication::from_title(visitor, seen, &known, &next)).collect())
}

/// One edition of a periodical.
pub(crate) async fn edition_publication(
    opds: &Opds,
    visitor: &Visitor,
    seen: &editions::Seen,
) -> Result<Publication> {
    let known = load_file_info(opds, visitor, vec![seen.into()]).await?;
    Ok(Publication::from_edition(visitor, seen, &known))
}

/// Editions of a periodical.
pub(crate) async fn edition_publications(
    opds: &Opds,
    visitor: &Visitor,
    seen: &[editions::Seen],
) -> Result<Vec<Publication>> {
    let open = seen.iter().filter(|seen| is_open(seen.available, &seen.alerts)).map(Holding::from);
    let known = load_file_info(opds, visitor, open.collect()).await?;
    Ok(seen.iter().map(|seen| Publication::from_edition(visitor, seen, &known)).collect())
}

fn to_holding(held: &Held) -> Holding<'_> {
    match held {
        Held::Title(seen) => Holding::from(seen),
        Held::Edition(seen) => Holding::from(&**seen),
    }
}

/// The publications of which the visitor has copies.
pub(crate) async fn held_publications(
    opds: &Opds,
    visitor: &Visitor,
    held: &[Held],
) -> Result<Vec<Publication>> {
    let known = load_file_info(opds, visitor, held.iter().map(to_holding).collect()).await?;
    let titles = held.iter().filter_map(|held| match held {
        Held::Title(seen) => Some(seen),
        Held::Edition(_) => None,
    });
    let next = next_books(&opds.library, &visitor.caller, titles).await?;
    let publication = |held: &Held| match held {
        Held::Title(seen) => Publication::from_title(visitor, seen, &known, &next),
        Held::Edition(seen) => Publication::from_edition(visitor, seen, &known),
    };
    Ok(held.iter().map(publication).collect())
}

async fn load_file_info(opds: &Opds, visitor: &Visitor, of: Vec<Holding<'_>>) -> Result<Known> {
    Ok(known(&opds.library, &visitor.caller, &of).await?)
}
