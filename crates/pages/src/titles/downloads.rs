//! /titles/{id}/downloads/{format}: a copy in one format. A form asks for it; the page shows its status,
//! and loads itself again until the copy is ready.

use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::TitleId;
use services::downloads::{self, CopyRequest, CopyStatus, DownloadContent};
use services::titles;

use super::closed::with_reasons;
use super::formats::is_slow;
use super::{member, parse_title_id};
use crate::books::Book;
use crate::fields::{Fields, Form, Query};
use crate::formats::format_name;
use crate::page::{Page, Section, redirect_to, render, render_scripted};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;
use crate::waiting::PagePolling;

/// Time for which a form waits for a copy: most text formats are ready by then, and the file follows
/// directly.
const COPY_WAIT_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum pause between two polls.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Template)]
#[template(path = "download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    book: Book,
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
pub(crate) async fn request_copy(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
    Form(form): Form,
) -> Result<Response> {
    let member = member::requested_member(&visitor, &fields);
    let copy = copy_request(&id, &format, member)?;
    match deliver_or_redirect(&pages, &visitor, &copy, &status_path(&copy), &form).await {
        Err(problem) => Err(explain_refusal(&pages, &visitor, parse_title_id(&id)?, member, problem).await),
        answered => answered,
    }
}

/// GET: the status of the copy.
pub(crate) async fn show_status(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    let member = member::requested_member(&visitor, &fields);
    let copy = copy_request(&id, &format, member)?;
    let seen = titles::get(&pages.library, &visitor.caller, parse_title_id(&id)?).await?;
    let standing = match downloads::copy_status(&pages.library, &visitor.caller, &copy).await {
        Ok(standing) => standing,
        Err(error) => {
            return Err(explain_refusal(&pages, &visitor, parse_title_id(&id)?, member, error.into()).await);
        }
    };
    let page = Page::new(&pages, &visitor, Section::Search);
    let here = status_path(&copy);
    let (said, waiting) = describe_status(&page, &standing, &fields, &here);
    let artifact = seen.title.artifacts.iter().find(|artifact| artifact.format == copy.format);
    let slow = artifact.is_some_and(is_slow).then(|| copy.format.as_str());
    let page = DownloadPage {
        book: Book::new(&page, &seen),
        format: format_name(&page, copy.format),
        path: here,
        standing,
        status_text: said,
        slow_format: slow,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { render_scripted(&page) } else { render(&page) })
}

/// The status of a copy, in words, and how its page reloads.
pub(crate) fn describe_status(
    page: &Page<'_>,
    standing: &CopyStatus,
    fields: &Fields,
    here: &str,
) -> (String, Option<PagePolling>) {
    match standing {
        CopyStatus::Ready { .. } => (page.text("download-ready"), None),
        CopyStatus::Failed => (page.text("download-failed"), None),
        CopyStatus::Absent => (page.text("download-absent"), None),
        CopyStatus::InPreparation { .. } => {
            let waiting = PagePolling::from_fields(fields, here);
            (waiting.status_text(page, "download-waiting"), Some(waiting))
        }
    }
}

/// Requests a copy: redirects to the file if it is ready soon, otherwise to the page that shows its status,
/// and saves whether the form asks for an email.
pub(crate) async fn deliver_or_redirect(
    pages: &Pages,
    visitor: &Visitor,
    copy: &CopyRequest,
    standing: &str,
    form: &Fields,
) -> Result<Response> {
    let (library, caller) = (&pages.library, &visitor.caller);
    if let Some(ticket) =
        downloads::deliver_within(library, caller, copy, COPY_WAIT_TIMEOUT, MAX_POLL_INTERVAL).await?
    {
        return redirect_to(&format!("/delivery/{ticket}"));
    }
    let language = form.get("email").filter(|_| pages.settings.sends_mail).map(|_| visitor.language.tag());
    let noted = downloads::wish_email(library, caller, copy, language).await?;
    match language {
        Some(_) if noted => visitor.redirect_with_notice("download-email-noted", pages, standing),
        _ => redirect_to(standing),
    }
}

/// The problem of a copy; if it is refused, with all reasons, which are the member's if the copy is for
/// one.
async fn explain_refusal(
    pages: &Pages,
    visitor: &Visitor,
    id: TitleId,
    member: Option<&str>,
    problem: Problem,
) -> Problem {
    match member::view_as_sponsor(pages, visitor.clone(), member).await {
        Ok(visitor) => with_reasons(pages, &visitor, id, problem).await,
        Err(_) => problem,
    }
}

fn status_path(copy: &CopyRequest) -> String {
    let DownloadContent::Title(id) = copy.content else { return "/".to_owned() };
    format!("/titles/{id}/downloads/{}{}", copy.format, member::member_query(copy.for_user.as_deref()))
}

fn copy_request(id: &str, format: &str, member: Option<&str>) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or(Problem::NotFound)?;
    Ok(CopyRequest {
        content: DownloadContent::Title(parse_title_id(id)?),
        format,
        for_user: member.map(str::to_owned),
    })
}
