//! Problems with titles that readers report (docs/rules/titles.md#rule-13).

use domain::confirmations::{RecentRequests, WINDOW};
use domain::problem_reports::ProblemReport;
use domain::{AccountId, SiteId, TitleId};
use jiff::Timestamp;

use crate::open_reports::ReportTable;
use crate::{Conn, PageRequest, Result, Sql, Tx, parse_enum, to_count, to_opt_timestamp, to_timestamp};

const COLUMNS: &str = "id, title_id, site_id, account_id, kind, words, reported_at, closed_at";

const TABLE: ReportTable =
    ReportTable { name: "problem_reports", columns: COLUMNS, open_condition: "closed_at IS NULL" };

type ReportRow = (i64, i64, String, Option<String>, String, Option<String>, i64, Option<i64>);

fn report_from_row(
    (id, title, site, account, kind, words, since, closed): ReportRow,
) -> Result<ProblemReport> {
    Ok(ProblemReport {
        id,
        title: TitleId(title),
        site: SiteId(site),
        reporter: account.map(AccountId),
        kind: parse_enum(&kind)?,
        words,
        reported: to_timestamp(since)?,
        closed: to_opt_timestamp(closed)?,
    })
}

/// Adds a report and returns its number; that in the record is ignored.
pub async fn insert(tx: &mut Tx, new: &ProblemReport) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO problem_reports (title_id, site_id, account_id, kind, words, reported_at) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(new.title.0)
    .bind(new.site.as_str())
    .bind(new.reporter.as_ref().map(AccountId::as_str))
    .bind(new.kind.as_str())
    .bind(new.words.as_deref())
    .bind_time(new.reported);
    Ok(tx.fetch_one::<(i64,)>(statement).await?.0)
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
    .bind(report.reporter.as_ref().map(AccountId::as_str))
    .bind_time(since)
    .bind(report.title.0)
    .bind(report.kind.as_str())
    .bind(report.words.as_deref().unwrap_or_default());
    Ok(conn.fetch_optional::<(i64,)>(statement).await?.map(|(id,)| id))
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
    .bind(account.as_str())
    .bind_time(now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN));
    let (count, first) = conn.fetch_one::<(i64, Option<i64>)>(statement).await?;
    Ok(RecentRequests { count: to_count(count)?, first: to_opt_timestamp(first)? })
}

pub async fn get(mut conn: impl Conn, id: i64) -> Result<Option<ProblemReport>> {
    let statement = Sql::new(format!("SELECT {COLUMNS} FROM problem_reports WHERE id = $1")).bind(id);
    conn.fetch_optional::<ReportRow>(statement).await?.map(report_from_row).transpose()
}

/// Reports after a number, oldest first; of one site, or of all. `with_closed` includes closed ones.
pub async fn list(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    with_closed: bool,
    after: i64,
    limit: u32,
) -> Result<Vec<ProblemReport>> {
    let open = if with_closed { "" } else { "AND closed_at IS NULL" };
    let of_site = if site.is_some() { "AND site_id = $3" } else { "" };
    let mut statement = Sql::new(format!(
        "SELECT {COLUMNS} FROM problem_reports WHERE id > $1 {open} {of_site} ORDER BY id LIMIT $2"
    ))
    .bind(after)
    .bind(i64::from(limit));
    if let Some(site) = site {
        statement = statement.bind(site.as_str());
    }
    conn.fetch_all::<ReportRow>(statement).await?.into_iter().map(report_from_row).collect()
}

/// The open reports about a title, oldest first.
pub async fn list_open_of_title(
    mut conn: impl Conn,
    title: TitleId,
    limit: u32,
) -> Result<Vec<ProblemReport>> {
    let statement = Sql::new(format!(
        "SELECT {COLUMNS} FROM problem_reports WHERE title_id = $1 AND closed_at IS NULL ORDER BY id LIMIT $2"
    ))
    .bind(title.0)
    .bind(i64::from(limit));
    conn.fetch_all::<ReportRow>(statement).await?.into_iter().map(report_from_row).collect()
}

/// A page of the open reports, oldest first; of one site, or of all.
pub async fn open(
    conn: impl Conn,
    site: Option<&SiteId>,
    page_request: &PageRequest<'_, (), i64>,
) -> Result<Vec<ProblemReport>> {
    let rows = TABLE.list_open::<ReportRow>(conn, site, page_request).await?;
    rows.into_iter().map(report_from_row).collect()
}

/// Counts the open reports of one site, or of all.
pub async fn open_count(conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    TABLE.count_open(conn, site).await
}

/// Titles of one site, or of all, with open reports: up to `limit`, by number.
pub async fn list_open_titles(conn: impl Conn, site: Option<&SiteId>, limit: u32) -> Result<Vec<TitleId>> {
    TABLE.list_open_titles(conn, site, limit).await
}

/// Closes an open report. False if there is no such report.
pub async fn close(mut conn: impl Conn, id: i64, now: Timestamp) -> Result<bool> {
    let statement =
        Sql::new("UPDATE problem_reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL").bind(id);
    conn.affects_rows(statement.bind_time(now)).await
}
