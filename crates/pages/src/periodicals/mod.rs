//! /periodicals: newspapers and magazines, their editions, and copies of these.

mod edition;
mod series;

use axum::Router;
use axum::routing::get;
use services::periodicals::{PeriodicalFilter, PeriodicalSearch, SeriesSort, SeriesView};
use services::start_page::NewestPeriodicals;

use crate::items::series_path;
use crate::languages::first_language;
use crate::paging::{Pager, list_part};
use crate::{Link, Page, Pages, Query, Result, Section, Visitor, downloads, percent_encode, render};

pub(crate) const FOLLOWED_PATH: &str = "/periodicals?followed=yes";

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

pub(crate) struct PeriodicalRow {
    pub(crate) link: Link,
    /// The number of editions, in words.
    pub(crate) editions: String,
    /// The page of the newest edition.
    pub(crate) latest: Option<Link>,
}

#[derive(askama::Template)]
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

async fn list_periodicals(visitor: Visitor, Query(fields): Query) -> Result {
    let followed = fields.get("followed").is_some();
    let words = fields.get("words");
    let words = words.filter(|_| !followed);
    let (search, path) = if followed {
        (PeriodicalSearch::for_followed(visitor.signed_in_user()?)?, FOLLOWED_PATH.to_owned())
    } else {
        let filter = PeriodicalFilter { title: words.map(str::to_owned), ..PeriodicalFilter::default() };
        let path = words.map(|words| format!("/periodicals?words={}", percent_encode(words)));
        (PeriodicalSearch::new(&visitor.op, filter), path.unwrap_or_else(|| "/periodicals".to_owned()))
    };
    let part = list_part(&fields)?;
    let rows = search.list_page(&visitor.op, part.to_request(SeriesSort::Title, false)).await?;
    let section = if followed { Section::Shelf } else { Section::Periodicals };
    let page = visitor.page(section);
    Ok(render(&PeriodicalsPage {
        is_followed_only: followed,
        words: words.unwrap_or_default(),
        count: page.count("periodicals-count", rows.total),
        lines: rows.items.iter().map(|view| periodical_row(&page, view)).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

pub(crate) struct NewestEditions {
    /// The message of the heading: all periodicals, or those that the visitor follows.
    pub(crate) heading: String,
    /// The periodicals, those with the newest edition first.
    pub(crate) lines: Vec<PeriodicalRow>,
    /// The address of the list of all, and their number.
    pub(crate) all_link: (&'static str, u64),
}

/// The newest editions of the periodicals that the visitor follows, or of all.
pub(crate) fn newest_editions(page: &Page<'_>, newest: &NewestPeriodicals) -> NewestEditions {
    let (heading, path) = if newest.are_followed {
        ("periodicals-followed", FOLLOWED_PATH)
    } else {
        ("nav-periodicals", "/periodicals")
    };
    NewestEditions {
        heading: page.text(heading),
        lines: newest.series.iter().map(|view| periodical_row(page, view)).collect(),
        all_link: (path, newest.total),
    }
}

pub(crate) fn periodical_row(page: &Page<'_>, view: &SeriesView) -> PeriodicalRow {
    let path = series_path(&view.series.id);
    // Editions are named in the language of their periodical.
    let lang = first_language(&view.series);
    let latest = view
        .latest
        .as_ref()
        .map(|(id, name)| Link::new(format!("{path}/{}", percent_encode(id)), name).in_language(lang));
    PeriodicalRow {
        editions: page.count("periodical-editions", view.editions),
        link: Link::for_series(path, &view.series),
        latest,
    }
}
