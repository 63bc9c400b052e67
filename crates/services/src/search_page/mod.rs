//! The page of a search: titles, the number of titles that each choice of a filter would leave, and what
//! helps if there are none. An interface has its own form of a search, [`SearchForm`].

mod counts;
mod ways_out;

use domain::{Preferences, wire_enum};
use jiff::civil::Date;

use crate::titles::{CollectionSearch, Cursor, Query, SearchPage};
use crate::{ListPart, Operation, Result};

pub use counts::{FilterCounts, count_index_passes, counting_search};
pub use ways_out::{FewerWords, WaysOut};

/// A search with its conditions, as an interface writes them.
pub trait SearchForm: Clone + Send + Sync {
    type Condition: Clone + Send + Sync;

    fn to_query(&self, today: Date) -> Query;

    /// The words. Empty if there are none.
    fn words(&self) -> &str;

    #[must_use]
    fn with_words(&self, words: &str) -> Self;

    /// All conditions but the words.
    fn conditions(&self) -> Vec<Self::Condition>;

    #[must_use]
    fn without_condition(&self, condition: &Self::Condition) -> Self;

    /// The search without the conditions that choose among the values of a facet. `None` if it has none.
    fn without_facet(&self, facet: SearchFacet) -> Option<Self>;

    /// The search for the same words and nothing else. `None` if there are no words, or no other conditions.
    fn words_alone(&self) -> Option<Self>;

    /// Returns true if only titles in the format are found that the reader prefers.
    fn is_in_my_format(&self) -> bool;
}

wire_enum! {
    /// A facet of which a title needs one of the chosen values, or of which only one value can be chosen. The
    /// name is that of its parameter.
    pub enum SearchFacet {
        Format = "format",
        Language = "language",
        Voice = "voice",
        Category = "category",
        Added = "added",
        NonvisualReading = "nonvisualReading",
        VisualAdjustments = "visualAdjustments",
        Narration = "narration",
        BrailleCode = "brailleCode",
        BrailleGrade = "brailleGrade",
        BrailleVolumes = "brailleVolumes",
    }
}

pub struct SearchRequest<'a, F> {
    pub form: &'a F,
    pub part: ListPart<Cursor>,
    /// The preferences of the reader; the defaults for guests.
    pub preferences: &'a Preferences,
    /// The periods that the form offers for when titles were added, in days.
    pub added_periods: &'a [i16],
}

pub struct LoadedSearch<F: SearchForm> {
    pub found: SearchPage,
    pub counts: FilterCounts,
    pub ways_out: WaysOut<F>,
}

/// The page of a search: one pass over the index, one more for each facet with a condition, and some that
/// read no title if hardly anything is found.
///
/// # Errors
/// Those of [`CollectionSearch::find_page`].
pub async fn load<F: SearchForm>(op: &Operation, request: SearchRequest<'_, F>) -> Result<LoadedSearch<F>> {
    let SearchRequest { form, part, preferences, added_periods } = request;
    let search = counting_search(op, form, added_periods)?;
    let found = search.find_part(part).await?;
    let counts = FilterCounts::load(op, form, &found, preferences, added_periods).await?;
    let ways_out = WaysOut::find(op, form, &found).await?;
    Ok(LoadedSearch { found, counts, ways_out })
}

fn new_search<'a, F: SearchForm>(op: &'a Operation, form: &F) -> Result<CollectionSearch<'a>> {
    CollectionSearch::new(op, form.to_query(op.today()))
}
