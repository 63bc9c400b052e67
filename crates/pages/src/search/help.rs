//! Links to searches that find more than one that finds nothing, or hardly anything.

use services::search_page::{FewerWords, FilterCounts};

use super::choices;
use super::filters::Filters;
use crate::{Link, Page, format_name};

/// Searches that find more, each with its number of titles.
pub(crate) type WaysOut = services::search_page::WaysOut<Filters>;

pub(crate) fn spelling_links(page: &Page<'_>, ways: &WaysOut) -> Vec<Link> {
    let link = |message: &str, (search, count): &(Filters, u64)| {
        counted_link(search, &page.with_name(message, search.value("words")), *count)
    };
    let spelled = ways.respelled.iter().map(|way| link("search-suggestion", way));
    let alone = ways.respelled_alone.iter().map(|way| link("search-suggestion-alone", way));
    spelled.chain(alone).collect()
}

/// Links to searches that ask for less, and to the other formats that the same search finds.
pub(crate) fn filter_links(
    page: &Page<'_>,
    ways: &WaysOut,
    filters: &Filters,
    counts: &FilterCounts,
) -> Vec<Link> {
    let mut all = Vec::new();
    for (fewer, search, count) in &ways.fewer_words {
        let text = match fewer {
            FewerWords::Without(word) => page.with_name("search-help-less", word),
            FewerWords::Only(word) => page.with_name("search-help-only", word),
        };
        all.push(counted_link(search, &text, *count));
    }
    if filters.without_field("format").is_some() {
        let other = counts.formats.iter().filter(|(format, _)| !filters.has_value("format", format.as_str()));
        all.extend(other.map(|(format, count)| {
            let text = page.with_name("search-help-format", &format_name(page, *format));
            counted_link(&filters.with_field("format", format.as_str()), &text, *count)
        }));
    }
    for (filter, search, count) in &ways.without_condition {
        let text = page.with_name("search-help-without", &choices::filter_text(page, filter));
        all.push(counted_link(search, &text, *count));
    }
    if let Some((search, count)) = &ways.words_only {
        let text = page.with_name("search-help-alone", search.value("words"));
        all.push(counted_link(search, &text, *count));
    }
    all.push(Link::new("/search", page.text("search-help-all")));
    all
}

fn counted_link(search: &Filters, text: &str, count: u64) -> Link {
    Link::new(search.search_path(), format!("{text} ({count})"))
}
