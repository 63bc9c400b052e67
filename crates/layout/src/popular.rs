//! Names of popular lists.

use askama::filters::HtmlSafeOutput;
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

/// A list's name as HTML; `lang` is the tag of the language of its category's name. Empty if it is that of
/// the reader, or not known.
pub fn popular_html<'a>(
    words: impl Into<Wording<'a>>,
    list: &PopularList,
    lang: &str,
) -> HtmlSafeOutput<String> {
    let words = words.into();
    match list {
        PopularList::Year => words.foreign("popular-year", "", ""),
        PopularList::Month => words.foreign("popular-month", "", ""),
        PopularList::Category(name) => words.foreign("popular-category", name, lang),
    }
}
