//! /titles/{id}/downloads/{format}: a copy in one format. A form asks for it; the page shows its status,
//! and loads itself again until the copy is ready.

use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::TitleId;
use services::downloads::{self, Content, CopyRequest, Standing};
use services::titles;

use super::closed::explained;
use super::formats::is_slow;
use super::{member, number};
use crate::books::Book;
use crate::fields::{Fields, Form, Query};
use crate::formats::format_name;
use crate::page::{Page, Section, redirect, show, show_scripted};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;
use crate::waiting::Waiting;

/// How long a form waits for a copy: most text formats are ready by then, and the file follows directly.
const PATIENCE: Duration = Duration::from_secs(3);
/// Longest pause between two looks.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Template)]
#[template(path = "download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    book: Book,
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
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
    Form(form): Form,
) -> Result<Response> {
    let member = member::named(&visitor, &fields);
    let copy = copy(&id, &format, member)?;
    match ask(&pages, &visitor, &copy, &address(&copy), &form).await {
        Err(problem) => Err(refused(&pages, &visitor, number(&id)?, member, problem).await),
        answered => answered,
    }
}

/// GET: the status of the copy.
pub(crate) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    let member = member::named(&visitor, &fields);
    let copy = copy(&id, &format, member)?;
    let seen = titles::get(&pages.library, &visitor.caller, number(&id)?).await?;
    let standing = match downloads::standing(&pages.library, &visitor.caller, &copy).await {
        Ok(standing) => standing,
        Err(error) => return Err(refused(&pages, &visitor, number(&id)?, member, error.into()).await),
    };
    let page = Page::new(&pages, &visitor, Section::Search);
    let here = address(&copy);
    let (said, waiting) = said(&page, &standing, &fields, &here);
    let artifact = seen.title.artifacts.iter().find(|artifact| artifact.format == copy.format);
    let slow = artifact.is_some_and(is_slow).then(|| copy.format.as_str());
    let page = DownloadPage {
        book: Book::new(&page, &seen),
        format: format_name(&page, copy.format),
        here,
        standing,
        said,
        slow,
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { show_scripted(&page) } else { show(&page) })
}

/// The status of a copy, in words, and how its page reloads.
pub(crate) fn said(
    page: &Page<'_>,
    standing: &Standing,
    fields: &Fields,
    here: &str,
) -> (String, Option<Waiting>) {
    match standing {
        Standing::Ready { .. } => (page.text("download-ready"), None),
        Standing::Failed => (page.text("download-failed"), None),
        Standing::Absent => (page.text("download-absent"), None),
        Standing::InPreparation { .. } => {
            let waiting = Waiting::read(fields, here);
            (waiting.said(page, "download-waiting"), Some(waiting))
        }
    }
}

/// Asks for a copy: leads to the file if it is ready soon, otherwise to the page that shows its status, and
/// notes whether the form asks for an email.
pub(crate) async fn ask(
    pages: &Pages,
    visitor: &Visitor,
    copy: &CopyRequest,
    standing: &str,
    form: &Fields,
) -> Result<Response> {
    let (library, caller) = (&pages.library, &visitor.caller);
    if let Some(ticket) = downloads::deliver_within(library, caller, copy, PATIENCE, LOOK).await? {
        return redirect(&format!("/delivery/{ticket}"));
    }
    let language = form.get("email").filter(|_| pages.settings.sends_mail).map(|_| visitor.language.tag());
    let noted = downloads::wish_email(library, caller, copy, language).await?;
    match language {
        Some(_) if noted => visitor.done("download-email-noted", pages, standing),
        _ => redirect(standing),
    }
}

/// The problem of a copy; if it is refused, with all reasons, which are the member's if the copy is for one.
async fn refused(
    pages: &Pages,
    visitor: &Visitor,
    id: TitleId,
    member: Option<&str>,
    problem: Problem,
) -> Problem {
    match member::looking_for(pages, visitor.clone(), member).await {
        Ok(visitor) => explained(pages, &visitor, id, problem).await,
        Err(_) => problem,
    }
}

fn address(copy: &CopyRequest) -> String {
    let Content::Title(id) = copy.content else { return "/".to_owned() };
    format!("/titles/{id}/downloads/{}{}", copy.format, member::query(copy.for_user.as_deref()))
}

fn copy(id: &str, format: &str, member: Option<&str>) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or(Problem::NotFound)?;
    Ok(CopyRequest { content: Content::Title(number(id)?), format, for_user: member.map(str::to_owned) })
}
