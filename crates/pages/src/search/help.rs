//! What a visitor can do whose search finds nothing, or hardly anything: each way with the number of titles
//! to which it leads, and none that leads nowhere.

use services::titles::{self, Found};

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
    /// Without a word, which is the text; or with nothing but this word.
    fewer: Vec<(&'static str, String, Filters, u64)>,
    /// Without a filter.
    without: Vec<(Filter, Filters, u64)>,
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
        if !words.is_empty() && (found.total <= FEW || found.similar_words) {
            ways.spelled = spelled(pages, visitor, filters, found).await?;
        }
        if found.total == 0 {
            ways.fewer = fewer(pages, visitor, filters).await?;
            let all = filters.iter().filter(|filter| filter.name != "words").take(TRIED);
            let all: Vec<(Filter, Filters)> =
                all.map(|filter| (filter.clone(), filters.without(filter))).collect();
            let counted = counted(pages, visitor, all, |(_, search)| search).await?;
            ways.without =
                counted.into_iter().map(|((filter, search), count)| (filter, search, count)).collect();
        }
        Ok(ways)
    }

    /// Links to searches with other spellings.
    pub(crate) fn suggestions(&self, page: &Page<'_>) -> Vec<Link> {
        let link = |(search, count): &(Filters, u64)| {
            numbered(search, &page.named("search-suggestion", search.value("words")), *count)
        };
        self.spelled.iter().map(link).collect()
    }

    /// Links to searches that ask for less, and to the other formats that the same search finds.
    pub(crate) fn links(&self, page: &Page<'_>, filters: &Filters, counts: &Counts) -> Vec<Link> {
        let mut all = Vec::new();
        for (message, word, search, count) in &self.fewer {
            all.push(numbered(search, &page.named(message, word), *count));
        }
        if filters.without_field("format").is_some() {
            let other = counts.formats.iter().filter(|(format, _)| !filters.has("format", format.as_str()));
            all.extend(other.map(|(format, count)| {
                let text = page.named("search-help-format", &format_name(page, *format));
                numbered(&filters.with("format", format.as_str()), &text, *count)
            }));
        }
        for (filter, search, count) in &self.without {
            let text = page.named("search-help-without", &choices::named(page, filter));
            all.push(numbered(search, &text, *count));
        }
        all.push(Link::new("/search", page.t("search-help-all")));
        all
    }
}

fn numbered(search: &Filters, text: &str, count: u64) -> Link {
    Link::new(search.path(), format!("{text} ({count})"))
}

async fn spelled(
    pages: &Pages,
    visitor: &Visitor,
    filters: &Filters,
    found: &Found,
) -> Result<Vec<(Filters, u64)>> {
    let words = filters.value("words").to_owned();
    let spellings = titles::spellings(&pages.library, &visitor.caller, false, words).await?;
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
