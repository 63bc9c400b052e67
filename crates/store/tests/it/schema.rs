//! Both migration folders make the same schema.

use std::collections::{BTreeMap, BTreeSet};

use store::testkit::TestDb;
use store::{Conn, Db, Sql};

/// Type class, nullable, part of the primary key.
type ColumnShape = (String, bool, bool);
/// Table, unique, only some rows, columns (an expression is `-`).
type IndexShape = (String, bool, bool, Vec<String>);

#[derive(Debug, PartialEq)]
struct SchemaShape {
    columns: BTreeMap<(String, String), ColumnShape>,
    indexes: BTreeMap<String, IndexShape>,
    references: BTreeSet<(String, String, String)>,
}

#[tokio::test]
async fn both_databases_have_the_same_tables_columns_and_indexes() {
    let sqlite = TestDb::create_sqlite().await;
    let ours = sqlite_schema(&sqlite.db).await;
    assert!(ours.columns.len() > 100, "{} columns", ours.columns.len());
    if let Some(postgres) = TestDb::create_postgres().await {
        let theirs = postgres_schema(&postgres.db).await;
        assert_eq!(ours.columns, theirs.columns);
        assert_eq!(ours.indexes, theirs.indexes);
        assert_eq!(ours.references, theirs.references);
        postgres.drop().await;
    }
    sqlite.drop().await;
}

#[test]
fn both_folders_have_the_same_numbers() {
    let names = |folder: &str| -> BTreeSet<String> {
        let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_dir(path).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
}

async fn sqlite_schema(mut db: &Db) -> SchemaShape {
    let text = "SELECT m.name, c.name, c.type, c.\"notnull\", c.pk FROM sqlite_master m \
         JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE '\\_%' ESCAPE '\\' \
         AND m.name NOT LIKE 'sqlite%'";
    let rows = db.fetch_all::<(String, String, String, bool, i64)>(Sql::new(text)).await.unwrap();
    let class = |kind: &str| match kind {
        "INTEGER" => "BIGINT".to_owned(),
        other => other.to_owned(),
    };
    let columns = rows
        .into_iter()
        .map(|(t, c, kind, required, key)| ((t, c), (class(&kind), !required, key > 0)))
        .collect();

    let text = "SELECT m.tbl_name, l.name, l.\"unique\", l.partial, COALESCE(i.name, '-') FROM sqlite_master m \
         JOIN pragma_index_list(m.tbl_name) l ON l.name = m.name JOIN pragma_index_info(l.name) i \
         WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY l.name, i.seqno";
    let rows = db.fetch_all::<(String, String, bool, bool, String)>(Sql::new(text)).await.unwrap();

    let text = "SELECT m.name, f.\"from\", f.\"table\" FROM sqlite_master m \
         JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'";
    let references = db.fetch_all(Sql::new(text)).await.unwrap().into_iter().collect();
    SchemaShape { columns, indexes: group_indexes(rows), references }
}

async fn postgres_schema(mut db: &Db) -> SchemaShape {
    let text = "SELECT c.table_name::TEXT, c.column_name::TEXT, c.data_type::TEXT, c.is_nullable = 'YES', \
         EXISTS (SELECT 1 FROM information_schema.key_column_usage k WHERE k.table_schema = c.table_schema \
             AND k.table_name = c.table_name AND k.column_name = c.column_name \
             AND k.constraint_name = k.table_name || '_pkey') \
         FROM information_schema.columns c WHERE c.table_schema = current_schema() \
         AND c.table_name NOT LIKE '\\_%'";
    let rows = db.fetch_all::<(String, String, String, bool, bool)>(Sql::new(text)).await.unwrap();
    let class = |kind: &str| match kind {
        "bytea" => "BLOB".to_owned(),
        other => other.to_uppercase(),
    };
    let columns =
        rows.into_iter().map(|(t, c, kind, null, key)| ((t, c), (class(&kind), null, key))).collect();

    let text = "SELECT t.relname::TEXT, n.relname::TEXT, x.indisunique, x.indpred IS NOT NULL, \
         COALESCE(a.attname::TEXT, '-') \
         FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class n ON n.oid = x.indexrelid \
         JOIN pg_namespace s ON s.oid = t.relnamespace \
         CROSS JOIN LATERAL unnest(x.indkey::INT2[]) WITH ORDINALITY k(number, place) \
         LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number AND k.number <> 0 \
         WHERE s.nspname = current_schema() AND NOT x.indisprimary ORDER BY n.relname, k.place";
    let rows = db.fetch_all::<(String, String, bool, bool, String)>(Sql::new(text)).await.unwrap();

    let text = "SELECT k.table_name::TEXT, k.column_name::TEXT, u.table_name::TEXT \
         FROM information_schema.referential_constraints r \
         JOIN information_schema.key_column_usage k ON k.constraint_name = r.constraint_name \
             AND k.constraint_schema = r.constraint_schema \
         JOIN information_schema.table_constraints u ON u.constraint_name = r.unique_constraint_name \
             AND u.constraint_schema = r.constraint_schema \
         WHERE r.constraint_schema = current_schema()";
    let references = db.fetch_all(Sql::new(text)).await.unwrap().into_iter().collect();
    SchemaShape { columns, indexes: group_indexes(rows), references }
}

fn group_indexes(rows: Vec<(String, String, bool, bool, String)>) -> BTreeMap<String, IndexShape> {
    let mut indexes: BTreeMap<String, IndexShape> = BTreeMap::new();
    for (table, name, unique, partial, column) in rows {
        indexes.entry(name).or_insert_with(|| (table, unique, partial, Vec::new())).3.push(column);
    }
    indexes
}
