//! Names of popular lists.

use domain::popular_lists::PopularList;

use crate::wording::Wording;

/// A list's name for people.
pub fn popular_name<'a>(words: impl Into<Wording<'a>>, list: &PopularList) -> String {
    let words = words.into();
    match list {
        PopularList::Year => words.t("popular-year"),
        PopularList::Month => words.t("popular-month"),
        PopularList::Category(name) => words.named("popular-category", name),
    }
}
