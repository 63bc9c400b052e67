//! Periodicals and their editions.

use axum::extract::{Path, State};
use axum::response::Response;
use services::Part;
use services::periodicals::editions::{self, EditionSort};
use services::periodicals::{self, Filter, Search, SeriesSort, SeriesView};

use crate::base::encoded;
use crate::entry::Entry;
use crate::feed::{Content, Feed, Scope};
use crate::paging::{PageQuery, Start, limit, pages};
use crate::params::Params;
use crate::problem::{Result, is_open, reasons};
use crate::shown;
use crate::state::Opds;
use crate::titles::closed;
use crate::visitor::Visitor;

/// GET /periodicals
pub(crate) async fn list(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let start: Start<_> = page.start()?;
    let (after, backward) = start.parts();
    let part = Part { sort: SeriesSort::Title, descending: false, after, backward, limit: limit() };
    let search = Search::new(&visitor.caller, Filter::default());
    let rows = search.page(&opds.library, &visitor.caller, part).await?;
    let entry = |view: &SeriesView| {
        let path = format!("/periodicals/{}", encoded(view.series.id.as_str()));
        let about = view.series.description.clone().filter(|text| !text.trim().is_empty());
        Entry { about, ..Entry::books(view.series.title.clone(), path).count(view.editions) }
    };
    let updated = rows.items.iter().map(|view| view.series.updated).max().unwrap_or(visitor.caller.now);
    let (title, nothing) =
        (visitor.words().text("nav-periodicals"), visitor.words().text("feed-no-periodicals"));
    visitor.feed(&Feed::page_of_ways(("/periodicals", &page), &title, &nothing, updated, &rows, entry))
}

/// GET /periodicals/{series}: its editions, the latest first.
pub(crate) async fn editions(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(series): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let start: Start<_> = page.start()?;
    let (after, backward) = start.parts();
    let sort = EditionSort::PublicationDate;
    let part = Part { sort, descending: true, after, backward, limit: limit() };
    let of = periodicals::visible(&opds.library, &visitor.caller, &series).await?;
    let rows = editions::list(&opds.library, &visitor.caller, &series, part).await?;
    let path = format!("/periodicals/{}", encoded(&series));
    let updated = rows.items.iter().map(|seen| seen.issue.edition.updated).max();
    visitor.feed(&Feed {
        path: page.own(&path),
        title: of.title,
        about: of.description.filter(|text| !text.trim().is_empty()),
        updated: updated.unwrap_or(of.updated),
        up: Some("/periodicals".to_owned()),
        search: Scope::Catalog,
        content: Content::Publications {
            publications: shown::editions(&opds, &visitor, &rows.items).await?,
            paging: pages(&path, rows.total, rows.previous.as_ref(), rows.next.as_ref()),
            facets: Vec::new(),
        },
    })
}

/// GET /periodicals/{series}/{edition}
pub(crate) async fn edition(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition)): Path<(String, String)>,
) -> Result<Response> {
    let seen = editions::get(&opds.library, &visitor.caller, &series, &edition).await?;
    visitor.publication(&shown::edition(&opds, &visitor, &seen).await?)
}

/// GET /periodicals/{series}/{edition}/borrow: why the visitor may not have the edition.
pub(crate) async fn borrow(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition)): Path<(String, String)>,
) -> Result<Response> {
    let seen = editions::get(&opds.library, &visitor.caller, &series, &edition).await?;
    if is_open(seen.available, &seen.alerts) {
        return visitor.publication(&shown::edition(&opds, &visitor, &seen).await?);
    }
    Err(closed(&visitor, &reasons(&seen.alerts)))
}
