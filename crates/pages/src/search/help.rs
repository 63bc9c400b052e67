//! What a visitor can do whose search finds nothing, or hardly anything: each way with the number of titles
//! to which it leads, and none that leads nowhere.

use services::titles::{self, Found, Search};

use super::choices;
use super::counts::Counts;
use super::filters::{Filter, Filters};
use crate::formats::format_name;
use crate::page::{Link, Page};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Up to this number of titles, another spelling is suggested if it finds many more.
const FEW: u64 = 3;
/// How many times as many these must be.
const TIMES: u64 = 10;
/// How many spellings are suggested.
const SUGGESTED: usize = 3;
/// How many words, and how many filters, are left out one by one.
const TRIED: usize = 10;

/// Searches that find something, each with its number of titles.
#[derive(Default)]
pub(crate) struct Ways {
    /// With other spellings.
    spelled: Vec<(Filters, u64)>,
    /// With other spellings and without any filter.
    spelled_alone: Vec<(Filters, u64)>,
    /// Without a word, which is the text; or with nothing but this word.
    fewer: Vec<(&'static str, String, Filters, u64)>,
    without: Vec<(Filter, Filters, u64)>,
    /// The words without any filter.
    alone: Option<(Filters, u64)>,
}

impl Ways {
    /// The ways out of a search that has found this. Their number is bounded, and each is counted by one pass
    /// over the index that reads no title.
    pub(crate) async fn of(
        pages: &Pages,
        visitor: &Visitor,
        filters: &Filters,
        found: &Found,
    ) -> Result<Self> {
        let mut ways = Self::default();
        let words = filters.value("words");
        let mut spellings = Vec::new();
        if !words.is_empty() && is_doubtful(found) {
            spellings = titles::spellings(&pages.library, &visitor.caller, false, words.to_owned()).await?;
            ways.spelled = spelled(pages, visitor, &spellings, filters, found).await?;
        }
        if found.total == 0 {
            ways.fewer = fewer(pages, visitor, filters).await?;
            let all = filters.iter().filter(|filter| filter.name != "words").take(TRIED);
            let all: Vec<(Filter, Filters)> =
                all.map(|filter| (filter.clone(), filters.without(filter))).collect();
            let counted = counted(pages, visitor, all, |(_, search)| search).await?;
            ways.without =
                counted.into_iter().map(|((filter, search), count)| (filter, search, count)).collect();
            ways.find_alone(pages, visitor, filters, &spellings).await?;
        }
        Ok(ways)
    }

    /// Adds what the words find without any filter, unless fewer words or one filter less find something; and
    /// what other spellings find without any filter, unless they find something with all filters. That is one
    /// search, and one more for each spelling.
    async fn find_alone(
        &mut self,
        pages: &Pages,
        visitor: &Visitor,
        filters: &Filters,
        spellings: &[String],
    ) -> Result<()> {
        let is_stuck = self.fewer.is_empty() && self.without.is_empty();
        let Some(alone) = filters.words_alone().filter(|_| is_stuck || self.spelled.is_empty()) else {
            return Ok(());
        };
        let search = Search::new(&visitor.caller, alone.query(visitor.caller.today()))?;
        let found = search.page(&pages.library, None, 0).await?;
        if self.spelled.is_empty() && is_doubtful(&found) {
            self.spelled_alone = spelled(pages, visitor, spellings, &alone, &found).await?;
        }
        self.alone = (is_stuck && found.total > 0).then_some((alone, found.total));
        Ok(())
    }

    /// Links to searches with other spellings.
    pub(crate) fn suggestions(&self, page: &Page<'_>) -> Vec<Link> {
        let link = |message: &str, (search, count): &(Filters, u64)| {
            numbered(search, &page.with_name(message, search.value("words")), *count)
        };
        let spelled = self.spelled.iter().map(|way| link("search-suggestion", way));
        let alone = self.spelled_alone.iter().map(|way| link("search-suggestion-alone", way));
        spelled.chain(alone).collect()
    }

    /// Links to searches that ask for less, and to the other formats that the same search finds.
    pub(crate) fn links(&self, page: &Page<'_>, filters: &Filters, counts: &Counts) -> Vec<Link> {
        let mut all = Vec::new();
        for (message, word, search, count) in &self.fewer {
            all.push(numbered(search, &page.with_name(message, word), *count));
        }
        if filters.without_field("format").is_some() {
            let other = counts.formats.iter().filter(|(format, _)| !filters.has("format", format.as_str()));
            all.extend(other.map(|(format, count)| {
                let text = page.with_name("search-help-format", &format_name(page, *format));
                numbered(&filters.with("format", format.as_str()), &text, *count)
            }));
        }
        for (filter, search, count) in &self.without {
            let text = page.with_name("search-help-without", &choices::named(page, filter));
            all.push(numbered(search, &text, *count));
        }
        if let Some((search, count)) = &self.alone {
            all.push(numbered(search, &page.with_name("search-help-alone", search.value("words")), *count));
        }
        all.push(Link::new("/search", page.text("search-help-all")));
        all
    }
}

fn numbered(search: &Filters, text: &str, count: u64) -> Link {
    Link::new(search.path(), format!("{text} ({count})"))
}

/// Whether the words of a search that has found this may be misspelled.
fn is_doubtful(found: &Found) -> bool {
    found.total <= FEW || found.similar_words
}

/// The same search with other spellings of its words: those that find many more than it has found.
async fn spelled(
    pages: &Pages,
    visitor: &Visitor,
    spellings: &[String],
    filters: &Filters,
    found: &Found,
) -> Result<Vec<(Filters, u64)>> {
    let searches: Vec<Filters> = spellings.iter().map(|words| filters.with("words", words)).collect();
    // Titles with similar words are no sign that the words are right.
    let least = if found.similar_words { 1 } else { (TIMES * found.total).max(1) };
    let mut counted = counted(pages, visitor, searches, |search| search).await?;
    counted.retain(|(_, count)| *count >= least);
    counted.truncate(SUGGESTED);
    Ok(counted)
}

async fn fewer(
    pages: &Pages,
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
    let without = words.iter().enumerate().take(TRIED);
    let without = without
        .map(|(at, word)| ("search-help-less", (*word).to_owned(), filters.with("words", &others(at))));
    let alone = words.iter().take(TRIED);
    let alone = alone.map(|word| ("search-help-only", (*word).to_owned(), filters.with("words", word)));
    let mut ways = counted(pages, visitor, without.collect(), |(.., search)| search).await?;
    if ways.is_empty() && words.len() > 2 {
        ways = counted(pages, visitor, alone.collect(), |(.., search)| search).await?;
    }
    Ok(ways.into_iter().map(|((message, word, search), count)| (message, word, search, count)).collect())
}

/// Those of some searches that find something, with the number of titles.
async fn counted<T>(
    pages: &Pages,
    visitor: &Visitor,
    searches: Vec<T>,
    filters: impl Fn(&T) -> &Filters,
) -> Result<Vec<(T, u64)>> {
    let queries = searches.iter().map(|search| filters(search).query(visitor.caller.today())).collect();
    let totals = titles::totals(&pages.library, &visitor.caller, queries).await?;
    Ok(searches.into_iter().zip(totals).filter(|(_, total)| *total > 0).collect())
}
