//! Backups of a library in use, and their restoration.

mod kinds;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use delivery::{Files, Key, Limits};
use domain::{AccountId, CopySettings, Format, Title, UsageRestriction};
use holdings::package::convert_source;
use jiff::SignedDuration;
use store::testkit::TestDb;
use store::{Backend, Db, DbOptions};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::take::take_in_parts;
use super::{
    BackupProgress, BackupSource, BackupStep, Manifest, RestoreReport, RestoreTarget, TargetDatabase,
    TargetFiles, find_restore_marker, restore, take, verify,
};
use crate::LibraryDatabase;
use crate::referenced_files::KeyPart;
use crate::testing::Bench;

/// A library with a book and a document, and a folder for backups.
struct BackupFixture {
    test: TestDb,
    bench: Bench,
    folder: TempDir,
    book: Title,
    document: Title,
}

impl BackupFixture {
    async fn new() -> Self {
        Self::with_backend(Backend::Sqlite).await.unwrap()
    }

    async fn with_backend(backend: Backend) -> Option<Self> {
        let test = TestDb::create_on(backend).await?;
        let bench = Bench::with_limits(test.db.clone(), Limits::default()).await;
        let book = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let document = bench.add_document(b"not read here").await;
        Some(Self { test, bench, folder: tempfile::tempdir().unwrap(), book, document })
    }

    fn library_database(&self) -> LibraryDatabase {
        LibraryDatabase::from_url(self.test.url.clone()).unwrap()
    }

    fn backup_path(&self) -> PathBuf {
        self.folder.path().join("backup")
    }

    fn file_path(&self, key: &str) -> PathBuf {
        self.bench.folder.path().join("files").join(key)
    }

    fn source_url(&self) -> String {
        self.book.files.source.clone().unwrap()
    }

    async fn take_backup(
        &self,
        stop: &CancellationToken,
        on_progress: impl FnMut(BackupProgress),
    ) -> Option<Manifest> {
        let database = self.library_database();
        take(
            self.library_source(&database),
            &self.backup_path(),
            self.bench.current_time(),
            stop,
            on_progress,
        )
        .await
        .unwrap()
    }

    fn library_source<'a>(&'a self, database: &'a LibraryDatabase) -> BackupSource<'a> {
        let files = self.bench.ctx.delivery().files();
        BackupSource { database, files, index: None, with_artifacts: true, program: "0.0.1" }
    }

    /// A backup whose files are processed in 32 parts.
    async fn taken_in_parts(&self, on_progress: impl FnMut(BackupProgress)) -> Manifest {
        let (database, stop) = (self.library_database(), CancellationToken::new());
        let parts = |_| KeyPart::all_parts(3_200_000).collect();
        let (source, now) = (self.library_source(&database), self.bench.current_time());
        take_in_parts(source, &self.backup_path(), parts, now, &stop, on_progress).await.unwrap().unwrap()
    }

    /// A converted book, with the plan of its copies.
    async fn add_converted_book(&self) {
        let (item, key) = (self.book.id.into(), Key::parse(&self.source_url()).unwrap());
        let (format, settings) = (Format::Epub3, CopySettings::None);
        let now = self.bench.current_time();
        let steps = watch::Sender::default();
        convert_source(self.bench.ctx.holdings(), &steps, &item, &key, format, settings, now).await.unwrap();
    }

    async fn take_complete(&self) -> Manifest {
        self.take_backup(&CancellationToken::new(), |_| {}).await.unwrap()
    }

    async fn verify_faults(&self) -> Vec<String> {
        let verdict = verify(&self.backup_path(), &CancellationToken::new(), |_| {}).await.unwrap().unwrap();
        verdict.faults.into_iter().map(|(name, _)| name).collect()
    }

    fn restore_target(&self, name: &str) -> RestoreTarget {
        let folder = self.folder.path().join(name);
        let files = Files::local(&folder.join("files")).unwrap();
        let database = TargetDatabase::File(folder.join("library.db"));
        RestoreTarget { database, files: TargetFiles::Store(files), index: folder.join("index") }
    }

    /// A target in a database server.
    fn server_target(&self, url: &str, name: &str) -> RestoreTarget {
        let scratch = self.folder.path().join(name).join("scratch.db");
        let database = TargetDatabase::Server { url: url.to_owned(), name: "the server".into(), scratch };
        RestoreTarget { database, ..self.restore_target(name) }
    }

    async fn restore_backup(&self, target: &RestoreTarget, force: bool) -> anyhow::Result<RestoreReport> {
        let stop = CancellationToken::new();
        restore(&self.backup_path(), target, force, self.bench.current_time(), &stop, |_| {})
            .await
            .map(Option::unwrap)
    }

    /// The user removes the document, with its file.
    async fn remove_document(&self) {
        let mut tx = self.bench.db().begin().await.unwrap();
        let (owner, id) = (self.document.owner.as_ref().unwrap(), self.document.id);
        let removed =
            store::documents::remove(&mut tx, owner, id, self.bench.current_time()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        self.bench.ctx.delivery().remove_document(&Key::parse(&removed.file).unwrap(), &[]).await.unwrap();
    }

    async fn remove_shelf(self) {
        self.test.drop().await;
    }
}

/// The database's file of a target.
fn database_file(target: &RestoreTarget) -> &Path {
    match &target.database {
        TargetDatabase::File(file) => file,
        TargetDatabase::Server { .. } => panic!("a server has no file"),
    }
}

async fn open_db(path: &Path) -> Db {
    Db::connect(&DbOptions::new(store::backup::database_url(path))).await.unwrap()
}

/// All files below a folder, by their paths in it.
fn read_tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut all, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_library_equals_the_backup() {
    let shelf = BackupFixture::new().await;
    let manifest = shelf.take_complete().await;
    // The book with or without its cover's two sizes, and the document.
    let kept = read_tree(&shelf.backup_path().join("files"));
    assert_eq!((manifest.titles, manifest.accounts, manifest.files), (2, 1, kept.len() as u64));
    assert_eq!((manifest.missing.len(), manifest.damaged.len()), (0, 0));
    assert_eq!(shelf.verify_faults().await, [] as [&str; 0]);
    assert_eq!(Manifest::read(&shelf.backup_path()).unwrap(), manifest);
    // Anybody can verify this with standard tools.
    let check = std::process::Command::new("sha256sum")
        .args(["--check", "--quiet", &manifest.list.name])
        .current_dir(shelf.backup_path())
        .status();
    assert!(check.unwrap().success());

    // Later changes are not in the backup.
    shelf.bench.add_reader("late").await;
    let target = shelf.restore_target("restored");
    assert_eq!(shelf.restore_backup(&target, false).await.unwrap().previous_database, None);
    assert_eq!(read_tree(&shelf.folder.path().join("restored/files")), kept);
    assert_eq!(find_restore_marker(database_file(&target)), None);
    let db = open_db(database_file(&target)).await;
    assert_eq!(store::titles::get(&db, shelf.book.id).await.unwrap(), Some(shelf.book.clone()));
    assert_eq!(store::accounts::get(&db, &AccountId::from("late")).await.unwrap(), None);
    db.close().await;

    let error = shelf.restore_backup(&target, false).await.unwrap_err().to_string();
    assert!(error.contains("--force"), "{error}");
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_backup_adds_new_files_and_removes_deleted_ones() {
    let shelf = BackupFixture::new().await;
    let first = shelf.take_complete().await;
    let copied = shelf.backup_path().join("files").join(shelf.source_url());
    let date = fs::metadata(&copied).unwrap().modified().unwrap();
    shelf.remove_document().await;
    shelf.bench.advance_clock(SignedDuration::from_secs(5));
    let second = shelf.take_complete().await;
    assert_eq!((second.titles, second.files), (1, first.files - 1));
    assert_eq!(fs::metadata(&copied).unwrap().modified().unwrap(), date, "not written again");
    assert_eq!(shelf.verify_faults().await, [] as [&str; 0]);
    let parts: Vec<String> =
        read_tree(&shelf.backup_path()).into_keys().filter(|name| !name.starts_with("files/")).collect();
    let expected = ["backup.lock", &second.list.name, &second.database.name, "manifest.json"];
    assert_eq!(parts, expected, "nothing of the first is left");
    assert!(
        !read_tree(&shelf.backup_path()).keys().any(|name| name.contains("documents")),
        "nor of the document"
    );
    // Two backups in the same second get different names.
    assert_ne!(shelf.take_complete().await.database.name, second.database.name);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_in_many_parts_equals_one_in_a_single_part() {
    let shelf = BackupFixture::new().await;
    shelf.add_converted_book().await;
    let one = shelf.take_complete().await;
    let lines = |manifest: &Manifest| {
        let text = fs::read_to_string(shelf.backup_path().join(&manifest.list.name)).unwrap();
        let files = text.lines().filter(|line| line.contains("  files/")).map(str::to_owned);
        files.collect::<BTreeSet<_>>()
    };
    let (listed, kept) = (lines(&one), read_tree(&shelf.backup_path().join("files")));
    assert!(one.files >= 4, "a source, a document, an artifact and its plan: {listed:?}");
    let same = |many: &Manifest| {
        let numbers = |manifest: &Manifest| (manifest.titles, manifest.files, manifest.bytes);
        assert_eq!((numbers(many), lines(many)), (numbers(&one), listed.clone()));
        assert_eq!((many.missing.len(), many.damaged.len()), (0, 0));
        assert_eq!(read_tree(&shelf.backup_path().join("files")), kept);
    };
    // Next to the other one, whose hashes are known, and alone.
    same(&shelf.taken_in_parts(|_| {}).await);
    fs::remove_dir_all(shelf.backup_path()).unwrap();
    let mut last = None;
    let backup = shelf.taken_in_parts(|progress| {
        if progress.step == BackupStep::Files {
            last = Some((progress.done, progress.total));
        }
    });
    same(&backup.await);
    assert_eq!(last, Some((one.files, one.files)));
    assert_eq!(shelf.verify_faults().await, [] as [&str; 0]);

    // Lost, damaged and concurrently removed files are detected in any part.
    let whole = fs::read(shelf.file_path(&shelf.source_url())).unwrap();
    fs::write(shelf.file_path(&shelf.source_url()), b"not what its name says").unwrap();
    let document =
        read_tree(&shelf.backup_path()).into_keys().find(|name| name.contains("documents/")).unwrap();
    fs::remove_dir_all(shelf.backup_path()).unwrap();
    let mut removed = false;
    let second = shelf.taken_in_parts(|progress| {
        if progress.step == BackupStep::Files && !std::mem::replace(&mut removed, true) {
            let removing = shelf.remove_document();
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(removing));
        }
    });
    let second = second.await;
    assert_eq!((second.titles, second.files), (1, one.files - 1));
    assert_eq!(second.damaged, [shelf.source_url()]);
    assert!(!shelf.backup_path().join(document).exists());
    fs::remove_file(shelf.file_path(&shelf.source_url())).unwrap();
    fs::remove_file(shelf.backup_path().join("files").join(shelf.source_url())).unwrap();
    assert_eq!(shelf.taken_in_parts(|_| {}).await.missing, [shelf.source_url()]);
    fs::write(shelf.file_path(&shelf.source_url()), whole).unwrap();
    assert_eq!(shelf.taken_in_parts(|_| {}).await.files, one.files - 1);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_removed_during_the_backup_is_not_in_it() {
    let shelf = BackupFixture::new().await;
    let mut rounds = 0;
    let manifest = shelf
        .take_backup(&CancellationToken::new(), |progress| {
            if progress.step == BackupStep::Files && progress.done == 0 {
                rounds += 1;
                if rounds == 1 {
                    // After the copy of the database that names it.
                    let removing = shelf.remove_document();
                    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(removing));
                }
            }
        })
        .await
        .unwrap();
    assert_eq!((manifest.titles, manifest.missing.as_slice()), (1, &[] as &[String]));
    let target = shelf.restore_target("restored");
    shelf.restore_backup(&target, false).await.unwrap();
    let db = open_db(database_file(&target)).await;
    assert_eq!(store::documents::get(&db, shelf.document.id).await.unwrap(), None);
    db.close().await;
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_files_are_reported_and_those_in_an_earlier_backup_are_kept() {
    let shelf = BackupFixture::new().await;
    let (source, whole) = (shelf.source_url(), fs::read(shelf.file_path(&shelf.source_url())).unwrap());
    fs::remove_file(shelf.file_path(&source)).unwrap();
    assert_eq!(shelf.take_complete().await.missing, std::slice::from_ref(&source));
    fs::write(shelf.file_path(&source), b"not what its name says").unwrap();
    assert_eq!(shelf.take_complete().await.damaged, std::slice::from_ref(&source));
    fs::write(shelf.file_path(&source), &whole).unwrap();
    let good = shelf.take_complete().await;
    assert_eq!((good.missing.len(), good.damaged.len()), (0, 0));
    // Lost now, but still in the backup.
    fs::remove_file(shelf.file_path(&source)).unwrap();
    assert_eq!(shelf.take_complete().await.missing, [] as [&str; 0]);
    assert_eq!(fs::read(shelf.backup_path().join("files").join(&source)).unwrap(), whole);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_backup_leaves_the_previous_one() {
    let shelf = BackupFixture::new().await;
    let stopping = async |shelf: &BackupFixture| {
        let stop = CancellationToken::new();
        let at = stop.clone();
        let stopped = shelf.take_backup(&stop, move |progress| {
            if progress.step == BackupStep::Files {
                at.cancel();
            }
        });
        assert_eq!(stopped.await, None);
    };
    stopping(&shelf).await;
    let error = Manifest::read(&shelf.backup_path()).unwrap_err().to_string();
    assert!(error.contains("not contain a complete backup"), "{error}");
    let target = shelf.restore_target("restored");
    shelf.restore_backup(&target, false).await.unwrap_err();
    assert!(!database_file(&target).exists());

    let first = shelf.take_complete().await;
    shelf.bench.add_reader("late").await;
    stopping(&shelf).await;
    assert_eq!(Manifest::read(&shelf.backup_path()).unwrap(), first);
    assert_eq!(shelf.verify_faults().await, [] as [&str; 0], "whole still");
    assert_eq!(shelf.take_complete().await.accounts, 2);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_is_found_and_not_restored() {
    let shelf = BackupFixture::new().await;
    let manifest = shelf.take_complete().await;
    for name in
        [format!("files/{}", shelf.source_url()), manifest.database.name.clone(), manifest.list.name.clone()]
    {
        let path = shelf.backup_path().join(&name);
        let whole = fs::read(&path).unwrap();
        let mut bad = whole.clone();
        bad[whole.len() / 2] ^= 1;
        for damaged in [Some(bad), None] {
            match damaged {
                Some(bad) => fs::write(&path, bad).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            assert_eq!(shelf.verify_faults().await, [name.as_str()]);
            let target = shelf.restore_target("restored");
            shelf.restore_backup(&target, false).await.unwrap_err();
            assert!(!database_file(&target).exists(), "{name}");
            assert!(find_restore_marker(database_file(&target)).is_some(), "no empty library in its place");
        }
        fs::write(&path, whole).unwrap();
    }
    // It resumes with the existing files.
    let target = shelf.restore_target("restored");
    shelf.restore_backup(&target, false).await.unwrap();
    assert_eq!(find_restore_marker(database_file(&target)), None);
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_is_replaced_only_with_force_and_while_unused() {
    let shelf = BackupFixture::new().await;
    shelf.take_complete().await;
    let target = shelf.restore_target("restored");
    shelf.restore_backup(&target, false).await.unwrap();
    let db = open_db(database_file(&target)).await;
    let mut tx = db.begin().await.unwrap();
    store::accounts::set_locked(&mut tx, &AccountId::from("ann"), true).await.unwrap();
    tx.commit().await.unwrap();
    let error = shelf.restore_backup(&target, true).await.unwrap_err().to_string();
    assert!(error.contains("a program uses"), "{error}");
    assert_eq!(find_restore_marker(database_file(&target)), None, "the old one stays in use");
    db.close().await;
    fs::create_dir_all(&target.index).unwrap();

    let restored = shelf.restore_backup(&target, true).await.unwrap();
    assert!(!target.index.exists(), "it may be ahead of the database");
    let locked = async |path: &Path| {
        let db = open_db(path).await;
        let account = store::accounts::get(&db, &AccountId::from("ann")).await.unwrap().unwrap();
        db.close().await;
        account.locked
    };
    assert!(!locked(database_file(&target)).await);
    assert!(locked(&restored.previous_database.unwrap()).await, "kept under another name");
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_folders_and_newer_backups_are_refused() {
    let shelf = BackupFixture::new().await;
    let (database, stop) = (shelf.library_database(), CancellationToken::new());
    let foreign = shelf.bench.folder.path();
    let error = take(shelf.library_source(&database), foreign, shelf.bench.current_time(), &stop, |_| {})
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("contains files that are not a backup"), "{error}");

    let manifest = shelf.take_complete().await;
    let path = shelf.backup_path().join("manifest.json");
    let target = shelf.restore_target("restored");
    let write = |change: fn(&mut serde_json::Value)| {
        let mut value = serde_json::to_value(&manifest).unwrap();
        change(&mut value);
        fs::write(&path, value.to_string()).unwrap();
    };
    for (change, sentence) in [
        ((|value| value["format"] = 3.into()) as fn(&mut serde_json::Value), "too old to read it"),
        (|value| value["schema"] = 9999.into(), "migration 9999"),
        (|value| value["database"]["name"] = "../library.db".into(), "files outside its folder"),
        (|value| value["list"]["name"] = "/etc/passwd".into(), "files outside its folder"),
        (|value| *value = serde_json::json!([]), "not the manifest of a backup"),
    ] {
        write(change);
        let error = format!("{:#}", shelf.restore_backup(&target, false).await.unwrap_err());
        assert!(error.contains(sentence), "{sentence}: {error}");
    }
    assert!(!database_file(&target).exists());
    shelf.remove_shelf().await;
}
