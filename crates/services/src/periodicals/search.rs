//! Searches the periodicals that a caller may see.

use domain::normalization::search_words;
use domain::{SeriesId, access};
use jiff::Timestamp;
use serde::Serialize;
use store::periodicals::{SeriesFilter, SeriesSort, SeriesView};

use crate::{Operation, PageRequest, Result, RowPosition, Rows};

/// Words of a title that are searched; further words are ignored.
const WORDS: usize = 20;

/// Conditions of a search for periodicals, all of which must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PeriodicalFilter {
    /// Beginnings of words of the title.
    pub title: Option<String>,
    /// The ISSN, as printed.
    pub issn: Option<String>,
    /// One of the languages, ISO 639-2 alpha-3.
    pub language: Option<String>,
}

/// A search of the periodicals that a caller may see. Searches that serialize
/// alike find the same list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PeriodicalSearch(SeriesFilter);

impl PeriodicalSearch {
    /// The caller's view of the periodicals, narrowed by the filter.
    pub fn new(op: &Operation, filter: PeriodicalFilter) -> Self {
        let words = filter.title.as_deref().map(search_words).unwrap_or_default();
        Self(SeriesFilter {
            site: access::view_of(&op.access_caller(), &op.site.id, op.today()).site,
            words: words.into_iter().take(WORDS).collect(),
            issn: filter.issn,
            language: filter.language,
            followed_by: None,
        })
    }

    /// The periodicals that the user follows and still may see (docs/rules/periodicals.md#rule-6).
    pub fn for_followed(op: &Operation) -> Result<Self> {
        let Self(wanted) = Self::new(op, PeriodicalFilter::default());
        Ok(Self(SeriesFilter { followed_by: Some(op.account_id()?.clone()), ..wanted }))
    }

    /// A page of what the search finds: two statements.
    pub async fn list_page(
        &self,
        op: &Operation,
        page_request: PageRequest<'_, SeriesSort, String>,
    ) -> Result<Rows<RowPosition<String>, SeriesView>> {
        let total = store::periodicals::count(op.db(), &self.0).await?;
        let rows = store::periodicals::page(op.db(), &self.0, page_request, op.now).await?;
        Ok(Rows::from_part_rows(rows, &page_request, total))
    }

    /// Every `nth` identifier of what the search finds, in order: what the parts of the list begin after.
    pub async fn every_nth(&self, op: &Operation, nth: u32) -> Result<Vec<SeriesId>> {
        Ok(store::periodicals::by_id::every_nth(op.db(), &self.0, nth).await?)
    }

    /// Up to `limit` of what the search finds, by identifier, from after one on, each with when its latest
    /// edition was published. An empty identifier is before all others.
    pub async fn after_id(
        &self,
        op: &Operation,
        id: &SeriesId,
        limit: u32,
    ) -> Result<Vec<(SeriesId, Option<Timestamp>)>> {
        Ok(store::periodicals::by_id::list_after(op.db(), &self.0, id, limit, op.now).await?)
    }

    /// The periodicals with the newest latest edition, newest first, at most `limit`; and the number of
    /// periodicals that the search finds: two statements.
    pub async fn list_newest(&self, op: &Operation, limit: u32) -> Result<(Vec<SeriesView>, u64)> {
        let total = store::periodicals::count(op.db(), &self.0).await?;
        Ok((store::periodicals::list_newest(op.db(), &self.0, limit, op.now).await?, total))
    }
}
