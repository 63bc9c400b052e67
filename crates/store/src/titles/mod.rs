//! Titles: key columns next to the whole record as one document. Every write appends to the change log in
//! its own transaction.

mod single;
mod sync;
mod usage;

use std::collections::HashMap;
use std::sync::Arc;

use domain::sites::Sharing;
use domain::{SiteId, Title, TitleId};

use crate::json::{lock_and_change_documents, new_document};
use crate::sql::{ROWS_PER_STATEMENT, TableRow, update_rows};
use crate::{Conn, Db, OnConflict, Result, Row, Sql, Tx, changes, insert_rows, parse_record};

pub use usage::{TitleUsage, count_usage};

fn sharing_word(sharing: &Sharing) -> &'static str {
    match sharing {
        Sharing::None => "none",
        Sharing::Sites(_) => "sites",
        Sharing::All => "all",
    }
}

/// A number for a new title. Numbers are never given twice, except those of transactions that were rolled
/// back.
pub async fn next_id(tx: &mut Tx) -> Result<TitleId> {
    next_ids(tx, 1).await
}

/// The first of `count` numbers in a row for new titles.
pub async fn next_ids(tx: &mut Tx, count: u32) -> Result<TitleId> {
    changes::lock(tx).await?;
    let statement =
        Sql::new("UPDATE counters SET value = value + $1 WHERE name = 'titles' RETURNING value").bind(count);
    let last = tx.fetch_one::<i64>(statement).await?;
    Ok(TitleId(last - i64::from(count) + 1))
}

/// Adds a title under its own number. `source_hash` is the hash of its source file, by which ingestion
/// recognizes it.
///
/// Conflicts: `titles_pkey`; `titles_source_hash` and `titles_product_identifier`, both within a site.
pub async fn insert(tx: &mut Tx, title: &Title, source_hash: Option<&str>) -> Result<()> {
    insert_titles(tx, &[(title, source_hash)]).await
}

/// Adds many titles, each with the hash of its source file. Conflicts as for [`insert`].
pub async fn insert_many(tx: &mut Tx, titles: &[(Title, Option<String>)]) -> Result<()> {
    for chunk in titles.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<_> = chunk.iter().map(|(title, hash)| (title, hash.as_deref())).collect();
        insert_titles(tx, &rows).await?;
    }
    Ok(())
}

async fn insert_titles(tx: &mut Tx, titles: &[(&Title, Option<&str>)]) -> Result<()> {
    let ids: Vec<TitleId> = titles.iter().map(|(title, _)| title.id).collect();
    // First the log, then the titles: every writer takes the log's lock first, so none can deadlock.
    changes::append(tx, &ids).await?;
    let row = |(title, source_hash): &(&Title, Option<&str>)| {
        let row = title_row(title, new_document(*title)?)
            .set("product_identifier", title.metadata.product_identifier.as_deref())
            .set("source_hash", *source_hash)
            .set("created_at", title.dates.created);
        Ok(row)
    };
    let rows = titles.iter().map(row).collect::<Result<Vec<_>>>()?;
    tx.execute_each(insert_rows(rows, OnConflict::Fail)).await.map(drop)
}

/// The columns that are written with the record.
fn title_row(title: &Title, document: String) -> TableRow<'static> {
    TableRow::new("titles")
        .set("id", title.id)
        .set("site_id", &title.site)
        .set("owner_id", &title.owner)
        .set("status", title.status.as_str())
        .set("usage_restriction", title.usage.as_str())
        .set("sharing", sharing_word(&title.sharing))
        .set("isbn13", title.metadata.isbn13.as_deref())
        .set("updated_at", title.dates.updated)
        .set("document", document)
        .set("sort_title", title.sort_title())
        .set("sort_author", title.sort_author())
}

/// Replaces a title's record. The keys by which the site identifies it stay: the hash of its source, and its
/// product identifier ([`hold_product_identifiers`]). False if the title does not exist.
pub async fn update(tx: &mut Tx, title: &Title) -> Result<bool> {
    Ok(update_titles(tx, &[title]).await? > 0)
}

/// Replaces the records of many titles; unknown ones are left out. A few statements for every 500 titles.
pub async fn update_many(tx: &mut Tx, titles: &[Title]) -> Result<()> {
    for chunk in titles.chunks(ROWS_PER_STATEMENT) {
        update_titles(tx, &chunk.iter().collect::<Vec<_>>()).await?;
    }
    Ok(())
}

async fn update_titles(tx: &mut Tx, titles: &[&Title]) -> Result<u64> {
    let ids: Vec<TitleId> = titles.iter().map(|title| title.id).collect();
    changes::append(tx, &ids).await?;
    let records: Vec<(i64, &Title)> = titles.iter().map(|title| (title.id.0, *title)).collect();
    let documents = lock_and_change_documents(tx, &records).await?;
    let rows = titles.iter().zip(documents).map(|(title, document)| title_row(title, document));
    tx.execute_each(update_rows(rows)).await
}

/// Sets the hash of the source file of a title. Conflict `titles_source_hash`.
pub async fn set_source_hash(tx: &mut Tx, id: TitleId, hash: &str) -> Result<bool> {
    tx.affects_rows(Sql::new("UPDATE titles SET source_hash = $2 WHERE id = $1").bind(id).bind(hash)).await
}

/// These titles, with all other writers of titles kept out until the transaction ends: read, change,
/// [`update_many`].
pub async fn get_many_for_update(tx: &mut Tx, ids: &[TitleId]) -> Result<Vec<Title>> {
    changes::lock(tx).await?;
    find_by_ids(tx, ids).await
}

/// One title, with all other writers of titles kept out until the transaction ends, and those who have
/// changes of this one accepted too ([`lock`]): read, change, [`update`].
pub async fn get_for_update(tx: &mut Tx, id: TitleId) -> Result<Option<Title>> {
    changes::lock(tx).await?;
    lock(tx, id).await?;
    get(tx, id).await
}

/// Keeps others from having changes of this title accepted or applied until the transaction ends, so that all
/// agree on their order. `false` if the title does not exist. A caller that also takes the lock of all
/// writers takes that one first.
pub async fn lock(tx: &mut Tx, id: TitleId) -> Result<bool> {
    let statement = Sql::new(format!("SELECT id FROM titles WHERE id = $1{}", tx.lock_clause())).bind(id);
    Ok(tx.fetch_optional::<i64>(statement).await?.is_some())
}

/// Keeps others from having changes of these titles accepted or applied until the transaction ends, like
/// [`lock`]. Titles are locked by number, so that no two callers wait for each other.
pub async fn lock_many(tx: &mut Tx, ids: &[TitleId]) -> Result<()> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let text = format!("SELECT id FROM titles WHERE id IN (?) ORDER BY id{}", tx.lock_clause());
    tx.fetch_each::<Vec<TitleId>>(Sql::new(text).for_keys(ids)).await.map(drop)
}

/// Has titles hold product identifiers within their sites, or none. They are held from the moment that the
/// change is accepted, before the record shows it, so that no two accepted changes want the same. Conflict
/// `titles_product_identifier`.
pub async fn hold_product_identifiers(tx: &mut Tx, held: &[(TitleId, Option<&str>)]) -> Result<()> {
    let row = |(id, identifier): &(TitleId, Option<&str>)| {
        TableRow::new("titles").set("id", *id).set("product_identifier", *identifier)
    };
    tx.execute_each(update_rows(held.iter().map(row))).await.map(drop)
}

/// One title of any status.
pub async fn get(mut conn: impl Conn, id: TitleId) -> Result<Option<Title>> {
    conn.fetch_optional(Sql::new("SELECT document FROM titles WHERE id = $1").bind(id)).await
}

/// Reads a title outside a transaction, for pages that many readers see: from memory, where that has room
/// ([`DbOptions::title_cache`](crate::DbOptions)), and otherwise by one statement for all titles that are
/// requested at the same time. A change by this process is visible immediately, one by another within 50 ms.
pub async fn read_cached(db: &Db, id: TitleId) -> Result<Option<Arc<Title>>> {
    let Some(cache) = db.title_cache() else {
        let document = single::read_document(db, id).await?;
        return Ok(document.as_deref().map(parse_record).transpose()?.map(Arc::new));
    };
    cache.sync_with_log(db).await?;
    if let Some(title) = cache.get(id) {
        return Ok(Some(title));
    }
    let moment = cache.read_moment();
    let Some(document) = single::read_document(db, id).await? else { return Ok(None) };
    let title = Arc::new(parse_record(&document)?);
    cache.insert_if_unchanged(moment, &title, document.len());
    Ok(Some(title))
}

/// Reads the titles of a page from memory or in one statement, in the order given; unknown ones are left out.
pub async fn read_many_cached(db: &Db, ids: &[TitleId]) -> Result<Vec<Arc<Title>>> {
    let Some(cache) = db.title_cache() else {
        return Ok(find_by_ids(db, ids).await?.into_iter().map(Arc::new).collect());
    };
    cache.sync_with_log(db).await?;
    let mut found: HashMap<TitleId, Arc<Title>> =
        ids.iter().filter_map(|id| Some((*id, cache.get(*id)?))).collect();
    let missing: Vec<TitleId> = ids.iter().filter(|id| !found.contains_key(id)).copied().collect();
    let moment = cache.read_moment();
    for document in list_documents::<String>(db, &missing).await? {
        let title: Arc<Title> = Arc::new(parse_record(&document)?);
        cache.insert_if_unchanged(moment, &title, document.len());
        found.insert(title.id, title);
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Records that titles have changed: for readers of the change log that show its content in another way, so
/// that [`read_cached`] is not behind it.
pub fn forget_cached(db: &Db, ids: &[TitleId]) {
    if let Some(cache) = db.title_cache() {
        cache.forget_titles(ids.iter());
    }
}

/// These titles, in the order given; unknown ones are left out.
pub async fn find_by_ids(conn: impl Conn, ids: &[TitleId]) -> Result<Vec<Title>> {
    let titles = list_documents::<Title>(conn, ids).await?;
    let mut by_id: HashMap<TitleId, Title> = titles.into_iter().map(|title| (title.id, title)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The documents of these titles, parsed or as texts, in no order.
async fn list_documents<T: Row>(mut conn: impl Conn, ids: &[TitleId]) -> Result<Vec<T>> {
    let select = Sql::new("SELECT document FROM titles WHERE id IN (?)");
    conn.fetch_each(select.for_keys(ids.iter().copied())).await
}

pub async fn find_by_source_hash(mut conn: impl Conn, site: &SiteId, hash: &str) -> Result<Option<TitleId>> {
    let statement =
        Sql::new("SELECT id FROM titles WHERE site_id = $1 AND source_hash = $2").bind(site).bind(hash);
    conn.fetch_optional(statement).await
}

/// Titles with greater numbers, of any status, by number. A walk through the whole catalog begins with 0.
pub async fn list_after(mut conn: impl Conn, id: TitleId, limit: u32) -> Result<Vec<Title>> {
    let statement =
        Sql::new("SELECT document FROM titles WHERE id > $1 ORDER BY id LIMIT $2").bind(id).bind(limit);
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM titles")).await
}
