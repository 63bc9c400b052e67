//! The program is killed again and again with SIGKILL, in the middle of taking books in, packaging and
//! changing titles. Afterwards nothing that it had acknowledged is lost, no half file is served, and the
//! index agrees with the database.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use books::testkit::EpubBuilder;
use serde_json::Value;

use crate::each;
use crate::support::{
    Backend, Library, Program, Sandbox, eventually, package, read_zip, repeat_until_packaged, write,
};

/// Times that it is killed.
const ROUNDS: usize = 6;
/// Books that are ingested, in each round.
const BOOKS: usize = 40;
/// Of these, books that one command ingests before the kill.
const FIRST: usize = 4;

/// The program's promises so far.
#[derive(Default)]
struct Promises {
    /// Titles of books that a command has reported as added.
    books: BTreeSet<String>,
    /// Titles whose withdrawal was accepted.
    withdrawn: BTreeSet<i64>,
    /// Downloads that were accepted: paths.
    downloads: BTreeSet<String>,
    /// Packages that were delivered: path and bytes.
    delivered: BTreeMap<String, Vec<u8>>,
    /// Number of kills by what they interrupted: without any, the test would show nothing.
    hits: Hits,
}

/// The work in progress when the program was killed.
#[derive(Debug, Default)]
struct Hits {
    /// Commands that were taking books in.
    ingests: usize,
    /// Jobs that a worker was at.
    jobs: usize,
}

fn title(round: usize, n: usize) -> String {
    format!("Round {round} book {n}")
}

/// The folder of a round, with its books in two halves.
fn books(dir: &Path, round: usize) -> (PathBuf, PathBuf) {
    let (first, second) =
        (dir.join(format!("books/{round}/first")), dir.join(format!("books/{round}/second")));
    for n in 0..BOOKS {
        let folder = if n < FIRST { &first } else { &second };
        let text = format!("<p>The tide of round {round} came in at six.</p>").repeat(60);
        let book = EpubBuilder::new(&title(round, n)).author("Ada Harbor").chapter("One", &text).build();
        write(&folder.join(format!("{n}.epub")), &book);
    }
    (first, second)
}

fn ingest(sandbox: &Sandbox, folder: &Path) -> Program {
    let (flags, folder) = (sandbox.flags(), folder.display().to_string());
    let args = ["ingest", &folder, "--rights", "publicDomain"];
    let all: Vec<&str> = args.into_iter().chain(flags.iter().map(String::as_str)).collect();
    Program::start(sandbox.library.dir.path(), &all)
}

/// Title and status by number, as the database has them.
fn catalog(sandbox: &Sandbox) -> BTreeMap<i64, (String, String)> {
    let list = sandbox.command(&["admin", "titles", "list", "--limit", "1000"]);
    list.lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (words[0].parse().unwrap(), (words[2].to_owned(), words[4..].join(" ")))
        })
        .collect()
}

/// Every title that a search finds for a caller who sees all live titles.
async fn find_all_titles(sandbox: &Sandbox, token: &str) -> BTreeMap<i64, String> {
    let mut found = BTreeMap::new();
    let mut reply =
        sandbox.guest("/v2/titles?limit=50&sortOrder=title").bearer(token).send().await.expect_status(200);
    loop {
        for title in reply.json["titles"].as_array().unwrap() {
            let id = title["serviceId"].as_i64().unwrap();
            let twice = found.insert(id, title["title"].as_str().unwrap().to_owned());
            assert_eq!(twice, None, "{id} is in the list twice");
        }
        if reply.json["next"] == Value::Null {
            return found;
        }
        reply = sandbox.get(&reply.link("next")).bearer(token).send().await.expect_status(200);
    }
}

/// Runs a round until the program is killed; only what it responds in time is a promise.
async fn run_round(sandbox: &Sandbox, round: usize, token: &str, promises: &mut Promises) -> Program {
    let (first, second) = books(sandbox.library.dir.path(), round);
    ingest(sandbox, &first).wait();
    promises.books.extend((0..FIRST).map(|n| title(round, n)));

    // A title of an earlier command is withdrawn, and readers ask for books, while more books come in.
    let live: Vec<i64> = catalog(sandbox)
        .into_iter()
        .filter(|(_, (status, name))| status == "live" && name.starts_with("Round"))
        .map(|(id, _)| id)
        .collect();
    let last = *live.last().unwrap();
    let withdraw = || sandbox.command(&["admin", "titles", "disable", &last.to_string()]);
    // Killed at another moment of the work each time.
    if round.is_multiple_of(2) {
        withdraw();
    }
    let running = ingest(sandbox, &second);
    tokio::time::sleep(Duration::from_millis(50 * round as u64)).await;
    if !round.is_multiple_of(2) {
        withdraw();
    }
    promises.withdrawn.insert(last);
    let marked = [("copyright", "EPUB3"), ("mending", "DAISY"), ("winter-twigs", "EPUB3")][round % 3];
    let paths = [
        format!("/v2/titles/{}/DAISY", live[round % FIRST]),
        format!("/v2/titles/{}/EPUB3", live[0]),
        format!("/v2/titles/{}/{}", sandbox.title(marked.0), marked.1),
    ];
    for path in paths {
        let reply = sandbox.guest(&path).bearer(token).send().await;
        // Packages begun before the last kill may still count as in progress.
        assert!([202, 302, 429].contains(&reply.status), "{path}: {} {}", reply.status, reply.text());
        if reply.status == 302 {
            let file = sandbox.get(reply.header("location")).send().await.expect_status(200);
            promises.delivered.insert(path.clone(), file.bytes);
        }
        if reply.status != 429 {
            promises.downloads.insert(path);
        }
    }
    running
}

/// Waits until the workers have nothing to do: what killed ones held comes back after their lease.
async fn wait_until_quiet(sandbox: &Sandbox) {
    eventually("the work ends", async || {
        let list = sandbox.command(&["jobs", "list", "--limit", "500"]);
        let open = |line: &&str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            ["package", "apply_title_update"].contains(&words[2]) && ["ready", "running"].contains(&words[1])
        };
        let waiting: Vec<&str> = list.lines().filter(open).collect();
        if waiting.is_empty() { Ok(()) } else { Err(format!("{waiting:#?}")) }
    })
    .await;
}

/// Checks what must exist immediately after each start.
fn check_promises(sandbox: &Sandbox, promises: &Promises) {
    let names: BTreeSet<String> = catalog(sandbox).into_values().map(|(_, name)| name).collect();
    for book in &promises.books {
        assert!(names.contains(&format!("{book} Ada Harbor")), "{book} was reported as added and is lost");
    }
    for file in files(&sandbox.library.dir.path().join("files")) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        // Unfinished files have another name until they are whole.
        if [".epub", ".zip"].iter().any(|end| name.ends_with(end)) {
            let bytes = std::fs::read(&file).unwrap();
            read_zip(&bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() { all.extend(files(&entry)) } else { all.push(entry) }
    }
    all
}

each! {
    async fn acknowledged_requests_survive_a_kill(backend: Backend) {
        let mut sandbox = Sandbox::start(backend).await;
        let mut promises = Promises::default();
        for n in 0..ROUNDS {
            let token = sandbox.token("individual").await;
            let mut running = run_round(&sandbox, n, &token, &mut promises).await;
            promises.hits.ingests += usize::from(running.is_running());
            running.kill();
            sandbox = sandbox.kill_and_restart().await;
            promises.hits.jobs += sandbox.command(&["jobs", "list", "--state", "running"]).lines().count();
            check_promises(&sandbox, &promises);
        }

        eprintln!("killed at work: {:?}; {} of {} books in", promises.hits, catalog(&sandbox).len(), ROUNDS * BOOKS);
        assert!(promises.hits.ingests > 0 && promises.hits.jobs > 0, "{:?}", promises.hits);

        // Interrupted work begins again, and finished work is skipped.
        let folder = sandbox.library.dir.path().join("books").display().to_string();
        let out = sandbox.command(&["ingest", &folder, "--rights", "publicDomain"]);
        assert!(out.contains("failed 0."), "{out}");
        wait_until_quiet(&sandbox).await;
        check_promises(&sandbox, &promises);

        // The catalog has each book once, and exactly the requested ones are withdrawn.
        let catalog = catalog(&sandbox);
        for book in (0..ROUNDS).flat_map(|round| (0..BOOKS).map(move |n| title(round, n))) {
            let count = catalog.values().filter(|(_, name)| *name == format!("{book} Ada Harbor")).count();
            assert_eq!(count, 1, "{book}");
        }
        for (id, (status, name)) in catalog.iter().filter(|(_, (_, name))| name.starts_with("Round")) {
            let expected = if promises.withdrawn.contains(id) { "withdrawn" } else { "live" };
            assert_eq!(status, expected, "{name}");
        }

        // The index: all that is live, and nothing else.
        let administrator = sandbox.token("administrator").await;
        let live: BTreeSet<i64> =
            catalog.iter().filter(|(_, (status, _))| status == "live").map(|(id, _)| *id).collect();
        eventually("searches find what the database has", async || {
            let found = find_all_titles(&sandbox, &administrator).await;
            // An administrator's search shows withdrawn titles too.
            let found: BTreeSet<i64> = found.into_keys().filter(|id| catalog[id].0 == "live").collect();
            if found == live { Ok(()) } else { Err(format!("{found:?} of {live:?}")) }
        })
        .await;
        let shown = ROUNDS * BOOKS - promises.withdrawn.len();
        eventually("withdrawn titles are out of the index's view", async || {
            let guest = sandbox.guest("/v2/titles?limit=100&keyword=round").send().await.expect_status(200);
            let total = guest.json["totalResults"].clone();
            if total == shown { Ok(()) } else { Err(format!("{total} of {shown}")) }
        })
        .await;

        // Downloads: each that was accepted comes to an end, and each file is whole.
        let token = sandbox.token("individual").await;
        for path in &promises.downloads {
            let reply = repeat_until_packaged(async || sandbox.guest(path).bearer(&token)).await;
            let id: i64 = path.split('/').nth(3).unwrap().parse().unwrap();
            if promises.withdrawn.contains(&id) {
                reply.expect_error(403, "TITLE_NOT_LIVE");
                continue;
            }
            let bytes = package(&sandbox, Some(&token), path).await;
            read_zip(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            if let Some(before) = promises.delivered.get(path) {
                assert_eq!(&bytes, before, "{path}: the copy that was delivered is the copy that stays");
            }
        }
        sandbox.assert_responds().await;
    }

    async fn a_sandbox_killed_while_it_is_made_is_completed(backend: Backend) {
        let library = Library::new(&backend);
        let (dir, flags) = (library.dir.path(), library.flags());
        let args: Vec<&str> =
            ["demo", "--listen", "127.0.0.1:0"].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let file = dir.join("demo.json");
        let mut unfinished = 0;
        for n in 1..=6 {
            let program = Program::start(dir, &args);
            tokio::time::sleep(Duration::from_millis(120 * n)).await;
            program.kill();
            unfinished += u32::from(!file.exists());
        }
        assert!(unfinished > 0, "it was complete before the first kill");

        let _ = std::fs::remove_file(&file);
        let mut program = Program::start(dir, &args);
        let read = async || std::fs::read_to_string(&file).ok();
        let demo: Value = serde_json::from_str(&program.wait_until("demo.json", read).await).unwrap();
        let named: BTreeSet<i64> =
            demo["titles"].as_object().unwrap().values().map(|id| id.as_i64().unwrap()).collect();
        let list = library.command(&["admin", "titles", "list", "--limit", "1000"]);
        let there: Vec<i64> =
            list.lines().map(|line| line.split_whitespace().next().unwrap().parse().unwrap()).collect();
        assert_eq!(there, named.into_iter().collect::<Vec<_>>(), "each title once");
        let users = library.command(&["admin", "users", "list", "--limit", "1000"]);
        for (name, user) in demo["users"].as_object().unwrap() {
            let id = user["userAccountId"].as_str().unwrap();
            let lines = users.lines().filter(|line| line.split_whitespace().next() == Some(id)).count();
            assert_eq!(lines, 1, "{name}: {users}");
        }

        // Its greeting proposes a search, which finds the book from that moment on.
        let search = format!("{}/v2/titles?api_key=demo-app&keyword=ferry", demo["base_url"].as_str().unwrap());
        let log = async || std::fs::read_to_string(dir.join("log.txt")).ok();
        program.wait_until("the greeting", async || log().await.filter(|log| log.contains(&search))).await;
        let found: Value = reqwest::get(&search).await.unwrap().json().await.unwrap();
        assert_eq!(found["titles"][0]["serviceId"], demo["titles"]["publicDomain"], "{found}");
        drop(program);
    }
}
