//! Backups of libraries of every kind, restored into every kind.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::Arc;

use delivery::{Files, Key};
use store::moves::MoveRole;
use store::testkit::EmptyDb;
use store::{Backend, Conn as _, Db, DbOptions, Sql};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{BackupFixture, database_file, read_tree};
use crate::LibraryDatabase;
use crate::backup::{
    BackupProgress, BackupSource, BackupStep, Manifest, RestoreTarget, TargetDatabase, TargetFiles,
    compare_rows, restore, take,
};

impl BackupFixture {
    /// A place for a library of this kind; `None` for PostgreSQL without a server.
    async fn new_place(&self, backend: Backend, name: &str) -> Option<(EmptyDb, RestoreTarget)> {
        let empty = EmptyDb::create(backend).await?;
        let target = match backend {
            Backend::Sqlite => self.restore_target(name),
            Backend::Postgres => self.server_target(&empty.url, name),
        };
        Some((empty, target))
    }

    /// Backs up a restored library into a folder of its own.
    async fn back_up_restored(&self, target: &RestoreTarget, name: &str) -> Manifest {
        let TargetFiles::Store(files) = &target.files else { panic!("a lasting file store") };
        let database = &LibraryDatabase::from_url(target_url(target)).unwrap();
        let source = BackupSource { database, files, index: None, with_artifacts: true, program: "0.0.1" };
        let (folder, stop) = (self.folder.path().join(name), CancellationToken::new());
        take(source, &folder, self.bench.current_time(), &stop, |_| {}).await.unwrap().unwrap()
    }
}

fn target_url(target: &RestoreTarget) -> String {
    match &target.database {
        TargetDatabase::File(file) => store::backup::database_url(file),
        TargetDatabase::Server { url, .. } => url.clone(),
    }
}

async fn open_target(target: &RestoreTarget) -> Db {
    Db::connect(&DbOptions::new(target_url(target))).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_library_of_each_kind_is_restored_into_each_kind_and_is_equal() {
    let kinds = [Backend::Sqlite, Backend::Postgres];
    for from in kinds {
        let Some(shelf) = BackupFixture::with_backend(from).await else { continue };
        shelf.add_converted_book().await;
        for n in 0..20 {
            shelf.bench.add_reader(&format!("reader{n}")).await;
        }
        let manifest = shelf.take_complete().await;
        assert!(manifest.tables.len() > 50, "{:?}", manifest.tables);
        assert_eq!(shelf.verify_faults().await, [] as [&str; 0]);
        let kept = read_tree(&shelf.backup_path().join("files"));
        for to in kinds {
            let name = format!("to-{to}");
            let Some((empty, target)) = shelf.new_place(to, &name).await else { continue };
            shelf.restore_backup(&target, false).await.unwrap();
            let left: Vec<String> = read_tree(&shelf.folder.path().join(&name)).into_keys().collect();
            assert!(left.iter().all(|path| path.starts_with("files/") || path == "library.db"), "{left:?}");
            let again = shelf.back_up_restored(&target, &format!("again-{to}")).await;
            assert_eq!(again.tables, manifest.tables, "{from} to {to}");
            assert_eq!(read_tree(&shelf.folder.path().join(&name).join("files")), kept, "{from} to {to}");
            let db = open_target(&target).await;
            assert_eq!(store::titles::get(&db, shelf.book.id).await.unwrap(), Some(shelf.book.clone()));
            let mut tx = db.begin().await.unwrap();
            assert_eq!(store::titles::next_id(&mut tx).await.unwrap().0, 1003, "numbers continue");
            tx.rollback().await.unwrap();
            db.close().await;
            empty.drop().await;
        }
        shelf.remove_shelf().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_postgresql_is_of_one_moment() {
    let Some(shelf) = BackupFixture::with_backend(Backend::Postgres).await else { return };
    let mut is_late = false;
    let manifest = shelf
        .take_backup(&CancellationToken::new(), |progress| {
            if progress.step == BackupStep::CopyRows && !std::mem::replace(&mut is_late, true) {
                let adding = shelf.bench.add_reader("late");
                tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(adding));
            }
        })
        .await
        .unwrap();
    assert!(is_late);
    assert_eq!(manifest.accounts, 1, "without the reader who came later");
    assert_eq!(shelf.take_complete().await.accounts, 2);
    shelf.remove_shelf().await;
}

/// Runs a restore until it reports its progress this many times, and drops it there, as a kill would. `None`
/// if it was dropped.
async fn interrupt_restore(
    shelf: &BackupFixture,
    target: &RestoreTarget,
    count: usize,
) -> Option<anyhow::Result<()>> {
    let (notify, mut reports) = (Arc::new(Notify::new()), 0);
    let notifier = Arc::clone(&notify);
    let on_progress = move |_: BackupProgress| {
        reports += 1;
        if reports == count {
            notifier.notify_one();
        }
    };
    let (backup, stop) = (shelf.backup_path(), CancellationToken::new());
    let running = restore(&backup, target, false, shelf.bench.current_time(), &stop, on_progress);
    tokio::select! {
        biased;
        () = notify.notified() => None,
        outcome = running => Some(outcome.map(|restored| assert!(restored.is_some()))),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_into_a_server_that_is_interrupted_at_any_moment_is_continued() {
    let shelf = BackupFixture::new().await;
    let manifest = shelf.take_complete().await;
    let Some((empty, target)) = shelf.new_place(Backend::Postgres, "server").await else {
        return shelf.remove_shelf().await;
    };
    let (mut count, mut interruptions) = (0, 0);
    loop {
        count += 1 + count / 4;
        match interrupt_restore(&shelf, &target, count).await {
            None => interruptions += 1,
            Some(done) => break done.unwrap(),
        }
        let db = open_target(&target).await;
        let mark = store::moves::find_mark(&db).await.unwrap();
        let is_empty = !store::moves::has_tables(&db).await.unwrap();
        db.close().await;
        assert!(is_empty || mark.is_some_and(|mark| mark.role == MoveRole::Restored), "nobody opens it");
    }
    assert!(interruptions > 5, "{interruptions} interruptions");
    assert_eq!(shelf.back_up_restored(&target, "again").await.tables, manifest.tables);
    empty.drop().await;
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_that_is_not_empty_is_refused() {
    let shelf = BackupFixture::new().await;
    shelf.take_complete().await;
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let Some((empty, target)) = shelf.new_place(backend, &format!("full-{backend}")).await else {
            continue;
        };
        let TargetFiles::Store(files) = &target.files else { panic!("a lasting file store") };
        let foreign = Key::parse("sources/a.epub").unwrap();
        files.put(&foreign, "x".into()).await.unwrap();
        let error = format!("{:#}", shelf.restore_backup(&target, false).await.unwrap_err());
        assert!(error.contains("contains sources/a.epub"), "{error}");
        let db = open_target(&target).await;
        assert!(!store::moves::has_tables(&db).await.unwrap(), "nothing was made");
        db.close().await;
        // `open_target` has made an empty file.
        if let TargetDatabase::File(file) = &target.database {
            fs::remove_file(file).unwrap();
        }
        files.delete(&foreign).await.unwrap();

        // A library, also of the same backup.
        shelf.restore_backup(&target, false).await.unwrap();
        let error = format!("{:#}", shelf.restore_backup(&target, false).await.unwrap_err());
        let sentence = match backend {
            Backend::Sqlite => "--force",
            Backend::Postgres => "the server is not empty",
        };
        assert!(error.contains(sentence), "{error}");
        empty.drop().await;
    }
    shelf.remove_shelf().await;
}

/// Writes the manifest of a backup again.
fn change_manifest(folder: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let path = folder.join("manifest.json");
    let mut value: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_row_is_found_by_the_hash_of_its_table() {
    let shelf = BackupFixture::new().await;
    let (manifest, stop) = (shelf.take_complete().await, CancellationToken::new());
    let compare = async |name: &str| {
        let target = shelf.restore_target(name);
        shelf.restore_backup(&target, false).await.unwrap();
        compare_rows(database_file(&target), &manifest, &stop, |_| {}).await.unwrap().unwrap()
    };
    assert_eq!(compare("whole").await, [] as [&str; 0]);

    // The digest of the file is adapted, too.
    let database = shelf.backup_path().join(&manifest.database.name);
    let db = super::open_db(&database).await;
    (&db).execute(Sql::new("UPDATE sites SET name = 'Other' WHERE id = 'lab'")).await.unwrap();
    (&db).execute(Sql::new("DELETE FROM secrets")).await.unwrap();
    db.close().await;
    store::backup::finish_copy(&database, &[]).await.unwrap();
    let bytes = fs::read(&database).unwrap();
    change_manifest(&shelf.backup_path(), |value| {
        value["database"]["bytes"] = bytes.len().into();
        value["database"]["sha256"] = delivery::keys::Hash::of_bytes(&bytes).to_string().into();
    });
    let differences = compare("changed").await;
    assert!(differences.contains(&"the rows of the table sites were changed".to_owned()), "{differences:?}");
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_of_the_first_format_are_restored_into_each_kind() {
    let shelf = BackupFixture::new().await;
    let manifest = shelf.take_complete().await;
    let list = shelf.backup_path().join(&manifest.list.name);
    let text = fs::read_to_string(&list).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len() as u64, manifest.files + 1, "the files and the database");
    let text = lines.join("\n") + "\n";
    fs::write(&list, &text).unwrap();
    change_manifest(&shelf.backup_path(), |value| {
        value["format"] = 1.into();
        value.as_object_mut().unwrap().remove("tables");
        value["list"]["bytes"] = text.len().into();
        value["list"]["sha256"] = delivery::keys::Hash::of_bytes(text.as_bytes()).to_string().into();
    });
    assert_eq!(shelf.verify_faults().await, [] as [&str; 0]);
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let Some((empty, target)) = shelf.new_place(backend, &format!("old-{backend}")).await else {
            continue;
        };
        shelf.restore_backup(&target, false).await.unwrap();
        let again = shelf.back_up_restored(&target, &format!("again-{backend}")).await;
        assert_eq!(again.tables, manifest.tables);
        empty.drop().await;
    }
    // The next backup is of the present format, and reads nothing again.
    assert_eq!(shelf.take_complete().await.tables, manifest.tables);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scratch_files_are_links_to_the_backup_and_damage_is_found() {
    let shelf = BackupFixture::new().await;
    shelf.take_complete().await;
    let scratch_target = |name: &str| {
        let folder = shelf.folder.path().join(name);
        let files = TargetFiles::Scratch(folder.join("files"));
        RestoreTarget { files, ..shelf.restore_target(name) }
    };
    shelf.restore_backup(&scratch_target("scratch"), false).await.unwrap();
    let kept = shelf.backup_path().join("files").join(shelf.source_url());
    let restored = shelf.folder.path().join("scratch/files").join(shelf.source_url());
    let inode = |path: &Path| fs::metadata(path).unwrap().ino();
    assert_eq!(inode(&kept), inode(&restored));
    // Deleting a file of the scratch store leaves that of the backup.
    let files = Files::local(&shelf.folder.path().join("scratch/files")).unwrap();
    files.delete(&Key::parse(&shelf.source_url()).unwrap()).await.unwrap();
    assert!(kept.exists() && !restored.exists());

    let whole = fs::read(&kept).unwrap();
    for damaged in [Some(&whole[1..]), None] {
        match damaged {
            Some(bytes) => fs::write(&kept, bytes).unwrap(),
            None => fs::remove_file(&kept).unwrap(),
        }
        let target = scratch_target(if damaged.is_some() { "damaged" } else { "missing" });
        let error = format!("{:#}", shelf.restore_backup(&target, false).await.unwrap_err());
        assert!(error.contains(&shelf.source_url()), "{error}");
    }
    shelf.remove_shelf().await;
}
