//! Copies of the embedded database while it is used.

use domain::fixtures::individual;
use domain::{AccountId, TitleId};
use store::testkit::TestDb;
use store::{Conn, Db, DbOptions, Sql, accounts, backup, titles};

use crate::world;

async fn open_database(path: &std::path::Path) -> Db {
    Db::connect(&DbOptions::new(backup::database_url(path))).await.unwrap()
}

#[tokio::test]
async fn a_copy_is_the_database_at_one_moment_while_it_is_written() {
    let test = TestDb::create_sqlite().await;
    let db = &test.db;
    world::create_sites(db).await;
    world::insert_titles(db, 200).await;
    let path = backup::database_path(&test.url).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Nothing takes effect before its commit, and it holds the writer meanwhile.
    let mut tx = db.begin().await.unwrap();
    accounts::insert(&mut tx, &individual("late").account, None).await.unwrap();

    let copy = folder.path().join("a copy 50%?.db");
    backup::copy_database(&path, &copy).await.unwrap();
    tx.commit().await.unwrap();
    assert!(backup::estimate_size(&path).await.unwrap() > 0);
    backup::finish_copy(&copy, &[]).await.unwrap();
    assert_eq!(backup::find_faults(&copy).await.unwrap(), Vec::<String>::new());
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["a copy 50%?.db"], "one file");

    let copied = open_database(&copy).await;
    assert_eq!(titles::count(&copied).await.unwrap(), 200);
    assert_eq!(accounts::get(&copied, &AccountId::from("late")).await.unwrap(), None);
    assert_eq!(copied.read_applied_migrations().await.unwrap().last(), Some(&backup::own_schema()));
    assert_eq!(copied.pending_migrations().await.unwrap(), Vec::<i64>::new());
    // Numbers continue where they were.
    let mut tx = copied.begin().await.unwrap();
    assert_eq!(titles::next_id(&mut tx).await.unwrap(), TitleId(1001));
    drop(tx);
    copied.close().await;
    assert!(accounts::get(db, &AccountId::from("late")).await.unwrap().is_some());
    test.drop().await;
}

#[tokio::test]
async fn files_that_are_not_next_to_a_copy_are_not_in_it() {
    let test = TestDb::create_sqlite().await;
    world::create_sites(&test.db).await;
    world::insert_titles(&test.db, 3).await;
    let mut db = &test.db;
    for (id, package) in [(1, "packages/1-a.epub"), (2, "artifacts/x/EPUB3-1.epub"), (3, "packagesX")] {
        let sql = "INSERT INTO downloads (title_id, format, artifact_version, status, package, failure_told, charge, \
             date_requested, pending_since, date_packaged) VALUES ($1, 'EPUB3', 1, 'AVAILABLE', $2, FALSE, 'nobody', \
             1, 1, 1)";
        db.execute(Sql::new(sql).bind(1000 + id).bind(package)).await.unwrap();
        let sql = "INSERT INTO discarded_files (key, discarded_at) VALUES ($1, 1)";
        db.execute(Sql::new(sql).bind(package)).await.unwrap();
        let sql = "INSERT INTO artifacts (key, title_id, format, converter, file, size, last_used) \
             VALUES ($1, 1001, 'EPUB3', 'EPUB3-1', $1, 1, 1)";
        db.execute(Sql::new(sql).bind(package)).await.unwrap();
    }
    let path = backup::database_path(&test.url).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (left_out, left) in [
        (&["packages/"][..], &["artifacts/x/EPUB3-1.epub", "packagesX"][..]),
        (&["packages/", "artifacts/"], &["packagesX"]),
    ] {
        let copy = folder.path().join(left_out.len().to_string());
        backup::copy_database(&path, &copy).await.unwrap();
        backup::finish_copy(&copy, left_out).await.unwrap();
        let copied = open_database(&copy).await;
        for sql in [
            "SELECT package FROM downloads WHERE status = 'AVAILABLE' ORDER BY package",
            "SELECT file FROM artifacts ORDER BY file",
            "SELECT key FROM discarded_files ORDER BY key",
        ] {
            let rows = (&copied).fetch_all::<(String,)>(Sql::new(sql)).await.unwrap();
            assert_eq!(rows.into_iter().map(|(row,)| row).collect::<Vec<_>>(), left, "{sql}");
        }
        let expired = "SELECT COUNT(*) FROM downloads WHERE status = 'EXPIRED' AND package IS NULL";
        assert_eq!(
            (&copied).fetch_one::<(i64,)>(Sql::new(expired)).await.unwrap(),
            (3 - i64::try_from(left.len()).unwrap(),)
        );
        copied.close().await;
    }
    test.drop().await;
}

#[tokio::test]
async fn a_database_in_use_is_not_retired() {
    let test = TestDb::create_sqlite().await;
    let path = backup::database_path(&test.url).unwrap().unwrap();
    world::create_sites(&test.db).await;
    assert!(!backup::try_make_single_file(&path).await.unwrap());
    world::insert_titles(&test.db, 1).await;
    test.db.close().await;
    assert!(backup::try_make_single_file(&path).await.unwrap());
    let wal = std::path::PathBuf::from(format!("{}-wal", path.display()));
    assert!(!wal.exists());
    let db = open_database(&path).await;
    assert_eq!(titles::count(&db).await.unwrap(), 1, "nothing is lost by it");
    db.close().await;
}

#[tokio::test]
async fn a_damaged_database_is_reported() {
    let test = TestDb::create_sqlite().await;
    world::create_sites(&test.db).await;
    world::insert_titles(&test.db, 300).await;
    let path = backup::database_path(&test.url).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    backup::copy_database(&path, &copy).await.unwrap();
    backup::finish_copy(&copy, &[]).await.unwrap();
    let mut bytes = std::fs::read(&copy).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xA5);
    std::fs::write(&copy, bytes).unwrap();
    let result = backup::find_faults(&copy).await;
    assert!(result.is_err() || !result.unwrap().is_empty());
    test.drop().await;
}

#[test]
fn only_an_embedded_database_has_a_file() {
    assert_eq!(backup::database_path("postgres://localhost/library").unwrap(), None);
    let path = std::path::Path::new("/srv/100%?/library.db");
    assert_eq!(backup::database_path(&backup::database_url(path)).unwrap().as_deref(), Some(path));
}
