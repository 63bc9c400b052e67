//! /periodicals/{series}/{edition}: an edition, and how to get it.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::periodicals::editions;

use super::{address, lang};
use crate::dates::day_of;
use crate::page::{Link, Page, Section, encoded, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::titles::formats::Offer;
use crate::titles::reasons::Reason;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "edition.html")]
struct EditionPage<'a> {
    page: Page<'a>,
    series: Link,
    here: String,
    name: &'a str,
    published: String,
    expires: Option<String>,
    reasons: Vec<Reason>,
    available: bool,
    offers: Vec<Offer>,
}

pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((series, id)): Path<(String, String)>,
) -> Result<Response> {
    let seen = editions::get(&pages.library, &visitor.caller, &series, &id).await?;
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let (series, edition) = (&seen.issue.series, &seen.issue.edition);
    let path = address(series);
    Ok(show(&EditionPage {
        here: format!("{path}/{}", encoded(edition.id.as_str())),
        series: Link::new(path, &series.title).in_language(lang(series)),
        name: &edition.name,
        published: page.with_name("edition-published", &day_of(&page, edition.published)),
        expires: edition.expires.map(|at| page.with_name("edition-expires", &day_of(&page, at))),
        reasons: Reason::all(&page, &seen.alerts),
        available: seen.available,
        offers: seen.formats.iter().map(|format| Offer::plain(&page, *format)).collect(),
        page,
    }))
}
