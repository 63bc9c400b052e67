//! Running as a service: stopping, health, metrics, limits of use, logs (docs/logging.md).

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use books::testkit::EpubBuilder;
use serde_json::Value;
use store::{Db, DbOptions, jobs};

use crate::each;
use crate::support::{
    Backend, Library, People, Program, Sandbox, ServedLibrary, current_time, eventually, free_address, http,
    package, repeat_until_packaged, text, write,
};

/// Metrics of new readers who wait for membership staff: their number, and the longest wait.
const WORK_OPEN: &str = "openshelf_work_open{kind=\"newReader\"}";
const WORK_AGE: &str = "openshelf_work_oldest_age_seconds{kind=\"newReader\"}";

/// A server with one free book, padded with `padding` bytes.
async fn with_book(
    library: &Library,
    padding: usize,
    args: &[&str],
    environment: &[(&str, &str)],
) -> (ServedLibrary, People, i64) {
    let people = library.people();
    let file = library.dir.path().join("kelp.epub");
    write(&file, &book(padding));
    library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
    let mut server = library.serve(args, environment).await;
    let id = server.titles(&people, 1).await[0]["serviceId"].as_i64().unwrap();
    (server, people, id)
}

/// A book, padded with `padding` bytes.
pub fn book(padding: usize) -> Vec<u8> {
    let mut book = EpubBuilder::new("Kelp").file("noise.bin", "application/octet-stream", &noise(padding));
    for n in 1..=20 {
        let text = format!("<p>The tide of day {n} came in at six and went out at noon.</p>").repeat(100);
        book = book.chapter(&format!("Day {n}"), &text);
    }
    book.build()
}

/// Bytes that cannot be compressed.
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let words = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    });
    words.take(bytes / 8).flatten().collect()
}

/// The address of the book's package, once it is ready.
pub async fn address(server: &ServedLibrary, people: &People, id: i64, format: &str) -> String {
    let path = format!("/v2/titles/{id}/{format}");
    let reply = repeat_until_packaged(async || server.get(&path).query(&[("api_key", &people.key)])).await;
    reply.expect_status(302).header("location").to_owned()
}

each! {
    async fn a_stopping_server_finishes_the_download_and_the_job_it_began(backend: Backend) {
        let library = Library::new(&backend);
        // More than the buffers of a connection hold.
        let long_limit = [("OPENSHELF_SHUTDOWN_SECONDS", "300")];
        let (mut server, people, id) = with_book(&library, 12 << 20, &[], &long_limit).await;
        let address = address(&server, &people, id, "EPUB3").await;
        let host = server.base.trim_start_matches("http://").to_owned();
        let path = address.trim_start_matches(&server.base).to_owned();

        // A reader on a slow line has the beginning of the book; a conversion is under way.
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut head = [0; 16 * 1024];
        let mut received = stream.read(&mut head).unwrap();
        let mut bytes = head[..received].to_vec();
        let daisy = format!("/v2/titles/{id}/DAISY");
        server.get(&daisy).query(&[("api_key", &people.key)]).send().await.expect_status(202);
        let db = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
        eventually("a worker takes it up", async || {
            jobs::oldest_ready(&db, current_time()).await.unwrap().into_values().min().map_or(Ok(()), Err)
        })
        .await;
        db.close().await;
        server.program.ask_to_stop();
        eventually("nobody new is served", async || {
            // A connection may still be accepted by the kernel's queue, but is not served.
            let Ok(mut late) = TcpStream::connect(&host) else { return Ok(()) };
            let _ = write!(late, "GET /livez HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let mut answer = String::new();
            late.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
            let _ = late.read_to_string(&mut answer);
            if answer.contains("200 OK") { Err(answer) } else { Ok(()) }
        })
        .await;
        assert!(server.program.is_running(), "it waits for the reader\n{}", library.log());
        let rest = tokio::task::spawn_blocking(move || {
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).map(|_| rest)
        });
        let rest = rest.await.unwrap().expect("the download is not cut off");
        received += rest.len();
        bytes.extend(rest);
        let body = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let headers = text(&bytes[..body]).to_lowercase();
        let length = headers.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        assert_eq!((received - body).to_string(), length);
        crate::support::read_zip(&bytes[body..]).unwrap();
        server.program.wait();

        assert_eq!(library.command(&["jobs", "list", "--state", "running"]), "", "nothing is left half done");
        let log = library.log();
        assert!(log.contains("stopped") && !log.contains("aborted"), "{log}");
        let done = library.command(&["jobs", "list", "--state", "done"]);
        assert_eq!(done.matches("package").count(), 2, "the conversion was not broken off: {done}");
    }

    async fn a_stopping_server_reports_not_ready_before_it_closes(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let server = library.serve(&[], &[("OPENSHELF_DRAIN_SECONDS", "6")]).await;
        let ready = [format!("{}/readyz", server.base), format!("{}/readyz", server.admin)];
        for address in &ready {
            server.get(address).send().await.expect_status(200);
        }
        server.program.ask_to_stop();
        eventually("it says that it is not ready", async || match server.get(&ready[0]).send().await.status {
            503 => Ok(()),
            other => Err(other),
        })
        .await;
        // New connections are still served, and changes of other nodes are still followed.
        let host = server.base.trim_start_matches("http://").to_owned();
        let mut stream = TcpStream::connect(&host).unwrap();
        let path = format!("/v2/titles?api_key={}", people.key);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let reply = server.get(&ready[1]).send().await.expect_status(503);
        assert_eq!(reply.text(), "stopping\n");
        server.program.wait();
        let log = library.log();
        assert!(log.contains("not ready") && log.contains("stopped"), "{log}");
    }

    async fn the_operators_address_has_health_and_metrics(backend: Backend) {
        let library = Library::new(&backend);
        let (server, people, id) = with_book(&library, 0, &[], &[]).await;
        address(&server, &people, id, "EPUB3").await;
        server.get("/v2/nothing").send().await.expect_status(404);
        for path in ["/livez", "/readyz"] {
            server.get(&format!("{}{path}", server.admin)).send().await.expect_status(200);
            server.get(path).send().await.expect_status(200);
        }
        let metrics = eventually("everything is measured", async || {
            let text = server.get(&format!("{}/metrics", server.admin)).send().await.expect_status(200).text();
            let names = ["http_request_seconds", "openshelf_index_position", "openshelf_jobs", WORK_OPEN, WORK_AGE];
            if names.iter().all(|name| text.contains(name)) { Ok(text) } else { Err(text) }
        })
        .await;
        assert!(metrics.contains("status=\"404\""), "{metrics}");
        assert!(!metrics.contains(&people.key), "no keys in metrics");
        server.get("/metrics").send().await.expect_status(404);
        server.get(&format!("{}/v2/titles", server.admin)).send().await.expect_status(404);
        server.program.terminate();
    }

    async fn the_first_search_of_a_new_library_waits_for_its_books(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let file = library.dir.path().join("kelp.epub");
        write(&file, &book(0));
        library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        // As long as another process writes the index, this server cannot fill it.
        let (index, _) = search::Index::open_or_empty(&library.dir.path().join("index")).unwrap();
        let other_writer = index.open_writer().unwrap();
        let address = free_address();
        let flags = library.flags();
        let mut args = vec!["serve", "--listen", &address, "--admin-listen", "off"];
        args.extend(flags.iter().map(String::as_str));
        let program = Program::start(library.dir.path(), &args);
        let http = http().build().unwrap();
        let base = format!("http://{address}");
        let get = async |path: &str| http.get(format!("{base}{path}")).send().await;
        eventually("it listens", async || get("/livez").await.map(drop)).await;
        let key = &people.key;
        let searches = [
            format!("/v2/titles?keyword=kelp&api_key={key}"),
            "/opds/search?query=kelp".to_owned(),
            "/search?words=kelp".to_owned(),
        ];
        let refused = futures_util::future::join_all(searches.iter().map(|path| get(path))).await;
        for (path, reply) in searches.iter().zip(refused) {
            let reply = reply.unwrap();
            assert_eq!(reply.status(), 503, "{path}");
            assert_eq!(reply.headers()["retry-after"], "5", "{path}");
        }
        let ready = get("/readyz").await.unwrap();
        assert_eq!((ready.status().as_u16(), ready.text().await.unwrap().as_str()), (503, "the search index is being filled\n"));
        drop(other_writer);
        for path in &searches {
            let found = async || {
                let reply = get(path).await.unwrap();
                let (status, text) = (reply.status(), reply.text().await.unwrap());
                assert!(status == 503 || text.contains("Kelp"), "{path}: an empty answer: {text}");
                if status == 200 { Ok(()) } else { Err(status) }
            };
            eventually("it is found", found).await;
        }
        get("/readyz").await.unwrap().error_for_status().unwrap();
        program.terminate();
    }

    async fn invented_methods_and_paths_add_no_metric_series(backend: Backend) {
        let library = Library::new(&backend);
        let server = library.serve(&[], &[]).await;
        let storm = |round: usize, requests: usize| {
            let host = server.base.trim_start_matches("http://");
            let mut stream = TcpStream::connect(host).unwrap();
            for n in 0..requests {
                let word = format!("invented{round}x{n}");
                let (method, host) = if n % 2 == 0 { (word.as_str(), host) } else { ("GET", word.as_str()) };
                write!(
                    stream,
                    "{method} /{word}/{word} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {word}\r\n\
                     X-Request-Id: {word}\r\nContent-Length: 0\r\n\r\n"
                )
                .unwrap();
            }
            write!(stream, "GET /livez HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
            let mut answers = String::new();
            stream.read_to_string(&mut answers).unwrap();
            answers
        };
        let answers = storm(0, 4);
        assert_eq!(answers.matches("HTTP/1.1 404 ").count(), 4, "{answers}");
        let metrics = async || server.get(&format!("{}/metrics", server.admin)).send().await.text();
        let series = |metrics: &str| {
            let lines = metrics.lines().filter_map(|line| line.rsplit_once(' ').map(|(series, _)| series));
            lines.filter(|line| line.starts_with("openshelf_http")).map(str::to_owned).collect::<Vec<_>>()
        };
        let before = series(&metrics().await);
        assert!(before.iter().any(|line| line.contains("method=\"OTHER\",status=\"404\"")), "{before:?}");
        storm(1, 200);
        let after = metrics().await;
        assert_eq!(series(&after), before);
        assert!(!after.contains("invented"), "{after}");
        server.program.terminate();
    }

    async fn too_many_requests_are_429_with_the_time_to_wait(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let limit = [("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "5")];
        let server = library.serve(&[], &limit).await;
        let token = server.token(&people).await;
        let guest = || server.get("/v2/categories").query(&[("api_key", &people.key)]);
        for _ in 0..5 {
            guest().send().await.expect_status(200);
        }
        let reply = guest().send().await.expect_error(429, "TOO_MANY_REQUESTS");
        let wait: u32 = reply.header("retry-after").parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        // The signed-in user has a count of the own, and health is not counted.
        guest().bearer(&token).send().await.expect_status(200);
        server.get("/readyz").send().await.expect_status(200);
        server.program.terminate();
    }

    async fn too_many_packagings_are_429(backend: Backend) {
        let library = Library::new(&backend);
        let limit = [("OPENSHELF_LIMITS__CONCURRENT_DOWNLOADS", "1")];
        let (server, people, id) = with_book(&library, 0, &["--workers", "0"], &limit).await;
        let token = server.token(&people).await;
        let call = |format: &str| {
            server.get(&format!("/v2/titles/{id}/{format}")).query(&[("api_key", &people.key)]).bearer(&token)
        };
        call("EPUB3").send().await.expect_status(202);
        let reply = call("DAISY").send().await.expect_error(429, "TOO_MANY_DOWNLOADS");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0);
        call("EPUB3").send().await.expect_status(202);
        server.program.terminate();
    }

    async fn logs_are_json_with_request_ids_and_without_secrets(backend: Backend) {
        let library = Library::new(&backend);
        let environment = [("OPENSHELF_LOG__FORMAT", "json"), ("OPENSHELF_LOG__FILTER", "debug")];
        let (server, people, id) = with_book(&library, 0, &[], &environment).await;
        let token = server.token(&people).await;
        let search = server.get("/v2/titles").query(&[("api_key", people.key.as_str()), ("keyword", "kelp")]);
        search.bearer(&token).header("x-request-id", "trace-me-42").send().await.expect_status(200);
        let query = [("api_key", people.key.as_str()), ("access_token", token.as_str())];
        server.get("/v2/titles").query(&query).send().await.expect_status(200);
        let address = address(&server, &people, id, "EPUB3").await;
        server.get(&address).send().await.expect_status(200);
        server.program.terminate();

        let log = library.log();
        let mut seen = false;
        for line in log.lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
            seen |= line["span"]["request_id"] == "trace-me-42" && line["status"] == 200;
        }
        assert!(seen, "the request's line has its id:\n{log}");
        let ticket = address.rsplit('/').next().unwrap();
        for (what, secret) in [
            ("secret", people.secret.as_str()),
            ("password", &people.password),
            ("token", &token),
            ("ticket", ticket),
            ("key", &people.key),
        ] {
            assert!(!log.contains(secret), "the log has the {what} in it");
        }
    }
}

/// The soft limit of open files is raised to the hard one, and leaves room for files and the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_fit_into_the_limit_of_open_files() {
    let library = Library::new(&Backend::Sqlite);
    let server = library.serve_by(&["prlimit".to_owned(), "--nofile=256:512".to_owned()]).await;
    server.program.terminate();
    let log = library.log();
    // 512, without 128 and 4 for each of 8 connections to the database; 2 for each connection.
    assert!(log.contains("connections=176"), "{log}");
}

/// A sandbox keeps what clients have written (docs/rules/sandbox.md#rule-1).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_sandbox_is_unchanged() {
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let (before, token) = (sandbox.demo.clone(), sandbox.token("individual").await);
    let path = format!("/v2/titles/{}/EPUB3", sandbox.title("copyright"));
    let copy = package(&sandbox, Some(&token), &path).await;
    let sandbox = sandbox.restart().await;
    for member in ["clients", "users", "organization", "titles", "readingLists"] {
        assert_eq!(sandbox.demo[member], before[member]);
    }
    assert_eq!(package(&sandbox, Some(&token), &path).await, copy, "the package is kept");
}
