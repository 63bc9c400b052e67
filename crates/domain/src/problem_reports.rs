//! Problems with titles that readers report to collection staff (docs/rules/titles.md#rule-13).

use jiff::Timestamp;

use crate::{AccountId, SiteId, TitleId, wire_enum};

/// Reports of one reader within [`WINDOW`](crate::confirmations::WINDOW).
pub const PER_READER: u64 = 10;

/// Longest text of a report, in characters.
pub const MAX_TEXT_CHARS: usize = 2000;

wire_enum! {
    pub enum ProblemKind {
        /// Text is missing, garbled or in the wrong order.
        Text = "text",
        /// Narration is missing, unclear or wrong.
        Sound = "sound",
        /// Images have no description, or a wrong one.
        Images = "images",
        /// Headings, pages, tables or notes are wrong.
        Structure = "structure",
        /// The braille is wrong.
        Braille = "braille",
        /// The file cannot be downloaded or opened.
        File = "file",
        /// The record in the catalog is wrong.
        Catalog = "catalog",
        /// Something else.
        Other = "other",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemReport {
    pub id: i64,
    pub title: TitleId,
    /// The site of the title, whose staff the report is for.
    pub site: SiteId,
    /// The reader who reported the problem. `None` if the account was closed since.
    pub reporter: Option<AccountId>,
    pub kind: ProblemKind,
    /// The reader's own words.
    pub words: Option<String>,
    pub reported: Timestamp,
    /// Time at which staff closed it. `None` if it is open.
    pub closed: Option<Timestamp>,
}
