//! Pages of the library's site: searches against those of the interface, and chapters of a book that is read
//! in a browser.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::conversions::novel;
use crate::http::Connection;
use crate::latency::Latencies;
use crate::library::KEY;
use crate::program::{Program, Server};
use crate::queries::{Query, encoded};

/// Titles of a page of the site; the interface is asked for as many.
const PAGE: usize = 20;
/// Words of the novel.
const WORDS: usize = 100_000;
/// Its name.
const NOVEL: &str = "novel-of-the-bench";
/// Chapters that are read: fewer than it has.
const CHAPTERS: usize = 30;
/// How long the novel may take to be ingested, found and prepared.
const PATIENCE: Duration = Duration::from_mins(2);

/// Searches by words, each for the first time.
#[derive(Debug, Clone)]
pub struct Searches {
    /// Pages of the site.
    pub page: Latencies,
    /// The same from the interface.
    pub interface: Latencies,
}

impl Searches {
    /// How many times as long a page of the site takes as one of the interface, by the median.
    pub fn ratio(&self) -> f64 {
        self.page.percentile(50).as_secs_f64() / self.interface.percentile(50).as_secs_f64().max(1e-9)
    }
}

/// Searches by the words of these queries in both ways. The first way warms caches for the second, so
/// the two take turns in going first.
pub fn searches(address: SocketAddr, queries: &[Query], time: Duration) -> anyhow::Result<Searches> {
    let mut connection = Connection::open(address)?;
    let mut times = [Vec::new(), Vec::new()];
    let until = Instant::now() + time;
    for (n, query) in queries.iter().enumerate() {
        if Instant::now() >= until {
            break;
        }
        let words = encoded(&query.words);
        let paths = [
            format!("/search?words={words}"),
            format!("/v2/titles?api_key={KEY}&keyword={words}&limit={PAGE}"),
        ];
        for way in [n % 2, 1 - n % 2] {
            times[way].push(get(&mut connection, &paths[way])?.0);
        }
    }
    let [page, interface] = times.map(Latencies::new);
    Ok(Searches { page, interface })
}

/// Ingests a novel, opens it, and reads its chapters again and again, with everything prepared.
pub fn chapters(program: &Program, server: &Server, dir: &Path, time: Duration) -> anyhow::Result<Latencies> {
    let folder = dir.join("novel");
    std::fs::create_dir_all(&folder)?;
    novel::write(&folder, NOVEL, WORDS)?;
    program.ingest(&folder)?.finish(PATIENCE)?;
    let mut connection = Connection::open(server.address)?;
    let until = Instant::now() + PATIENCE;
    let id = eventually(until, "the novel is not found", || found(&mut connection))?;
    let book = format!("/read/{id}");
    eventually(until, "the novel is not prepared", || {
        let (_, page) = get(&mut connection, &book)?;
        Ok(page.contains(&format!("href=\"{book}/1\"")).then_some(()))
    })?;
    let paths: Vec<String> = (1..=CHAPTERS).map(|number| format!("{book}/{number}")).collect();
    for path in &paths {
        get(&mut connection, path)?;
    }
    let (until, mut times) = (Instant::now() + time, Vec::new());
    for path in paths.iter().cycle() {
        if Instant::now() >= until {
            break;
        }
        times.push(get(&mut connection, path)?.0);
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(Latencies::new(times))
}

/// The number of the novel's title. `None` if the index does not have it yet.
fn found(connection: &mut Connection) -> anyhow::Result<Option<i64>> {
    let (_, body) = get(connection, &format!("/v2/titles?api_key={KEY}&title={}", encoded(NOVEL)))?;
    let body: Value = serde_json::from_str(&body)?;
    let titles = body["titles"].as_array().context("titles")?;
    let name = format!("A {NOVEL}");
    let novel = titles.iter().find(|title| title["title"] == name.as_str());
    Ok(novel.and_then(|title| title["serviceId"].as_i64()))
}

/// Checks repeatedly until there is a result.
fn eventually<T>(
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
fn get(connection: &mut Connection, path: &str) -> anyhow::Result<(Duration, String)> {
    let began = Instant::now();
    let answer = connection.get(path)?;
    let took = began.elapsed();
    let text = String::from_utf8_lossy(answer.body).into_owned();
    ensure!(answer.status == 200, "{path}: {} {text}", answer.status);
    Ok((took, text))
}
