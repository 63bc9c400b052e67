//! Reads the catalog of a site for exports, in batches by title number. Each batch takes a constant number of
//! statements.

use std::collections::HashMap;

use domain::{SiteId, Title, TitleId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql};

/// A chunk of the numbers of titles.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportChunk {
    /// The requested titles in it, by number.
    pub titles: Vec<Title>,
    /// Its last number; the next part begins after it. `None` at the end.
    pub last: Option<TitleId>,
    /// Number of its titles, requested or not.
    pub title_count: u64,
}

/// The next `limit` titles after `id`, and of these all that belong to the site, are not users' own
/// documents, and have changed since then. The iteration goes by number regardless of the filter, so that
/// each batch costs the same.
pub async fn read_chunk(
    mut conn: impl Conn,
    site: &SiteId,
    since: Option<Timestamp>,
    id: TitleId,
    limit: u32,
) -> Result<ExportChunk> {
    let statement = Sql::new(
        "SELECT id, CASE WHEN site_id = CAST($3 AS TEXT) AND owner_id IS NULL AND updated_at >= CAST($4 AS BIGINT) \
         THEN document END FROM titles WHERE id > $1 ORDER BY id LIMIT $2",
    )
    .bind_all((id, limit, site, since.unwrap_or(Timestamp::MIN)));
    let rows = conn.fetch_all::<(TitleId, Option<Title>)>(statement).await?;
    Ok(ExportChunk {
        last: rows.last().map(|(id, _)| *id),
        title_count: rows.len() as u64,
        titles: rows.into_iter().filter_map(|(_, title)| title).collect(),
    })
}

/// The ISBNs of these titles; those without one are left out. One statement.
pub async fn list_isbns(mut conn: impl Conn, ids: &[TitleId]) -> Result<HashMap<TitleId, String>> {
    let select = Sql::new("SELECT id, isbn13 FROM titles WHERE isbn13 IS NOT NULL AND id IN (?)");
    conn.fetch_each(select.for_keys(ids.iter().copied())).await
}
