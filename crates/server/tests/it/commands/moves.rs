//! `openshelf move`: a sandbox that moves to the other database and another file store, and back; and one
//! that is killed while it moves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::endpoints::check_every_endpoint;
use crate::object_store::Store;
use crate::site::check_every_page;
use crate::support::{Backend, Library, Program, Sandbox, text, write};

/// The other database, if there is one.
fn other_backend() -> Backend {
    Backend::postgres().unwrap_or(Backend::Sqlite)
}

/// A configuration file of a library, with further lines.
pub(super) fn configure(library: &Library, lines: &str) -> String {
    let path = library.dir.path().join("openshelf.toml");
    let (folder, url) = (library.dir.path().display(), library.database_url());
    let text = format!("data_dir = '{folder}'\ndatabase_url = '{url}'\n{lines}");
    write(&path, text.as_bytes());
    path.display().to_string()
}

/// The report in a library's folder.
fn report(library: &Library) -> Value {
    let mut entries = fs::read_dir(library.dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let is_report = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("move-") && path.extension().is_some_and(|extension| extension == "json")
    };
    let path = entries.find(is_report).expect("there is a report");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// All files below a folder, by their paths in it.
pub(super) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
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

fn refuse(args: &[&str]) -> String {
    let output = Program::run(args);
    assert!(!output.status.success(), "openshelf {}", args.join(" "));
    text(&output.stdout) + &text(&output.stderr)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sandbox_moves_there_and_back_and_is_the_same_library() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let there = Library::new(&other_backend());
    let store = Store::start().await;
    let lines = store.as_ref().map(|store| store.configuration("moved")).unwrap_or_default();
    let environment = match &store {
        Some(store) => vec![
            ("OPENSHELF_FILES__LOCATION", "s3://library/moved"),
            ("OPENSHELF_FILES__ENDPOINT", store.endpoint.as_str()),
            ("OPENSHELF_FILES__REGION", "eu-central-1"),
            ("OPENSHELF_FILES__ACCESS_KEY_ID", "key"),
            ("OPENSHELF_FILES__SECRET_ACCESS_KEY", "secret"),
            ("OPENSHELF_FILES__ALLOW_HTTP", "true"),
        ],
        None => Vec::new(),
    };
    let to = configure(&there, &lines);
    let said = sandbox.library.refuse(&["move", "--to-config", &to]);
    assert!(said.contains("a program uses"), "{said}");
    sandbox.assert_responds().await;

    let here = sandbox.stop();
    let said = here.command(&["move", "--to-config", &to]);
    assert!(said.contains("are the same in both databases") && said.contains("index was copied"), "{said}");
    let said = here.command(&["move", "--to-config", &to]);
    assert!(said.contains("was moved there already"), "{said}");
    let backup = here.dir.path().join("backup").display().to_string();
    for command in [&["serve"][..], &["admin", "users", "list"], &["backup", &backup]] {
        let said = here.refuse(command);
        assert!(said.contains("this library was moved to"), "{said}");
    }

    let back = Library::new(&Backend::Sqlite);
    let home = configure(&back, "");
    let said = Program::succeed(&["move", "--config", &to, "--to-config", &home]);
    assert!(said.contains("are the same in both places"), "{said}");
    let (away, returned) = (report(&there), report(&back));
    for member in ["tables", "sequences", "counters"] {
        assert_eq!(away[member], returned[member], "{member}");
    }
    assert!(away["tables"].as_array().unwrap().len() > 50, "{away}");
    let files = tree(&here.dir.path().join("files"));
    assert!(tree(&back.dir.path().join("files")) == files, "every file is equal");
    assert_eq!(away["files"]["count"], files.len());
    if let Backend::Postgres(url) = other_backend() {
        let password =
            url.split_once("://").and_then(|(_, rest)| rest.split(['@', ':']).nth(1)).unwrap().to_owned();
        assert!(!away.to_string().contains(&password), "no report contains a password");
    }

    // It is the library that it was, for everyone.
    fs::copy(here.dir.path().join("demo.json"), there.dir.path().join("demo.json")).unwrap();
    assert!(refuse(&["serve", "--config", &to]).contains("this library was moved to"));
    assert!(Program::succeed(&["move", "--reopen", "--config", &to]).contains("is open again"));
    let moved = Sandbox::run(other_backend(), there, &environment).await;
    for feed in ["/opds/", "/opds/new", "/opds/v1.2/all", "/opds/periodicals"] {
        moved.get(feed).send().await.expect_status(200);
    }
    check_every_page(&moved).await;
    check_every_endpoint(&moved).await;
    moved.assert_responds().await;
}

/// How often a move was killed, and how often a command then refused to open the library.
#[derive(Default)]
struct Kills {
    kills: usize,
    refusals: usize,
}

impl Kills {
    /// Kills a move later and later, until it completes.
    async fn kill_until_moved(&mut self, here: &Library, there: &Library, args: &[&str]) {
        for round in 1_u64.. {
            let mut program = Program::start(there.dir.path(), args);
            tokio::time::sleep(Duration::from_millis(30 * round)).await;
            if !program.is_running() {
                program.wait();
                return;
            }
            program.kill();
            self.kills += 1;
            if self.kills.is_multiple_of(4) {
                // Whatever has been copied, nobody can use one of the two by mistake.
                let output = here.run(&["admin", "users", "list"]);
                let said = text(&output.stderr);
                // The last kill may come after the move.
                let is_refused = ["a move of this library to", "this library was moved to"]
                    .map(|text| said.contains(text));
                assert!(output.status.success() || is_refused.contains(&true), "{said}");
                self.refusals += usize::from(!output.status.success());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_killed_fifty_times_is_continued() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let title = sandbox.title("publicDomain");
    let here = sandbox.stop();
    let flags = here.flags();
    let files = tree(&here.dir.path().join("files"));
    // Without interruption first; every other copy has the same rows.
    let whole = Library::new(&Backend::Sqlite);
    here.command(&["move", "--to-config", &configure(&whole, "")]);
    let tables = report(&whole)["tables"].clone();

    let mut killed = Kills::default();
    while killed.kills < 50 {
        assert!(here.command(&["move", "--reopen"]).contains("is open again"));
        let there = Library::new(&other_backend());
        let to = configure(&there, "");
        let args: Vec<&str> =
            ["move", "--to-config", &to].into_iter().chain(flags.iter().map(String::as_str)).collect();
        killed.kill_until_moved(&here, &there, &args).await;
        assert!(tree(&there.dir.path().join("files")) == files, "every file is equal");
        let report = report(&there);
        assert_eq!(report["files"]["count"], files.len());
        assert_eq!(report["tables"], tables);
        let shown = Program::succeed(&["admin", "titles", "list", "--limit", "1000", "--config", &to]);
        let mut numbers = shown.lines().filter_map(|line| line.split_whitespace().next());
        assert!(numbers.any(|number| number == title.to_string()), "{shown}");
    }
    assert!(killed.refusals > 0, "no command was refused");
}

#[test]
fn a_password_in_the_command_line_and_a_move_to_itself_are_refused() {
    let here = Library::new(&Backend::Sqlite);
    let said = here.refuse(&["move", "--to", "postgres://ann:hush@db/library"]);
    assert!(said.contains("--to-config") && !said.contains("hush"), "{said}");
    let said = here.refuse(&["move"]);
    assert!(said.contains("the library itself"), "{said}");
    let said = here.refuse(&["move", "--files", &here.dir.path().join("elsewhere").display().to_string()]);
    assert!(said.contains("there is no library"), "{said}");
    assert!(!here.dir.path().join("library.db").exists(), "none is made");
}
