//! Notices of sites to the visitors of their pages (docs/rules/access.md#rule-29).

use std::collections::HashMap;

use domain::SiteId;
use domain::site_notices::SiteNotice;

use crate::{Conn, Result, Sql, parse_record, replaced_value};

/// The notices of all sites that have one, those of other days too. A notice that this program cannot read is
/// left out, because a page is more important.
pub async fn list(mut conn: impl Conn) -> Result<HashMap<SiteId, SiteNotice>> {
    let statement = Sql::new("SELECT id, notice FROM sites WHERE notice IS NOT NULL");
    let rows = conn.fetch_all::<(SiteId, String)>(statement).await?;
    Ok(rows.into_iter().filter_map(|(id, text)| Some((id, parse_record(&text).ok()?))).collect())
}

/// The notice of a site. `None` if there is none, or no such site.
pub async fn get(mut conn: impl Conn, site: &SiteId) -> Result<Option<SiteNotice>> {
    let statement = Sql::new("SELECT notice FROM sites WHERE id = $1").bind(site);
    Ok(conn.fetch_optional::<Option<SiteNotice>>(statement).await?.flatten())
}

/// Replaces the notice of a site. Returns false if the site does not exist.
pub async fn set(mut conn: impl Conn, site: &SiteId, notice: Option<&SiteNotice>) -> Result<bool> {
    let text = notice.map(replaced_value).transpose()?;
    conn.affects_rows(Sql::new("UPDATE sites SET notice = $2 WHERE id = $1").bind(site).bind(text)).await
}
