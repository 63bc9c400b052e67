//! Common parts of reports of conversions and of problems: those that are open, of one site or of all.

use domain::{SiteId, TitleId};

use crate::sql::hide_from_indexes;
use crate::{Conn, PageRequest, Record, Result, Sql};

/// A table of reports. It has the columns `id`, `site_id` and `title_id`.
pub(crate) struct ReportTable {
    pub(crate) name: &'static str,
    pub(crate) open_condition: &'static str,
}

impl ReportTable {
    /// A page of the open reports, oldest first.
    pub(crate) async fn list_open<R: Record>(
        &self,
        mut conn: impl Conn,
        site: Option<&SiteId>,
        page_request: &PageRequest<'_, (), i64>,
    ) -> Result<Vec<R>> {
        let Self { name, open_condition } = self;
        let (sign, order) = if page_request.backward { ("<", "DESC") } else { (">", "ASC") };
        let place =
            page_request.after.map_or(if page_request.backward { i64::MAX } else { 0 }, |(_, id)| *id);
        let statement = R::select_from(&format!("{name} WHERE id {sign} $1 AND {open_condition}"))
            .bind(place)
            .bind(page_request.limit)
            .and_if_some("site_id = ?", site)
            .append(&format!(" ORDER BY id {order} LIMIT $2"));
        conn.fetch_all(statement).await
    }

    pub(crate) async fn count_open(&self, mut conn: impl Conn, site: Option<&SiteId>) -> Result<u64> {
        let Self { name, open_condition } = self;
        let statement = Sql::new(format!("SELECT COUNT(*) FROM {name} WHERE {open_condition}"))
            .and_if_some("site_id = ?", site);
        conn.fetch_one(statement).await
    }

    pub(crate) async fn list_open_titles(
        &self,
        mut conn: impl Conn,
        site: Option<&SiteId>,
        limit: u32,
    ) -> Result<Vec<TitleId>> {
        let Self { name, open_condition } = self;
        let statement = Sql::new(format!(
            "SELECT DISTINCT title_id FROM {name} WHERE {} IS NOT NULL AND {open_condition}",
            hide_from_indexes("title_id")
        ))
        .bind(limit)
        .and_if_some("site_id = ?", site)
        .append(" ORDER BY title_id LIMIT $1");
        conn.fetch_all(statement).await
    }
}
