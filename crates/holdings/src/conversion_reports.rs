//! Keeps what was repaired or left out when a book was read or converted, and counts it for the metrics.

use domain::conversion_reports::Findings;
use domain::downloads::Item;
use domain::formats::Format;
use jiff::Timestamp;
use store::{Tx, conversion_reports};

/// Stores the report of reading (`format` is `None`) or converting a title or edition, for collection staff.
pub async fn store_report(
    tx: &mut Tx,
    item: &Item,
    format: Option<Format>,
    findings: &Findings,
    now: Timestamp,
) -> store::Result<()> {
    conversion_reports::put(tx, item, format, findings, now).await
}

/// Adds findings to the metrics, by code: a closed set.
pub(crate) fn count_findings(findings: &Findings) {
    for finding in &findings.list {
        let outcome = if finding.left_out { "left_out" } else { "repaired" };
        metrics::counter!("openshelf_findings_total", "code" => finding.code.clone(), "outcome" => outcome)
            .increment(1);
    }
}
