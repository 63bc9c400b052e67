//! The orders of titles.

use serde::{Deserialize, Serialize};

/// The order of titles. Absent values come last in both directions, ties are by `serviceId` ascending
/// (docs/rules/requests.md#rule-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// The best first: the whole title; then words in the title, in subtitle and series, in names; then short
    /// titles.
    Relevance,
    /// By title, without the leading article of its language.
    Title,
    /// By the index name of the first author.
    Author,
    /// By when it went live.
    DateAdded,
    /// By copyright year.
    CopyrightDate,
    /// By when it last changed.
    UpdatedDate,
    /// By the number in its series.
    SeriesNumber,
}

impl Sort {
    /// Every order.
    pub const ALL: [Self; 7] = [
        Self::Relevance,
        Self::Title,
        Self::Author,
        Self::DateAdded,
        Self::CopyrightDate,
        Self::UpdatedDate,
        Self::SeriesNumber,
    ];
}
