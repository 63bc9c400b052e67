//! /titles/{title}/downloads/{format} and /periodicals/{series}/{edition}/downloads/{format}: a copy in one
//! format. A form asks for it; the page shows its status, and loads itself again until the copy is ready.

use std::time::Duration;

use domain::downloads::ItemAddress;
use domain::offering::AsOffering as _;
use services::downloads::{self, CopyOutcome, CopyRequest, CopyStatus, CopyWait, CopyWishes, RequestedCopy};

use crate::closed::closed_problem;
use crate::items::{CopyPath, item_link, item_path};
use crate::page::render_scripted;
use crate::titles::member;
use crate::waiting::PagePolling;
use crate::{Fields, Form, Link, Page, Query, Result, Section, Visitor, format_name, redirect_to, render};

/// Time for which a form waits for a copy: most text formats are ready by then, and the file follows
/// directly.
const COPY_WAIT_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum pause between two polls.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(askama::Template)]
#[template(path = "download.html")]
struct DownloadPage<'a> {
    page: Page<'a>,
    /// The page of the title or edition.
    item: Link,
    path: String,
    format: String,
    standing: CopyStatus,
    status_text: String,
    /// The format, if making the copy takes minutes.
    slow_format: Option<&'static str>,
    /// State of reloading, if the copy is in preparation.
    waiting: Option<PagePolling>,
}

/// POST: requests the copy. Redirects to the file if it is ready soon, otherwise to the page that shows its
/// status.
pub(crate) async fn request_copy(
    visitor: Visitor,
    // Read after the form's token, so that a foreign form learns nothing.
    path: Result<CopyPath>,
    Query(fields): Query,
    Form(form): Form,
) -> Result {
    let copy = copy_request(&visitor, path?, &fields);
    let email_language =
        form.get("email").filter(|_| visitor.pages.settings.sends_mail).map(|_| visitor.language.tag());
    let wait = CopyWait { time_limit: COPY_WAIT_TIMEOUT, pause: MAX_POLL_INTERVAL };
    let wishes = CopyWishes { wait, email_language };
    let standing = status_path(&copy);
    match downloads::request_copy(&visitor.op, &copy, wishes).await? {
        CopyOutcome::Refused(refused, next_book) => Err(closed_problem(refused, next_book)),
        CopyOutcome::Done(RequestedCopy::Ready { ticket }) => redirect_to(&format!("/delivery/{ticket}")),
        CopyOutcome::Done(RequestedCopy::Pending { sends_email: true }) => {
            visitor.redirect_with_message("download-email-noted", &standing)
        }
        CopyOutcome::Done(RequestedCopy::Pending { sends_email: false }) => redirect_to(&standing),
    }
}

pub(crate) async fn show_status(visitor: Visitor, path: CopyPath, Query(fields): Query) -> Result {
    let copy = copy_request(&visitor, path, &fields);
    let (view, standing) = match downloads::view_copy(&visitor.op, &copy).await? {
        CopyOutcome::Done(viewed) => viewed,
        CopyOutcome::Refused(refused, next_book) => return Err(closed_problem(refused, next_book)),
    };
    let page = visitor.page(section_of(&copy.content));
    let here = status_path(&copy);
    let (said, waiting) = describe_status(&page, &standing, &fields, &here);
    let mut artifacts = view.item.as_offering().artifacts().iter();
    let slow = artifacts.any(|artifact| artifact.format == copy.format && artifact.is_spoken());
    let page = DownloadPage {
        item: item_link(&view.item),
        format: format_name(&page, copy.format),
        path: here,
        standing,
        status_text: said,
        slow_format: slow.then(|| copy.format.as_str()),
        waiting,
        page,
    };
    Ok(if page.waiting.is_some() { render_scripted(&page) } else { render(&page) })
}

fn section_of(address: &ItemAddress) -> Section {
    match address {
        ItemAddress::Title(_) => Section::Search,
        ItemAddress::Edition { .. } => Section::Periodicals,
    }
}

/// The status of a copy, in words, and how its page reloads.
fn describe_status(
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

fn status_path(copy: &CopyRequest) -> String {
    let member = member::member_query(copy.for_user.as_deref());
    format!("{}/downloads/{}{member}", item_path(&copy.content), copy.format)
}

/// The copy that a path names, for the member that a sponsor has chosen.
fn copy_request(visitor: &Visitor, path: CopyPath, fields: &Fields) -> CopyRequest {
    let for_user = member::requested_member(visitor, fields).map(str::to_owned);
    CopyRequest { content: path.address, format: path.format, for_user }
}
