//! Periodicals and their editions.

use axum::extract::Path;
use services::offers::{self, OfferedEditions};
use services::periodicals::editions::EditionSort;
use services::periodicals::{PeriodicalFilter, PeriodicalSearch, SeriesSort, SeriesView};

use crate::paging::links_around;
use crate::{
    Feed, FeedContent, NavigationEntry, PageQuery, Params, Result, SearchScope, Visitor, percent_encode,
    publications,
};

/// GET /periodicals
pub(crate) async fn list_periodicals(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    let part = page.parse_part()?;
    let search = PeriodicalSearch::new(&visitor.op, PeriodicalFilter::default());
    let rows = search.list_page(&visitor.op, part.to_request(SeriesSort::Title, false)).await?;
    let entry = |view: &SeriesView| {
        let path = format!("/periodicals/{}", percent_encode(view.series.id.as_str()));
        let about = view.series.description.clone().filter(|text| !text.trim().is_empty());
        NavigationEntry {
            summary: about,
            ..NavigationEntry::for_publications(view.series.title.clone(), path).with_count(view.editions)
        }
    };
    let updated = rows.items.iter().map(|view| view.series.updated).max().unwrap_or(visitor.op.now);
    let messages = ("nav-periodicals", "feed-no-periodicals");
    let feed = Feed::navigation_page(&visitor, ("/periodicals", &page), messages, &rows, entry);
    visitor.feed_response(&Feed { updated, ..feed })
}

/// GET /periodicals/{series}: its editions, the latest first.
pub(crate) async fn list_editions(
    visitor: Visitor,
    Path(series): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let part = page.parse_part()?;
    let OfferedEditions { series: of, rows, details } =
        offers::list_editions(&visitor.op, &series, part.to_request(EditionSort::PublicationDate, true))
            .await?;
    let path = format!("/periodicals/{}", percent_encode(&series));
    let updated = rows.items.iter().map(|seen| seen.item.edition.updated).max();
    let paging = links_around(&path, &rows);
    let publications = publications::from_details(&visitor, rows.items, &details);
    visitor.feed_response(&Feed {
        path: page.page_path(&path),
        title: of.title,
        summary: of.description.filter(|text| !text.trim().is_empty()),
        updated: updated.unwrap_or(of.updated),
        parent_path: Some("/periodicals".to_owned()),
        search: SearchScope::Catalog,
        content: FeedContent::Publications { publications, paging, facets: Vec::new() },
    })
}
