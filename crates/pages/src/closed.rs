//! A title that the access rule refuses, with what a page says about it.

use domain::access::Alert;
use domain::ids::TitleId;
use domain::quotas::NextBook;

/// A title that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosedTitle {
    pub(crate) id: TitleId,
    pub(crate) name: String,
    /// The language of the name, as a BCP 47 tag. Empty if it is unknown.
    pub(crate) lang: String,
    /// All reasons.
    pub(crate) alerts: Vec<Alert>,
    /// The time from which the next book may be downloaded. `None` if that is not the reason.
    pub(crate) next_book: Option<NextBook>,
    /// Other titles that help.
    pub(crate) alternatives: Alternatives,
}

/// Other titles that help where nothing opens a title.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Alternatives {
    /// The title that takes its place: its number and its name. `None` if there is none that the visitor
    /// sees.
    pub(crate) replacement: Option<(TitleId, String)>,
    /// The search that finds other editions. `None` if it finds none, or if the visitor needs none.
    pub(crate) editions_path: Option<String>,
    /// The address of the list of similar titles. `None` if there are none, or if the visitor needs none.
    pub(crate) similar_path: Option<String>,
}
