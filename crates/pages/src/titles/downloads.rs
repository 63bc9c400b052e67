//! /titles/{id}/downloads/{format}: a copy in one format. A form asks for it; the page says how it stands, and loads
//! itself again until the copy is ready.

use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use services::downloads::{self, Content, CopyRequest, Standing};
use services::titles;

use super::{member, number};
use crate::books::Book;
use crate::fields::{Form, Query};
use crate::formats::format_name;
use crate::page::{Page, Section, redirect, refreshing, show};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// How long a form waits for a copy: most text formats are ready by then, and the file follows directly.
const PATIENCE: Duration = Duration::from_secs(3);
/// Pause between two looks.
const LOOK: Duration = Duration::from_millis(50);
/// Seconds after which the page of a copy in preparation loads itself again.
pub(crate) const AGAIN: u32 = 5;

#[derive(Template)]
#[template(path = "download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    book: Book,
    here: String,
    format: String,
    standing: Standing,
}

/// POST: asks for the copy.
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
    _: Form,
) -> Result<Response> {
    let member = member::named(&visitor, &fields);
    let copy = copy(&id, &format, member)?;
    ask(&pages, &visitor, &copy, &address(&copy)).await
}

/// GET: how the copy stands.
pub(crate) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Query(fields): Query,
) -> Result<Response> {
    let member = member::named(&visitor, &fields);
    let copy = copy(&id, &format, member)?;
    let seen = titles::get(&pages.library, &visitor.caller, number(&id)?).await?;
    let standing = downloads::standing(&pages.library, &visitor.caller, &copy).await?;
    let page = Page::new(&pages, &visitor, Section::Search);
    let is_waiting = standing == Standing::InPreparation;
    let page = DownloadPage {
        book: Book::new(&page, &seen),
        here: address(&copy),
        format: format_name(&page, copy.format),
        standing,
        page,
    };
    Ok(if is_waiting { refreshing(&page, AGAIN) } else { show(&page) })
}

/// Asks for a copy: leads to the file if it is ready soon, otherwise to the page that says how it stands.
pub(crate) async fn ask(
    pages: &Pages,
    visitor: &Visitor,
    copy: &CopyRequest,
    standing: &str,
) -> Result<Response> {
    let ticket = downloads::deliver_within(&pages.library, &visitor.caller, copy, PATIENCE, LOOK).await?;
    match ticket {
        Some(ticket) => redirect(&format!("/delivery/{ticket}")),
        None => redirect(standing),
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
