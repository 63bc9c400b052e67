//! `openshelf backup` and `restore`: a library that is in use, copied, restored elsewhere, and compared; and
//! what a kill in the middle leaves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use store::backup_times::{BackupTask, find_last_success};

use super::moves::{configure, tree};
use crate::object_store::Store;
use crate::support::{
    Backend, Call, Library, Program, Reply, Sandbox, ServedLibrary, eventually, repeat_until_packaged, text,
    write,
};

/// A bookmark of a reader, by its number.
fn location(n: usize) -> String {
    format!("epubcfi(/6/4!/4/{}/1:0)", 2 * (n + 1))
}

/// Runs a command and returns whether it succeeded, and its output.
fn run(args: &[&str]) -> (bool, String) {
    let output = Program::run(args);
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// A copy of a sandbox, served as any library.
struct RestoredLibrary {
    server: ServedLibrary,
    /// Goes away with the value.
    library: Library,
}

impl RestoredLibrary {
    async fn serve(library: Library) -> Self {
        Self { server: library.serve(&[], &[]).await, library }
    }

    fn guest(&self, path: &str) -> Call {
        self.server.get(path).query(&[("api_key", "demo-app")])
    }

    async fn token(&self, user: &Value) -> String {
        let word = |member: &str| user[member].as_str().unwrap();
        let form =
            [("grant_type", "password"), ("username", word("username")), ("password", word("password"))];
        let call = self.server.call(Method::POST, "/oauth/token").basic("demo-trusted", "");
        let reply = call.form(&form).send().await.expect_status(200);
        reply.json["access_token"].as_str().unwrap().to_owned()
    }
}

async fn fetch_copy(call: impl AsyncFn(&str) -> Call, path: &str) -> Vec<u8> {
    let reply: Reply = repeat_until_packaged(async || call(path).await).await.expect_status(302);
    call(reply.header("location")).await.send().await.expect_status(200).bytes
}

/// Sets bookmarks, one after the other, until stopped; counts the acknowledged ones.
async fn keep_reading(sandbox: &Sandbox, token: &str, acknowledged: &AtomicUsize, enough: &AtomicBool) {
    let title = sandbox.title("copyright").to_string();
    let mut n = 0;
    while !enough.load(Ordering::SeqCst) {
        let call = sandbox.call(Method::POST, "/v2/myBookmarks").query(&[("api_key", sandbox.key("app"))]);
        let form = [("serviceId", title.as_str()), ("location", &location(n))];
        let reply = call.bearer(token).form(&form).send().await;
        if reply.status == 429 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        }
        reply.expect_status(200);
        n += 1;
        acknowledged.store(n, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_library_that_is_in_use_is_copied_and_restored_elsewhere() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup").display().to_string();
    let token = sandbox.token("individual").await;
    // A copy that is ready, and will not be in the backup.
    let free = format!("/v2/titles/{}/EPUB3", sandbox.title("publicDomain"));
    let marked = format!("/v2/titles/{}/EPUB3", sandbox.title("copyright"));
    let here = async |path: &str| {
        if path.starts_with("http") { sandbox.get(path) } else { sandbox.guest(path).bearer(&token) }
    };
    let (original, _) = (fetch_copy(here, &free).await, fetch_copy(here, &marked).await);

    let (acknowledged, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let taking = async {
        eventually("twenty bookmarks", async || {
            let set = acknowledged.load(Ordering::SeqCst);
            if set < 20 { Err(set) } else { Ok(()) }
        })
        .await;
        let before = acknowledged.load(Ordering::SeqCst);
        let (flags, dir, to) = (sandbox.flags(), sandbox.library.dir.path().to_owned(), backup.clone());
        let said = tokio::task::spawn_blocking(move || {
            // Books come in at the same time.
            let books = dir.join("more");
            for n in 0..8 {
                write(&books.join(format!("{n}.epub")), &super::book::book(&format!("Kelp {n}")));
            }
            let on = |args: &[&'static str], path: &str| -> Vec<String> {
                let own = args.iter().map(|&arg| arg.to_owned()).chain([path.to_owned()]);
                own.chain(flags.iter().cloned()).collect()
            };
            let ingest = on(&["ingest", "--rights", "publicDomain"], &books.display().to_string());
            let ingest: Vec<&str> = ingest.iter().map(String::as_str).collect();
            let ingest = Program::start(&dir, &ingest);
            let backup = on(&["backup", "--with-index"], &to);
            let said = Program::succeed(&backup.iter().map(String::as_str).collect::<Vec<_>>());
            ingest.wait();
            said
        });
        let said = said.await.unwrap();
        assert!(said.contains("titles") && said.contains(backup.as_str()), "{said}");
        enough.store(true, Ordering::SeqCst);
        before
    };
    let (before, ()) = tokio::join!(taking, keep_reading(&sandbox, &token, &acknowledged, &enough));
    assert!(acknowledged.load(Ordering::SeqCst) > before, "it was written to meanwhile");
    let (well, said) = run(&["backup", &backup, "--check"]);
    assert!(well && said.contains("complete and undamaged"), "{said}");
    let db = sandbox.database().await;
    assert!(find_last_success(&db, BackupTask::Backup).await.unwrap().is_some(), "the library knows of it");
    db.close().await;

    let library = Library::new(&Backend::Sqlite);
    let to = library.dir.path().display().to_string();
    let said = Program::succeed(&["restore", &backup, "--to", &to]);
    assert!(said.contains("is restored to") && !said.contains("Indexed"), "{said}");
    let restored = RestoredLibrary::serve(library).await;

    // An existing user signs in, and what was acknowledged before the backup began is restored.
    let token = restored.token(sandbox.user("individual")).await;
    let title = sandbox.title("copyright").to_string();
    let query = [("serviceId", title.as_str()), ("limit", "100")];
    let list = restored.guest("/v2/myBookmarks").query(&query).bearer(&token).send().await.expect_status(200);
    let found = list.json["totalResults"].as_u64().unwrap();
    assert!(found >= before as u64, "{found} of {before} bookmarks");
    let locations: Vec<&str> =
        list.json["bookmarks"].as_array().unwrap().iter().map(|b| b["location"].as_str().unwrap()).collect();
    for n in 0..before.min(100) {
        assert!(locations.contains(&location(n).as_str()), "bookmark {n} of {before}");
    }

    // Every title that was there is found, and what is found is in the database.
    let search = [("keyword", "ferry"), ("limit", "100")];
    let ids = |reply: &Reply| -> Vec<Value> {
        reply.json["titles"].as_array().unwrap().iter().map(|title| title["serviceId"].clone()).collect()
    };
    let (there, here) = (
        restored.guest("/v2/titles").query(&search).send().await.expect_status(200),
        sandbox.guest("/v2/titles").query(&search).send().await.expect_status(200),
    );
    assert!(!ids(&here).is_empty());
    assert_eq!(ids(&there), ids(&here));

    // Downloads work: free ones have the same bytes, marked ones are made again.
    let call = async |path: &str| {
        if path.starts_with("http") { restored.server.get(path) } else { restored.guest(path).bearer(&token) }
    };
    assert!(fetch_copy(call, &free).await == original);
    let copy = fetch_copy(call, &marked).await;
    assert!(crate::support::read_zip(&copy).is_ok());
    let found = restored.library.dir.path().join("copy.epub");
    write(&found, &copy);
    assert!(restored.library.command(&["trace", &found.display().to_string()]).contains("demo-individual"));
    let index = restored.library.command(&["doctor"]);
    assert!(index.contains("ok      search index"), "{index}");
    sandbox.assert_responds().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_without_index_and_converted_books_is_smaller_and_restores_both() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let (all, less) = (folder.path().join("all"), folder.path().join("less"));
    let path = format!("/v2/titles/{}/EPUB3", sandbox.title("publicDomain"));
    let guest = async |path: &str| {
        if path.starts_with("http") { sandbox.get(path) } else { sandbox.guest(path) }
    };
    let original = fetch_copy(guest, &path).await;
    sandbox.command(&["backup", &all.display().to_string()]);
    sandbox.command(&["backup", &less.display().to_string(), "--without-artifacts"]);
    assert!(all.join("files/artifacts").exists() && !less.join("files/artifacts").exists());
    // A second one into the same folder, and nothing next to it.
    sandbox.command(&["backup", &less.display().to_string(), "--without-artifacts"]);
    let parts: Vec<PathBuf> = fs::read_dir(&less).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(parts.len(), 5, "{parts:?}");

    let library = Library::new(&Backend::Sqlite);
    let to = library.dir.path().display().to_string();
    let said = Program::succeed(&["restore", &less.display().to_string(), "--to", &to]);
    assert!(said.contains("Indexed"), "{said}");
    // Not over a library, unless it is meant.
    let (well, said) = run(&["restore", &all.display().to_string(), "--data-dir", &to]);
    assert!(!well && said.contains("--force"), "{said}");
    let restored = RestoredLibrary::serve(library).await;
    let (well, said) = run(&["restore", &all.display().to_string(), "--to", &to, "--force"]);
    assert!(!well && said.contains("a program uses"), "{said}");
    let call = async |path: &str| {
        if path.starts_with("http") { restored.server.get(path) } else { restored.guest(path) }
    };
    assert!(fetch_copy(call, &path).await == original);
    let RestoredLibrary { server, library } = restored;
    server.program.terminate();
    let said = Program::succeed(&["restore", &all.display().to_string(), "--to", &to, "--force"]);
    assert!(said.contains("The previous database is kept as"), "{said}");
    let restored = RestoredLibrary::serve(library).await;
    let token = restored.token(sandbox.user("individual")).await;
    restored.guest("/v2/myAccount").bearer(&token).send().await.expect_status(200);
    sandbox.assert_responds().await;
}

/// Waits until a folder has `count` files, or the program has ended; returns whether it still runs.
fn wait_for_files(program: &mut Program, folder: &Path, count: usize) -> bool {
    fn files(dir: &Path) -> usize {
        fs::read_dir(dir)
            .into_iter()
            .flatten()
            .flatten()
            .fold(0, |count, entry| count + if entry.path().is_dir() { files(&entry.path()) } else { 1 })
    }
    while files(folder) < count && program.is_running() {
        std::thread::sleep(Duration::from_millis(1));
    }
    program.is_running()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_leaves_nothing_that_passes_for_whole() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let to = backup.display().to_string();
    let flags = sandbox.flags();
    let args: Vec<&str> = ["backup", &to].into_iter().chain(flags.iter().map(String::as_str)).collect();
    let library = Library::new(&Backend::Sqlite);
    let data = library.dir.path().display().to_string();
    let mut hits = 0;
    for count in [0, 1, 4, 12] {
        let mut program = Program::start(folder.path(), &args);
        hits += usize::from(wait_for_files(&mut program, &backup, count));
        program.kill();
        if backup.join("manifest.json").exists() {
            continue;
        }
        let (well, said) = run(&["backup", &to, "--check"]);
        assert!(!well && said.contains("not contain a complete backup"), "{said}");
        let (well, said) = run(&["restore", &to, "--to", &data]);
        assert!(!well && said.contains("not contain a complete backup"), "{said}");
        assert!(!library.dir.path().join("library.db").exists());
    }
    assert!(hits > 0, "no backup was killed at work");
    // It resumes with the existing files; killing a later one keeps this one.
    sandbox.command(&["backup", &to]);
    let mut program = Program::start(folder.path(), &args);
    wait_for_files(&mut program, &backup, 0);
    program.kill();
    let (well, said) = run(&["backup", &to, "--check"]);
    assert!(well, "{said}");

    hits = 0;
    for count in [0, 1, 4, 12] {
        let mut program = Program::start(folder.path(), &["restore", &to, "--to", &data]);
        hits += usize::from(wait_for_files(&mut program, library.dir.path(), count));
        program.kill();
        if library.dir.path().join("library.db").exists() {
            break;
        }
        if library.dir.path().join("library.db.restoring").exists() {
            let other = folder.path().join("other").display().to_string();
            for command in [&["serve"][..], &["admin", "users", "list"], &["backup", &other]] {
                let said = library.refuse(command);
                assert!(
                    said.contains("a restore of this library is in progress or was interrupted"),
                    "{said}"
                );
            }
        }
        assert!(!library.dir.path().join("library.db").exists());
    }
    assert!(hits > 0, "no restore was killed at work");
    if !library.dir.path().join("library.db").exists() {
        Program::succeed(&["restore", &to, "--to", &data]);
    }
    let restored = RestoredLibrary::serve(library).await;
    let token = restored.token(sandbox.user("sponsor")).await;
    restored.guest("/v2/myAccount").bearer(&token).send().await.expect_status(200);
    sandbox.assert_responds().await;
}

/// The manifest of a backup.
fn manifest(backup: &Path) -> Value {
    serde_json::from_slice(&fs::read(backup.join("manifest.json")).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_library_goes_to_the_other_database_and_store_and_back_by_backups() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| (folder.path().join(name), folder.path().join(name).display().to_string());
    let (first, first_name) = place("first");
    sandbox.command(&["backup", "--with-index", &first_name]);

    let there = Library::new(&Backend::postgres().unwrap_or(Backend::Sqlite));
    let store = Store::start().await;
    let lines = store.as_ref().map(|store| store.configuration("restored")).unwrap_or_default();
    let config = configure(&there, &lines);
    let said = Program::succeed(&["restore", &first_name, "--config", &config]);
    assert!(said.contains("is restored to") && !said.contains("Indexed"), "{said}");
    let (well, said) = run(&["restore", &first_name, "--config", &config]);
    assert!(!well && (said.contains("is not empty") || said.contains("--force")), "{said}");
    let (second, second_name) = place("second");
    let said = Program::succeed(&["backup", "--with-index", &second_name, "--config", &config]);
    assert!(said.contains("titles") && !said.contains("lost"), "{said}");

    let back = Library::new(&Backend::Sqlite);
    let to = back.dir.path().display().to_string();
    Program::succeed(&["restore", &second_name, "--to", &to]);
    let (third, third_name) = place("third");
    back.command(&["backup", "--with-index", &third_name]);
    let tables = manifest(&first)["tables"].clone();
    assert!(tables.as_array().unwrap().len() > 50, "{tables}");
    for backup in [&second, &third] {
        assert_eq!(manifest(backup)["tables"], tables, "every row is equal");
        assert!(tree(&backup.join("files")) == tree(&first.join("files")), "every file is equal");
    }
    let restored = RestoredLibrary::serve(back).await;
    let token = restored.token(sandbox.user("individual")).await;
    restored.guest("/v2/myAccount").bearer(&token).send().await.expect_status(200);
    sandbox.assert_responds().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_library_is_restored_as_the_documentation_tells() {
    let Some(backend) = Backend::postgres() else { return };
    let sandbox = Sandbox::start(backend.clone()).await;
    let free = format!("/v2/titles/{}/EPUB3", sandbox.title("publicDomain"));
    let marked = format!("/v2/titles/{}/EPUB3", sandbox.title("copyright"));
    let token = sandbox.token("individual").await;
    let here = async |path: &str| {
        if path.starts_with("http") { sandbox.get(path) } else { sandbox.guest(path).bearer(&token) }
    };
    let (original, _) = (fetch_copy(here, &free).await, fetch_copy(here, &marked).await);
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("library.pg").display().to_string();
    let tool = |name: &str, args: &[&str]| {
        let output =
            std::process::Command::new(name).args(args).output().expect("PostgreSQL's tools are there");
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
    };
    tool("pg_dump", &["-Fc", "-f", &dump, &sandbox.database_url()]);

    let library = Library::new(&backend);
    let url = library.database_url();
    tool("pg_restore", &["--no-owner", "-d", &url, &dump]);
    let expired = "UPDATE downloads SET status = 'EXPIRED', package = NULL WHERE package LIKE 'packages/%'";
    tool("psql", &[&url, "-c", expired]);
    for kind in ["sources", "covers", "artifacts"] {
        let (from, to) =
            (sandbox.library.dir.path().join("files").join(kind), library.dir.path().join("files"));
        fs::create_dir_all(&to).unwrap();
        tool("cp", &["-r", &from.display().to_string(), &to.display().to_string()]);
    }
    library.command(&["reindex"]);
    let restored = RestoredLibrary::serve(library).await;
    let token = restored.token(sandbox.user("individual")).await;
    let call = async |path: &str| {
        if path.starts_with("http") { restored.server.get(path) } else { restored.guest(path).bearer(&token) }
    };
    assert!(fetch_copy(call, &free).await == original);
    assert!(crate::support::read_zip(&fetch_copy(call, &marked).await).is_ok());
    sandbox.assert_responds().await;
}

#[test]
fn a_folder_that_is_not_a_library_or_not_a_backup_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backup) = (folder.path().join("data"), folder.path().join("backup").display().to_string());
    let (well, said) = run(&["backup", &backup, "--data-dir", &data.display().to_string()]);
    assert!(!well && said.contains("there is no library"), "{said}");
    assert!(!data.join("library.db").exists(), "none is made");
    let (well, said) = run(&["backup", &backup, "--check"]);
    assert!(!well && said.contains("not contain a complete backup"), "{said}");

    // A library's own folder is refused.
    let library = Library::new(&Backend::Sqlite);
    library.people();
    let said = library.refuse(&["backup", &library.dir.path().display().to_string()]);
    assert!(said.contains("contains files that are not a backup"), "{said}");
    assert!(library.command(&["admin", "users", "list"]).contains("Jo Reader"));
}
