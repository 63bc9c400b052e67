//! Runs in words.

use jiff::civil::Date;
use services::intake::{IntakeEdition, IntakeRun, IntakeState};

use crate::texts::value_message;
use crate::{Page, format_day};

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
pub(super) fn state_message(run: &IntakeRun) -> String {
    if run.is_stopping && !run.state.is_final() {
        return "intake-state-stopping".to_owned();
    }
    value_message("intake-state", run.state)
}

pub(super) fn state_text(page: &Page<'_>, run: &IntakeRun) -> String {
    page.text(&state_message(run))
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
pub(super) fn describe_counts(page: &Page<'_>, run: &IntakeRun) -> Vec<String> {
    let counts = &run.counts;
    let (added, present) = if run.options.edition.is_some() {
        ("intake-count-editions-added", "intake-count-editions-present")
    } else if run.options.title.is_some() {
        ("intake-count-book-replaced", "intake-count-book-same")
    } else {
        ("intake-count-books-added", "intake-count-books-present")
    };
    let counts = [
        (added, counts.books_added),
        (present, counts.books_present),
        ("intake-count-books-refused", counts.books_refused),
        ("intake-count-records-added", counts.records_added),
        ("intake-count-records-updated", counts.records_updated),
        ("intake-count-records-withdrawn", counts.records_withdrawn),
        ("intake-count-records-unchanged", counts.records_unchanged),
        ("intake-count-records-refused", counts.records_refused),
    ];
    page.list_counts(counts)
}

/// Chosen options of the form, by name.
pub(super) fn describe_options(page: &Page<'_>, run: &IntakeRun) -> Vec<(String, String)> {
    let options = &run.options;
    if let Some(edition) = &options.edition {
        return describe_edition(page, run, edition);
    }
    if let Some(title) = &options.title {
        return vec![(page.text("collection-title"), title.name.clone())];
    }
    let listed = if options.listed { "intake-yes" } else { "intake-no" };
    vec![
        (page.text("intake-rights"), page.text(&format!("intake-rights-{}", options.usage.as_str()))),
        (page.text("intake-supplier"), options.supplier.clone()),
        (page.text("intake-listed"), page.text(listed)),
    ]
}

/// The periodical of an upload of editions, and the values that were typed.
fn describe_edition(page: &Page<'_>, run: &IntakeRun, edition: &IntakeEdition) -> Vec<(String, String)> {
    let day = |date: Option<Date>| date.map(|date| format_day(page, date)).unwrap_or_default();
    page.label_facts([
        ("editions-periodical", edition.series_title.clone()),
        ("intake-rights", page.text(&format!("intake-rights-{}", run.options.usage.as_str()))),
        ("editions-name", edition.name.clone().unwrap_or_default()),
        ("editions-published", day(edition.published)),
        ("editions-expires", day(edition.expires)),
    ])
}

/// What a new file means for the formats, reports and readers of a title, in sentences.
pub(crate) fn list_replacement_effects(page: &Page<'_>) -> Vec<String> {
    let effects =
        ["replace-formats", "replace-copies", "replace-positions", "replace-reports", "replace-description"];
    effects.iter().map(|effect| page.text(effect)).collect()
}
