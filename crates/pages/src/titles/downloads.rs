//! /titles/{id}/downloads/{format}: a copy in one format. A form asks for it; the page says how it stands, and loads
//! itself again until the copy is ready.

use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::formats::Format;
use services::downloads::{self, Content, CopyRequest, Delivered, Standing};
use services::{titles, waiting};

use super::{member, number};
use crate::books::Book;
use crate::fields::{Form, Query};
use crate::formats::format_name;
use crate::page::{Page, Section, redirect, refreshing, show};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// How long a form waits for a copy: most text formats are ready by then, and the file follows directly.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// Pause between two looks.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
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
    let ready = || async {
        Ok(match downloads::deliver(&pages.library, &visitor.caller, &copy).await? {
            Delivered::Ready { ticket } => Some(ticket),
            Delivered::Submitted => None,
        })
    };
    match waiting::until_or_late(PATIENCE, LOOK, ready).await? {
        Some(ticket) => redirect(&format!("/delivery/{ticket}")),
        None => redirect(&address(&copy)),
    }
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

fn address(copy: &CopyRequest) -> String {
    let Content::Title(id) = copy.content else { return "/".to_owned() };
    format!("/titles/{id}/downloads/{}{}", copy.format, member::query(copy.for_user.as_deref()))
}

fn copy(id: &str, format: &str, member: Option<&str>) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or(Problem::NotFound)?;
    Ok(CopyRequest { content: Content::Title(number(id)?), format, for_user: member.map(str::to_owned) })
}
