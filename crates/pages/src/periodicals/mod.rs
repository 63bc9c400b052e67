//! /periodicals: newspapers and magazines, their editions, and copies of these.

mod downloads;
mod edition;
mod series;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use domain::periodicals::Series;
use services::Part;
use services::periodicals::{Filter, Search, SeriesSort, SeriesView};

use crate::fields::Query;
use crate::page::{Link, Page, Section, encoded, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// The routes of periodicals.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/periodicals", get(list))
        .route("/periodicals/{series}", get(series::get))
        .route("/periodicals/{series}/{edition}", get(edition::get))
        .route(
            "/periodicals/{series}/{edition}/downloads/{format}",
            get(downloads::get).post(downloads::post),
        )
}

/// A periodical in the list.
struct Line {
    link: Link,
    lang: &'static str,
    editions: String,
    latest: Option<Link>,
}

#[derive(Template)]
#[template(path = "periodicals.html")]
struct PeriodicalsPage<'a> {
    page: Page<'a>,
    words: &'a str,
    count: String,
    lines: Vec<Line>,
    pager: Pager,
}

/// GET /periodicals
async fn list(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    let words = fields.get("words");
    let search =
        Search::new(&visitor.caller, Filter { title: words.map(str::to_owned), ..Filter::default() });
    let (after, backward) = Start::read(&fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = Part { sort: SeriesSort::Title, descending: false, after: after.as_ref(), backward, limit };
    let rows = search.page(&pages.library, &visitor.caller, part).await?;
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let path =
        words.map_or("/periodicals".to_owned(), |words| format!("/periodicals?words={}", encoded(words)));
    Ok(show(&PeriodicalsPage {
        words: words.unwrap_or_default(),
        count: page.n("periodicals-count", rows.total),
        lines: rows.items.iter().map(|view| line(&page, view)).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn line(page: &Page<'_>, view: &SeriesView) -> Line {
    let path = address(&view.series);
    let latest = view.latest.as_ref().map(|(id, name)| Link::new(format!("{path}/{}", encoded(id)), name));
    Line {
        lang: lang(&view.series),
        editions: page.n("periodical-editions", view.editions),
        link: Link::new(path, &view.series.title),
        latest,
    }
}

/// The address of a periodical.
fn address(series: &Series) -> String {
    format!("/periodicals/{}", encoded(series.id.as_str()))
}

/// The tag of a periodical's first language. Empty if it has none.
fn lang(series: &Series) -> &'static str {
    series.languages.first().and_then(|code| domain::languages::tag(code)).unwrap_or_default()
}
