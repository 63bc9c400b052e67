//! What a reader can do whose search finds nothing, or hardly anything: each way with the number of titles to
//! which it leads, and none that leads nowhere.

use super::{SearchForm, new_search};
use crate::titles::{self, SearchPage};
use crate::{Operation, Result};

/// Maximum number of found titles for which another spelling is suggested if it finds many more.
const MAX_DOUBTFUL_TITLES: u64 = 3;
/// Minimum ratio of the titles that another spelling finds to those found.
const MIN_SPELLING_FACTOR: u64 = 10;
const MAX_SUGGESTIONS: usize = 3;
/// Maximum number of words, and of conditions, that are left out one by one.
const MAX_TRIED: usize = 10;

/// Searches that find something, each with its number of titles.
pub struct WaysOut<F: SearchForm> {
    pub respelled: Vec<(F, u64)>,
    /// With other spellings and without any other condition.
    pub respelled_alone: Vec<(F, u64)>,
    pub fewer_words: Vec<(FewerWords, F, u64)>,
    pub without_condition: Vec<(F::Condition, F, u64)>,
    /// The words without any other condition.
    pub words_only: Option<(F, u64)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FewerWords {
    /// All but this one.
    Without(String),
    Only(String),
}

impl<F: SearchForm> WaysOut<F> {
    /// The ways out of a search that has found this. Their number is bounded, and each is counted by one pass
    /// over the index that reads no title.
    pub(super) async fn find(op: &Operation, form: &F, results: &SearchPage) -> Result<Self> {
        let mut ways = Self {
            respelled: Vec::new(),
            respelled_alone: Vec::new(),
            fewer_words: Vec::new(),
            without_condition: Vec::new(),
            words_only: None,
        };
        let words = form.words();
        let mut spellings = Vec::new();
        if !words.is_empty() && is_doubtful(results) {
            spellings = titles::suggest_spellings(op, false, words.to_owned()).await?;
            ways.respelled = try_spellings(op, &spellings, form, results).await?;
        }
        if results.total == 0 {
            ways.fewer_words = try_fewer_words(op, form).await?;
            let all = form.conditions().into_iter().take(MAX_TRIED);
            let all: Vec<(F::Condition, F)> = all
                .map(|condition| {
                    let without = form.without_condition(&condition);
                    (condition, without)
                })
                .collect();
            let counted = count_non_empty(op, all, |(_, search)| search).await?;
            ways.without_condition =
                counted.into_iter().map(|((condition, search), count)| (condition, search, count)).collect();
            ways.find_alone(op, form, &spellings).await?;
        }
        Ok(ways)
    }

    /// Adds what the words find without any other condition, unless fewer words or one condition less find
    /// something; and what other spellings find without any, unless they find something with all conditions.
    /// That is one search, and one more for each spelling.
    async fn find_alone(&mut self, op: &Operation, form: &F, spellings: &[String]) -> Result<()> {
        let is_stuck = self.fewer_words.is_empty() && self.without_condition.is_empty();
        let Some(alone) = form.words_alone().filter(|_| is_stuck || self.respelled.is_empty()) else {
            return Ok(());
        };
        let found = new_search(op, &alone)?.find_page(None, 0).await?;
        if self.respelled.is_empty() && is_doubtful(&found) {
            self.respelled_alone = try_spellings(op, spellings, &alone, &found).await?;
        }
        self.words_only = (is_stuck && found.total > 0).then_some((alone, found.total));
        Ok(())
    }
}

/// Returns true if the words of a search that has found this may be misspelled.
fn is_doubtful(found: &SearchPage) -> bool {
    found.total <= MAX_DOUBTFUL_TITLES || found.similar_words
}

/// The search with other spellings of its words: those that find many more than it has found.
async fn try_spellings<F: SearchForm>(
    op: &Operation,
    spellings: &[String],
    form: &F,
    results: &SearchPage,
) -> Result<Vec<(F, u64)>> {
    let searches: Vec<F> = spellings.iter().map(|words| form.with_words(words)).collect();
    // Titles with similar words do not mean that the words are right.
    let least = if results.similar_words { 1 } else { (MIN_SPELLING_FACTOR * results.total).max(1) };
    let mut counted = count_non_empty(op, searches, |search| search).await?;
    counted.retain(|(_, count)| *count >= least);
    counted.truncate(MAX_SUGGESTIONS);
    Ok(counted)
}

async fn try_fewer_words<F: SearchForm>(op: &Operation, form: &F) -> Result<Vec<(FewerWords, F, u64)>> {
    let words: Vec<&str> = form.words().split_whitespace().collect();
    if words.len() < 2 {
        return Ok(Vec::new());
    }
    let others = |left: usize| -> String {
        let kept = words.iter().enumerate().filter(|(at, _)| *at != left);
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    };
    let without = words.iter().enumerate().take(MAX_TRIED);
    let without: Vec<(FewerWords, F)> = without
        .map(|(at, word)| (FewerWords::Without((*word).to_owned()), form.with_words(&others(at))))
        .collect();
    let mut ways = count_non_empty(op, without, |(_, search)| search).await?;
    if ways.is_empty() && words.len() > 2 {
        let alone = words.iter().take(MAX_TRIED);
        let alone: Vec<(FewerWords, F)> =
            alone.map(|word| (FewerWords::Only((*word).to_owned()), form.with_words(word))).collect();
        ways = count_non_empty(op, alone, |(_, search)| search).await?;
    }
    Ok(ways.into_iter().map(|((fewer, search), count)| (fewer, search, count)).collect())
}

/// The searches that find something, with the number of titles.
async fn count_non_empty<F: SearchForm, T>(
    op: &Operation,
    searches: Vec<T>,
    form: impl Fn(&T) -> &F,
) -> Result<Vec<(T, u64)>> {
    let queries = searches.iter().map(|search| form(search).to_query(op.today())).collect();
    let totals = titles::count_all_queries(op, queries).await?;
    Ok(searches.into_iter().zip(totals).filter(|(_, total)| *total > 0).collect())
}
