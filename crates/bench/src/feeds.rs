//! Pages of the catalog for reading apps against those of the interface.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::http::HttpConnection;
use crate::latency::Latencies;
use crate::library::CLIENT_KEY;
use crate::queries::encode_query;

/// Titles of a page of a feed, which the interface is asked for, too.
const TITLES_PER_PAGE: usize = 50;
const MAX_PAGES: usize = 300;

/// Pages of all titles in the order of their titles, each for the first time.
#[derive(Debug, Clone)]
pub struct FeedTimes {
    /// Pages of OPDS 2.0.
    pub json: Latencies,
    /// Times of OPDS 1.2.
    pub atom: Latencies,
    pub interface: Latencies,
}

/// Walks through all titles by the three ways. Each step times one of them, in turns, before the others
/// request the same titles, which the server then has cached. So each is measured equally often, with titles
/// that are not cached yet.
pub fn measure_feeds(address: SocketAddr, time: Duration) -> anyhow::Result<FeedTimes> {
    let mut connection = HttpConnection::open(address)?;
    let first = format!("/v2/titles?api_key={CLIENT_KEY}&sortOrder=title&limit={TITLES_PER_PAGE}");
    let mut feed = "/opds/all".to_owned();
    let mut page = first.clone();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    let until = Instant::now() + time;
    for step in 0.. {
        if times[2].len() == MAX_PAGES || Instant::now() > until {
            break;
        }
        let atom = feed.replacen("/opds/", "/opds/v1.2/", 1);
        let mut bodies = [Value::Null, Value::Null, Value::Null];
        for way in (0..3).map(|turn| (step + turn) % 3) {
            let (took, body) = get_json(&mut connection, [&feed, &atom, &page][way])?;
            if way == step % 3 {
                times[way].push(took);
            }
            bodies[way] = body;
        }
        let [json, _, interface] = bodies;
        let Some(next) = next_path(&json, "publications", &feed)? else { break };
        let titles = interface["titles"].as_array().map(Vec::len);
        ensure!(titles == Some(TITLES_PER_PAGE), "{page}: a short page");
        let Some(token) = interface["next"].as_str() else { break };
        page = format!("{first}&start={}", encode_query(token));
        feed = next;
    }
    let [json, atom, interface] = times.map(Latencies::new);
    Ok(FeedTimes { json, atom, interface })
}

/// The path of the page after a feed. `None` after the last one.
fn next_path(feed: &Value, list: &str, path: &str) -> anyhow::Result<Option<String>> {
    let links = feed["links"].as_array().with_context(|| format!("{path}: links"))?;
    let Some(next) = links.iter().find(|link| link["rel"] == "next") else { return Ok(None) };
    ensure!(feed[list].as_array().map(Vec::len) == Some(TITLES_PER_PAGE), "{path}: a short page");
    let href = next["href"].as_str().context("href")?;
    Ok(href.find("/opds/").map(|at| href[at..].to_owned()))
}

/// The time until the whole response has arrived, and the response, if it is JSON.
fn get_json(connection: &mut HttpConnection, path: &str) -> anyhow::Result<(Duration, Value)> {
    let (took, body) = connection.get_timed(path)?;
    Ok((took, serde_json::from_slice(body).unwrap_or_default()))
}
