//! The use of titles by readers, in numbers: nobody is named.

use domain::TitleId;
use jiff::Timestamp;

use crate::{Conn, Result, Sql, to_count};

/// Numbers of readers, lists and copies of some titles. Each reader and list counts once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TitleUsage {
    /// Readers to whom a title is assigned.
    pub assigned: u64,
    pub lists: u64,
    /// Readers who have fetched a copy since a moment.
    pub fetched: u64,
    /// Readers whose position has changed since that moment.
    pub reading: u64,
    /// Copies that are being prepared.
    pub preparing: u64,
}

/// Counts the use of these titles, in one statement. `since`: the moment from which fetches and positions
/// count.
pub async fn count_usage(mut conn: impl Conn, titles: &[TitleId], since: Timestamp) -> Result<TitleUsage> {
    if titles.is_empty() {
        return Ok(TitleUsage::default());
    }
    let statement = Sql::new(
        "SELECT (SELECT COUNT(DISTINCT account_id) FROM assignments WHERE title_id IN (?)), \
         (SELECT COUNT(DISTINCT list_id) FROM reading_list_titles WHERE title_id IN (?)), \
         (SELECT COUNT(DISTINCT COALESCE(recipient_id, caller_id)) FROM downloads \
             WHERE title_id IN (?) AND date_downloaded >= $1), \
         (SELECT COUNT(DISTINCT account_id) FROM progressions WHERE title_id IN (?) AND modified_at >= $1), \
         (SELECT COUNT(*) FROM downloads WHERE title_id IN (?) AND status = 'PENDING')",
    )
    .bind_time(since)
    .bind_in(titles.iter().map(|id| id.0));
    let (assigned, lists, fetched, reading, preparing) =
        conn.fetch_one::<(i64, i64, i64, i64, i64)>(statement).await?;
    Ok(TitleUsage {
        assigned: to_count(assigned)?,
        lists: to_count(lists)?,
        fetched: to_count(fetched)?,
        reading: to_count(reading)?,
        preparing: to_count(preparing)?,
    })
}
