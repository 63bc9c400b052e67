//! Deep pages against first ones.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::http::Connection;
use crate::latency::Latencies;
use crate::queries::{PAGE, encoded};

/// Length of the pages by which the end of a list is reached.
const STRIDE: usize = 100;
/// How many pages are measured at each end, at most.
const PAGES: usize = 200;

/// Pages of one list.
#[derive(Debug, Clone)]
pub struct Pages {
    /// Titles of the whole list.
    pub total: usize,
    /// The first page, asked for again and again: it may be remembered.
    pub first: Latencies,
    /// Pages from the beginning of the list, each for the first time.
    pub early: Latencies,
    /// Pages in the last hundredth of the list, each for the first time.
    pub late: Latencies,
}

/// Walks through a list to its last hundredth, and measures pages there and at its beginning.
pub fn measure(address: SocketAddr, list: &str, time: Duration) -> anyhow::Result<Pages> {
    let mut walk = Walk { connection: Connection::open(address)?, list, next: None, seen: 0 };
    let total = walk.step(PAGE)?.1;
    ensure!(total > 100 * PAGE, "{list} has only {total} titles");
    let first = Latencies::new((0..PAGES).map(|_| walk.first()).collect::<anyhow::Result<_>>()?);
    let early = walk.several(time)?;
    // To where the last hundredth begins.
    while walk.seen < total - total / 100 {
        walk.step(STRIDE)?;
    }
    let late = walk.several(time)?;
    Ok(Pages { total, first, early, late })
}

impl Pages {
    /// How many times as long a late page takes as one from the beginning, by the median.
    pub fn ratio(&self) -> f64 {
        self.late.percentile(50).as_secs_f64() / self.early.percentile(50).as_secs_f64().max(1e-9)
    }
}

struct Walk<'a> {
    connection: Connection,
    list: &'a str,
    next: Option<String>,
    seen: usize,
}

impl Walk<'_> {
    /// The time of the first page, wherever the walk stands.
    fn first(&mut self) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let answer = self.connection.get(&format!("{}&limit={PAGE}", self.list))?;
        let took = began.elapsed();
        ensure!(answer.status == 200, "{}: {}", self.list, answer.status);
        Ok(took)
    }

    /// The time of the next page, and the length of the list.
    fn step(&mut self, limit: usize) -> anyhow::Result<(Duration, usize)> {
        let mut path = format!("{}&limit={limit}", self.list);
        if let Some(next) = &self.next {
            path.push_str("&start=");
            path.push_str(&encoded(next));
        }
        let began = Instant::now();
        let answer = self.connection.get(&path)?;
        let took = began.elapsed();
        ensure!(answer.status == 200, "{path}: {} {}", answer.status, String::from_utf8_lossy(answer.body));
        let page: Value = serde_json::from_slice(answer.body)?;
        let total = page["totalResults"].as_u64().context("totalResults")?;
        self.seen += page["titles"].as_array().context("titles")?.len();
        self.next = page["next"].as_str().map(str::to_owned);
        Ok((took, usize::try_from(total)?))
    }

    /// Several pages in a row, for so long at most.
    fn several(&mut self, time: Duration) -> anyhow::Result<Latencies> {
        let (until, mut times) = (Instant::now() + time, Vec::new());
        while times.len() < PAGES && self.next.is_some() && Instant::now() < until {
            times.push(self.step(PAGE)?.0);
        }
        Ok(Latencies::new(times))
    }
}
