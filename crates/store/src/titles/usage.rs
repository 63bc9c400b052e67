//! The use of titles by readers, in numbers: nobody is named.

use domain::TitleId;
use jiff::Timestamp;

use crate::{Conn, Record as _, Result, Sql, record};

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

record! {
    TitleUsage {
        assigned: "(SELECT COUNT(DISTINCT account_id) FROM assignments WHERE title_id IN (?))",
        lists: "(SELECT COUNT(DISTINCT list_id) FROM reading_list_titles WHERE title_id IN (?))",
        fetched: "(SELECT COUNT(DISTINCT COALESCE(recipient_id, caller_id)) FROM downloads \
            WHERE title_id IN (?) AND date_downloaded >= $1)",
        reading: "(SELECT COUNT(DISTINCT account_id) FROM progressions \
            WHERE title_id IN (?) AND modified_at >= $1)",
        preparing: "(SELECT COUNT(*) FROM downloads WHERE title_id IN (?) AND status = 'PENDING')",
    }
}

/// Counts the use of these titles, in one statement. `since`: the moment from which fetches and positions
/// count.
pub async fn count_usage(mut conn: impl Conn, titles: &[TitleId], since: Timestamp) -> Result<TitleUsage> {
    if titles.is_empty() {
        return Ok(TitleUsage::default());
    }
    let statement = Sql::new(format!("SELECT {}", TitleUsage::COLUMNS));
    conn.fetch_one(statement.bind(since).bind_in(titles.iter().copied())).await
}
