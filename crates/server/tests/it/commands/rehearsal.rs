//! `openshelf restore --rehearse`: backups are restored into a scratch folder, checked and forgotten.

use std::fs;
use std::path::{Path, PathBuf};

use ::jobs::Job as _;
use ::jobs::rehearse_restore::{RehearsalSummary, RehearseRestore};
use serde_json::Value;
use store::jobs::{self, JobState};
use store::{Db, DbOptions};

use crate::support::{Backend, Library, Program, Sandbox, current_time, eventually, text};

/// Names of the entries of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The only report in a folder, which is removed.
fn take_report(folder: &Path) -> Value {
    let found = names(folder).into_iter().filter(|name| name.starts_with("rehearsal-"));
    let [name]: [String; 1] = found.collect::<Vec<_>>().try_into().expect("one report");
    let path = folder.join(name);
    let report = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    fs::remove_file(path).unwrap();
    report
}

/// The first file of a backup's sources.
fn first_source(backup: &Path) -> PathBuf {
    let sources = backup.join("files/sources");
    sources.join(names(&sources).first().expect("there are sources"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_rehearsed_and_nothing_is_left() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let (backup, scratch) = (folder.path().join("backup"), folder.path().join("scratch"));
    let (backup_name, scratch_name) = (backup.display().to_string(), scratch.display().to_string());
    sandbox.command(&["backup", &backup_name]);
    let before = names(sandbox.library.dir.path());
    let said = sandbox.command(&["doctor"]);
    assert!(said.contains("missing rehearsal        no backup of this library has been rehearsed"), "{said}");

    let args = ["restore", &backup_name, "--rehearse", "--scratch", &scratch_name, "--report", &scratch_name];
    let said = sandbox.command(&args);
    assert!(said.contains("The rehearsal succeeded"), "{said}");
    let report = take_report(&scratch);
    assert_eq!((&report["succeeded"], &report["signedIn"]), (&true.into(), &true.into()), "{report}");
    assert!(report["tables"].as_u64() > Some(50) && report["rows"].as_u64() > Some(100), "{report}");
    let books = report["books"].as_array().unwrap();
    assert_eq!(books.len(), 10, "{report}");
    for book in books {
        assert_eq!(book["formats"].as_array().unwrap().len(), 3, "{book}");
    }
    assert_eq!(names(&scratch), [] as [&str; 0]);
    let of_library = |names: Vec<String>| -> Vec<String> {
        names.into_iter().filter(|name| !name.starts_with("library.db-")).collect()
    };
    assert_eq!(of_library(names(sandbox.library.dir.path())), of_library(before));
    let said = sandbox.command(&["doctor"]);
    assert!(said.contains("ok      rehearsal        the last that succeeded was"), "{said}");
    let sandbox = sandbox.restart().await;
    sandbox.assert_responds().await;

    // Damage is found, and the last success stays.
    let source = first_source(&backup);
    let whole = fs::read(&source).unwrap();
    let mut bad = whole.clone();
    bad[whole.len() / 2] ^= 1;
    for damaged in [Some(bad), None] {
        match damaged {
            Some(bad) => fs::write(&source, bad).unwrap(),
            None => fs::remove_file(&source).unwrap(),
        }
        let output = sandbox.library.run(&args);
        assert_eq!(output.status.code(), Some(1));
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        let name = source.file_name().unwrap().to_string_lossy().into_owned();
        assert!(said.contains("The rehearsal FAILED") && said.contains(&name), "{said}");
        let report = take_report(&scratch);
        assert_eq!(report["succeeded"], false);
        assert!(report["faults"].to_string().contains(&name), "{report}");
        assert_eq!(names(&scratch), [] as [&str; 0]);
    }
    fs::write(&source, whole).unwrap();
    assert!(sandbox.command(&["doctor"]).contains("ok      rehearsal"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rehearsal_needs_no_library_and_a_killed_one_is_cleared_away_by_the_next() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup").display().to_string();
    sandbox.command(&["backup", "--with-index", &backup]);
    let elsewhere = Library::new(&Backend::Sqlite);
    let flags = elsewhere.flags();
    let args: Vec<&str> =
        ["restore", &backup, "--rehearse"].into_iter().chain(flags.iter().map(String::as_str)).collect();
    let mut program = Program::start(folder.path(), &args);
    let scratch = elsewhere.dir.path().join("openshelf-rehearsal");
    let database = scratch.join("library.db");
    program.wait_until("the restored database", || async { database.exists().then_some(()) }).await;
    program.kill();
    assert!(scratch.exists());
    let output = Program::run(&args);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success() && said.contains("The rehearsal succeeded"), "{said}");
    assert!(said.contains("the library does not know of this rehearsal"), "{said}");
    assert_eq!(take_report(elsewhere.dir.path())["succeeded"], true);
    assert_eq!(names(elsewhere.dir.path()), [] as [&str; 0], "and no library");
    sandbox.assert_responds().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_success_is_a_metric_of_each_node_and_a_job_rehearses_as_the_command_does() {
    let library = Library::new(&Backend::Sqlite);
    library.people();
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup").display().to_string();
    library.command(&["backup", &backup]);
    // A library without books is rehearsed, too.
    let said = library.command(&["restore", &backup, "--rehearse"]);
    assert!(said.contains("The rehearsal succeeded"), "{said}");
    take_report(library.dir.path());
    let server = library.serve(&[], &[("OPENSHELF_BACKUP__FOLDER", &backup)]).await;
    let name = "openshelf_restore_rehearsal_success_timestamp_seconds";
    eventually("the metric", async || {
        let metrics = server.get(&format!("{}/metrics", server.admin)).send().await.text();
        if metrics.lines().any(|line| line.starts_with(name)) { Ok(()) } else { Err(metrics) }
    })
    .await;

    let before = names(Path::new(&backup));
    let db = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let new = RehearseRestore::default().to_new_job(current_time());
    let id = jobs::enqueue(&mut tx, new, current_time()).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    let note = eventually("the job", async || {
        let job = jobs::get(&db, id).await.unwrap().unwrap();
        if job.state == JobState::Done { Ok(job.progress.note.unwrap()) } else { Err(format!("{job:?}")) }
    })
    .await;
    let summary = RehearsalSummary::parse_note(&note).unwrap();
    assert!(summary.signed_in && summary.rows > 0, "{note}");
    let listed = library.command(&["jobs", "list", "--state", "done"]);
    assert!(listed.contains(" indexed titles, ") && !listed.contains('{'), "{listed}");
    assert_eq!(take_report(library.dir.path())["succeeded"], true);
    assert_eq!(names(Path::new(&backup)), before, "nothing is left");
    db.close().await;
}

#[test]
fn options_of_a_rehearsal_are_refused_without_one() {
    let output = Program::run(&["restore", "backup", "--scratch", "x"]);
    assert!(!output.status.success() && text(&output.stderr).contains("--rehearse"));
    let output = Program::run(&["restore", "backup", "--rehearse", "--to", "x"]);
    assert!(!output.status.success() && text(&output.stderr).contains("--to"));
}
