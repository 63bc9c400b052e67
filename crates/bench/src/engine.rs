//! Queries without the server: to the index, and to the plain engine below it.

use std::path::Path;
use std::time::Duration;

use search::Index;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Searcher, Term};

use crate::latency::Latencies;
use crate::queries::{SearchQuery, TITLES_PER_PAGE};

/// Times of a single thread, one query after the other.
#[derive(Debug, Clone)]
pub struct EngineTimes {
    /// The index: stems, filters, orders, the exact number and both facets.
    pub index: Latencies,
    /// The plain engine: the best ten for the words and their number, without filters and facets.
    pub plain_engine: Latencies,
    /// Number of queries without results.
    pub empty_results: usize,
}

/// Runs each query once, up to a time limit.
pub fn measure_engine(dir: &Path, queries: &[SearchQuery], time: Duration) -> anyhow::Result<EngineTimes> {
    let index = Index::open(dir)?;
    let plain_engine = measure_plain_engine(&index.live_folder(), queries, time)?;
    let (index, empty_results) = measure_index(&index, queries, time)?;
    Ok(EngineTimes { index, plain_engine, empty_results })
}

fn measure_index(
    index: &Index,
    queries: &[SearchQuery],
    time: Duration,
) -> anyhow::Result<(Latencies, usize)> {
    index.load_sort_columns()?;
    let mut empty = 0;
    let times = Latencies::measure(queries, time, |query| {
        let page = index.search(&query.to_search())?;
        empty += usize::from(page.total == 0);
        Ok(())
    })?;
    Ok((times, empty))
}

fn measure_plain_engine(dir: &Path, queries: &[SearchQuery], time: Duration) -> anyhow::Result<Latencies> {
    let index = tantivy::Index::open_in_dir(dir)?;
    let searcher = index.reader()?.searcher();
    Latencies::measure(queries, time, |query| search_best_ten(&searcher, query).map(drop))
}

fn search_best_ten(searcher: &Searcher, query: &SearchQuery) -> anyhow::Result<usize> {
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
    let collector = (TopDocs::with_limit(TITLES_PER_PAGE).order_by_score(), Count);
    let (_, count) = searcher.search(&BooleanQuery::new(terms), &collector)?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::Index;

    use super::measure_engine;

    #[test]
    fn the_plain_engine_opens_the_generation_that_the_index_searches() {
        let dir = tempfile::tempdir().unwrap();
        Index::open_or_empty(dir.path()).unwrap();
        let times = measure_engine(dir.path(), &[], Duration::from_secs(1)).unwrap();
        assert_eq!((times.index.len(), times.plain_engine.len(), times.empty_results), (0, 0, 0));
    }
}
