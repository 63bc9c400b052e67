//! Popular lists: the titles that most readers of a site asked for (docs/rules/recommendations.md#rule-1).

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::TitleId;

/// Titles of a list that a caller sees.
pub const LENGTH: usize = 100;

/// Number of stored titles of each list: more than are shown, because callers see different ones.
pub const TITLES_PER_LIST: usize = 2 * LENGTH;

pub const YEAR: SignedDuration = SignedDuration::from_hours(365 * 24);

/// The last month, as quotas count it.
pub const MONTH: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The subject of a popular list. The order is that of the list of lists.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PopularList {
    /// Titles of any kind, counted over the last year.
    Year,
    /// Titles of any kind, counted over the last month.
    Month,
    /// Titles of one of the library's own categories, counted over the last year.
    Category(String),
}

impl PopularList {
    /// The list's name for people.
    pub fn description(&self) -> String {
        match self {
            Self::Year => "Most popular in the last year".to_owned(),
            Self::Month => "Most popular in the last month".to_owned(),
            Self::Category(name) => format!("Most popular in {name}"),
        }
    }

    pub fn category(&self) -> Option<&str> {
        match self {
            Self::Category(name) => Some(name),
            Self::Year | Self::Month => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Popular {
    pub title: TitleId,
    /// Number of readers who requested it. Repeated requests of one reader count once.
    pub readers: u64,
}

#[cfg(test)]
mod tests {
    use super::PopularList;

    #[test]
    fn the_year_comes_first_then_the_month_then_categories_by_name() {
        let category = |name: &str| PopularList::Category(name.into());
        let mut lists = [category("Poetry"), PopularList::Month, category("Essays"), PopularList::Year];
        lists.sort();
        assert_eq!(lists, [PopularList::Year, PopularList::Month, category("Essays"), category("Poetry")]);
        assert_eq!(lists[2].description(), "Most popular in Essays");
        assert_eq!((lists[0].category(), lists[2].category()), (None, Some("Essays")));
    }
}
