//! /periodicals/{series}/{edition}/downloads/{format}: a copy of an edition. As for titles: a form asks for
//! it, and the page loads itself again until the copy is ready.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId};
use services::downloads::{self, Content, CopyRequest, Standing};
use services::periodicals::editions;

use super::lang;
use crate::fields::{Form, Query};
use crate::formats::format_name;
use crate::page::{Link, Page, Section, encoded, show, show_scripted};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::titles::downloads::{ask, said};
use crate::visitor::Visitor;
use crate::waiting::Waiting;

#[derive(Template)]
#[template(path = "edition_download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    edition: Link,
    here: String,
    format: String,
    standing: Standing,
    said: String,
    /// The format, if making the copy takes minutes.
    slow: Option<&'static str>,
    /// How the page looks again, if the copy is in preparation.
    waiting: Option<Waiting>,
}

/// POST: asks for the copy.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(path): Path<(String, String, String)>,
    Form(form): Form,
) -> Result<Response> {
    let copy = copy(&path)?;
    ask(&pages, &visitor, &copy, &format!("{}/downloads/{}", address(&path), copy.format), &form).await
}

/// GET: the status of the copy.
pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(path): Path<(String, String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    let copy = copy(&path)?;
    let seen = editions::get(&pages.library, &visitor.caller, &path.0, &path.1).await?;
    let standing = downloads::standing(&pages.library, &visitor.caller, &copy).await?;
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let name = format!("{}: {}", seen.issue.series.title, seen.issue.edition.name);
    let here = format!("{}/downloads/{}", address(&path), copy.format);
    let (said, waiting) = said(&page, &standing, &fields, &here);
    let page = DownloadPage {
        edition: Link::new(address(&path), name).in_language(lang(&seen.issue.series)),
        format: format_name(&page, copy.format),
        here,
        standing,
        said,
        // Editions are texts.
        slow: None,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { show_scripted(&page) } else { show(&page) })
}

fn address((series, edition, _): &(String, String, String)) -> String {
    format!("/periodicals/{}/{}", encoded(series), encoded(edition))
}

fn copy((series, edition, format): &(String, String, String)) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or(Problem::NotFound)?;
    let content = Content::Edition {
        series: SeriesId::from(series.as_str()),
        edition: EditionId::from(edition.as_str()),
    };
    Ok(CopyRequest { content, format, for_user: None })
}
