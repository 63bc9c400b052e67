//! /periodicals/{series}/{edition}/downloads/{format}: a copy of an edition. As for titles: a form asks for
//! it, and the page loads itself again until the copy is ready.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId};
use services::downloads::{self, CopyRequest, CopyStatus, DownloadContent};
use services::periodicals::editions;

use super::first_language;
use crate::fields::{Form, Query};
use crate::formats::format_name;
use crate::page::{Link, Page, Section, percent_encode, render, render_scripted};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::titles::downloads::{deliver_or_redirect, describe_status};
use crate::visitor::Visitor;
use crate::waiting::PagePolling;

#[derive(Template)]
#[template(path = "edition_download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    edition: Link,
    path: String,
    format: String,
    standing: CopyStatus,
    status_text: String,
    /// The format, if making the copy takes minutes.
    slow_format: Option<&'static str>,
    /// State of reloading, if the copy is in preparation.
    waiting: Option<PagePolling>,
}

/// POST: requests the copy.
pub(super) async fn request_copy(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(path): Path<(String, String, String)>,
    Form(form): Form,
) -> Result<Response> {
    let copy = copy_request(&path)?;
    deliver_or_redirect(
        &pages,
        &visitor,
        &copy,
        &format!("{}/downloads/{}", status_path(&path), copy.format),
        &form,
    )
    .await
}

/// GET: the status of the copy.
pub(super) async fn show_status(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(path): Path<(String, String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    let copy = copy_request(&path)?;
    let seen = editions::get(&pages.library, &visitor.caller, &path.0, &path.1).await?;
    let standing = downloads::copy_status(&pages.library, &visitor.caller, &copy).await?;
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let name = format!("{}: {}", seen.issue.series.title, seen.issue.edition.name);
    let here = format!("{}/downloads/{}", status_path(&path), copy.format);
    let (said, waiting) = describe_status(&page, &standing, &fields, &here);
    let page = DownloadPage {
        edition: Link::new(status_path(&path), name).in_language(first_language(&seen.issue.series)),
        format: format_name(&page, copy.format),
        path: here,
        standing,
        status_text: said,
        // Editions are texts.
        slow_format: None,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { render_scripted(&page) } else { render(&page) })
}

fn status_path((series, edition, _): &(String, String, String)) -> String {
    format!("/periodicals/{}/{}", percent_encode(series), percent_encode(edition))
}

fn copy_request((series, edition, format): &(String, String, String)) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or(Problem::NotFound)?;
    let content = DownloadContent::Edition {
        series: SeriesId::from(series.as_str()),
        edition: EditionId::from(edition.as_str()),
    };
    Ok(CopyRequest { content, format, for_user: None })
}
