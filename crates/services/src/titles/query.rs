//! Conditions of a search for titles.

use domain::TitleStatus;
use domain::access::View;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use search::TitleSearch;
use serde::Serialize;

pub use search::{AccessFacets, AccessFilter, Conditions, Criteria, Cursor, Facets, Sort};

/// The most days for which [`days_before`] is of use to a search: ten years.
pub const MAX_ADDED_DAYS: i16 = 3660;

/// The beginning of the day (UTC) that is this number of days before another. The same for all searches of a
/// day, so that what the index remembers of one serves the next.
pub fn days_before(today: Date, days: i16) -> Timestamp {
    let day = today.saturating_sub(i32::from(days).days());
    day.to_zoned(TimeZone::UTC).map_or(Timestamp::MIN, |start| start.timestamp())
}

/// A search of titles; all of its parts hold at the same time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Query {
    pub conditions: Conditions,
    /// Only titles that can be downloaded in the format that the user prefers. A user who has not chosen one
    /// is shown titles of every format.
    pub in_my_format: bool,
    /// Only titles that can be downloaded in every format that the user reads: the preferred one and those
    /// named besides. A user who has named none is shown titles of every format.
    pub in_all_my_formats: bool,
    /// Only titles with this status. `None` means live titles in a search, and every status in the catalog.
    pub status: Option<TitleStatus>,
    /// Without the titles that other sites share.
    pub own_site_only: bool,
    pub sort: Sort,
    /// The reverse order; with [`Sort::Relevance`], the worst match first.
    pub descending: bool,
}

impl Query {
    /// A search for titles that meet these conditions, in this order.
    pub fn new(conditions: Conditions, sort: Sort) -> Self {
        Self {
            conditions,
            in_my_format: false,
            in_all_my_formats: false,
            status: None,
            own_site_only: false,
            sort,
            descending: false,
        }
    }

    /// The search of the index among these titles, with facets.
    pub(crate) fn into_index_search(self, view: View, statuses: Vec<TitleStatus>) -> TitleSearch {
        let Self { conditions, sort, descending, .. } = self;
        TitleSearch { conditions, sort, descending, statuses, facets: true, ..TitleSearch::new(view) }
    }
}
