//! Records that suppliers send, by their references, each with its title and the hash of its content.

use std::collections::HashMap;

use domain::{SiteId, TitleId};

use crate::sql::TableRow;
use crate::{Conn, OnConflict, Record as _, Result, Sql, Tx, insert_rows, placeholders, record};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordSupplier {
    pub site: SiteId,
    /// Sender; references are unique within it.
    pub name: String,
}

/// The title that a record became, and the record's hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedRecord {
    pub title: TitleId,
    /// Hash of the record's content at the last import.
    pub hash: String,
}

record! { ImportedRecord { title: "title_id", hash: "content_hash" } }

/// Finds those of these references that have been imported before. One statement.
pub async fn find_by_references(
    mut conn: impl Conn,
    supplier: &RecordSupplier,
    references: &[&str],
) -> Result<HashMap<String, ImportedRecord>> {
    let select = Sql::new(
        "SELECT reference, title_id, content_hash FROM supplier_records \
         WHERE site_id = $1 AND supplier = $2 AND reference IN (?)",
    )
    .bind_all((&supplier.site, &supplier.name));
    conn.fetch_each(select.for_keys(references.iter().copied())).await
}

/// The suppliers whose records became titles of a site, by name.
pub async fn list_suppliers(mut conn: impl Conn, site: &SiteId) -> Result<Vec<String>> {
    // Each step finds the next name in the index. `SELECT DISTINCT` would read every record of the site.
    let statement = Sql::new(
        "WITH RECURSIVE names (supplier) AS (\
             SELECT MIN(supplier) FROM supplier_records WHERE site_id = $1 \
             UNION ALL \
             SELECT (SELECT MIN(r.supplier) FROM supplier_records r \
                 WHERE r.site_id = $1 AND r.supplier > names.supplier) \
             FROM names WHERE names.supplier IS NOT NULL) \
         SELECT supplier FROM names WHERE supplier IS NOT NULL ORDER BY supplier",
    );
    conn.fetch_all(statement.bind(site)).await
}

/// A supplier's identifiers of these titles; titles that came from none of its records are left out. One
/// statement.
pub async fn list_references(
    mut conn: impl Conn,
    supplier: &RecordSupplier,
    ids: &[TitleId],
) -> Result<HashMap<TitleId, String>> {
    let select = Sql::new(
        "SELECT title_id, MIN(reference) FROM supplier_records \
         WHERE site_id = $1 AND supplier = $2 AND title_id IN (?) GROUP BY title_id",
    )
    .bind_all((&supplier.site, &supplier.name));
    conn.fetch_each(select.for_keys(ids.iter().copied())).await
}

/// A supplier's record that a title came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplierReference {
    pub supplier: String,
    pub reference: String,
}

record! { SupplierReference { supplier, reference } }

/// The suppliers' records that became this title, in the order of their suppliers' names.
pub async fn list_of_title(mut conn: impl Conn, title: TitleId) -> Result<Vec<SupplierReference>> {
    let statement =
        SupplierReference::select_from("supplier_records WHERE title_id = $1 ORDER BY supplier, reference");
    conn.fetch_all(statement.bind(title)).await
}

/// Titles of a site that have one of these ISBNs and did not come from a supplier's record, because the book
/// was added before its record. One statement.
pub async fn list_titles_without_record(
    mut conn: impl Conn,
    site: &SiteId,
    isbns: &[&str],
) -> Result<HashMap<String, TitleId>> {
    let select = Sql::new(
        "SELECT t.isbn13, t.id FROM titles t WHERE t.isbn13 IN (?) AND t.site_id = $1 \
         AND t.owner_id IS NULL AND t.status <> 'removed' \
         AND NOT EXISTS (SELECT 1 FROM supplier_records r WHERE r.title_id = t.id) ORDER BY t.id DESC",
    )
    .bind(site);
    conn.fetch_each(select.for_keys(isbns.iter().copied())).await
}

/// The title of a site that came from a record, by one of these ISBNs or references, and still has no file.
pub async fn find_title_without_file(
    mut conn: impl Conn,
    site: &SiteId,
    isbns: &[String],
    references: &[String],
) -> Result<Option<TitleId>> {
    if isbns.is_empty() && references.is_empty() {
        return Ok(None);
    }
    let mut ways = Vec::new();
    if !isbns.is_empty() {
        ways.push(format!("t.isbn13 IN ({})", placeholders(2, isbns.len())));
    }
    if !references.is_empty() {
        ways.push(format!(
            "r.site_id = $1 AND r.reference IN ({})",
            placeholders(2 + isbns.len(), references.len())
        ));
    }
    // Each branch uses an index of its own. A title's record has the title's site; combined with the ISBNs in
    // one condition, a planner would read all records of the site.
    let ways: Vec<String> = ways
        .into_iter()
        .map(|way| {
            format!(
                "SELECT t.id FROM titles t JOIN supplier_records r ON r.title_id = t.id \
                 WHERE {way} AND t.site_id = $1 AND t.source_hash IS NULL \
                 AND t.owner_id IS NULL AND t.status <> 'removed'"
            )
        })
        .collect();
    let statement = Sql::new(format!("SELECT MIN(found.id) FROM ({}) found", ways.join(" UNION ")))
        .bind(site)
        .bind_list(isbns.iter().chain(references));
    conn.fetch_one(statement).await
}

/// Stores the outcome of records: their references, each with its title and hash, by one statement for every
/// few hundred.
pub async fn upsert_many(
    tx: &mut Tx,
    supplier: &RecordSupplier,
    records: &[(String, ImportedRecord)],
) -> Result<()> {
    let row = |(reference, taken): &(String, ImportedRecord)| {
        TableRow::new("supplier_records")
            .set("site_id", &supplier.site)
            .set("supplier", &supplier.name)
            .set("reference", reference)
            .set("title_id", taken.title)
            .set("content_hash", &taken.hash)
    };
    let replace = OnConflict::Replace(&["site_id", "supplier", "reference"]);
    let statements = insert_rows(records.iter().map(row), replace);
    tx.execute_each(statements).await.map(drop)
}
