//! Opening, migrating, transactions, and the count of statements.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use domain::fixtures::{account, site};
use domain::{Role, Site};
use store::testkit::TestDb;
use store::{Backend, Conn, Db, DbOptions, Sql, StoreError, accounts, db_test, sites};

use crate::world;

fn site_with_id(id: &str) -> Site {
    Site { id: id.into(), name: "One".into(), country: "US".into(), private_label: true }
}

#[tokio::test]
async fn only_two_kinds_of_address_are_understood() {
    let error = Db::connect(&DbOptions::new("mysql://localhost/library")).await.unwrap_err();
    assert!(matches!(error, StoreError::Url(_)), "{error}");
    for url in [
        "postgres://ann:a,b@one.internal,two.internal:5433/library",
        "postgresql:///library?sslmode=require&host=one.internal,two.internal",
    ] {
        let error = Db::connect(&DbOptions::new(url)).await.unwrap_err();
        assert!(error.to_string().contains("several hosts"), "{url}: {error}");
    }
}

#[tokio::test]
async fn nothing_is_sent_to_a_server_without_the_required_encryption() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 8];
        stream.read_exact(&mut request).unwrap();
        stream.write_all(b"N").unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap()
    });
    let url = format!("postgres://ann@{address}/library?sslmode=verify-full");
    let error = Db::connect(&DbOptions::new(url)).await.unwrap_err();
    assert!(error.to_string().contains("server does not support TLS"), "{error}");
    assert_eq!(server.join().unwrap(), 0);
}

#[tokio::test]
async fn a_new_file_lacks_every_migration_until_it_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new.db").display());
    let db = Db::connect(&DbOptions::new(url)).await.unwrap();
    assert!(db.check_schema().await.is_err());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
    let names =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut numbers: Vec<i64> = names.map(|name| name[..4].parse().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(db.pending_migrations().await.unwrap(), numbers);
    db.migrate().await.unwrap();
    assert_eq!(db.pending_migrations().await.unwrap(), Vec::<i64>::new());
    db.check_schema().await.unwrap();
    db.migrate().await.unwrap();
}

#[tokio::test]
async fn sqlite_is_opened_as_configured() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new.db").display());
    for (full, synchronous) in [(false, 1), (true, 2)] {
        let options = DbOptions { sqlite_full_sync: full, ..DbOptions::new(&url) };
        let mut tx = Db::connect(&options).await.unwrap().begin().await.unwrap();
        assert_eq!(tx.fetch_one::<(i64,)>(Sql::new("PRAGMA synchronous")).await.unwrap(), (synchronous,));
        assert_eq!(tx.fetch_one::<(i64,)>(Sql::new("PRAGMA foreign_keys")).await.unwrap(), (1,));
        assert_eq!(tx.fetch_one::<(i64,)>(Sql::new("PRAGMA secure_delete")).await.unwrap(), (1,));
        assert_eq!(
            tx.fetch_one::<(String,)>(Sql::new("PRAGMA journal_mode")).await.unwrap(),
            ("wal".into(),)
        );
    }
}

db_test! {
    async fn only_committed_changes_are_kept(db: Db) {
        committed!(db, tx => sites::insert_in(&mut tx, &site_with_id("kept")));

        let mut tx = db.begin().await.unwrap();
        sites::insert_in(&mut tx, &site_with_id("undone")).await.unwrap();
        tx.rollback().await.unwrap();

        let mut tx = db.begin().await.unwrap();
        sites::insert_in(&mut tx, &site_with_id("dropped")).await.unwrap();
        drop(tx);

        assert_eq!(sites::list(&db).await.unwrap(), [site_with_id("kept")]);
    }

    async fn the_schema_is_complete(db: Db) {
        db.check_schema().await.unwrap();
        assert!(db.pending_migrations().await.unwrap().is_empty());
        let name = if db.backend() == Backend::Sqlite { "SQLite" } else { "PostgreSQL" };
        assert_eq!(db.backend().to_string(), name);
    }

    async fn only_a_server_has_a_clock_of_its_own(db: Db) {
        let time = store::clock::read_server_time(&db).await.unwrap();
        assert_eq!(time.is_some(), db.backend() == Backend::Postgres);
    }

    async fn readers_do_not_wait_for_the_writer(db: Db) {
        let mut tx = db.begin().await.unwrap();
        sites::insert_in(&mut tx, &site_with_id("coming")).await.unwrap();
        let read = tokio::time::timeout(Duration::from_secs(5), sites::list(&db)).await;
        assert_eq!(read.unwrap().unwrap(), []);
        tx.commit().await.unwrap();
        assert_eq!(sites::list(&db).await.unwrap().len(), 1);
    }

    async fn a_page_of_a_hundred_costs_as_many_statements_as_one(db: Db) {
        world::create_sites(&db).await;
        let mut ids = Vec::new();
        for n in 0..100 {
            let account = account(&format!("person{n:03}"), Role::Individual);
            world::settle_account(&db, &account).await;
            ids.push(account.id);
        }
        let before = db.statement_count();
        assert_eq!(accounts::get_many(&db, &ids[..1]).await.unwrap().len(), 1);
        let one = db.statement_count() - before;
        assert_eq!(accounts::get_many(&db, &ids).await.unwrap().len(), 100);
        assert_eq!(db.statement_count() - before - one, one);
        assert_eq!(one, 1);
    }

    async fn a_reference_to_nothing_is_refused(db: Db) {
        let mut tx = db.begin().await.unwrap();
        let homeless = account("ada", Role::Individual);
        let error = accounts::insert(&mut tx, &homeless, None).await.unwrap_err();
        assert!(matches!(error, StoreError::Database(_)), "{error} at {}", site());
    }

    async fn a_closed_database_refuses_statements(db: Db) {
        db.close().await;
        assert!(db.check_schema().await.is_err());
    }
}

#[tokio::test]
async fn a_second_process_opens_the_same_database() {
    for test in TestDb::create_all().await {
        sites::insert(&test.db, &site_with_id("shared")).await.unwrap();
        let other = Db::connect(&DbOptions::new(&test.url)).await.unwrap();
        assert_eq!(sites::list(&other).await.unwrap(), [site_with_id("shared")]);
        other.close().await;
        test.drop().await;
    }
}

/// SQLite ends the transaction on its own then, and the ROLLBACK that follows fails.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_forgotten_when_there_is_space_again() {
    let test = TestDb::create_sqlite().await;
    let db = &test.db;
    let fill = async || {
        let mut tx = db.begin().await?;
        // No page more than there are.
        tx.fetch_optional::<(i64,)>(Sql::new("PRAGMA max_page_count = 1")).await?;
        for n in 0..100_000 {
            sites::insert_in(&mut tx, &site_with_id(&format!("{n}-{}", "x".repeat(1000)))).await?;
        }
        tx.commit().await
    };
    for _ in 0..3 {
        let why = fill().await.unwrap_err().to_string();
        assert!(why.contains("full"), "{why}");
        db.check_writable().await.unwrap();
    }
    let mut tx = db.begin().await.unwrap();
    tx.fetch_optional::<(i64,)>(Sql::new("PRAGMA max_page_count = 1000000")).await.unwrap();
    sites::insert_in(&mut tx, &site_with_id("later")).await.unwrap();
    tx.commit().await.unwrap();
    sites::insert(db, &site_with_id("last")).await.unwrap();
    assert_eq!(sites::list(db).await.unwrap(), [site_with_id("last"), site_with_id("later")]);
    test.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_fails_if_no_transaction_can_begin_but_not_if_another_is_writing() {
    let test = TestDb::create_sqlite().await;
    test.db.check_writable().await.unwrap();
    let mine = test.db.begin().await.unwrap();
    test.db.check_writable().await.unwrap();
    let other = Db::connect(&DbOptions::new(&test.url)).await.unwrap();
    other.check_writable().await.unwrap();
    mine.rollback().await.unwrap();
    other.close().await;
    assert!(other.check_writable().await.is_err());
    test.drop().await;
}

/// Two programs that write to one file, like the server and an ingest.
#[tokio::test]
async fn a_writer_waits_for_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new.db").display());
    let (mine, other) = (Db::connect(&DbOptions::new(&url)).await.unwrap(), DbOptions::new(&url));
    let other = Db::connect(&DbOptions { busy_timeout: Duration::from_millis(50), ..other }).await.unwrap();
    mine.migrate().await.unwrap();
    let writes = |db: Db| async move {
        let begun = async {
            let mut tx = db.begin().await?;
            sites::insert_in(&mut tx, &site_with_id("begun")).await?;
            tx.commit().await
        };
        let returning = async {
            let text = "UPDATE counters SET value = value RETURNING value";
            (&db).fetch_all::<(i64,)>(Sql::new(text)).await.map(|_| ())
        };
        let site = site_with_id("written");
        let (a, b, c) = tokio::join!(begun, returning, sites::insert(&db, &site));
        [a, b, c]
    };

    let held = mine.begin().await.unwrap();
    let refused = Box::pin(writes(other.clone())).await;
    assert!(refused.iter().all(Result::is_err), "nobody waits longer than was said: {refused:?}");
    held.rollback().await.unwrap();

    let hurried = mine.clone().with_write_timeout(Duration::from_millis(50));
    let held = mine.begin().await.unwrap();
    let refused = Box::pin(writes(hurried.clone())).await;
    assert!(refused.iter().all(Result::is_err), "nor for a transaction of the same process: {refused:?}");
    held.rollback().await.unwrap();
    assert!(hurried.begin().await.unwrap().rollback().await.is_ok());

    let held = other.begin().await.unwrap();
    let refused = Box::pin(writes(hurried)).await;
    assert!(
        refused.iter().all(Result::is_err),
        "a server's writes wait for a time of their own: {refused:?}"
    );
    // A writer that waits for others that wait gets no additional time.
    let hurried = mine.clone().with_write_timeout(Duration::from_secs(1));
    let small = |wait: u64, db: Db| async move {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let came = Instant::now();
        let refused = (&db).execute(Sql::new("UPDATE counters SET value = value")).await.is_err();
        (refused, came.elapsed() < Duration::from_millis(1500))
    };
    let (first, second) = tokio::join!(small(0, hurried.clone()), small(200, hurried.clone()));
    assert_eq!([first, second], [(true, true); 2]);
    let writing = tokio::spawn(writes(mine.clone()));
    // Long enough for a write that does not wait for the transaction.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!writing.is_finished() && sites::list(&mine).await.unwrap().is_empty());
    held.commit().await.unwrap();
    let written = writing.await.unwrap();
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    assert_eq!(sites::list(&other).await.unwrap().len(), 2);
}
