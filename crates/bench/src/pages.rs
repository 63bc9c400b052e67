//! Compares deep pages with first ones.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::http::Connection;
use crate::latency::Latencies;
use crate::queries::{PAGE, encoded};

/// Size of the pages used to reach the end of a list.
const STRIDE: usize = 100;
/// Limit of measured pages at each end.
const PAGES: usize = 300;

/// Pages of one list.
#[derive(Debug, Clone)]
pub struct Pages {
    /// Titles of the whole list.
    pub total: usize,
    /// The first page, requested repeatedly: it may be cached.
    pub first: Latencies,
    /// Pages from the beginning of the list, each requested once.
    pub early: Latencies,
    /// Pages in the last hundredth of the list, each requested once.
    pub late: Latencies,
}

/// Walks through a list to its last hundredth, and measures pages there and at its beginning. `None` if a
/// hundredth is less than a page.
pub fn measure(address: SocketAddr, list: &str, time: Duration) -> anyhow::Result<Option<Pages>> {
    let mut walk = Walk { connection: Connection::open(address)?, list, next: None, seen: 0 };
    let total = walk.step(PAGE)?;
    if total < 100 * PAGE {
        return Ok(None);
    }
    let first = Latencies::new((0..PAGES).map(|_| walk.first()).collect::<anyhow::Result<_>>()?);
    let early = walk.several(time)?;
    let last_hundredth = total - total / 100;
    while walk.seen < last_hundredth {
        walk.step(STRIDE.min(last_hundredth - walk.seen))?;
    }
    let late = walk.several(time)?;
    Ok(Some(Pages { total, first, early, late }))
}

impl Pages {
    /// Ratio of the median times of late and early pages.
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
    /// The time of the first page, independent of the walk.
    fn first(&mut self) -> anyhow::Result<Duration> {
        Ok(self.page(None, PAGE)?.took)
    }

    /// Advances by one page, and returns the length of the list.
    fn step(&mut self, limit: usize) -> anyhow::Result<usize> {
        let page = self.page(self.next.clone(), limit)?;
        self.seen += page.titles;
        self.next = page.next;
        Ok(page.total)
    }

    /// Consecutive pages, up to a time limit: no page is requested twice.
    fn several(&mut self, time: Duration) -> anyhow::Result<Latencies> {
        let (until, mut times) = (Instant::now() + time, Vec::new());
        while times.len() < PAGES && Instant::now() < until {
            let Some(next) = self.next.clone() else { break };
            let page = self.page(Some(next), PAGE)?;
            if page.titles < PAGE {
                break;
            }
            times.push(page.took);
            self.step(1)?;
        }
        Ok(Latencies::new(times))
    }

    fn page(&mut self, start: Option<String>, limit: usize) -> anyhow::Result<Page> {
        let start = start.map_or_else(String::new, |start| format!("&start={}", encoded(&start)));
        let path = format!("{}&limit={limit}{start}", self.list);
        let began = Instant::now();
        let answer = self.connection.get(&path)?;
        let took = began.elapsed();
        ensure!(answer.status == 200, "{path}: {} {}", answer.status, String::from_utf8_lossy(answer.body));
        let page: Value = serde_json::from_slice(answer.body)?;
        Ok(Page {
            took,
            total: usize::try_from(page["totalResults"].as_u64().context("totalResults")?)?,
            titles: page["titles"].as_array().context("titles")?.len(),
            next: page["next"].as_str().map(str::to_owned),
        })
    }
}

/// The relevant members of a page.
struct Page {
    took: Duration,
    total: usize,
    titles: usize,
    next: Option<String>,
}
