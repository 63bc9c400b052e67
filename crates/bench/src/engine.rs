//! The same queries without the server: to the index, and to the plain engine below it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use search::Index;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Searcher, Term};

use crate::latency::Latencies;
use crate::queries::{PAGE, Query};

/// Times of a single thread, one query after the other.
#[derive(Debug, Clone)]
pub struct Engine {
    /// The index: stems, filters, orders, the exact number and both facets.
    pub index: Latencies,
    /// The plain engine: the best ten for the words and their number, without filters and facets.
    pub plain: Latencies,
    /// Number of queries without results.
    pub empty: usize,
}

/// Runs each query once, up to a time limit.
pub fn measure(dir: &Path, queries: &[Query], time: Duration) -> anyhow::Result<Engine> {
    let (index, empty) = index(dir, queries, time)?;
    Ok(Engine { index, plain: plain(dir, queries, time)?, empty })
}

fn index(dir: &Path, queries: &[Query], time: Duration) -> anyhow::Result<(Latencies, usize)> {
    let index = Index::open(dir)?;
    index.load_sort_columns()?;
    let mut empty = 0;
    let times = each(queries, time, |query| {
        let page = index.search(&query.search())?;
        empty += usize::from(page.total == 0);
        Ok(())
    })?;
    Ok((times, empty))
}

fn plain(dir: &Path, queries: &[Query], time: Duration) -> anyhow::Result<Latencies> {
    let generation = std::fs::read_to_string(dir.join("current")).context("the index's folder")?;
    let index = tantivy::Index::open_in_dir(dir.join(generation.trim()))?;
    let searcher = index.reader()?.searcher();
    each(queries, time, |query| best_ten(&searcher, query).map(drop))
}

fn best_ten(searcher: &Searcher, query: &Query) -> anyhow::Result<usize> {
    let keyword = searcher.schema().get_field("keyword")?;
    let words = domain::normalization::fold(&query.words);
    let terms: Vec<(Occur, Box<dyn TantivyQuery>)> = words
        .split(' ')
        .map(|word| {
            let term = Term::from_field_text(keyword, word);
            let query: Box<dyn TantivyQuery> = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
            (Occur::Must, query)
        })
        .collect();
    let collector = (TopDocs::with_limit(PAGE).order_by_score(), Count);
    let (_, count) = searcher.search(&BooleanQuery::new(terms), &collector)?;
    Ok(count)
}

fn each(
    queries: &[Query],
    time: Duration,
    mut ask: impl FnMut(&Query) -> anyhow::Result<()>,
) -> anyhow::Result<Latencies> {
    let until = Instant::now() + time;
    let mut times = Vec::with_capacity(queries.len());
    for query in queries {
        let began = Instant::now();
        if began >= until {
            break;
        }
        ask(query)?;
        times.push(began.elapsed());
    }
    Ok(Latencies::new(times))
}
