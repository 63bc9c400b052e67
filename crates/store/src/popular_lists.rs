//! Popular lists of a site, counted over its readers' download records
//! (docs/rules/recommendations.md#rule-1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use domain::popular_lists::{Popular, PopularList};
use domain::{SiteId, TitleId};
use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::sql::TableRow;
use crate::{
    Conn, OnConflict, Record as _, Result, Sql, Tx, insert_rows, parse_record, record, replaced_value,
};

/// Bytes of an identifier: far more than keep the lists of a site apart.
const ID_BYTES: usize = 10;

/// The identifier of a list: the same at every refresh, and on every site.
pub fn list_id(list: &PopularList) -> String {
    let name = match list {
        PopularList::Year => "year".to_owned(),
        PopularList::Month => "month".to_owned(),
        PopularList::Category(name) => format!("category {name}"),
    };
    URL_SAFE.encode(&Sha256::digest(name)[..ID_BYTES])
}

record! { Popular { title: "d.title_id", readers: "COUNT(DISTINCT d.recipient_id)" } }

/// Number of readers of the site who requested each title since then, in any format: the most first, of
/// equals the smaller number. A reader who requested it often, or for whom several people did, counts once.
/// Guests do not count: all of them share one record, which does not say how many they are. Failed downloads
/// do not count.
pub async fn count_readers(mut conn: impl Conn, site: &SiteId, since: Timestamp) -> Result<Vec<Popular>> {
    let statement = Popular::select_from(
        "downloads d JOIN accounts a ON a.id = d.recipient_id \
         WHERE a.site_id = $1 AND d.date_requested >= $2 AND d.status <> 'FAILED' AND d.title_id IS NOT NULL \
         GROUP BY d.title_id ORDER BY COUNT(DISTINCT d.recipient_id) DESC, d.title_id",
    )
    .bind_all((site, since));
    conn.fetch_all(statement).await
}

pub async fn replace_all(
    tx: &mut Tx,
    site: &SiteId,
    lists: &[(PopularList, Vec<Popular>)],
    now: Timestamp,
) -> Result<()> {
    tx.execute(Sql::new("DELETE FROM popular_lists WHERE site_id = $1").bind(site)).await?;
    let row = |(list, titles): &(PopularList, Vec<Popular>)| {
        let titles: Vec<(i64, u64)> = titles.iter().map(|p| (p.title.0, p.readers)).collect();
        let row = TableRow::new("popular_lists")
            .set("site_id", site)
            .set("id", list_id(list))
            .set("list", replaced_value(list)?)
            .set("titles", replaced_value(&titles)?)
            .set("refreshed_at", now);
        Ok(row)
    };
    let rows = lists.iter().map(row).collect::<Result<Vec<_>>>()?;
    tx.execute_each(insert_rows(rows, OnConflict::Fail)).await.map(drop)
}

/// The lists of a site: the year, the month, then categories by name.
pub async fn list(mut conn: impl Conn, site: &SiteId) -> Result<Vec<PopularList>> {
    let statement = Sql::new("SELECT list FROM popular_lists WHERE site_id = $1").bind(site);
    let mut lists = conn.fetch_all::<PopularList>(statement).await?;
    lists.sort_unstable();
    Ok(lists)
}

/// One list of a site with its titles, the most popular first.
pub async fn get(
    mut conn: impl Conn,
    site: &SiteId,
    id: &str,
) -> Result<Option<(PopularList, Vec<Popular>)>> {
    Ok(get_many(&mut conn, site, &[id.to_owned()]).await?.pop())
}

/// These lists of a site, by identifier; unknown ones are left out.
pub async fn get_many(
    mut conn: impl Conn,
    site: &SiteId,
    ids: &[String],
) -> Result<Vec<(PopularList, Vec<Popular>)>> {
    let select = Sql::new("SELECT list, titles FROM popular_lists WHERE site_id = $1 AND id IN (?)");
    let rows: Vec<(PopularList, String)> = conn.fetch_each(select.bind(site).for_keys(ids)).await?;
    rows.into_iter().map(|(list, titles)| Ok((list, parse_titles(&titles)?))).collect()
}

fn parse_titles(titles: &str) -> Result<Vec<Popular>> {
    let titles: Vec<(i64, u64)> = parse_record(titles)?;
    Ok(titles.into_iter().map(|(title, readers)| Popular { title: TitleId(title), readers }).collect())
}

/// Time of the last refresh of any site's lists. `None` in a new library.
pub async fn last_refresh(mut conn: impl Conn) -> Result<Option<Timestamp>> {
    conn.fetch_one(Sql::new("SELECT MAX(refreshed_at) FROM popular_lists")).await
}
