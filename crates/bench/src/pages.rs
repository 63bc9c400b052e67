//! Compares deep pages with first ones.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::Value;

use crate::http::HttpConnection;
use crate::latency::Latencies;
use crate::queries::{TITLES_PER_PAGE, encode_query};

/// Size of the pages used to reach the end of a list.
const SKIPPED_PAGE_SIZE: usize = 100;
/// Limit of measured pages at each end.
const MAX_PAGES_PER_END: usize = 300;

#[derive(Debug, Clone)]
pub struct PageTimes {
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
pub fn measure_pages(address: SocketAddr, list: &str, time: Duration) -> anyhow::Result<Option<PageTimes>> {
    let mut walk = ListWalk { connection: HttpConnection::open(address)?, list, next: None, titles_seen: 0 };
    let total = walk.advance(TITLES_PER_PAGE)?;
    if total < 100 * TITLES_PER_PAGE {
        return Ok(None);
    }
    let first = (0..MAX_PAGES_PER_END).map(|_| walk.get_page(None, TITLES_PER_PAGE).map(|page| page.took));
    let first = Latencies::new(first.collect::<anyhow::Result<_>>()?);
    let early = walk.time_several(time)?;
    let last_hundredth = total - total / 100;
    while walk.titles_seen < last_hundredth {
        walk.advance(SKIPPED_PAGE_SIZE.min(last_hundredth - walk.titles_seen))?;
    }
    let late = walk.time_several(time)?;
    Ok(Some(PageTimes { total, first, early, late }))
}

struct ListWalk<'a> {
    connection: HttpConnection,
    list: &'a str,
    next: Option<String>,
    titles_seen: usize,
}

impl ListWalk<'_> {
    /// Advances by one page, and returns the length of the list.
    fn advance(&mut self, limit: usize) -> anyhow::Result<usize> {
        let page = self.get_page(self.next.clone(), limit)?;
        self.titles_seen += page.titles;
        self.next = page.next;
        Ok(page.total)
    }

    /// Consecutive pages, up to a time limit: no page is requested twice.
    fn time_several(&mut self, time: Duration) -> anyhow::Result<Latencies> {
        let until = Instant::now() + time;
        let mut times = Vec::new();
        while times.len() < MAX_PAGES_PER_END && Instant::now() < until {
            let Some(next) = self.next.clone() else { break };
            let page = self.get_page(Some(next), TITLES_PER_PAGE)?;
            if page.titles < TITLES_PER_PAGE {
                break;
            }
            times.push(page.took);
            self.advance(1)?;
        }
        Ok(Latencies::new(times))
    }

    fn get_page(&mut self, start: Option<String>, limit: usize) -> anyhow::Result<ListPage> {
        let start = start.map_or_else(String::new, |start| format!("&start={}", encode_query(&start)));
        let path = format!("{}&limit={limit}{start}", self.list);
        let (took, body) = self.connection.get_timed(&path)?;
        let page: Value = serde_json::from_slice(body)?;
        Ok(ListPage {
            took,
            total: usize::try_from(page["totalResults"].as_u64().context("totalResults")?)?,
            titles: page["titles"].as_array().context("titles")?.len(),
            next: page["next"].as_str().map(str::to_owned),
        })
    }
}

struct ListPage {
    took: Duration,
    total: usize,
    titles: usize,
    next: Option<String>,
}
