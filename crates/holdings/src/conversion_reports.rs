//! Counts repairs and omissions of books that are read or converted, for the metrics.

use domain::conversion_reports::Findings;

/// Adds findings to the metrics, by code: a closed set.
pub fn count_findings(findings: &Findings) {
    for finding in &findings.list {
        let outcome = if finding.left_out { "left_out" } else { "repaired" };
        metrics::counter!("openshelf_findings_total", "code" => finding.code.clone(), "outcome" => outcome)
            .increment(1);
    }
}
