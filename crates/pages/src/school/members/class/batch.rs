//! /school/copies/{batch}: copies that a sponsor has ordered for members, and all of them as one file.

use axum::body::Body;
use domain::{AdultContentBar, CopyBatchId};
use services::downloads::batches::{
    BatchView, CopyRefusal, MemberCopy, MemberCopyState, open_archive, resume_and_view,
};

use super::row::MemberReason;
use crate::attachments::attach_file;
use crate::page::render_scripted;
use crate::titles::member::member_query;
use crate::waiting::PagePolling;
use crate::{Form, Link, Page, Path, Query, Result, Section, Visitor, format_name, render};

struct ReadyCopy {
    name: String,
    /// The address that the form for the file is sent to.
    action: String,
}

#[derive(askama::Template)]
#[template(path = "school_copies.html")]
struct CopiesPage<'a> {
    page: Page<'a>,
    title: Link,
    format: String,
    path: String,
    /// The address of the page on which more copies are ordered.
    class_path: String,
    status_text: String,
    /// State of reloading, if copies are being made.
    waiting: Option<PagePolling>,
    /// Copies that are ready, and all that were ordered.
    ready_count: usize,
    ordered_count: usize,
    progress_text: String,
    /// The text of the button for all copies. `None` while some are being made, and if none is ready.
    archive_text: Option<String>,
    ready: Vec<ReadyCopy>,
    /// Names of those whose copies are being made.
    unfinished: Vec<String>,
    /// Names of those for whom there is no copy, with the reason.
    missing: Vec<(String, MemberReason)>,
}

/// GET: the state of the copies.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    let batch = resume_and_view(&visitor.op, &CopyBatchId::from(id)).await?;
    let page = visitor.page(Section::Account);
    let path = format!("/school/copies/{}", batch.id);
    let ready_count = batch.count(MemberCopyState::Ready);
    let unfinished_count = batch.count(MemberCopyState::InPreparation);
    let waiting = (unfinished_count > 0).then(|| PagePolling::from_fields(&fields, &path));
    let status_text = match &waiting {
        Some(waiting) => waiting.status_text(&page, "copies-waiting"),
        None => page.count("copies-ready", ready_count as u64),
    };
    let is_archivable = waiting.is_none() && ready_count > 0;
    let ordered_count = ready_count + unfinished_count;
    let progress = [("ready", (ready_count as u64).into()), ("count", (ordered_count as u64).into())];
    let names = batch.copies.iter().filter(|copy| copy.state == MemberCopyState::InPreparation);
    let copies_page = CopiesPage {
        title: Link::for_title(format!("/titles/{}", batch.title.id), &batch.title),
        format: format_name(&page, batch.format),
        class_path: format!("/school/titles/{}", batch.title.id),
        status_text,
        progress_text: page.format("copies-progress", &progress),
        ready_count,
        ordered_count,
        archive_text: is_archivable.then(|| page.count("copies-archive", ready_count as u64)),
        ready: batch.copies.iter().filter_map(|copy| ready_copy(&batch, copy)).collect(),
        unfinished: names.map(|copy| copy.name.clone()).collect(),
        missing: batch.copies.iter().filter_map(|copy| missing_copy(&page, copy)).collect(),
        path,
        waiting,
        page,
    };
    Ok(if copies_page.waiting.is_some() { render_scripted(&copies_page) } else { render(&copies_page) })
}

/// POST: the copies that are ready as one file. A form, because each copy counts as fetched.
pub(super) async fn send_archive(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    let archive = open_archive(&visitor.op, &CopyBatchId::from(id)).await?;
    let name = archive.file_name.clone();
    Ok(attach_file(&name, "application/zip", Body::from_stream(archive.into_stream())))
}

fn ready_copy(batch: &BatchView, copy: &MemberCopy) -> Option<ReadyCopy> {
    let query = member_query(Some(copy.account.as_str()));
    (copy.state == MemberCopyState::Ready).then(|| ReadyCopy {
        name: copy.name.clone(),
        action: format!("/titles/{}/downloads/{}{query}", batch.title.id, batch.format),
    })
}

/// The name of a member for whom there is no copy, with the reason.
fn missing_copy(page: &Page<'_>, copy: &MemberCopy) -> Option<(String, MemberReason)> {
    let reason = |text: &str, change: &str| MemberReason { text: page.text(text), change: page.text(change) };
    let reason = match copy.state {
        MemberCopyState::InPreparation | MemberCopyState::Ready => return None,
        MemberCopyState::Failed => reason("copies-failed", "copies-change-again"),
        MemberCopyState::Gone => reason("copies-gone", "copies-change-again"),
        MemberCopyState::Refused(refusal, bar) => refusal_reason(page, refusal, bar),
    };
    Some((copy.name.clone(), reason))
}

fn refusal_reason(page: &Page<'_>, refusal: CopyRefusal, bar: Option<AdultContentBar>) -> MemberReason {
    let (text, change) = match refusal {
        CopyRefusal::Closed(code) => return MemberReason::new(page, code, bar),
        CopyRefusal::FormatNotAvailable => ("copies-no-format", "class-change-formats"),
        CopyRefusal::TooManyCopies => ("copies-too-many", "copies-change-later"),
        CopyRefusal::PackagingFailed => ("copies-failed", "copies-change-again"),
    };
    MemberReason { text: page.text(text), change: page.text(change) }
}
