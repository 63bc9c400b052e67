//! Readers who set bookmarks and read, concurrently and without pauses, alone or while another process
//! ingests books.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use domain::Role;
use store::{Db, DbOptions};

use crate::books;
use crate::catalog::FIRST_TITLE_ID;
use crate::http::HttpConnection;
use crate::latency::Latencies;
use crate::library::{self, CLIENT_KEY};
use crate::load::run_on_threads;
use crate::options::BenchOptions;
use crate::people;
use crate::program::{BenchProgram, RunningIngest, RunningServer};

/// Books to ingest per measured second: more than possible.
const BOOKS_PER_SECOND: usize = 250;
const TITLES_READ: usize = 500;

pub struct WriterTimes {
    pub latencies: Latencies,
    pub per_second: f64,
    pub failures: Vec<String>,
    pub books_per_second: Option<f64>,
}

/// Lets the writers write for a phase.
pub fn measure_writers(
    options: &BenchOptions,
    dir: &Path,
    program: &BenchProgram,
    server: &RunningServer,
    import: bool,
) -> anyhow::Result<WriterTimes> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let db = runtime.block_on(Db::connect(&DbOptions::new(library::database_address(
        dir,
        options.database_url.as_deref(),
    ))))?;
    let tokens = runtime.block_on(sign_in_readers(&db, options.writers))?;
    let titles = list_readable(server)?;
    let folder = dir.join("books");
    let mut ingest = None;
    if import {
        books::write_books(
            &folder,
            &std::process::id().to_string(),
            BOOKS_PER_SECOND * options.seconds as usize,
        )?;
        ingest = Some(program.ingest(&folder)?);
    }
    // The ingest has begun, and the server is warm.
    let warm = run_writers(server, &tokens, &titles, Duration::from_secs(2))?;
    ensure!(!warm.0.is_empty(), "nothing was written: {:?}", warm.1.first());
    let before = runtime.block_on(store::titles::count(&db))?;
    let began = Instant::now();
    let (times, failures) = run_writers(server, &tokens, &titles, options.phase_duration())?;
    let took = began.elapsed().as_secs_f64();
    let taken = runtime.block_on(store::titles::count(&db))? - before;
    runtime.block_on(db.close());
    if let Some(ingest) = &mut ingest {
        ensure!(RunningIngest::is_running(ingest)?, "the import ended before the measurement");
        ensure!(taken > 0, "the import took in nothing");
    }
    drop(ingest);
    if import {
        std::fs::remove_dir_all(&folder)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "rates")]
    Ok(WriterTimes {
        per_second: times.len() as f64 / took,
        latencies: Latencies::new(times),
        failures,
        books_per_second: import.then(|| taken as f64 / took),
    })
}

async fn sign_in_readers(db: &Db, count: u32) -> anyhow::Result<Vec<String>> {
    let mut tokens = Vec::new();
    for number in 0..count {
        tokens.push(people::sign_in(db, &format!("bench-{number}"), Role::Individual).await?);
    }
    Ok(tokens)
}

/// Titles that the readers can see.
fn list_readable(server: &RunningServer) -> anyhow::Result<Vec<i64>> {
    let mut connection = HttpConnection::open(server.address)?;
    let mut ids = Vec::new();
    for id in (FIRST_TITLE_ID..).take(10 * TITLES_READ) {
        if connection.get(&format!("/v2/titles/{id}?api_key={CLIENT_KEY}"))?.status == 200 {
            ids.push(id);
        }
        if ids.len() == TITLES_READ {
            break;
        }
    }
    ensure!(ids.len() > 50, "only {} titles can be read", ids.len());
    Ok(ids)
}

/// Every token writes without pauses. Returns the latencies and the errors.
fn run_writers(
    server: &RunningServer,
    tokens: &[String],
    titles: &[i64],
    time: Duration,
) -> anyhow::Result<(Vec<Duration>, Vec<String>)> {
    let stop = AtomicBool::new(false);
    let until = Instant::now() + time;
    let done = run_on_threads(tokens.len(), |number| {
        let result = run_writer(server, &tokens[number], titles, number, until, &stop);
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    })?;
    let (times, failures): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    Ok((times.concat(), failures.concat()))
}

/// Runs one reader: a bookmark, an event, a bookmark, and so on, in one title after the other.
fn run_writer(
    server: &RunningServer,
    token: &str,
    titles: &[i64],
    number: usize,
    until: Instant,
    stop: &AtomicBool,
) -> anyhow::Result<(Vec<Duration>, Vec<String>)> {
    let mut connection = HttpConnection::open(server.address).context("connecting")?;
    let mut times = Vec::with_capacity(10_000);
    let mut failures = Vec::new();
    for turn in 0_usize.. {
        let began = Instant::now();
        if began >= until || stop.load(Ordering::Relaxed) {
            break;
        }
        let title = titles[(number * 7 + turn / 20) % titles.len()];
        let location =
            format!("epubcfi(%2F6%2F{}!%2F4%2F{}%2F1:{number})", 2 + turn % 20 * 2, 2 + turn / 20 % 50 * 2);
        let answer = if turn % 2 == 0 {
            let form = format!(
                "serviceId={title}&format=EPUB3&location={location}&text=Here+{turn}&progression=0.5"
            );
            connection.post(&format!("/v2/myBookmarks?api_key={CLIENT_KEY}"), token, &form)?
        } else {
            let form = format!("serviceId={title}&format=EPUB3&location={location}&metric=2&metricType=page");
            connection.post(&format!("/v2/readingEvents?api_key={CLIENT_KEY}"), token, &form)?
        };
        times.push(began.elapsed());
        if answer.status != 200 {
            failures.push(format!("{} {}", answer.status, String::from_utf8_lossy(answer.body)));
        }
    }
    Ok((times, failures))
}
