//! /periodicals: newspapers and magazines, their editions, and copies of these.

mod edition;
mod series;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use services::PageRequest;
use services::periodicals::{Filter, PeriodicalSearch, SeriesSort, SeriesView};

use crate::downloads;
use crate::fields::Query;
use crate::items::{first_language, series_path};
use crate::page::{Link, Page, Section, percent_encode, render};
use crate::paging::{PageStart, Pager, TITLES_PER_PAGE};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// The address of the periodicals that the visitor follows.
pub(crate) const FOLLOWED_PATH: &str = "/periodicals?followed=yes";

/// The routes of periodicals.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/periodicals", get(list_periodicals))
        .route("/periodicals/{series}", get(series::show_page).post(series::change_following))
        .route("/periodicals/{series}/{edition}", get(edition::show_page))
        .route(
            "/periodicals/{series}/{edition}/downloads/{format}",
            get(downloads::show_status).post(downloads::request_copy),
        )
}

/// A periodical in a list.
pub(crate) struct PeriodicalRow {
    pub(crate) link: Link,
    /// The language of its title, as a BCP 47 tag. Empty if it is unknown.
    pub(crate) lang: &'static str,
    /// The number of editions, in words.
    pub(crate) editions: String,
    /// The page of the newest edition.
    pub(crate) latest: Option<Link>,
}

#[derive(Template)]
#[template(path = "periodicals.html")]
struct PeriodicalsPage<'a> {
    page: Page<'a>,
    /// True if these are only the periodicals that the visitor follows.
    is_followed_only: bool,
    words: &'a str,
    count: String,
    lines: Vec<PeriodicalRow>,
    pager: Pager,
}

/// GET /periodicals
async fn list_periodicals(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let (followed, words) = (fields.get("followed").is_some(), fields.get("words"));
    let words = words.filter(|_| !followed);
    let (search, path) = if followed {
        (PeriodicalSearch::for_followed(visitor.signed_in_user()?)?, FOLLOWED_PATH.to_owned())
    } else {
        let filter = Filter { title: words.map(str::to_owned), ..Filter::default() };
        let path = words.map(|words| format!("/periodicals?words={}", percent_encode(words)));
        (PeriodicalSearch::new(&visitor.op, filter), path.unwrap_or_else(|| "/periodicals".to_owned()))
    };
    let (after, backward) = PageStart::from_fields(&fields)?.into_parts();
    let limit = u32::try_from(TITLES_PER_PAGE + 1).unwrap_or(u32::MAX);
    let part =
        PageRequest { sort: SeriesSort::Title, descending: false, after: after.as_ref(), backward, limit };
    let rows = search.list_page(&visitor.op, part).await?;
    let section = if followed { Section::Shelf } else { Section::Periodicals };
    let page = Page::new(&pages, &visitor, section);
    Ok(render(&PeriodicalsPage {
        is_followed_only: followed,
        words: words.unwrap_or_default(),
        count: page.count("periodicals-count", rows.total),
        lines: rows.items.iter().map(|view| periodical_row(&page, view)).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// The first of the periodicals that a user follows, each with its latest edition, and the number of all.
pub(crate) async fn load_followed(
    pages: &Pages,
    visitor: &Visitor,
    first: u32,
) -> Result<(Vec<PeriodicalRow>, u64)> {
    let part = PageRequest {
        sort: SeriesSort::Title,
        descending: false,
        after: None,
        backward: false,
        limit: first + 1,
    };
    let rows =
        PeriodicalSearch::for_followed(visitor.signed_in_user()?)?.list_page(&visitor.op, part).await?;
    let page = Page::new(pages, visitor, Section::Shelf);
    Ok((rows.items.iter().map(|view| periodical_row(&page, view)).collect(), rows.total))
}

/// Periodicals on the start page.
pub(crate) struct NewestEditions {
    /// The message of the heading: all periodicals, or those that the visitor follows.
    pub(crate) heading: String,
    /// The periodicals, those with the newest edition first.
    pub(crate) lines: Vec<PeriodicalRow>,
    /// The address of the list of all, and their number.
    pub(crate) all_link: (&'static str, u64),
}

/// The newest editions of the periodicals that the visitor follows, or of all if there are none.
pub(crate) async fn load_newest(pages: &Pages, visitor: &Visitor, most: u32) -> Result<NewestEditions> {
    let op = &visitor.op;
    let page = Page::new(pages, visitor, Section::Home);
    let lines =
        |views: Vec<SeriesView>| views.iter().map(|view| periodical_row(&page, view)).collect::<Vec<_>>();
    if visitor.is_signed_in() {
        let (views, total) =
            PeriodicalSearch::for_followed(visitor.signed_in_user()?)?.list_newest(op, most).await?;
        if !views.is_empty() {
            return Ok(NewestEditions {
                heading: page.text("periodicals-followed"),
                lines: lines(views),
                all_link: (FOLLOWED_PATH, total),
            });
        }
    }
    let (views, total) = PeriodicalSearch::new(op, Filter::default()).list_newest(op, most).await?;
    Ok(NewestEditions {
        heading: page.text("nav-periodicals"),
        lines: lines(views),
        all_link: ("/periodicals", total),
    })
}

fn periodical_row(page: &Page<'_>, view: &SeriesView) -> PeriodicalRow {
    let path = series_path(&view.series.id);
    // Editions are named in the language of their periodical.
    let lang = first_language(&view.series);
    let latest = view
        .latest
        .as_ref()
        .map(|(id, name)| Link::new(format!("{path}/{}", percent_encode(id)), name).in_language(lang));
    PeriodicalRow {
        lang,
        editions: page.count("periodical-editions", view.editions),
        link: Link::new(path, &view.series.title),
        latest,
    }
}
