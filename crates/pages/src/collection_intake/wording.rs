//! Runs in words.

use services::intake::{IntakeCounts, IntakeRun, IntakeState};

use crate::Page;

/// Steps of an ingest that have a name on the page.
const STEPS: [&str; 3] = ["unpacking", "records", "books"];

pub(super) fn run_name(page: &Page<'_>, run: &IntakeRun) -> String {
    page.format("intake-run-name", &[("number", run.id.to_string().as_str().into())])
}

/// The name of the person who uploaded the files.
pub(super) fn maker_name(page: &Page<'_>, run: &IntakeRun) -> String {
    run.made_by.clone().unwrap_or_else(|| page.text("intake-nobody"))
}

/// The message about the state of a run. Those of a run that continues also exist with `-long`.
pub(super) fn state_message(run: &IntakeRun) -> &'static str {
    match run.state {
        IntakeState::Waiting | IntakeState::Running if run.is_stopping => "intake-state-stopping",
        IntakeState::Waiting => "intake-state-waiting",
        IntakeState::Running => "intake-state-running",
        IntakeState::Done => "intake-state-done",
        IntakeState::Stopped => "intake-state-stopped",
        IntakeState::Failed => "intake-state-failed",
    }
}

pub(super) fn state_text(page: &Page<'_>, run: &IntakeRun) -> String {
    page.text(state_message(run))
}

/// The present step of a run that continues, with the part of it that is done. Empty if it is not known.
pub(super) fn progress_text(page: &Page<'_>, run: &IntakeRun) -> String {
    let step = run.progress.note.as_deref().filter(|step| STEPS.contains(step));
    let Some(step) = step.filter(|_| run.state == IntakeState::Running) else { return String::new() };
    let (done, total) = (run.progress.done.max(0), run.progress.total.max(1));
    let percent = done.saturating_mul(100) / total;
    page.count(&format!("intake-step-{step}"), percent.clamp(0, 100).unsigned_abs())
}

/// The numbers of a run: those that are not zero.
pub(super) fn describe_counts(page: &Page<'_>, counts: &IntakeCounts) -> Vec<String> {
    let counts = [
        ("intake-count-books-added", counts.books_added),
        ("intake-count-books-present", counts.books_present),
        ("intake-count-books-refused", counts.books_refused),
        ("intake-count-records-added", counts.records_added),
        ("intake-count-records-updated", counts.records_updated),
        ("intake-count-records-withdrawn", counts.records_withdrawn),
        ("intake-count-records-unchanged", counts.records_unchanged),
        ("intake-count-records-refused", counts.records_refused),
    ];
    counts.into_iter().filter(|(_, count)| *count > 0).map(|(id, count)| page.count(id, count)).collect()
}

/// Chosen options of the form, by name.
pub(super) fn describe_options(page: &Page<'_>, run: &IntakeRun) -> Vec<(String, String)> {
    let options = &run.options;
    let listed = if options.listed { "intake-yes" } else { "intake-no" };
    vec![
        (page.text("intake-rights"), page.text(&format!("intake-rights-{}", options.usage.as_str()))),
        (page.text("intake-supplier"), options.supplier.clone()),
        (page.text("intake-listed"), page.text(listed)),
    ]
}
