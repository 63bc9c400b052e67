//! Problems with titles that readers report (docs/rules/titles.md#rule-13).

use domain::confirmations::{RecentRequests, WINDOW};
use domain::dates::time_before;
use domain::problem_reports::ProblemReport;
use domain::{AccountId, SiteId, TitleId};
use jiff::Timestamp;

use crate::open_reports::OpenReport;
use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

record! {
    ProblemReport {
        id,
        title: "title_id",
        site: "site_id",
        reporter: "account_id",
        kind,
        words,
        reported: "reported_at",
        closed: "closed_at",
    }
}

impl OpenReport for ProblemReport {
    const TABLE: &'static str = "problem_reports";
    const OPEN_CONDITION: &'static str = "closed_at IS NULL";
}

/// Adds a report and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &ProblemReport) -> Result<i64> {
    let row = TableRow::new("problem_reports")
        .set("title_id", new.title)
        .set("site_id", &new.site)
        .set("account_id", &new.reporter)
        .set("kind", new.kind)
        .set("words", new.words.as_deref())
        .set("reported_at", new.reported);
    tx.fetch_one(row.insert().append(" RETURNING id")).await
}

/// The number of a report since this moment with the same reader, title, kind and words, if there is one.
pub async fn find_equal(
    mut conn: impl Conn,
    report: &ProblemReport,
    since: Timestamp,
) -> Result<Option<i64>> {
    let statement = Sql::new(
        "SELECT id FROM problem_reports WHERE account_id = $1 AND reported_at >= $2 AND title_id = $3 \
         AND kind = $4 AND COALESCE(words, '') = $5 ORDER BY id DESC LIMIT 1",
    )
    .bind(&report.reporter)
    .bind(since)
    .bind(report.title)
    .bind(report.kind)
    .bind(report.words.as_deref().unwrap_or_default());
    conn.fetch_optional(statement).await
}

/// The reports of a reader within the last day.
pub async fn count_recent(
    mut conn: impl Conn,
    account: &AccountId,
    now: Timestamp,
) -> Result<RecentRequests> {
    let statement = Sql::new(
        "SELECT COUNT(*), MIN(reported_at) FROM problem_reports WHERE account_id = $1 AND reported_at > $2",
    )
    .bind_all((account, time_before(now, WINDOW)));
    conn.fetch_one(statement).await
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<ProblemReport>> {
    conn.fetch_optional(ProblemReport::select_from("problem_reports WHERE id = $1").bind(id)).await
}

/// Reports after a number, oldest first; of one site, or of all. `with_closed` includes closed ones.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    with_closed: bool,
    after: i64,
    limit: u32,
) -> Result<Vec<ProblemReport>> {
    let open = if with_closed { "" } else { " AND closed_at IS NULL" };
    let statement = ProblemReport::select_from("problem_reports WHERE id > $1")
        .bind(after)
        .append(open)
        .and_if_some("site_id = ?", site)
        .append(&format!(" ORDER BY id LIMIT {limit}"));
    conn.fetch_all(statement).await
}

/// The open reports about a title, oldest first.
pub async fn list_open_of_title(
    mut conn: impl Conn,
    title: TitleId,
    limit: u32,
) -> Result<Vec<ProblemReport>> {
    let statement = ProblemReport::select_from(
        "problem_reports WHERE title_id = $1 AND closed_at IS NULL ORDER BY id LIMIT $2",
    );
    conn.fetch_all(statement.bind(title).bind(limit)).await
}

/// Closes an open report. False if there is no such report.
pub async fn close(mut conn: impl Conn, id: i64, now: Timestamp) -> Result<bool> {
    let statement =
        Sql::new("UPDATE problem_reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL").bind(id);
    conn.affects_rows(statement.bind(now)).await
}
