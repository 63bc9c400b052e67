//! Reports of what was repaired or left out of titles and editions (docs/rules/titles.md#rule-14).

use std::collections::HashSet;

use domain::conversion_reports::{ConversionReport, Findings, Severity};
use domain::{Format, Item, TitleId};
use jiff::Timestamp;

use crate::downloads::item_columns;
use crate::open_reports::OpenReport;
use crate::{Conn, Record as _, Result, Sql, Tx, record, replaced_value};

record! {
    ConversionReport {
        id,
        item: "title_id, edition_id",
        site: "site_id",
        format: "NULLIF(format, '')",
        findings,
        severity,
        reported: "reported_at",
        acknowledged: "acknowledged_at",
    }
}

/// The condition of an open report: it is not acknowledged, and something is missing. Reports about readers'
/// own documents are stored as acknowledged, because staff must not see them.
const OPEN_CONDITION: &str = "acknowledged_at IS NULL AND severity <> 'repaired'";

impl OpenReport for ConversionReport {
    const TABLE: &'static str = "conversion_reports";
    const OPEN_CONDITION: &'static str = OPEN_CONDITION;
}

/// Records what reading (`format` is `None`) or converting an item found, replacing the report before;
/// an empty report removes that. The same findings as before stay acknowledged. The report of a reader's own
/// document is for its owner, and acknowledged from the beginning.
pub async fn put(
    tx: &mut Tx,
    item: &Item,
    format: Option<Format>,
    findings: &Findings,
    now: Timestamp,
) -> Result<()> {
    let (title, edition) = item_columns(item);
    let format = format.map_or("", |format| format.as_str());
    let (key, site) = if title.is_some() {
        ("title_id", "SELECT site_id, owner_id FROM titles WHERE id = $1")
    } else {
        (
            "edition_id",
            "SELECT s.site_id, CAST(NULL AS TEXT) AS owner_id FROM series s \
             JOIN editions e ON e.series_id = s.id WHERE e.id = $2",
        )
    };
    if findings.is_empty() {
        let statement = Sql::new(format!("DELETE FROM conversion_reports WHERE {key} = $1 AND format = $2"));
        let statement = match title {
            Some(title) => statement.bind(title),
            None => statement.bind(edition),
        };
        tx.execute(statement.bind(format)).await?;
        return Ok(());
    }
    let statement = Sql::new(format!(
        "INSERT INTO conversion_reports \
         (title_id, edition_id, site_id, format, severity, findings, reported_at, acknowledged_at) \
         SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), site.site_id, CAST($3 AS TEXT), CAST($4 AS TEXT), \
         CAST($5 AS TEXT), CAST($6 AS BIGINT), \
         CASE WHEN site.owner_id IS NULL THEN NULL ELSE CAST($6 AS BIGINT) END FROM ({site}) site WHERE 1 = 1 \
         ON CONFLICT ({key}, format) WHERE {key} IS NOT NULL DO UPDATE SET \
         acknowledged_at = CASE WHEN conversion_reports.findings = excluded.findings \
         THEN conversion_reports.acknowledged_at ELSE excluded.acknowledged_at END, \
         site_id = excluded.site_id, severity = excluded.severity, findings = excluded.findings, \
         reported_at = excluded.reported_at"
    ))
    .bind_all((title, edition, format, findings.severity().as_str(), replaced_value(findings)?, now));
    tx.execute(statement).await?;
    Ok(())
}

/// Removes the reports of a title's formats, because its book is replaced. That of reading the book stays.
pub async fn forget_formats(mut conn: impl Conn, title: TitleId) -> Result<()> {
    let statement =
        Sql::new("DELETE FROM conversion_reports WHERE title_id = $1 AND format <> ''").bind(title);
    conn.execute(statement).await.map(drop)
}

/// A report for staff. `None` also for those of readers' own documents.
pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<ConversionReport>> {
    let statement = ConversionReport::select_from(
        "conversion_reports WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM titles t \
         WHERE t.id = conversion_reports.title_id AND t.owner_id IS NOT NULL)",
    );
    conn.fetch_optional(statement.bind(id)).await
}

/// The last reports of a title: that of reading first, then by format.
pub async fn list_for_title(mut conn: impl Conn, title: TitleId) -> Result<Vec<ConversionReport>> {
    let statement = ConversionReport::select_from("conversion_reports WHERE title_id = $1 ORDER BY format");
    conn.fetch_all(statement.bind(title)).await
}

/// Returns true if so many words of a title are missing that it must not go live before staff acknowledge
/// it.
pub async fn blocks_publication(mut conn: impl Conn, item: &Item) -> Result<bool> {
    let (title, _) = item_columns(item);
    let statement = Sql::new(
        "SELECT COUNT(*) FROM conversion_reports \
         WHERE title_id = $1 AND severity = $2 AND acknowledged_at IS NULL",
    )
    .bind_all((title, Severity::WordsLost));
    Ok(conn.fetch_one::<i64>(statement).await? > 0)
}

/// Returns those of these titles that must not go live before staff acknowledge a report.
pub async fn find_blocked(mut conn: impl Conn, titles: &[TitleId]) -> Result<HashSet<TitleId>> {
    let statement = Sql::new(
        "SELECT DISTINCT title_id FROM conversion_reports \
         WHERE title_id IN (?) AND severity = $1 AND acknowledged_at IS NULL",
    )
    .bind(Severity::WordsLost);
    conn.fetch_each(statement.for_keys(titles.iter().copied())).await
}

/// Acknowledges an open report. False if there is no such report.
pub async fn acknowledge(mut conn: impl Conn, id: i64, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(format!(
        "UPDATE conversion_reports SET acknowledged_at = $2 WHERE id = $1 AND {OPEN_CONDITION}"
    ))
    .bind(id);
    conn.affects_rows(statement.bind(now)).await
}
