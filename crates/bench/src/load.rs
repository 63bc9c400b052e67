//! Many concurrent clients.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::http::HttpConnection;
use crate::latency::Latencies;

#[derive(Debug, Clone, Default)]
pub struct LoadResult {
    /// Duration of each request.
    pub latencies: Latencies,
    pub per_second: f64,
    /// Average bytes of the bodies.
    pub bytes: usize,
    /// Number of repetitions of the list of requests.
    pub rounds: f64,
}

/// Lets `clients` clients request the paths in turn for `time`. Every response must be 200.
pub fn run_load(
    address: SocketAddr,
    clients: u32,
    time: Duration,
    paths: &[String],
) -> anyhow::Result<LoadResult> {
    ensure!(!paths.is_empty(), "nothing to ask for");
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let done = run_on_threads(clients as usize, |_| run_client(address, began + time, paths, &next))?;
    let took = began.elapsed();
    let (mut times, mut bytes) = (Vec::new(), 0);
    for (own_times, own_bytes) in done {
        times.extend(own_times);
        bytes += own_bytes;
    }
    #[expect(clippy::cast_precision_loss, reason = "rates")]
    Ok(LoadResult {
        per_second: times.len() as f64 / took.as_secs_f64(),
        bytes: bytes / times.len().max(1),
        rounds: times.len() as f64 / paths.len() as f64,
        latencies: Latencies::new(times),
    })
}

/// Runs the work on several threads, with the number of each; returns their results.
pub fn run_on_threads<T: Send>(
    threads: usize,
    run: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let run = &run;
    let done: Vec<anyhow::Result<T>> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|number| scope.spawn(move || run(number))).collect();
        started
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked")))
            .collect()
    });
    done.into_iter().collect()
}

fn run_client(
    address: SocketAddr,
    until: Instant,
    paths: &[String],
    next: &AtomicUsize,
) -> anyhow::Result<(Vec<Duration>, usize)> {
    let mut connection = HttpConnection::open(address).context("connecting")?;
    let (mut times, mut bytes) = (Vec::with_capacity(100_000), 0);
    loop {
        let path = &paths[next.fetch_add(1, Ordering::Relaxed) % paths.len()];
        if Instant::now() >= until {
            return Ok((times, bytes));
        }
        let (took, body) = connection.get_timed(path)?;
        times.push(took);
        bytes += body.len();
    }
}
