//! Programs of the release before work on this schema: they run while the nodes of a library are upgraded one
//! after the other (docs/upgrading.md).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use store::testkit::{TestDb, prepare};
use store::{Backend, Conn, Db, Sql};

/// The statements of the release before, recorded by `scripts/record-statements.sh`: the database and the
/// text.
const STATEMENTS: &str = include_str!("../../released/statements.txt");

fn statements(backend: Backend) -> Vec<&'static str> {
    let name = backend.to_string();
    let lines = STATEMENTS.lines().filter_map(|line| line.split_once('\t'));
    lines.filter(|(database, _)| *database == name || *database == "both").map(|(_, text)| text).collect()
}

/// Columns that every new row must have a value for, by table.
async fn required_columns(mut db: &Db) -> BTreeMap<String, BTreeSet<String>> {
    let text = match db.backend() {
        Backend::Sqlite => {
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' \
             AND c.\"notnull\" AND c.dflt_value IS NULL \
             AND m.sql NOT LIKE '%' || c.name || ' INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT%'"
        }
        Backend::Postgres => {
            "SELECT table_name::TEXT, column_name::TEXT FROM information_schema.columns \
             WHERE table_schema = current_schema() AND is_nullable = 'NO' AND column_default IS NULL \
             AND is_identity = 'NO'"
        }
    };
    let mut required: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (table, column) in db.fetch_all::<(String, String)>(Sql::new(text)).await.unwrap() {
        required.entry(table).or_default().insert(column);
    }
    required
}

/// The table and the columns of an INSERT that names them.
fn parse_insert(text: &str) -> Option<(&str, BTreeSet<&str>)> {
    let rest = &text[text.find("INSERT INTO ")? + "INSERT INTO ".len()..];
    let (table, rest) = rest.split_once(" (")?;
    let (columns, _) = rest.split_once(')')?;
    Some((table, columns.split(", ").collect()))
}

#[tokio::test]
async fn every_statement_of_the_release_before_works_on_this_schema() {
    for test in TestDb::create_all().await {
        let backend = test.db.backend();
        let statements = statements(backend);
        assert!(statements.len() > 100, "{backend}: {} statements", statements.len());
        let required = required_columns(&test.db).await;
        let mut faults = String::new();
        for text in statements {
            if let Err(error) = prepare(&test.db, text).await {
                let _ = writeln!(faults, "{error}: {text}");
            }
            let Some((table, columns)) = parse_insert(text) else { continue };
            for column in
                required.get(table).into_iter().flatten().filter(|name| !columns.contains(name.as_str()))
            {
                let _ = writeln!(faults, "{table}.{column} has no default: {text}");
            }
        }
        // Give new columns a default, and remove nothing that the release before uses. What it does not use
        // can go in the release after it (docs/database.md#adding-a-migration).
        assert!(faults.is_empty(), "{backend}:\n{faults}");
        test.drop().await;
    }
}

/// A pooler may give each transaction another connection.
#[test]
fn no_statement_depends_on_its_connection() {
    const OF_A_SESSION: [&str; 5] = ["LISTEN ", "SET SESSION ", "DECLARE ", "PREPARE ", "CREATE TEMP"];
    let depends = |text: &&str| {
        OF_A_SESSION.iter().any(|word| text.starts_with(word)) || text.contains("pg_advisory_lock(")
    };
    let faults: Vec<&str> = statements(Backend::Postgres).into_iter().filter(depends).collect();
    assert_eq!(faults, [] as [&str; 0]);
}

#[test]
fn the_columns_of_an_insert_are_read() {
    let text = "INSERT INTO titles (id, site_id) VALUES ($1, $2)";
    assert_eq!(parse_insert(text), Some(("titles", ["id", "site_id"].into())));
    assert_eq!(parse_insert("SELECT 1"), None);
}
