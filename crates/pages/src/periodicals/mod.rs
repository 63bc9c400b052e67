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

/// The address of the periodicals that the visitor follows.
pub(crate) const FOLLOWED: &str = "/periodicals?followed=yes";

/// The routes of periodicals.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/periodicals", get(list))
        .route("/periodicals/{series}", get(series::get).post(series::post))
        .route("/periodicals/{series}/{edition}", get(edition::get))
        .route(
            "/periodicals/{series}/{edition}/downloads/{format}",
            get(downloads::get).post(downloads::post),
        )
}

/// A periodical in a list.
pub(crate) struct Line {
    /// Its page.
    pub(crate) link: Link,
    /// The language of its title, as a tag of BCP 47. Empty if it is not known.
    pub(crate) lang: &'static str,
    /// How many editions there are.
    pub(crate) editions: String,
    /// The page of the newest edition.
    pub(crate) latest: Option<Link>,
}

#[derive(Template)]
#[template(path = "periodicals.html")]
struct PeriodicalsPage<'a> {
    page: Page<'a>,
    /// Whether these are only the periodicals that the visitor follows.
    followed: bool,
    words: &'a str,
    count: String,
    lines: Vec<Line>,
    pager: Pager,
}

/// GET /periodicals
async fn list(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    let (followed, words) = (fields.get("followed").is_some(), fields.get("words"));
    let words = words.filter(|_| !followed);
    let (search, path) = if followed {
        (Search::followed(&visitor.user()?), FOLLOWED.to_owned())
    } else {
        let filter = Filter { title: words.map(str::to_owned), ..Filter::default() };
        let path = words.map(|words| format!("/periodicals?words={}", encoded(words)));
        (Search::new(&visitor.caller, filter), path.unwrap_or_else(|| "/periodicals".to_owned()))
    };
    let (after, backward) = Start::read(&fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = Part { sort: SeriesSort::Title, descending: false, after: after.as_ref(), backward, limit };
    let rows = search.page(&pages.library, &visitor.caller, part).await?;
    let section = if followed { Section::Shelf } else { Section::Periodicals };
    let page = Page::new(&pages, &visitor, section);
    Ok(show(&PeriodicalsPage {
        followed,
        words: words.unwrap_or_default(),
        count: page.count("periodicals-count", rows.total),
        lines: rows.items.iter().map(|view| line(&page, view)).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// The first of the periodicals that a user follows, each with its latest edition, and how many there are.
pub(crate) async fn followed(pages: &Pages, visitor: &Visitor, first: u32) -> Result<(Vec<Line>, u64)> {
    let part =
        Part { sort: SeriesSort::Title, descending: false, after: None, backward: false, limit: first + 1 };
    let rows = Search::followed(&visitor.user()?).page(&pages.library, &visitor.caller, part).await?;
    let page = Page::new(pages, visitor, Section::Shelf);
    Ok((rows.items.iter().map(|view| line(&page, view)).collect(), rows.total))
}

/// What the start page shows of periodicals.
pub(crate) struct Newest {
    /// Says whether they are all, or those that the visitor follows.
    pub(crate) heading: String,
    /// The periodicals, those with the newest edition first.
    pub(crate) lines: Vec<Line>,
    /// The address of all of them, and how many they are.
    pub(crate) all: (&'static str, u64),
}

/// The newest editions of the periodicals that the visitor follows, or of all if there are none.
pub(crate) async fn newest(pages: &Pages, visitor: &Visitor, most: u32) -> Result<Newest> {
    let (library, caller) = (&pages.library, &visitor.caller);
    let page = Page::new(pages, visitor, Section::Home);
    let lines = |views: Vec<SeriesView>| views.iter().map(|view| line(&page, view)).collect::<Vec<_>>();
    if visitor.is_signed_in() {
        let (views, total) = Search::followed(&visitor.user()?).newest(library, caller, most).await?;
        if !views.is_empty() {
            return Ok(Newest {
                heading: page.text("periodicals-followed"),
                lines: lines(views),
                all: (FOLLOWED, total),
            });
        }
    }
    let (views, total) = Search::new(caller, Filter::default()).newest(library, caller, most).await?;
    Ok(Newest { heading: page.text("nav-periodicals"), lines: lines(views), all: ("/periodicals", total) })
}

fn line(page: &Page<'_>, view: &SeriesView) -> Line {
    let path = address(&view.series);
    // Editions are named in the language of their periodical.
    let lang = lang(&view.series);
    let latest = view
        .latest
        .as_ref()
        .map(|(id, name)| Link::new(format!("{path}/{}", encoded(id)), name).in_language(lang));
    Line {
        lang,
        editions: page.count("periodical-editions", view.editions),
        link: Link::new(path, &view.series.title),
        latest,
    }
}

/// The address of a periodical.
fn address(series: &Series) -> String {
    format!("/periodicals/{}", encoded(series.id.as_str()))
}

/// The tag of a periodical's first language. Empty if it has none.
pub(crate) fn lang(series: &Series) -> &'static str {
    series.languages.first().and_then(|code| domain::languages::tag(code)).unwrap_or_default()
}
