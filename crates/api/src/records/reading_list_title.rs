use super::{TitleList, TitleSummary};

/// A title on a reading list (docs/rules/records.md#rule-9). The library has no award lists: their five
/// members are always null.
#[endpoint::record]
pub struct ReadingListTitle {
    /// The title.
    #[serde(flatten)]
    pub summary: TitleSummary,
    /// Always null.
    pub award: Option<String>,
    /// Always null.
    pub category: Option<String>,
    /// Always null.
    pub month: Option<String>,
    /// Always null.
    pub ranking: Option<String>,
    /// Always null.
    pub year: Option<String>,
}

impl From<TitleSummary> for ReadingListTitle {
    fn from(summary: TitleSummary) -> Self {
        Self { summary, award: None, category: None, month: None, ranking: None, year: None }
    }
}

/// The titles of a reading list.
#[endpoint::record]
pub struct ReadingListTitles {
    /// The page; `allows` has POST if the caller may add titles.
    #[serde(flatten)]
    pub list: TitleList<ReadingListTitle>,
    /// The reading list.
    pub reading_list_id: String,
}
