//! Numbers for reports, and people for a work list (docs/rules/reports.md). Organizations that staff leave
//! out of reports, and their people, do not count, except in a report about themselves.

use std::fmt::Write as _;

use domain::reports::DisabilityGroup;
use domain::{Account, AccountId, Format, OrganizationId, SiteId};
use jiff::Timestamp;

use crate::{Conn, Record as _, Result, Sql, parse_enum, record};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportScope<'a> {
    Site(&'a SiteId),
    /// The members of an organization.
    Organization(&'a OrganizationId),
}

/// Readers: `a` is the account.
const READER_CONDITION: &str = "NOT a.deleted AND (a.is_member OR a.is_individual)";

/// People of organizations that reports ignore. The flag is only in the document, which is written without
/// spaces; in a name its quotes would be escaped. Documents are read once for all people.
const IS_REPORTED: &str = "(NOT a.is_member OR a.organization_id IS NULL OR a.organization_id NOT IN \
     (SELECT o.id FROM organizations o WHERE o.document LIKE '%\"unreported\":true%'))";

impl ReportScope<'_> {
    /// The condition for accounts `a`, and its value, which has this number in the statement.
    fn condition(&self, number: usize) -> (String, &str) {
        match self {
            Self::Site(site) => (format!("a.site_id = ${number} AND {IS_REPORTED}"), site.as_str()),
            Self::Organization(id) => (format!("a.organization_id = ${number} AND a.is_member"), id.as_str()),
        }
    }
}

/// The number of readers by grade and disability. Grades are codes; `None` for readers without one.
pub async fn count_readers(
    mut conn: impl Conn,
    scope: ReportScope<'_>,
) -> Result<Vec<(Option<String>, DisabilityGroup, u64)>> {
    let (condition, value) = scope.condition(1);
    let statement = Sql::new(format!(
        "SELECT grade, disability, COUNT(*) FROM ( \
             SELECT a.id, a.grade AS grade, CASE COUNT(p.disability_type) WHEN 0 THEN 'none' \
                 WHEN 1 THEN MIN(p.disability_type) ELSE 'several' END AS disability \
             FROM accounts a LEFT JOIN proofs p ON p.account_id = a.id \
             WHERE {READER_CONDITION} AND {condition} GROUP BY a.id, a.grade \
         ) AS readers GROUP BY grade, disability"
    ))
    .bind(value);
    let rows = conn.fetch_all::<(Option<String>, String, u64)>(statement).await?;
    rows.into_iter()
        .map(|(grade, disability, count)| {
            let group = match disability.as_str() {
                "none" => DisabilityGroup::NoProof,
                "several" => DisabilityGroup::Several,
                kind => DisabilityGroup::Single(parse_enum(kind)?),
            };
            Ok((grade, group, count))
        })
        .collect()
}

/// The number of books and editions that readers fetched, by period and format. `starts` are the beginnings
/// of the periods in order, and `end` is the end of the last one; a period is identified by its index.
/// Documents of readers do not count. Reads what was fetched in these periods, and the people once.
pub async fn count_fetched(
    mut conn: impl Conn,
    scope: ReportScope<'_>,
    starts: &[Timestamp],
    end: Timestamp,
) -> Result<Vec<(usize, Format, u64)>> {
    let Some((first, later)) = starts.split_first() else { return Ok(Vec::new()) };
    let (condition, value) = scope.condition(3);
    let mut period = String::from("CAST(CASE");
    for place in 0..later.len() {
        // Writing to a string cannot fail.
        let _ = write!(period, " WHEN d.date_downloaded < ${} THEN {place}", place + 4);
    }
    let _ = write!(period, " ELSE {} END AS BIGINT)", later.len());
    let period = if later.is_empty() { "CAST(0 AS BIGINT)" } else { &*period };
    let statement = Sql::new(format!(
        "SELECT period, format, COUNT(*) FROM ( \
             SELECT {period} AS period, d.format AS format FROM downloads d \
             WHERE d.date_downloaded >= $1 AND d.date_downloaded < $2 \
             AND COALESCE(d.recipient_id, d.caller_id) IN (SELECT a.id FROM accounts a WHERE {condition}) \
             AND NOT EXISTS (SELECT 1 FROM documents x WHERE x.title_id = d.title_id) \
         ) AS fetched GROUP BY period, format"
    ))
    .bind_all((*first, end, value))
    .bind_list(later.iter().copied());
    conn.fetch_all(statement).await
}

/// The position of a reader in a list: the last book, in microseconds, 0 without one; and the identifier.
pub type IdlePosition = (i64, AccountId);

/// A reader who has fetched no book for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleReader {
    pub account: Account,
    /// Name of the organization. `None` without one.
    pub organization: Option<String>,
    /// Time of the last download. `None` if there was none.
    pub last_book: Option<Timestamp>,
}

record! {
    IdleReader {
        account: "a.document",
        organization: "o.name",
        last_book: "NULLIF(listed.last_book, 0)",
    }
}

/// Readers who have fetched no book since a moment, and whose accounts are older: those who have waited the
/// longest first, each with the position. At most `limit`.
pub async fn list_idle(
    mut conn: impl Conn,
    scope: ReportScope<'_>,
    since: Timestamp,
    after: Option<&IdlePosition>,
    limit: u32,
) -> Result<Vec<(IdlePosition, IdleReader)>> {
    // Signed-in users are the recipients of the copies that they fetch.
    const LAST_BOOK: &str =
        "COALESCE((SELECT MAX(b.date_downloaded) FROM downloads b WHERE b.recipient_id = a.id), 0)";
    let (condition, value) = match scope {
        ReportScope::Site(site) => ("a.site_id = $2", site.as_str()),
        ReportScope::Organization(id) => ("a.organization_id = $2 AND a.is_member", id.as_str()),
    };
    let later = match after {
        None => "",
        Some(_) => "AND (last_book > $3 OR (last_book = $3 AND id > $4))",
    };
    // Each reader's last book is looked up once, and only the records of those who are listed are read.
    let statement = Sql::new(format!(
        "WITH readers AS MATERIALIZED (SELECT a.id, {LAST_BOOK} AS last_book FROM accounts a \
             WHERE {READER_CONDITION} AND NOT a.locked AND {condition} AND a.created_at < $1), \
         listed AS (SELECT id, last_book FROM readers WHERE last_book < $1 {later} \
             ORDER BY last_book, id LIMIT {limit}) \
         SELECT listed.last_book, a.id, {} FROM listed \
         JOIN accounts a ON a.id = listed.id LEFT JOIN organizations o ON o.id = a.organization_id \
         ORDER BY listed.last_book, listed.id",
        IdleReader::COLUMNS
    ))
    .bind_all((since, value));
    let statement = match after {
        None => statement,
        Some((last_book, id)) => statement.bind(*last_book).bind(id),
    };
    conn.fetch_all(statement).await
}
