//! Reports of conversions and of problems that are open, of one site or of all.

use domain::{SiteId, TitleId};

use crate::sql::hide_from_indexes;
use crate::{Conn, PageRequest, Record, Result, Sql};

/// A kind of report, with a table of its own.
pub trait OpenReport: Record {
    /// The table. It has the columns `id`, `site_id` and `title_id`.
    const TABLE: &'static str;
    const OPEN_CONDITION: &'static str;
}

/// A page of the open reports, oldest first.
pub async fn list<R: OpenReport>(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    page_request: &PageRequest<'_, (), i64>,
) -> Result<Vec<R>> {
    let (sign, order) = if page_request.backward { ("<", "DESC") } else { (">", "ASC") };
    let place = page_request.after.map_or(if page_request.backward { i64::MAX } else { 0 }, |(_, id)| *id);
    let statement = R::select_from(&format!("{} WHERE id {sign} $1 AND {}", R::TABLE, R::OPEN_CONDITION))
        .bind_all((place, page_request.limit))
        .and_if_some("site_id = ?", site)
        .append(&format!(" ORDER BY id {order} LIMIT $2"));
    conn.fetch_all(statement).await
}

pub async fn count<R: OpenReport>(mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
    let text = format!("SELECT COUNT(*) FROM {} WHERE {}", R::TABLE, R::OPEN_CONDITION);
    conn.fetch_one(Sql::new(text).and_if_some("site_id = ?", site)).await
}

/// Titles with open reports: up to `limit`, by number.
pub async fn list_titles<R: OpenReport>(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    limit: u32,
) -> Result<Vec<TitleId>> {
    let statement = Sql::new(format!(
        "SELECT DISTINCT title_id FROM {} WHERE {} IS NOT NULL AND {}",
        R::TABLE,
        hide_from_indexes("title_id"),
        R::OPEN_CONDITION
    ))
    .bind(limit)
    .and_if_some("site_id = ?", site)
    .append(" ORDER BY title_id LIMIT $1");
    conn.fetch_all(statement).await
}
