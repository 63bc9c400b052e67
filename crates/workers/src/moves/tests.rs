//! Moves between both databases and file stores, interrupted ones, and refused ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use delivery::keys::Hash;
use delivery::{Files, Key, Limits};
use domain::{AccountId, Title, UsageRestriction, fixtures};
use store::moves::{BatchLimit, MoveRole, MoveStage};
use store::testkit::{EmptyDb, TestDb};
use store::{Backend, Conn as _, Db, DbOptions, Sql};
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{
    LibraryAddress, LibraryPlace, MoveOutcome, MovePlan, MoveProgress, MoveReport, MoveStep, reopen, run,
};
use crate::testing::Bench;

/// A library with a book, an edition and a document, and a folder for what moves.
struct MoveFixture {
    test: TestDb,
    bench: Bench,
    folder: TempDir,
    book: Title,
}

impl MoveFixture {
    async fn with_backend(backend: Backend) -> Option<Self> {
        let test = TestDb::create_on(backend).await?;
        let bench = Bench::with_limits(test.db.clone(), Limits::default()).await;
        let book = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        bench.add_edition().await;
        bench.add_document(b"not read here").await;
        let cover = Key::cover(&Hash::of_bytes(b"cover"), "jpg");
        let artifact = Key::parse(&format!("artifacts/{}/EPUB3-1.1-.epub", "a".repeat(64))).unwrap();
        let package = Key::parse("packages/1-abc.zip").unwrap();
        for (key, content) in [
            (cover.thumbnail(), "small"),
            (cover, "cover"),
            (artifact.plan(), "plan"),
            (artifact, ""),
            (package, "copy"),
        ] {
            bench.ctx.delivery().files().put(&key, content.into()).await.unwrap();
        }
        for n in 0..20 {
            bench.add_reader(&format!("reader{n}")).await;
        }
        store::secrets::get_or_create(&test.db, "tickets", &mut bench.ctx.rng()).await.unwrap();
        Some(Self { test, bench, folder: tempfile::tempdir().unwrap(), book })
    }

    /// The library, whose programs have ended.
    async fn close_library(&self) -> LibraryPlace {
        self.test.db.close().await;
        place_at(&self.test.url, &self.bench.folder.path().join("files"))
    }

    /// A place with this database, and the files in a folder of this name.
    fn library_place(&self, url: &str, name: &str) -> LibraryPlace {
        place_at(url, &self.folder.path().join(name))
    }

    fn new_sqlite(&self, name: &str) -> LibraryPlace {
        let url = store::backup::database_url(&self.folder.path().join(format!("{name}.db")));
        self.library_place(&url, name)
    }

    fn move_plan(&self, source: LibraryPlace, target: LibraryPlace) -> MovePlan {
        let (moves_database, moves_files) =
            (source.database_url != target.database_url, source.address.files != target.address.files);
        let report_folder = self.folder.path().to_owned();
        let batch = BatchLimit { rows: 3, bytes: 1 << 20 };
        MovePlan { source, target, moves_database, moves_files, report_folder, program: "0.0.1", batch }
    }

    async fn remove_shelf(self) {
        self.test.drop().await;
    }
}

fn place_at(url: &str, files: &Path) -> LibraryPlace {
    LibraryPlace {
        database_url: url.to_owned(),
        files: Files::local(files).unwrap(),
        index: files.with_extension("index"),
        address: LibraryAddress { database: url.to_owned(), files: files.display().to_string() },
    }
}

async fn attempt_move(plan: &MovePlan, on_progress: impl FnMut(MoveProgress)) -> anyhow::Result<MoveOutcome> {
    let id = format!("move to {}", plan.target.address);
    run(plan, id, fixtures::noon, &CancellationToken::new(), on_progress).await
}

/// A move that must succeed.
async fn complete_move(plan: &MovePlan) -> MoveReport {
    match attempt_move(plan, |_| {}).await.unwrap() {
        MoveOutcome::Moved { report, .. } => *report,
        other => panic!("{other:?}"),
    }
}

async fn refusal_text(plan: &MovePlan) -> String {
    format!("{:#}", attempt_move(plan, |_| {}).await.unwrap_err())
}

async fn open_db(url: &str) -> Db {
    Db::connect(&DbOptions::new(url)).await.unwrap()
}

/// Runs a statement on a database that nobody has open.
async fn run_statement(url: &str, text: &str) {
    let db = open_db(url).await;
    (&db).execute(Sql::new(text)).await.unwrap();
    db.close().await;
}

async fn mark_stage(url: &str) -> Option<(MoveRole, MoveStage)> {
    let db = open_db(url).await;
    let mark = store::moves::find_mark(&db).await.unwrap();
    db.close().await;
    mark.map(|mark| (mark.role, mark.stage))
}

/// All files below a folder, by their paths in it.
fn read_tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut all, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                all.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(path).unwrap());
            }
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_library_moves_there_and_back_and_every_row_and_file_is_equal() {
    let shelf = MoveFixture::with_backend(Backend::Sqlite).await.unwrap();
    let source = shelf.close_library().await;
    let kept = read_tree(Path::new(&source.address.files));
    assert_eq!(kept.len(), 7, "those of the shelf, a source and a document: {:?}", kept.keys());
    let mut postgres = EmptyDb::create(Backend::Postgres).await;
    let there = match &postgres {
        Some(postgres) => shelf.library_place(&postgres.url, "there"),
        None => shelf.new_sqlite("there"),
    };
    let back = shelf.new_sqlite("back");
    let away = complete_move(&shelf.move_plan(source.clone(), there.clone())).await;
    assert_eq!(read_tree(Path::new(&there.address.files)), kept);
    let returned = complete_move(&shelf.move_plan(there.clone(), back.clone())).await;
    assert_eq!(read_tree(Path::new(&back.address.files)), kept);
    assert_eq!(away.tables, returned.tables);
    assert_eq!(away.sequences, returned.sequences);
    assert_eq!(away.counters, returned.counters);
    let rows = |name: &str| away.tables.iter().find(|table| table.name == name).unwrap().rows;
    assert_eq!((rows("titles"), rows("accounts"), rows("sites"), rows("secrets")), (2, 21, 2, 1));
    assert!(away.counters.iter().any(|counter| counter.name == "titles" && counter.value == 1002));

    // The report lists every file with its hash and size.
    let files = returned.files.unwrap();
    assert_eq!((files.count, &files.damaged), (kept.len() as u64, &Vec::new()));
    let list = fs::read_to_string(shelf.folder.path().join(&files.list)).unwrap();
    assert_eq!(list.lines().count(), kept.len());
    for (key, content) in &kept {
        let line = format!("{}  {}  {}", Hash::of_bytes(content), content.len(), key.display());
        assert!(list.lines().any(|other| other == line), "{line}");
    }

    // Sources stay closed; the library is open where it is.
    for closed in [&source, &there] {
        assert_eq!(mark_stage(&closed.database_url).await, Some((MoveRole::Source, MoveStage::Moved)));
    }
    assert_eq!(mark_stage(&back.database_url).await, None);
    let db = open_db(&back.database_url).await;
    assert_eq!(store::titles::get(&db, shelf.book.id).await.unwrap(), Some(shelf.book.clone()));
    let mut tx = db.begin().await.unwrap();
    assert_eq!(store::titles::next_id(&mut tx).await.unwrap().0, 1003, "numbers continue");
    tx.rollback().await.unwrap();
    db.close().await;
    let plan = shelf.move_plan(source.clone(), there.clone());
    assert!(matches!(attempt_move(&plan, |_| {}).await.unwrap(), MoveOutcome::AlreadyMoved(_)));
    assert!(reopen(&source.database_url).await.unwrap().is_some());
    assert_eq!(mark_stage(&source.database_url).await, None);
    if let Some(postgres) = postgres.take() {
        postgres.drop().await;
    }
    shelf.remove_shelf().await;
}

/// Runs a move until it reports its progress this many times, and drops it there, as a kill would. `None` if
/// it was dropped.
async fn interrupt_move(plan: &MovePlan, count: usize) -> Option<anyhow::Result<MoveOutcome>> {
    let (notify, mut reports) = (Arc::new(Notify::new()), 0);
    let notifier = Arc::clone(&notify);
    let running = attempt_move(plan, move |_| {
        reports += 1;
        if reports == count {
            notifier.notify_one();
        }
    });
    tokio::select! {
        biased;
        () = notify.notified() => None,
        outcome = running => Some(outcome),
    }
}

/// Interrupts a move later and later, until it completes; returns how often.
async fn interrupt_often(plan: &MovePlan) -> usize {
    let (mut count, mut interruptions) = (0, 0);
    loop {
        // The first steps one by one, and then batches and files.
        count += 1 + count / 8;
        match interrupt_move(plan, count).await {
            None => {
                interruptions += 1;
                // No program opens either of the two before the move is over.
                let target = mark_stage(&plan.target.database_url).await;
                let source = mark_stage(&plan.source.database_url).await;
                assert!(source.is_some() || target.is_none(), "{source:?}, {target:?}");
            }
            // The one before may have been dropped at its very last report.
            Some(Ok(MoveOutcome::Moved { .. } | MoveOutcome::AlreadyMoved(_))) => return interruptions,
            Some(Ok(other)) => panic!("{other:?}"),
            // The connections of the one that was dropped are still closing.
            Some(Err(error)) if error.to_string().contains("a program uses") => {}
            Some(Err(error)) => panic!("{error:#}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_interrupted_at_any_moment_is_continued() {
    for (from, to) in [(Backend::Sqlite, Backend::Sqlite), (Backend::Sqlite, Backend::Postgres)] {
        let Some(target) = EmptyDb::create(to).await else { continue };
        let shelf = MoveFixture::with_backend(from).await.unwrap();
        let (source, there) = (shelf.close_library().await, shelf.library_place(&target.url, "there"));
        let plan = shelf.move_plan(source.clone(), there.clone());
        let interruptions = interrupt_often(&plan).await;
        assert!(interruptions > 10, "{interruptions} interruptions");
        assert_eq!(read_tree(Path::new(&there.address.files)), read_tree(Path::new(&source.address.files)));
        // Equal to a move without interruption.
        reopen(&source.database_url).await.unwrap();
        let other = shelf.move_plan(source, shelf.new_sqlite("other"));
        let tables = complete_move(&other).await.tables;
        let again = shelf.move_plan(there, shelf.new_sqlite("again"));
        assert_eq!(complete_move(&again).await.tables, tables);
        shelf.remove_shelf().await;
        target.drop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_move_is_continued_and_a_changed_source_is_not() {
    let shelf = MoveFixture::with_backend(Backend::Sqlite).await.unwrap();
    let source = shelf.close_library().await;
    let plan = shelf.move_plan(source.clone(), shelf.new_sqlite("there"));
    let stop = CancellationToken::new();
    let at = stop.clone();
    let stopped = run(&plan, "first".into(), fixtures::noon, &stop, move |progress| {
        if progress.step == MoveStep::CopyFiles {
            at.cancel();
        }
    });
    assert!(matches!(stopped.await.unwrap(), MoveOutcome::Stopped));
    assert_eq!(
        mark_stage(&plan.target.database_url).await,
        Some((MoveRole::Target, MoveStage::Copying)),
        "no command opens it"
    );
    let elsewhere = shelf.move_plan(source.clone(), shelf.new_sqlite("elsewhere"));
    assert!(
        refusal_text(&elsewhere).await.contains("continue that move, or run `openshelf move --reopen` first")
    );
    let wrong = reopen(&plan.target.database_url).await.unwrap_err().to_string();
    assert!(wrong.contains("the unfinished copy"), "{wrong}");
    let from_copy = shelf.move_plan(plan.target.clone(), shelf.new_sqlite("elsewhere"));
    assert!(refusal_text(&from_copy).await.contains("itself the unfinished copy"));
    // Once it was open, the copy may be of an earlier state.
    reopen(&source.database_url).await.unwrap();
    assert!(refusal_text(&plan).await.contains("an earlier state"));
    complete_move(&elsewhere).await;
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_in_use_a_source_in_use_and_other_versions_are_refused() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let (Some(shelf), Some(other)) =
            (MoveFixture::with_backend(backend).await, TestDb::create_on(backend).await)
        else {
            continue;
        };
        let files = shelf.bench.folder.path().join("files");
        let source = place_at(&shelf.test.url, &files);
        let itself = shelf.move_plan(source.clone(), source.clone());
        assert!(refusal_text(&itself).await.contains("the library itself"));
        // The library is open: nothing is left behind.
        let plan = shelf.move_plan(source.clone(), shelf.new_sqlite("there"));
        let error = refusal_text(&plan).await;
        let sentence = match backend {
            Backend::Sqlite => "a program uses",
            Backend::Postgres => "other programs are connected",
        };
        assert!(error.contains(sentence), "{error}");
        assert_eq!(store::moves::find_mark(&shelf.test.db).await.unwrap(), None);
        shelf.bench.add_reader("late").await;

        let source = shelf.close_library().await;
        other.db.close().await;
        let used = shelf.move_plan(source.clone(), shelf.library_place(&other.url, "there"));
        assert!(refusal_text(&used).await.contains("is not empty"));
        let file = Key::parse("sources/a.epub").unwrap();
        let full = shelf.new_sqlite("full");
        full.files.put(&file, "x".into()).await.unwrap();
        let error = refusal_text(&shelf.move_plan(source.clone(), full)).await;
        assert!(error.contains("is not empty: it contains sources/a.epub"), "{error}");
        assert_eq!(mark_stage(&source.database_url).await, None);

        run_statement(
            &source.database_url,
            "UPDATE _sqlx_migrations SET version = version + 5000 WHERE version = 1",
        )
        .await;
        let error = refusal_text(&plan).await;
        assert!(error.contains("the library is at migration 5001, and this program at"), "{error}");
        run_statement(&source.database_url, "DELETE FROM _sqlx_migrations WHERE version > 5000").await;
        assert!(refusal_text(&plan).await.contains("openshelf migrate"), "a migration is missing");
        let nothing = shelf.move_plan(shelf.new_sqlite("nothing"), shelf.new_sqlite("there"));
        assert!(refusal_text(&nothing).await.contains("there is no library"));
        shelf.remove_shelf().await;
        other.drop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_that_postgresql_cannot_hold_are_named_before_anything_is_copied() {
    let Some(postgres) = EmptyDb::create(Backend::Postgres).await else { return };
    let shelf = MoveFixture::with_backend(Backend::Sqlite).await.unwrap();
    let source = shelf.close_library().await;
    run_statement(&source.database_url, "UPDATE sites SET name = char(0) WHERE id = 'lab'").await;
    let plan = shelf.move_plan(source.clone(), shelf.library_place(&postgres.url, "there"));
    let error = refusal_text(&plan).await;
    assert!(error.contains("sites lab, column name"), "{error}");
    assert_eq!(mark_stage(&source.database_url).await, None, "the library is open again");
    run_statement(&source.database_url, "UPDATE sites SET name = 'Lab' WHERE id = 'lab'").await;
    complete_move(&plan).await;
    postgres.drop().await;
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_or_the_database_move_alone() {
    let shelf = MoveFixture::with_backend(Backend::Sqlite).await.unwrap();
    let source = shelf.close_library().await;
    let kept = read_tree(Path::new(&source.address.files));
    let files = shelf.library_place(&source.database_url, "files");
    let plan = shelf.move_plan(source.clone(), files.clone());
    interrupt_often(&plan).await;
    assert_eq!(read_tree(Path::new(&files.address.files)), kept);
    assert_eq!(mark_stage(&source.database_url).await, None, "the database is still the library's");

    let mut database = shelf.new_sqlite("database");
    (database.files, database.address.files) = (files.files.clone(), files.address.files.clone());
    let report = complete_move(&shelf.move_plan(files, database.clone())).await;
    assert_eq!(report.files, None);
    let db = open_db(&database.database_url).await;
    assert!(store::accounts::get(&db, &AccountId::from("reader7")).await.unwrap().is_some());
    db.close().await;
    shelf.remove_shelf().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_were_damaged_before_the_move_are_reported() {
    let shelf = MoveFixture::with_backend(Backend::Sqlite).await.unwrap();
    let source = shelf.close_library().await;
    let key = shelf.book.files.source.clone().unwrap();
    fs::write(Path::new(&source.address.files).join(&key), b"not what its name says").unwrap();
    let report = complete_move(&shelf.move_plan(source, shelf.new_sqlite("there"))).await;
    assert_eq!(report.files.unwrap().damaged, [key]);
    shelf.remove_shelf().await;
}
