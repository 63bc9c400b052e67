//! Suggestions for a search that finds nothing, or hardly anything: each with the number of titles
//! to which it leads, and none that leads nowhere.

use services::titles::{self, CollectionSearch, SearchPage};

use super::choices;
use super::counts::FilterCounts;
use super::filters::{Filter, Filters};
use crate::formats::format_name;
use crate::page::{Link, Page};
use crate::problem::Result;
use crate::visitor::Visitor;

/// Maximum number of found titles for which another spelling is suggested if it finds many more.
const MAX_DOUBTFUL_TITLES: u64 = 3;
/// Minimum ratio of the titles that another spelling finds to those found.
const MIN_SPELLING_FACTOR: u64 = 10;
/// Maximum number of suggested spellings.
const MAX_SUGGESTIONS: usize = 3;
/// Maximum number of words, and of filters, that are left out one by one.
const MAX_TRIED: usize = 10;

/// Searches that find something, each with its number of titles.
#[derive(Default)]
pub(crate) struct WaysOut {
    /// With other spellings.
    respelled: Vec<(Filters, u64)>,
    /// With other spellings and without any filter.
    respelled_alone: Vec<(Filters, u64)>,
    /// Without a word, which is the text; or with nothing but this word.
    fewer_words: Vec<(&'static str, String, Filters, u64)>,
    without_filter: Vec<(Filter, Filters, u64)>,
    /// The words without any filter.
    words_only: Option<(Filters, u64)>,
}

impl WaysOut {
    /// The ways out of a search that has found this. Their number is bounded, and each is counted by one
    /// pass over the index that reads no title.
    pub(crate) async fn find(visitor: &Visitor, filters: &Filters, found: &SearchPage) -> Result<Self> {
        let mut ways = Self::default();
        let words = filters.value("words");
        let mut spellings = Vec::new();
        if !words.is_empty() && is_doubtful(found) {
            spellings = titles::suggest_spellings(&visitor.op, false, words.to_owned()).await?;
            ways.respelled = try_spellings(visitor, &spellings, filters, found).await?;
        }
        if found.total == 0 {
            ways.fewer_words = try_fewer_words(visitor, filters).await?;
            let all = filters.iter().filter(|filter| filter.name != "words").take(MAX_TRIED);
            let all: Vec<(Filter, Filters)> =
                all.map(|filter| (filter.clone(), filters.without_filter(filter))).collect();
            let counted = count_non_empty(visitor, all, |(_, search)| search).await?;
            ways.without_filter =
                counted.into_iter().map(|((filter, search), count)| (filter, search, count)).collect();
            ways.find_alone(visitor, filters, &spellings).await?;
        }
        Ok(ways)
    }

    /// Adds what the words find without any filter, unless fewer words or one filter less find something; and
    /// what other spellings find without any filter, unless they find something with all filters. That is one
    /// search, and one more for each spelling.
    async fn find_alone(&mut self, visitor: &Visitor, filters: &Filters, spellings: &[String]) -> Result<()> {
        let is_stuck = self.fewer_words.is_empty() && self.without_filter.is_empty();
        let Some(alone) = filters.words_alone().filter(|_| is_stuck || self.respelled.is_empty()) else {
            return Ok(());
        };
        let search = CollectionSearch::new(&visitor.op, alone.to_query(visitor.op.today()))?;
        let found = search.find_page(None, 0).await?;
        if self.respelled.is_empty() && is_doubtful(&found) {
            self.respelled_alone = try_spellings(visitor, spellings, &alone, &found).await?;
        }
        self.words_only = (is_stuck && found.total > 0).then_some((alone, found.total));
        Ok(())
    }

    /// Links to searches with other spellings.
    pub(crate) fn spelling_links(&self, page: &Page<'_>) -> Vec<Link> {
        let link = |message: &str, (search, count): &(Filters, u64)| {
            counted_link(search, &page.with_name(message, search.value("words")), *count)
        };
        let spelled = self.respelled.iter().map(|way| link("search-suggestion", way));
        let alone = self.respelled_alone.iter().map(|way| link("search-suggestion-alone", way));
        spelled.chain(alone).collect()
    }

    /// Links to searches that ask for less, and to the other formats that the same search finds.
    pub(crate) fn filter_links(
        &self,
        page: &Page<'_>,
        filters: &Filters,
        counts: &FilterCounts,
    ) -> Vec<Link> {
        let mut all = Vec::new();
        for (message, word, search, count) in &self.fewer_words {
            all.push(counted_link(search, &page.with_name(message, word), *count));
        }
        if filters.without_field("format").is_some() {
            let other =
                counts.formats.iter().filter(|(format, _)| !filters.has_value("format", format.as_str()));
            all.extend(other.map(|(format, count)| {
                let text = page.with_name("search-help-format", &format_name(page, *format));
                counted_link(&filters.with_field("format", format.as_str()), &text, *count)
            }));
        }
        for (filter, search, count) in &self.without_filter {
            let text = page.with_name("search-help-without", &choices::filter_text(page, filter));
            all.push(counted_link(search, &text, *count));
        }
        if let Some((search, count)) = &self.words_only {
            all.push(counted_link(
                search,
                &page.with_name("search-help-alone", search.value("words")),
                *count,
            ));
        }
        all.push(Link::new("/search", page.text("search-help-all")));
        all
    }
}

fn counted_link(search: &Filters, text: &str, count: u64) -> Link {
    Link::new(search.search_path(), format!("{text} ({count})"))
}

/// Returns true if the words of a search that has found this may be misspelled.
fn is_doubtful(found: &SearchPage) -> bool {
    found.total <= MAX_DOUBTFUL_TITLES || found.similar_words
}

/// The search with other spellings of its words: those that find many more than it has found.
async fn try_spellings(
    visitor: &Visitor,
    spellings: &[String],
    filters: &Filters,
    found: &SearchPage,
) -> Result<Vec<(Filters, u64)>> {
    let searches: Vec<Filters> = spellings.iter().map(|words| filters.with_field("words", words)).collect();
    // Titles with similar words are no sign that the words are right.
    let least = if found.similar_words { 1 } else { (MIN_SPELLING_FACTOR * found.total).max(1) };
    let mut counted = count_non_empty(visitor, searches, |search| search).await?;
    counted.retain(|(_, count)| *count >= least);
    counted.truncate(MAX_SUGGESTIONS);
    Ok(counted)
}

async fn try_fewer_words(
    visitor: &Visitor,
    filters: &Filters,
) -> Result<Vec<(&'static str, String, Filters, u64)>> {
    let words: Vec<&str> = filters.value("words").split_whitespace().collect();
    if words.len() < 2 {
        return Ok(Vec::new());
    }
    let others = |left: usize| -> String {
        let kept = words.iter().enumerate().filter(|(at, _)| *at != left);
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    };
    let without = words.iter().enumerate().take(MAX_TRIED);
    let without = without
        .map(|(at, word)| ("search-help-less", (*word).to_owned(), filters.with_field("words", &others(at))));
    let alone = words.iter().take(MAX_TRIED);
    let alone = alone.map(|word| ("search-help-only", (*word).to_owned(), filters.with_field("words", word)));
    let mut ways = count_non_empty(visitor, without.collect(), |(.., search)| search).await?;
    if ways.is_empty() && words.len() > 2 {
        ways = count_non_empty(visitor, alone.collect(), |(.., search)| search).await?;
    }
    Ok(ways.into_iter().map(|((message, word, search), count)| (message, word, search, count)).collect())
}

/// The searches that find something, with the number of titles.
async fn count_non_empty<T>(
    visitor: &Visitor,
    searches: Vec<T>,
    filters: impl Fn(&T) -> &Filters,
) -> Result<Vec<(T, u64)>> {
    let queries = searches.iter().map(|search| filters(search).to_query(visitor.op.today())).collect();
    let totals = titles::count_all_queries(&visitor.op, queries).await?;
    Ok(searches.into_iter().zip(totals).filter(|(_, total)| *total > 0).collect())
}
