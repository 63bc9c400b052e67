//! A title that the access rule refuses, with what a page says about it.

use domain::access::Alert;
use domain::ids::TitleId;
use domain::quotas::NextBook;

/// A title that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosedTitle {
    /// Its number.
    pub(crate) id: TitleId,
    pub(crate) name: String,
    /// The language of the name, as a tag of BCP 47. Empty if it is not known.
    pub(crate) lang: String,
    /// All reasons.
    pub(crate) alerts: Vec<Alert>,
    /// When the next book may be downloaded. `None` if that is not the reason.
    pub(crate) next: Option<NextBook>,
    /// What helps.
    pub(crate) elsewhere: Elsewhere,
}

/// What helps where nothing opens a title: other ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// The title that takes its place: its number and its name. `None` if there is none that the visitor
    /// sees.
    pub(crate) newer: Option<(TitleId, String)>,
    /// The search that finds other editions. `None` if it finds none, or if nobody needs it.
    pub(crate) editions: Option<String>,
    /// Where similar titles are listed. `None` if there are none, or if nobody needs them.
    pub(crate) similar: Option<String>,
}
