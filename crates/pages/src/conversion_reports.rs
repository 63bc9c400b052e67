//! /staff/conversion-reports: what was repaired or left out of books, for collection staff.

use axum::Router;
use axum::routing::get;
use services::ErrorKey;
use services::conversion_reports::{self, Finding, Findings, NamedReport, Severity};

use crate::items::item_link;
use crate::paging::{Pager, list_part};
use crate::{
    Form, Link, Page, Pages, Path, Problem, Query, Result, Section, Visitor, format_moment, format_name,
    redirect_to, render,
};

pub(crate) const LIST_PATH: &str = "/staff/conversion-reports";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/staff/conversion-reports", get(list_reports))
        .route("/staff/conversion-reports/{report}", get(show_report).post(acknowledge_report))
}

/// A report as both pages show it.
struct ReportView {
    /// The report, with the name of the title or the edition.
    link: Link,
    /// The address of the title. Empty for an edition.
    title_href: String,
    /// The produced formats, or that the book was read.
    outcome: String,
    reported_date: String,
    /// What is missing from the book, in a few words.
    severity: String,
    is_severe: bool,
    /// Words read and lost. Empty if they were not counted.
    words: String,
    left_out: String,
    repaired: String,
}

impl ReportView {
    fn new(page: &Page<'_>, named_report: &NamedReport) -> Self {
        let report = &named_report.report;
        let lang = named_report.item.as_ref().map(|item| item_link(item).lang).unwrap_or_default();
        let left_out = report.findings.list.iter().filter(|finding| finding.left_out).count();
        let repaired = report.findings.list.len() - left_out;
        Self {
            link: Link::new(format!("{LIST_PATH}/{}", report.id), named_report.name()).in_language(lang),
            title_href: report.item.title().map(|id| format!("/titles/{id}")).unwrap_or_default(),
            outcome: match report.format {
                Some(format) => format_name(page, format),
                None => page.text("conversion-report-read"),
            },
            reported_date: format_moment(page, report.reported),
            severity: page.value_text("conversion-report", report.severity),
            is_severe: report.severity == Severity::WordsLost,
            words: words_text(page, &report.findings),
            left_out: page.count("conversion-report-count-left-out", left_out as u64),
            repaired: page.count("conversion-report-count-repaired", repaired as u64),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "conversion_reports.html")]
struct ConversionReportsPage<'a> {
    page: Page<'a>,
    count: String,
    reports: Vec<ReportView>,
    pager: Pager,
}

/// GET: the open reports, oldest first.
async fn list_reports(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let op = &visitor.op;
    let part = list_part(&fields)?;
    let rows = conversion_reports::list_open(op, part.to_request((), false)).await?;
    if rows.items.is_empty() && part.place.is_some() {
        // All reports of this page have been acknowledged meanwhile.
        return redirect_to(LIST_PATH);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&ConversionReportsPage {
        count: page.count("conversion-reports-count", rows.total),
        reports: rows.items.iter().map(|named| ReportView::new(&page, named)).collect(),
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// A list of findings under a heading.
pub(crate) struct FindingGroup<'a> {
    pub(crate) heading: String,
    pub(crate) findings: Vec<&'a Finding>,
}

/// The findings of a report, as pages list them.
pub(crate) struct FindingsView<'a> {
    /// Words read and lost. Empty if they were not counted.
    pub(crate) words: String,
    /// Omissions, then repairs.
    pub(crate) groups: Vec<FindingGroup<'a>>,
    /// The number of findings that are not listed, in words.
    pub(crate) unlisted: Option<String>,
}

impl<'a> FindingsView<'a> {
    pub(crate) fn new(page: &Page<'_>, findings: &'a Findings) -> Self {
        let group = |left_out: bool, heading: &str| FindingGroup {
            heading: page.text(heading),
            findings: findings.list.iter().filter(|finding| finding.left_out == left_out).collect(),
        };
        let groups = [group(true, "conversion-report-left-out"), group(false, "conversion-report-repairs")];
        Self {
            words: words_text(page, findings),
            groups: groups.into_iter().filter(|group| !group.findings.is_empty()).collect(),
            unlisted: (findings.unlisted > 0)
                .then(|| page.count("conversion-report-unlisted", findings.unlisted)),
        }
    }
}

/// Words read and lost. Empty if they were not counted.
fn words_text(page: &Page<'_>, findings: &Findings) -> String {
    let words = findings.words.map(|words| {
        let values = [
            ("lost", words.lost_words().into()),
            ("source", words.source.into()),
            ("percent", (words.lost_words() * 100 / words.source.max(1)).into()),
        ];
        page.format("conversion-report-words", &values)
    });
    words.unwrap_or_default()
}

#[derive(askama::Template)]
#[template(path = "conversion_report.html")]
struct ReportPage<'a> {
    page: Page<'a>,
    report: ReportView,
    findings: FindingsView<'a>,
    /// The effect of acknowledging, if the report is still open.
    acknowledge: Option<String>,
}

/// GET: one report with its findings.
async fn show_report(visitor: Visitor, Path(report): Path<String>) -> Result {
    visitor.op.require_collection_staff()?;
    let op = &visitor.op;
    let id = report.parse().map_err(|_| Problem::NotFound)?;
    let named = conversion_reports::get(op, id).await?;
    let page = visitor.page(Section::Account);
    let report = &named.report;
    let is_open = report.acknowledged.is_none() && report.severity != Severity::Repaired;
    let hint = if named.holds_back {
        "conversion-report-publish-hint"
    } else {
        "conversion-report-acknowledge-hint"
    };
    Ok(render(&ReportPage {
        report: ReportView::new(&page, &named),
        findings: FindingsView::new(&page, &report.findings),
        acknowledge: is_open.then(|| page.text(hint)),
        page,
    }))
}

async fn acknowledge_report(visitor: Visitor, Path(report): Path<String>, _: Form) -> Result {
    visitor.op.require_collection_staff()?;
    let op = &visitor.op;
    let id = report.parse().map_err(|_| Problem::NotFound)?;
    match conversion_reports::acknowledge(op, id).await {
        // Another member of staff was faster: the list shows the rest.
        Err(error) if error.key() == Some(ErrorKey::RecordNotFound) => redirect_to(LIST_PATH),
        acknowledged => {
            acknowledged?;
            visitor.redirect_with_message("conversion-report-acknowledged", LIST_PATH)
        }
    }
}
