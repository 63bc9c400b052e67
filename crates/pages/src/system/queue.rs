//! /system/jobs: the queue of background work. Payloads may hold personal data, so pages do not show them.

use axum::extract::Path;
use domain::WireEnum as _;
use services::KeyPage;
use services::queue::{
    self, BUSY_FOLDER_NOTE, CancelOutcome, Job, JobFilter, JobId, JobPlace, JobState, RetryOutcome,
    can_cancel, can_retry, job_title,
};

use super::job_retries::list_retry_links;
use super::wording::{count_progress, kind_name, state_name};
use crate::desk::person_path;
use crate::inputs::Choice;
use crate::paging::{Pager, add_query, read_place};
use crate::problem::parse_number;
use crate::{Fields, Form, Link, Page, Query, Result, Section, Visitor, format_moment, redirect_to, render};

const LIST_PATH: &str = "/system/jobs";
/// The value of the field `state` for jobs in every state.
const ALL_STATES: &str = "all";
const JOBS_PER_PAGE: u32 = 50;
/// Maximum length of an error in the list, in characters; the page about the job has all of it.
const MAX_LISTED_ERROR_CHARS: usize = 300;

struct JobRow {
    link: Link,
    facts: Vec<(String, String)>,
    /// Why the last attempt failed. Empty if none did.
    error: String,
}

#[derive(askama::Template)]
#[template(path = "system_jobs.html")]
struct JobsPage<'a> {
    page: Page<'a>,
    heading: String,
    states: Vec<Choice>,
    kinds: Vec<Choice>,
    /// The questions that lead to a retry of all failed jobs of a kind.
    questions: Vec<Link>,
    jobs: Vec<JobRow>,
    pager: Pager,
}

/// The address of the list of jobs in this state and of this kind. `None` for all of them.
pub(super) fn list_path(state: Option<JobState>, kind: Option<&str>) -> String {
    let state = ("state", state.map_or(ALL_STATES, JobState::as_str));
    add_query(LIST_PATH, [Some(state), kind.map(|kind| ("kind", kind))].into_iter().flatten())
}

/// The state that an address names: failed jobs, if it names none.
fn read_state(fields: &Fields) -> Option<JobState> {
    match fields.get("state") {
        Some(ALL_STATES) => None,
        Some(name) => Some(name.parse().unwrap_or(JobState::Dead)),
        None => Some(JobState::Dead),
    }
}

/// GET: the jobs, those that ended last first.
pub(super) async fn list_jobs(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let (state, kind) = (read_state(&fields), fields.get("kind"));
    let after = read_place::<JobPlace>(&fields)?;
    let is_first = after.is_none();
    let wanted = KeyPage { after, limit: JOBS_PER_PAGE };
    let filter = JobFilter { state, kind, unique_key: None };
    let listed = queue::list(&visitor.op, filter, wanted).await?;
    let path = list_path(state, kind);
    if listed.jobs.is_empty() && !is_first {
        // The jobs of this page are in another state meanwhile.
        return redirect_to(&path);
    }
    let page = visitor.page(Section::Account);
    let total = |wanted: &dyn Fn(&str, JobState) -> bool| {
        let rows = listed.counts.iter().filter(|row| wanted(&row.group, row.state));
        rows.map(|row| row.count).sum::<u64>()
    };
    let heading = page.count(
        "system-jobs-count",
        total(&|of_kind, of_state| {
            state.is_none_or(|state| state == of_state) && kind.is_none_or(|kind| kind == of_kind)
        }),
    );
    Ok(render(&JobsPage {
        heading,
        states: list_states(&page, state),
        kinds: list_kinds(&page, listed.counts.iter().map(|row| row.group.as_str()), kind),
        questions: list_retry_links(&page, &listed.counts, filter),
        jobs: listed.jobs.iter().map(|job| job_row(&page, job)).collect(),
        pager: Pager::new_onward(&path, is_first, listed.next.as_ref()),
        page,
    }))
}

fn list_states(page: &Page<'_>, chosen: Option<JobState>) -> Vec<Choice> {
    // Those that failed come first, because they need somebody.
    let first = [JobState::Dead];
    let others = JobState::ALL.iter().copied().filter(|state| *state != JobState::Dead);
    let states = first.into_iter().chain(others);
    let mut choices = Choice::list(states, |state| state_name(page, state), |state| chosen == Some(state));
    choices.push(Choice::new(ALL_STATES, page.text("system-state-all"), chosen.is_none()));
    choices
}

/// The kinds of which there are jobs, and the chosen one.
fn list_kinds<'k>(
    page: &Page<'_>,
    kinds: impl Iterator<Item = &'k str>,
    chosen: Option<&'k str>,
) -> Vec<Choice> {
    let mut kinds: Vec<&str> = kinds.chain(chosen).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let choice = |kind: &str| Choice::new(kind, kind_name(page, kind), chosen == Some(kind));
    let all = Choice::new("", page.text("system-kind-all"), chosen.is_none());
    [all].into_iter().chain(kinds.into_iter().map(choice)).collect()
}

pub(super) fn job_path(id: JobId) -> String {
    format!("{LIST_PATH}/{id}")
}

fn job_name(page: &Page<'_>, job: &Job) -> String {
    let (kind, number) = (kind_name(page, &job.kind), job.id.to_string());
    page.format("system-job-name", &[("name", kind.as_str().into()), ("number", number.as_str().into())])
}

fn job_row(page: &Page<'_>, job: &Job) -> JobRow {
    let error = job.last_error.as_deref().unwrap_or_default();
    let mut cut: String = error.chars().take(MAX_LISTED_ERROR_CHARS).collect();
    if cut.len() < error.len() {
        cut.push('…');
    }
    JobRow {
        link: Link::new(job_path(job.id), job_name(page, job)),
        facts: list_facts(page, job),
        error: cut,
    }
}

/// The state of a job, its lane, attempts and times.
fn list_facts(page: &Page<'_>, job: &Job) -> Vec<(String, String)> {
    let attempts = [("count", u64::from(job.attempts).into()), ("total", u64::from(job.max_attempts).into())];
    let moment = |at| format_moment(page, at);
    page.label_known_facts([
        ("system-job-state", Some(state_name(page, job.state))),
        ("system-job-lane", Some(page.value_text("system-lane", job.lane))),
        ("system-job-attempts", Some(page.format("system-job-attempts-of", &attempts))),
        ("system-job-created", Some(moment(job.created))),
        ("system-job-next", (job.state == JobState::Ready).then(|| moment(job.run_at))),
        ("system-job-finished", job.finished.map(moment)),
    ])
}

#[derive(askama::Template)]
#[template(path = "system_job.html")]
struct JobPage<'a> {
    page: Page<'a>,
    heading: String,
    facts: Vec<(String, String)>,
    /// The person whose request caused the job.
    person: Option<Link>,
    title: Option<Link>,
    progress: Option<String>,
    error: Option<String>,
    path: String,
    can_retry: bool,
    can_cancel: bool,
    /// True if the job cannot be stopped because of its kind.
    is_promised: bool,
    is_stopping: bool,
}

pub(super) async fn show_job(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_administrator()?;
    let job = queue::get(&visitor.op, parse_number(&id)?).await?;
    let page = visitor.page(Section::Account);
    let is_open = job.state.is_unfinished();
    Ok(render(&JobPage {
        heading: job_name(&page, &job),
        facts: list_facts(&page, &job),
        person: job.account.as_ref().map(|id| Link::new(person_path(id), id.as_str())),
        title: job_title(&job).map(|id| Link::new(format!("/titles/{id}"), id.to_string())),
        progress: progress_text(&page, &job),
        error: job.last_error.clone(),
        path: job_path(job.id),
        can_retry: can_retry(&job),
        can_cancel: is_open && !job.cancel_requested && can_cancel(&job.kind),
        is_promised: is_open && !can_cancel(&job.kind),
        is_stopping: is_open && job.cancel_requested,
        page,
    }))
}

/// The progress of a job, or that a backup waits for another one. `None` if it is unknown.
pub(super) fn progress_text(page: &Page<'_>, job: &Job) -> Option<String> {
    if job.state == JobState::Running && job.progress.note.as_deref() == Some(BUSY_FOLDER_NOTE) {
        return Some(page.text("system-job-waits-for-backup"));
    }
    count_progress(page, &job.progress)
}

/// POST: retries a job that failed or was canceled.
pub(super) async fn retry_job(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    visitor.op.require_administrator()?;
    let id = parse_number(&id)?;
    let message = match queue::retry(&visitor.op, id).await? {
        RetryOutcome::Yes => "system-job-retried",
        RetryOutcome::Closed => "system-job-not-retried",
        RetryOutcome::Replaced => "system-job-replaced",
        RetryOutcome::Command => "system-job-of-command",
    };
    visitor.redirect_with_message(message, &job_path(id))
}

/// POST: stops a job that waits or runs.
pub(super) async fn cancel_job(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    visitor.op.require_administrator()?;
    let id = parse_number(&id)?;
    let message = match queue::cancel(&visitor.op, id).await? {
        CancelOutcome::Yes => "system-job-stopped",
        CancelOutcome::Closed => "system-job-not-stopped",
        CancelOutcome::Promised => "system-job-promised",
    };
    visitor.redirect_with_message(message, &job_path(id))
}
