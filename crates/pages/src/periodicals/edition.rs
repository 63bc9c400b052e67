//! /periodicals/{series}/{edition}: an edition, and how to get it.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::periodicals::editions;

use super::{first_language, series_path};
use crate::dates::format_day_of;
use crate::page::{Link, Page, Section, percent_encode, render};
use crate::problem::Result;
use crate::state::Pages;
use crate::titles::formats::FormatOffer;
use crate::titles::reasons::ClosedReason;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "edition.html")]
struct EditionPage<'a> {
    page: Page<'a>,
    series: Link,
    path: String,
    name: &'a str,
    publication_date: String,
    expires: Option<String>,
    reasons: Vec<ClosedReason>,
    available: bool,
    offers: Vec<FormatOffer>,
}

pub(super) async fn show_page(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((series, id)): Path<(String, String)>,
) -> Result<Response> {
    let seen = editions::get(&pages.library, &visitor.caller, &series, &id).await?;
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let (series, edition) = (&seen.issue.series, &seen.issue.edition);
    let path = series_path(series);
    Ok(render(&EditionPage {
        path: format!("{path}/{}", percent_encode(edition.id.as_str())),
        series: Link::new(path, &series.title).in_language(first_language(series)),
        name: &edition.name,
        publication_date: page.with_name("edition-published", &format_day_of(&page, edition.published)),
        expires: edition.expires.map(|at| page.with_name("edition-expires", &format_day_of(&page, at))),
        reasons: ClosedReason::from_alerts(&page, &seen.alerts),
        available: seen.available,
        offers: seen.formats.iter().map(|format| FormatOffer::from_format(&page, *format)).collect(),
        page,
    }))
}
