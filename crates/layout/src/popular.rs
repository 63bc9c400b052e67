//! Names of popular lists.

use askama::filters::HtmlSafeOutput;
use domain::popular_lists::PopularList;

use crate::Wording;

/// A list's name for people.
pub fn popular_name<'a>(words: impl Into<Wording<'a>>, list: &PopularList) -> String {
    let words = words.into();
    match list {
        PopularList::Year => words.text("popular-year"),
        PopularList::Month => words.text("popular-month"),
        PopularList::Category(name) => words.with_name("popular-category", name),
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
        PopularList::Year => words.with_foreign_name_html("popular-year", "", ""),
        PopularList::Month => words.with_foreign_name_html("popular-month", "", ""),
        PopularList::Category(name) => words.with_foreign_name_html("popular-category", name, lang),
    }
}
