//! Readers' histories, for recommendations, and the titles that are read by the same
//! people.

use std::collections::HashMap;

use domain::recommendations::Neighbor;
use domain::{AccountId, SiteId, TitleId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Result, Sql, insert_rows, parse_record, replaced_value};

/// A reader's use of titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnHistory {
    /// Downloaded, by the reader or for the reader, or read in; the newest first.
    pub read: Vec<TitleId>,
    /// Only assigned.
    pub assigned: Vec<TitleId>,
}

/// All titles that a reader downloaded, received, read in, or was assigned. Downloads for others count,
/// because a teacher's taste is that of the class.
pub async fn get_own_history(mut conn: impl Conn, reader: &AccountId) -> Result<OwnHistory> {
    let statement = Sql::new(
        "SELECT title_id, MAX(at) AS latest FROM ( \
             SELECT title_id, date_requested AS at FROM downloads \
                 WHERE recipient_id = $1 AND status <> 'FAILED' AND title_id IS NOT NULL \
             UNION ALL SELECT title_id, date_requested FROM downloads \
                 WHERE caller_id = $1 AND status <> 'FAILED' AND title_id IS NOT NULL \
             UNION ALL SELECT title_id, MAX(date_at) FROM reading_events \
                 WHERE account_id = $1 GROUP BY title_id \
             UNION ALL SELECT title_id, NULL FROM assignments WHERE account_id = $1 \
         ) AS own GROUP BY title_id ORDER BY latest DESC, title_id DESC",
    )
    .bind(reader);
    let mut history = OwnHistory::default();
    for (title, latest) in conn.fetch_all::<(TitleId, Option<i64>)>(statement).await? {
        let of = if latest.is_some() { &mut history.read } else { &mut history.assigned };
        of.push(title);
    }
    Ok(history)
}

/// The account `count` rows after another one of the site, ordered by identifier; the last one if there are
/// fewer, `None` if there is no account.
pub async fn skip_readers(
    mut conn: impl Conn,
    site: &SiteId,
    after: &str,
    count: u32,
) -> Result<Option<AccountId>> {
    let statement = Sql::new(
        "SELECT MAX(id) FROM (SELECT id FROM accounts WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT $3) \
         AS readers",
    )
    .bind_all((site, after, count));
    conn.fetch_one(statement).await
}

/// Titles that readers of a site downloaded or read in, for those whose identifiers are in a range (`after`
/// excluded, `to` included): up to `max_titles` newest titles each, the newest first; ordered by identifier.
pub async fn list_histories(
    mut conn: impl Conn,
    site: &SiteId,
    after: &str,
    to: &AccountId,
    max_titles: usize,
) -> Result<Vec<Vec<TitleId>>> {
    let statement = Sql::new(format!(
        "SELECT account_id, title_id FROM ( \
             SELECT account_id, title_id, \
                 ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY latest DESC, title_id DESC) AS place \
             FROM (SELECT account_id, title_id, MAX(at) AS latest FROM ( \
                 SELECT recipient_id AS account_id, title_id, date_requested AS at FROM downloads \
                     WHERE recipient_id > $2 AND recipient_id <= $3 AND status <> 'FAILED' \
                         AND title_id IS NOT NULL \
                 UNION ALL SELECT account_id, title_id, date_at FROM reading_events \
                     WHERE account_id > $2 AND account_id <= $3 \
             ) AS events GROUP BY account_id, title_id) AS titles \
         ) AS placed JOIN accounts a ON a.id = account_id \
         WHERE a.site_id = $1 AND place <= {max_titles} ORDER BY account_id, place"
    ))
    .bind_all((site, after, to));
    let mut histories: Vec<Vec<TitleId>> = Vec::new();
    let mut last: Option<String> = None;
    for (account, title) in conn.fetch_all::<(String, TitleId)>(statement).await? {
        if last.as_ref() != Some(&account) {
            histories.push(Vec::new());
            last = Some(account);
        }
        if let Some(history) = histories.last_mut() {
            history.push(title);
        }
    }
    Ok(histories)
}

/// Sets the neighbors of some titles, as counted at a time.
pub async fn set_neighbors(
    mut conn: impl Conn,
    site: &SiteId,
    neighbors: &[(TitleId, Vec<Neighbor>)],
    at: Timestamp,
) -> Result<()> {
    let row = |(title, neighbors): &(TitleId, Vec<Neighbor>)| {
        let neighbors: Vec<(i64, f64)> =
            neighbors.iter().map(|n| (n.title.0, round_similarity(n.similarity))).collect();
        let row = TableRow::new("title_neighbors")
            .set("site_id", site)
            .set("title_id", *title)
            .set("neighbors", replaced_value(&neighbors)?)
            .set("refreshed_at", at);
        Ok(row)
    };
    let rows = neighbors.iter().map(row).collect::<Result<Vec<_>>>()?;
    let replace = OnConflict::Replace(&["site_id", "title_id"]);
    conn.execute_each(insert_rows(rows, replace)).await.map(drop)
}

/// Deletes the neighbors of titles that were counted before a moment; returns how many.
pub async fn forget_neighbors(mut conn: impl Conn, site: &SiteId, before: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM title_neighbors WHERE site_id = $1 AND refreshed_at < $2")
        .bind_all((site, before));
    conn.execute(statement).await
}

/// The neighbors of these titles on a site; titles without any are left out.
pub async fn get_neighbors(
    mut conn: impl Conn,
    site: &SiteId,
    titles: &[TitleId],
) -> Result<HashMap<TitleId, Vec<Neighbor>>> {
    let select =
        Sql::new("SELECT title_id, neighbors FROM title_neighbors WHERE site_id = $1 AND title_id IN (?)");
    let rows: Vec<(TitleId, String)> =
        conn.fetch_each(select.bind(site).for_keys(titles.iter().copied())).await?;
    rows.into_iter()
        .map(|(title, neighbors)| {
            let neighbors: Vec<(i64, f64)> = parse_record(&neighbors)?;
            let neighbors =
                neighbors.into_iter().map(|(id, similarity)| Neighbor { title: TitleId(id), similarity });
            Ok((title, neighbors.collect()))
        })
        .collect()
}

/// Rounds to four digits, which are more than precise enough and take a third of the space.
fn round_similarity(similarity: f64) -> f64 {
    (similarity * 1e4).round() / 1e4
}
