//! Reads and writes of a move: every table, every value, the same hash on both databases.

use domain::{Site, fixtures};
use store::moves::{
    self, BatchLimit, Cell, ColumnKind, FileEntry, MoveMark, MoveRole, MoveStage, RowBatch, RowSource,
    TableDigest, TableHash, TableInfo, TablePosition,
};
use store::testkit::TestDb;
use store::{Backend, Conn, Db, Sql, db_test};

/// A limit so small that every table takes several batches.
const SMALL_BATCH: BatchLimit = BatchLimit { rows: 2, bytes: 1 << 20 };

/// Text that a careless copy would change.
const AWKWARD_TEXT: &str = "{\"a\": 1.0,  \"b\":\"\\u0000 ä 漢 😀\"}\r\n\t'\\x00\\N\\.";

async fn run(mut db: &Db, text: &str) {
    db.execute(Sql::new(text)).await.unwrap();
}

/// A site, an account, and rows with values of every kind.
async fn fill_database(mut db: &Db) {
    let site = Site { id: fixtures::site(), name: "x".into(), country: "US".into(), private_label: false };
    store::sites::insert(db, &site).await.unwrap();
    let lab = Site { id: fixtures::lab(), private_label: true, ..site };
    store::sites::insert(db, &lab).await.unwrap();
    committed!(db, tx => store::accounts::insert(&mut tx, &fixtures::individual("ann").account, None));
    for (name, value) in [("lowest", i64::MIN), ("highest", i64::MAX), ("negative", -1)] {
        let insert = Sql::new("INSERT INTO counters (name, value) VALUES ($1, $2)").bind(name).bind(value);
        db.execute(insert).await.unwrap();
    }
    for (name, value) in [("", vec![]), ("zeros", vec![0; 3]), ("bytes", (0..=255).collect::<Vec<u8>>())] {
        let insert = Sql::new("INSERT INTO secrets (name, value) VALUES ($1, $2)").bind(name).bind(value);
        db.execute(insert).await.unwrap();
    }
    let numbers = [0.1, -0.0, 1.0, f64::MIN_POSITIVE, f64::MAX, 1e-300, f64::INFINITY];
    for (n, number) in numbers.into_iter().enumerate() {
        let insert = Sql::new(
            "INSERT INTO synced_documents (account_id, document, progress, percentage, device, synced_at) \
             VALUES ('ann', $1, $2, $3, '', 1)",
        );
        db.execute(insert.bind(format!("{n}{AWKWARD_TEXT}")).bind(AWKWARD_TEXT).bind(number)).await.unwrap();
    }
    for (key, account) in
        [("'b'", "NULL"), ("'b'", "'ann'"), ("'B'", "NULL"), ("'ä'", "NULL"), ("''", "'ann'")]
    {
        let values = format!("({key}, {account}, 'BRF', 1)");
        run(db, &format!("INSERT INTO copy_keys (key, account_id, format, noted_at) VALUES {values}")).await;
    }
    submit_proofs(db, 3).await;
}

async fn submit_proofs(db: &Db, count: usize) {
    for _ in 0..count {
        run(db, "INSERT INTO proof_submissions (account_id, date_submitted) VALUES ('ann', 1)").await;
    }
}

async fn list_submissions(mut db: &Db) -> Vec<i64> {
    let rows =
        db.fetch_all::<(i64,)>(Sql::new("SELECT id FROM proof_submissions ORDER BY id")).await.unwrap();
    rows.into_iter().map(|(id,)| id).collect()
}

async fn hash_table(db: &Db, table: &TableInfo) -> TableHash {
    let mut digest = TableDigest::default();
    let mut after = None;
    loop {
        let batch = RowSource::from_db(db).read_batch(table, after.as_deref(), SMALL_BATCH).await.unwrap();
        batch.rows.iter().for_each(|row| digest.add(row));
        let Some(last) = batch.last else { return digest.finish() };
        after = Some(last);
    }
}

/// Copies all rows and sequences into a database whose tables are empty.
async fn copy_rows(from: &Db, to: &Db) {
    let tables = moves::list_tables(from).await.unwrap();
    let mut tx = to.begin().await.unwrap();
    for table in tables.iter().rev() {
        moves::delete_rows(&mut tx, table).await.unwrap();
    }
    for table in &tables {
        let mut after = None;
        loop {
            let RowBatch { rows, last } =
                RowSource::from_db(from).read_batch(table, after.as_deref(), SMALL_BATCH).await.unwrap();
            moves::insert_rows(&mut tx, table, rows).await.unwrap();
            after = last;
            if after.is_none() {
                break;
            }
        }
    }
    for (table, last) in moves::table_sequences(from).await.unwrap() {
        moves::set_sequence(&mut tx, &table, last).await.unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_move_knows_every_table_and_column_of_both_databases() {
    let sqlite = TestDb::create_sqlite().await;
    let tables = moves::list_tables(&sqlite.db).await.unwrap();
    let mut names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let text = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('_sqlx_migrations', \
         '_schema', 'sqlite_sequence', 'sqlite_stat1') ORDER BY name";
    let expected = (&sqlite.db).fetch_all::<(String,)>(Sql::new(text)).await.unwrap();
    let place = |name: &str| names.iter().position(|other| *other == name).unwrap();
    assert!(place("sites") < place("accounts") && place("accounts") < place("titles"));
    names.sort_unstable();
    assert_eq!(names, expected.iter().map(|(name,)| name.as_str()).collect::<Vec<_>>());
    let columns: usize = tables.iter().map(|table| table.columns.len()).sum();
    let text = "SELECT COUNT(*) FROM sqlite_master m JOIN pragma_table_info(m.name) WHERE m.type = 'table' \
         AND m.name NOT IN ('_sqlx_migrations', '_schema', 'sqlite_sequence', 'sqlite_stat1')";
    let expected = (&sqlite.db).fetch_one::<(i64,)>(Sql::new(text)).await.unwrap();
    assert_eq!(i64::try_from(columns).unwrap(), expected.0);
    for kind in
        [ColumnKind::Integer, ColumnKind::Boolean, ColumnKind::Real, ColumnKind::Text, ColumnKind::Bytes]
    {
        assert!(tables.iter().flat_map(|table| &table.columns).any(|column| column.kind == kind), "{kind:?}");
    }
    if let Some(postgres) = TestDb::create_postgres().await {
        let mut theirs = moves::list_tables(&postgres.db).await.unwrap();
        let mut ours = tables;
        ours.sort_by(|one, other| one.name.cmp(&other.name));
        theirs.sort_by(|one, other| one.name.cmp(&other.name));
        assert_eq!(ours, theirs);
        postgres.drop().await;
    }
    sqlite.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_value_arrives_unchanged_in_every_kind_of_database() {
    let source = TestDb::create_sqlite().await;
    fill_database(&source.db).await;
    let mut copies: Vec<TestDb> = Vec::new();
    for backend in [Backend::Sqlite, Backend::Postgres, Backend::Postgres, Backend::Sqlite] {
        let Some(target) = TestDb::create_on(backend).await else { continue };
        copy_rows(&copies.last().unwrap_or(&source).db, &target.db).await;
        copies.push(target);
    }
    let tables = moves::list_tables(&source.db).await.unwrap();
    for copy in copies {
        for table in &tables {
            let (ours, theirs) = (hash_table(&source.db, table).await, hash_table(&copy.db, table).await);
            assert_eq!(ours, theirs, "{} on {}", table.name, copy.db.backend());
            assert_eq!(RowSource::from_db(&copy.db).count_rows(table).await.unwrap(), ours.rows);
        }
        let text = "SELECT progress, percentage FROM synced_documents WHERE document LIKE '4%'";
        let row = (&copy.db).fetch_one::<(String, f64)>(Sql::new(text)).await.unwrap();
        assert_eq!(row, (AWKWARD_TEXT.to_owned(), f64::MAX));
        copy.drop().await;
    }
    source.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_was_given_to_a_row_is_not_given_again_after_a_move() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let (Some(source), Some(there)) =
            (TestDb::create_on(backend).await, TestDb::create_on(backend).await)
        else {
            continue;
        };
        let sqlite = TestDb::create_sqlite().await;
        fill_database(&source.db).await;
        run(&source.db, "DELETE FROM proof_submissions WHERE id = 3").await;
        copy_rows(&source.db, &sqlite.db).await;
        copy_rows(&sqlite.db, &there.db).await;
        let sequences = moves::table_sequences(&source.db).await.unwrap();
        assert_eq!(sequences.get("proof_submissions"), Some(&3));
        for copy in [&sqlite.db, &there.db] {
            assert_eq!(moves::table_sequences(copy).await.unwrap(), sequences);
            submit_proofs(copy, 1).await;
            assert_eq!(list_submissions(copy).await, [1, 2, 4], "on {}", copy.backend());
        }
        // An empty table whose rows are gone.
        run(&source.db, "DELETE FROM proof_submissions").await;
        copy_rows(&source.db, &there.db).await;
        submit_proofs(&there.db, 1).await;
        assert_eq!(list_submissions(&there.db).await, [4], "on {backend}");
        for test in [source, sqlite, there] {
            test.drop().await;
        }
    }
}

#[tokio::test]
async fn values_that_the_other_database_cannot_hold_are_named() {
    let test = TestDb::create_sqlite().await;
    fill_database(&test.db).await;
    let named = async |db: &Db, target| {
        let mut named = Vec::new();
        for table in moves::list_tables(db).await.unwrap() {
            named.extend(moves::find_unsupported(db, &table, target).await.unwrap());
        }
        named
    };
    assert_eq!(named(&test.db, Backend::Postgres).await, [""; 0]);
    run(&test.db, "UPDATE sites SET name = 'a' || char(0) || 'b' WHERE id = 'lab'").await;
    assert_eq!(named(&test.db, Backend::Postgres).await, ["sites lab, column name"]);
    assert_eq!(named(&test.db, Backend::Sqlite).await, [""; 0]);
    // SQLite stores any value in any column.
    run(&test.db, "UPDATE counters SET value = 'many' WHERE name = 'lowest'").await;
    let tables = moves::list_tables(&test.db).await.unwrap();
    let counters = tables.iter().find(|table| table.name == "counters").unwrap();
    let all = BatchLimit { rows: 100, bytes: 1 << 20 };
    let error = RowSource::from_db(&test.db).read_batch(counters, None, all).await.unwrap_err().to_string();
    assert!(error.contains("counters lowest: the value in column value is not Integer"), "{error}");
    test.drop().await;

    if let Some(test) = TestDb::create_postgres().await {
        fill_database(&test.db).await;
        assert_eq!(named(&test.db, Backend::Sqlite).await, [""; 0]);
        run(&test.db, "UPDATE synced_documents SET percentage = 'NaN' WHERE document LIKE '0%'").await;
        let faults = named(&test.db, Backend::Sqlite).await;
        assert!(faults[0].starts_with("synced_documents ann/0"), "{faults:?}");
        assert!(faults[0].ends_with("column percentage"), "{faults:?}");
        test.drop().await;
    }
}

db_test! {
    async fn a_batch_ends_at_its_rows_or_its_bytes(db: Db) {
        fill_database(&db).await;
        let tables = moves::list_tables(&db).await.unwrap();
        let secrets = tables.iter().find(|table| table.name == "secrets").unwrap();
        let limit = |rows, bytes| BatchLimit { rows, bytes };
        let cases =
            [(limit(9, 1 << 20), 3), (limit(2, 1 << 20), 2), (limit(9, 200), 2), (limit(1, 1 << 20), 1)];
        for (limit, count) in cases {
            let batch = RowSource::from_db(&db).read_batch(secrets, None, limit).await.unwrap();
            assert_eq!(batch.rows.len(), count, "{limit:?}");
        }
        let after = [Cell::Text("bytes".into())];
        let batch = RowSource::from_db(&db).read_batch(secrets, Some(&after), SMALL_BATCH).await.unwrap();
        assert_eq!(batch.rows, [vec![Cell::Text("zeros".into()), Cell::Bytes(vec![0; 3])]]);
        assert_eq!(batch.last, Some(vec![Cell::Text("zeros".into())]));
    }

    async fn a_mark_stays_until_the_move_is_over(db: Db) {
        assert_eq!(moves::find_mark(&db).await.unwrap(), None);
        let (role, stage) = (MoveRole::Target, MoveStage::Preparing);
        let other = "somewhere".to_owned();
        let mark = MoveMark { id: "a".into(), role, stage, other, started: fixtures::noon() };
        let copying = MoveMark { stage: MoveStage::Copying, ..mark.clone() };
        for mark in [&mark, &copying] {
            committed!(db, tx => moves::set(&mut tx, mark));
            assert_eq!(moves::find_mark(&db).await.unwrap().as_ref(), Some(mark));
        }
        let tables = moves::list_tables(&db).await.unwrap();
        assert!(!tables.iter().any(|table| table.name.starts_with('_')), "it is not part of the library");

        let mut position = TablePosition::default();
        assert_eq!(moves::get_position(&db, "titles").await.unwrap(), position);
        for rows in [7, 9] {
            let last = Some(vec![Cell::Integer(rows)]);
            position = TablePosition { last, rows: 2, is_complete: rows > 8 };
            committed!(db, tx => moves::save_position(&mut tx, "titles", &position));
            assert_eq!(moves::get_position(&db, "titles").await.unwrap(), position);
        }
        let file = |key: &str| FileEntry { key: key.into(), size: 5, sha256: "f".into() };
        moves::add_files(&db, &[file("b"), file("a")]).await.unwrap();
        moves::add_files(&db, &[file("a"), file("c")]).await.unwrap();
        let known = moves::list_copied_files(&db, &["a", "d"]).await.unwrap();
        assert_eq!(known.into_iter().collect::<Vec<_>>(), ["a"]);
        assert_eq!(moves::count_files(&db).await.unwrap(), (3, 15));
        assert_eq!(moves::list_files(&db, "a", 9).await.unwrap(), [file("b"), file("c")]);

        committed!(db, tx => moves::remove_all(&mut tx));
        assert_eq!(moves::find_mark(&db).await.unwrap(), None);
    }

    async fn a_table_that_is_locked_can_be_read_and_not_written_to(db: Db) {
        fill_database(&db).await;
        let tables = moves::list_tables(&db).await.unwrap();
        let mut guard = db.begin().await.unwrap();
        moves::lock_writers(&mut guard, &tables).await.unwrap();
        assert_eq!(list_submissions(&db).await, [1, 2, 3]);
        let insert = submit_proofs(&db, 1);
        let waiting = tokio::time::timeout(std::time::Duration::from_millis(50), insert).await;
        assert!(waiting.is_err(), "a writer waits");
        guard.rollback().await.unwrap();
    }
}
