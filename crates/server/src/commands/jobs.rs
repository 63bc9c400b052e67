//! `openshelf jobs`: the background queue for operators.

use std::process::ExitCode;

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use domain::AccountId;
use secrets::Passwords;
use services::queue::{
    self, CancelOutcome, JOB_KINDS, Job, JobFilter, JobState, RetryCounts, RetryOutcome, can_retry_kind,
};
use services::rehearsals::RehearsalSummary;
use services::{KeyPage, Operation};

use crate::app::build_operations;
use crate::{Config, Library};

/// Commands for background jobs.
#[derive(Debug, Subcommand)]
pub enum Jobs {
    /// List jobs: first the one that ended or, if it has not, was enqueued last
    List {
        /// ready, running, done, dead or cancelled
        #[arg(long, value_parser = clap::value_parser!(JobState))]
        state: Option<JobState>,
        /// Number of jobs
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Count jobs by state
    Count,
    /// Retry dead or canceled jobs
    Retry {
        /// Job numbers
        #[arg(required_unless_present = "kind")]
        ids: Vec<i64>,
        /// Retry all dead jobs of this kind instead
        #[arg(long, conflicts_with = "ids", value_parser = kind_parser())]
        kind: Option<String>,
    },
    /// Stop jobs: waiting ones immediately, running ones at their next step
    Cancel {
        /// Job numbers
        #[arg(required = true)]
        ids: Vec<i64>,
    },
}

/// Reads the kind of jobs that workers can run again.
fn kind_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(JOB_KINDS.into_iter().filter(|kind| can_retry_kind(kind)))
}

/// Runs the command with these words, which the audit names. Fails if one of the jobs was not in a suitable
/// state.
pub async fn run(jobs: Jobs, words: &str, config: Config) -> anyhow::Result<ExitCode> {
    let library = Library::open(config).await?;
    let operations = build_operations(&library, None, Passwords::new(1))?;
    let op = &Operation::by_operator(&operations, words);
    let mut refused = Vec::new();
    match jobs {
        Jobs::List { state, limit } => {
            let filter = JobFilter { state, ..JobFilter::default() };
            let page = queue::list(op, filter, KeyPage::first_page(limit)).await?;
            page.jobs.iter().for_each(print_job);
        }
        Jobs::Count => {
            for (state, count) in store::jobs::count_by_state(&library.db).await? {
                println!("{state:<10} {count}");
            }
        }
        Jobs::Retry { kind: Some(kind), .. } => {
            let RetryCounts { retried, remaining } = queue::retry_failed(op, &kind).await?;
            println!("Retried {retried}; {remaining} stay dead.");
        }
        Jobs::Retry { ids, kind: None } => {
            for id in ids {
                match queue::retry(op, id).await? {
                    RetryOutcome::Yes => {}
                    RetryOutcome::Closed => refused.push((id, "unknown, or not in a suitable state")),
                    RetryOutcome::Command => {
                        refused.push((id, "a command did this: run the same command again"));
                    }
                    RetryOutcome::Replaced => refused.push((id, "another job already does the same")),
                }
            }
        }
        Jobs::Cancel { ids } => {
            for id in ids {
                match queue::cancel(op, id).await? {
                    CancelOutcome::Yes => {}
                    CancelOutcome::Closed => refused.push((id, "unknown, or not in a suitable state")),
                    CancelOutcome::Promised => {
                        refused.push((id, "it deletes what the library has promised to delete"));
                    }
                }
            }
        }
    }
    library.db.close().await;
    for (id, reason) in &refused {
        eprintln!("job {id}: {reason}");
    }
    Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_job(job: &Job) {
    let progress = match &job.progress {
        p if p.total > 0 => format!("{}/{} ({} %)", p.done, p.total, p.done.saturating_mul(100) / p.total),
        _ => "-".to_owned(),
    };
    println!(
        "{:>8}  {:<10} {:<20} {:<12} {:<12} attempt {}/{}  {progress:<20} {}  {}",
        job.id,
        job.state,
        job.kind,
        job.lane,
        job.account.as_ref().map_or("-", AccountId::as_str),
        job.attempts,
        job.max_attempts,
        domain::dates::format_timestamp(job.created),
        job.last_error.clone().unwrap_or_else(|| describe_note(job)),
    );
}

/// The note of a job, for people: that of a rehearsal is a record.
fn describe_note(job: &Job) -> String {
    let note = job.progress.note.as_deref().unwrap_or_default();
    RehearsalSummary::parse_note(note).map_or_else(|| note.to_owned(), |summary| describe_rehearsal(&summary))
}

fn describe_rehearsal(summary: &RehearsalSummary) -> String {
    let RehearsalSummary { taken, files, rows, indexed_titles, books, copies, report, .. } = summary;
    let taken = domain::dates::format_timestamp(*taken);
    format!(
        "backup of {taken}: {files} files, {rows} rows, {indexed_titles} indexed titles, {books} books in {copies} \
         copies; report {report}"
    )
}
