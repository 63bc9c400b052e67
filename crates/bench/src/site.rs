//! Pages of the library's site: searches against those of the interface, and chapters of a book that is read
//! in a browser.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::conversions::novel;
use crate::http::HttpConnection;
use crate::latency::Latencies;
use crate::library::CLIENT_KEY;
use crate::program::{BenchProgram, RunningServer};
use crate::queries::{SearchQuery, encode_query};

/// Titles of a page of the site; the interface is asked for as many.
const TITLES_PER_PAGE: usize = 20;
const NOVEL_WORDS: usize = 100_000;
const NOVEL_NAME: &str = "novel-of-the-bench";
/// Chapters that are read: fewer than it has.
const CHAPTERS_READ: usize = 30;
/// Time limit for the novel to be ingested, found and prepared.
const NOVEL_TIMEOUT: Duration = Duration::from_mins(2);

/// Searches by words, each for the first time.
#[derive(Debug, Clone)]
pub struct SearchTimes {
    pub page: Latencies,
    pub interface: Latencies,
}

/// Searches by the words of these queries in both ways. The first way warms caches for the second, so
/// the two take turns in going first.
pub fn measure_searches(
    address: SocketAddr,
    queries: &[SearchQuery],
    time: Duration,
) -> anyhow::Result<SearchTimes> {
    let mut connection = HttpConnection::open(address)?;
    let mut times = [Vec::new(), Vec::new()];
    let until = Instant::now() + time;
    for (n, query) in queries.iter().enumerate() {
        if Instant::now() >= until {
            break;
        }
        let words = encode_query(&query.words);
        let paths = [
            format!("/search?words={words}"),
            format!("/v2/titles?api_key={CLIENT_KEY}&keyword={words}&limit={TITLES_PER_PAGE}"),
        ];
        for way in [n % 2, 1 - n % 2] {
            times[way].push(get_text(&mut connection, &paths[way])?.0);
        }
    }
    let [page, interface] = times.map(Latencies::new);
    Ok(SearchTimes { page, interface })
}

/// Ingests a novel, opens it, and reads its chapters again and again, with everything prepared.
pub fn measure_chapters(
    program: &BenchProgram,
    server: &RunningServer,
    dir: &Path,
    time: Duration,
) -> anyhow::Result<Latencies> {
    let folder = dir.join("novel");
    std::fs::create_dir_all(&folder)?;
    novel::write_novel(&folder, NOVEL_NAME, NOVEL_WORDS)?;
    program.ingest(&folder)?.finish(NOVEL_TIMEOUT)?;
    let mut connection = HttpConnection::open(server.address)?;
    let until = Instant::now() + NOVEL_TIMEOUT;
    let id = poll_until(until, "the novel is not found", || find_novel(&mut connection))?;
    let book = format!("/read/{id}");
    poll_until(until, "the novel is not prepared", || {
        let (_, page) = get_text(&mut connection, &book)?;
        Ok(page.contains(&format!("href=\"{book}/1\"")).then_some(()))
    })?;
    let paths: Vec<String> = (1..=CHAPTERS_READ).map(|number| format!("{book}/{number}")).collect();
    for path in &paths {
        get_text(&mut connection, path)?;
    }
    let times = Latencies::measure(paths.iter().cycle(), time, |path| connection.get_timed(path).map(drop))?;
    std::fs::remove_dir_all(&folder)?;
    Ok(times)
}

/// The number of the novel's title. `None` if the index does not have it yet.
fn find_novel(connection: &mut HttpConnection) -> anyhow::Result<Option<i64>> {
    let (_, body) =
        get_text(connection, &format!("/v2/titles?api_key={CLIENT_KEY}&title={}", encode_query(NOVEL_NAME)))?;
    let body: Value = serde_json::from_str(&body)?;
    let titles = body["titles"].as_array().context("titles")?;
    let name = format!("A {NOVEL_NAME}");
    let novel = titles.iter().find(|title| title["title"] == name.as_str());
    Ok(novel.and_then(|title| title["serviceId"].as_i64()))
}

/// Checks repeatedly until there is a result.
fn poll_until<T>(
    until: Instant,
    otherwise: &str,
    mut look: impl FnMut() -> anyhow::Result<Option<T>>,
) -> anyhow::Result<T> {
    loop {
        if let Some(found) = look()? {
            return Ok(found);
        }
        if Instant::now() >= until {
            bail!("{otherwise}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The time until the whole response has arrived, and its text.
fn get_text(connection: &mut HttpConnection, path: &str) -> anyhow::Result<(Duration, String)> {
    let (took, body) = connection.get_timed(path)?;
    Ok((took, String::from_utf8_lossy(body).into_owned()))
}
