//! /system/rehearsal: what a rehearsal of a restore needs, the form that starts one, and the last result
//! (docs/backup.md#rehearsing-from-the-browser).

use services::backups::StartOutcome;
use services::queue::JobState;
use services::rehearsals::{self, RehearsalSummary, RehearsalView};

use super::queue::{job_path, progress_text};
use super::wording::{format_last_time, state_name};
use crate::formats::{format_duration, format_file_size};
use crate::{Form, Page, Result, Section, Visitor, format_moment, render};

pub(super) const REHEARSAL_PATH: &str = "/system/rehearsal";

/// The last rehearsal that was started here.
struct LatestRehearsal {
    facts: Vec<(String, String)>,
    /// The faults, in English. `None` if there are none.
    error: Option<String>,
    /// True if an administrator has to act.
    is_failed: bool,
    /// True if it waits or runs.
    is_open: bool,
    job_path: String,
}

#[derive(askama::Template)]
#[template(path = "system_rehearsal.html")]
struct RehearsalPage<'a> {
    page: Page<'a>,
    last_success: String,
    /// True if a rehearsal can be started.
    has_folder: bool,
    latest: Option<LatestRehearsal>,
}

pub(super) async fn show_page(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let overview = rehearsals::load(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&RehearsalPage {
        last_success: format_last_time(&page, overview.last_success),
        has_folder: overview.has_folder,
        latest: overview.latest.as_ref().map(|view| latest_rehearsal(&page, view)),
        page,
    }))
}

/// POST: starts a rehearsal. The page shows its progress, and then its result.
pub(super) async fn start_rehearsal(visitor: Visitor, _: Form) -> Result {
    visitor.op.require_administrator()?;
    let message = match rehearsals::start(&visitor.op).await? {
        StartOutcome::Started(_) => "system-rehearsal-started",
        StartOutcome::Unfinished => "system-rehearsal-unfinished",
        StartOutcome::NoFolder => "system-backup-no-folder",
    };
    visitor.redirect_with_message(message, REHEARSAL_PATH)
}

fn latest_rehearsal(page: &Page<'_>, view: &RehearsalView) -> LatestRehearsal {
    let RehearsalView { job, summary } = view;
    let progress = progress_text(page, job).filter(|_| job.state == JobState::Running);
    let mut facts = page.label_facts([
        ("system-job-state", state_name(page, job.state)),
        ("system-job-progress", progress.unwrap_or_default()),
        ("system-job-created", format_moment(page, job.created)),
        ("system-job-finished", job.finished.map(|at| format_moment(page, at)).unwrap_or_default()),
    ]);
    facts.extend(summary.iter().flat_map(|summary| list_numbers(page, summary)));
    LatestRehearsal {
        facts,
        error: job.last_error.clone(),
        is_failed: job.state == JobState::Dead,
        is_open: job.state.is_unfinished(),
        job_path: job_path(job.id),
    }
}

/// The numbers of everything that was checked, and the duration.
fn list_numbers(page: &Page<'_>, summary: &RehearsalSummary) -> Vec<(String, String)> {
    let size = format_file_size(page, summary.bytes);
    let files = [("count", summary.files.into()), ("size", size.as_str().into())];
    let books = [("count", summary.books.into()), ("copies", summary.copies.into())];
    let signed_in = if summary.signed_in { "system-yes" } else { "system-no" };
    page.label_facts([
        ("system-rehearsal-taken", format_moment(page, summary.taken)),
        ("system-rehearsal-duration", format_duration(page, summary.seconds)),
        ("system-rehearsal-files", page.format("system-rehearsal-files-size", &files)),
        ("system-rehearsal-rows", summary.rows.to_string()),
        ("system-rehearsal-titles", summary.indexed_titles.to_string()),
        ("system-rehearsal-books", page.format("system-rehearsal-books-copies", &books)),
        ("system-rehearsal-reader", page.text(signed_in)),
        ("system-rehearsal-report", summary.report.clone()),
    ])
}
