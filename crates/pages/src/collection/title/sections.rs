//! The sections of the page about a title.

use domain::conversion_reports::Severity;
use domain::{HistoryEvent, Title, TitleStatus};
use services::collection_desk::{TitleOverview, TitleUsage};
use services::titles::TitleChange;

use crate::books::managed_title_path;
use crate::collection::format_path;
use crate::collection::wording::{EventView, book_text, status_name};
use crate::{Link, Page, conversion_reports, format_day_of, format_moment, format_name, prose};

pub(super) struct FormatRow {
    /// The page that edits its description. Empty for a removed title.
    pub(super) href: String,
    pub(super) name: String,
    pub(super) status: String,
    pub(super) version: u32,
    pub(super) added: String,
}

/// An open problem report of a reader. It does not say who has sent it.
pub(super) struct ProblemView {
    pub(super) kind: String,
    /// Empty without words.
    pub(super) words: String,
    /// The language of the words. Empty if it is that of the page, or unknown.
    pub(super) lang: String,
    pub(super) date: String,
}

/// A report of what was repaired or left out when the book was read or converted.
pub(super) struct ReportView {
    pub(super) link: Link,
    pub(super) severity: String,
    /// True if nobody has acknowledged it, and something is missing.
    pub(super) is_open: bool,
    pub(super) date: String,
}

/// Facts that staff ask for first.
pub(super) fn list_facts(page: &Page<'_>, overview: &TitleOverview) -> Vec<(String, String)> {
    let title = &overview.upcoming;
    let day = |date: Option<jiff::Timestamp>| date.map(|date| format_day_of(page, date)).unwrap_or_default();
    let suppliers = overview.suppliers.iter().map(|one| format!("{}: {}", one.supplier, one.reference));
    let site = overview.site.as_ref().map(|site| site.name.clone());
    page.label_facts([
        ("collection-number", title.id.to_string()),
        ("collection-site", site.unwrap_or_else(|| title.site.to_string())),
        ("collection-kind", page.value_text("collection-kind", title.content_type)),
        ("collection-book", book_text(page, title)),
        ("collection-created", format_moment(page, title.dates.created)),
        ("collection-updated", format_moment(page, title.dates.updated)),
        ("collection-published", day(title.dates.published)),
        ("collection-withdrawn", day(title.dates.withdrawn)),
        ("collection-suppliers", suppliers.collect::<Vec<_>>().join(", ")),
    ])
}

pub(super) fn replacement_link(overview: &TitleOverview) -> Option<Link> {
    overview.replacement.as_ref().map(|title| Link::for_title(managed_title_path(title.id), title))
}

/// A sentence about the changes that wait. Empty if there are none.
pub(super) fn describe_pending(page: &Page<'_>, overview: &TitleOverview) -> String {
    let is_conversion =
        |change: &TitleChange| matches!(change, TitleChange::Status { to: TitleStatus::Converted, .. });
    if overview.pending.is_empty() {
        String::new()
    } else if overview.pending.iter().any(is_conversion) {
        page.text("collection-converting")
    } else {
        page.count("collection-pending", overview.pending.len() as u64)
    }
}

/// Sentences with the numbers of readers, lists and copies, or one that there are none.
pub(crate) fn list_usage(page: &Page<'_>, usage: &TitleUsage) -> Vec<String> {
    let counts = [
        ("collection-use-assigned", usage.assigned),
        ("collection-use-lists", usage.lists),
        ("collection-use-fetched", usage.fetched),
        ("collection-use-reading", usage.reading),
        ("collection-use-preparing", usage.preparing),
    ];
    let sentences = page.list_counts(counts);
    if sentences.is_empty() { vec![page.text("collection-use-none")] } else { sentences }
}

pub(super) fn list_formats(page: &Page<'_>, title: &Title) -> Vec<FormatRow> {
    let is_removed = title.status == TitleStatus::Removed;
    let rows = title.artifacts.iter().map(|artifact| FormatRow {
        href: if is_removed { String::new() } else { format_path(title.id, artifact.format) },
        name: format_name(page, artifact.format),
        status: page.value_text("collection-format", artifact.status),
        version: artifact.version,
        added: format_day_of(page, artifact.date_added),
    });
    rows.collect()
}

pub(super) fn list_problems(page: &Page<'_>, overview: &TitleOverview) -> Vec<ProblemView> {
    let problems = overview.problems.iter().map(|report| {
        let words = report.words.clone().unwrap_or_default();
        ProblemView {
            kind: page.value_text("report-kind", report.kind),
            lang: prose::text_language(page, None, &words),
            words,
            date: format_moment(page, report.reported),
        }
    });
    problems.collect()
}

pub(super) fn list_reports(page: &Page<'_>, overview: &TitleOverview) -> Vec<ReportView> {
    let reports = overview.conversion_reports.iter().map(|report| {
        let outcome = match report.format {
            Some(format) => format_name(page, format),
            None => page.text("conversion-report-read"),
        };
        ReportView {
            link: Link::new(format!("{}/{}", conversion_reports::LIST_PATH, report.id), outcome),
            severity: page.value_text("conversion-report", report.severity),
            is_open: report.acknowledged.is_none() && report.severity != Severity::Repaired,
            date: format_moment(page, report.reported),
        }
    });
    reports.collect()
}

pub(super) fn list_events(page: &Page<'_>, overview: &TitleOverview) -> Vec<EventView> {
    overview.events.iter().map(|event| view_event(page, event)).collect()
}

fn view_event(page: &Page<'_>, event: &HistoryEvent) -> EventView {
    let act = (event.date, event.action);
    let view = EventView::new(page, act, event.person.as_deref(), event.comment.as_deref());
    match event.format {
        Some(format) => view.with_detail(&format_name(page, format)),
        None => view,
    }
}

/// The name of a status with what it means for readers.
pub(in crate::collection) fn status_line(page: &Page<'_>, status: TitleStatus) -> String {
    let meaning = match status {
        TitleStatus::Live => "collection-meaning-live",
        TitleStatus::Withdrawn => "collection-meaning-withdrawn",
        TitleStatus::Reprocess => "collection-meaning-reprocess",
        TitleStatus::Removed => "collection-meaning-removed",
        _ => "collection-meaning-other",
    };
    format!("{}: {}", status_name(page, status), page.text(meaning))
}
