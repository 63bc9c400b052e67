//! The form of the filters, with the exact numbers of titles.

use askama::filters::HtmlSafeOutput;
use domain::Format;
use layout::access::to_message_spelling;
use services::search_page::FilterCounts;

use super::access;
use super::filters::{FIELD_NAMES, Filter, Filters, MY_FORMAT, MY_FORMATS, language_code, voice_name};
use crate::Page;
use crate::category_names::{CategoryNames, bisac_language};
use crate::formats::{format_name, language_name, language_of_name};
use crate::inputs::Choice;

/// Maximum number of languages in the form, the most frequent ones; a search finds the others.
const MAX_LANGUAGES: usize = 40;

/// The values of each filter, with the numbers of titles in their texts.
pub(crate) struct SearchChoices {
    pub(crate) formats: Vec<Choice>,
    pub(crate) languages: Vec<Choice>,
    pub(crate) categories: Vec<Choice>,
    pub(crate) voices: Vec<Choice>,
    /// Periods in which titles were added to the library.
    pub(crate) periods: Vec<Choice>,
    /// The format that the visitor prefers. `None` without a preference.
    pub(crate) my_format: Option<Choice>,
    /// All formats that the visitor reads. `None` if they have named none.
    pub(crate) my_formats: Option<Choice>,
}

impl SearchChoices {
    /// The values of the found titles, and the chosen values.
    pub(crate) fn new(
        page: &Page<'_>,
        filters: &Filters,
        counts: &FilterCounts,
        names: &CategoryNames,
    ) -> Self {
        let formats: Vec<(String, u64)> =
            counts.formats.iter().map(|(format, count)| (format.to_string(), *count)).collect();
        let voices: Vec<(String, u64)> =
            counts.voices.iter().map(|(kind, count)| (voice_name(*kind).to_owned(), *count)).collect();
        let added: Vec<(String, u64)> =
            counts.periods.iter().map(|(days, count)| (days.to_string(), *count)).collect();
        let mut categories = filter_options(page, filters, "category", &offered_categories(filters, counts));
        for category in &mut categories {
            category.lang = language_of_category(page, counts, names, &category.value);
        }
        Self {
            formats: filter_options(page, filters, "format", &formats),
            languages: language_options(page, filters, &counts.languages),
            categories,
            my_format: counts.my_format.map(|(format, count)| {
                my_format_choice(page, filters, (MY_FORMAT, "search-my-format"), &[format], count)
            }),
            my_formats: counts.my_formats.as_ref().map(|(formats, count)| {
                my_format_choice(page, filters, (MY_FORMATS, "search-my-formats"), formats, *count)
            }),
            voices: filter_options(page, filters, "voice", &voices),
            periods: filter_options(page, filters, "added", &added),
        }
    }
}

/// The categories that the form offers: the library's own, and BISAC headings if they are chosen or there are
/// no others. Their plain names say the same in fewer words.
fn offered_categories(filters: &Filters, counts: &FilterCounts) -> Vec<(String, u64)> {
    let is_own = |name: &String| !counts.bisac.contains(name);
    let has_own = counts.categories.iter().any(|(name, _)| is_own(name));
    let offered = |name: &String| !has_own || is_own(name) || filters.has_value("category", name);
    counts.categories.iter().filter(|(name, _)| offered(name)).cloned().collect()
}

/// A filter by formats that the visitor reads: its name and that of its message, the formats, the number of
/// remaining titles.
fn my_format_choice(
    page: &Page<'_>,
    filters: &Filters,
    (name, message): (&str, &str),
    formats: &[Format],
    count: u64,
) -> Choice {
    let names: Vec<String> = formats.iter().map(|format| format_name(page, *format)).collect();
    let text = format!("{} ({count})", page.with_name(message, &names.join(", ")));
    Choice::new("true", text, filters.has_value(name, "true"))
}

/// The language of the name of a category. Empty if it is that of the page, or unknown.
fn language_of_category(
    page: &Page<'_>,
    counts: &FilterCounts,
    names: &CategoryNames,
    name: &str,
) -> &'static str {
    if counts.bisac.contains(name) { bisac_language(page) } else { names.own_category_language(page, name) }
}

/// The most frequent languages and the chosen one, each once: an address may name a language by another of
/// its codes, or by the tag of a country's variety. Only the first that an address names narrows the search.
fn language_options(page: &Page<'_>, filters: &Filters, counted: &[(String, u64)]) -> Vec<Choice> {
    let chosen = language_code(filters.value("language"));
    let is_chosen = |code: &str| chosen.is_some() && language_code(code) == chosen;
    let option = |code: &str, text: String| Choice {
        lang: language_of_name(page, code),
        ..Choice::new(code, text, is_chosen(code))
    };
    let missing = chosen.as_deref().filter(|_| !counted.iter().any(|(code, _)| is_chosen(code)));
    let missing = missing.map(|code| option(code, language_name(page, code)));
    let offered = counted.iter().enumerate().filter(|(n, (code, _))| *n < MAX_LANGUAGES || is_chosen(code));
    let offered =
        offered.map(|(_, (code, count))| option(code, format!("{} ({count})", language_name(page, code))));
    missing.into_iter().chain(offered).collect()
}

fn filter_options(
    page: &Page<'_>,
    filters: &Filters,
    name: &'static str,
    counted: &[(String, u64)],
) -> Vec<Choice> {
    let chosen = filters.iter().filter(|filter| filter.name == name).map(|filter| &filter.value);
    let missing = chosen
        .filter(|value| !counted.iter().any(|(known, _)| known == *value))
        .map(|value| Choice::new(value, filter_value_name(page, name, value), true));
    let counted = counted.iter().map(|(value, count)| {
        let text = format!("{} ({count})", filter_value_name(page, name, value));
        Choice::new(value, text, filters.has_value(name, value))
    });
    missing.chain(counted).collect()
}

pub(crate) fn order_choices(page: &Page<'_>, filters: &Filters) -> Vec<Choice> {
    let order = |(name, _): (&'static str, _)| {
        Choice::new(name, page.text(&format!("order-{name}")), name == filters.order_name())
    };
    filters.offered_orders().map(order).collect()
}

/// A condition in words.
pub(crate) fn filter_text(page: &Page<'_>, filter: &Filter) -> String {
    let value = filter_value_name(page, filter.name, &filter.value);
    match (message_id(filter.name), filter.name) {
        (Some(id), _) => page.with_name(&id, &value),
        (None, MY_FORMAT) => page.text("filter-my-format"),
        (None, MY_FORMATS) => page.text("filter-my-formats"),
        (None, name) => {
            let label = access::filter_name(page, name);
            page.format("filter-access", &[("label", label.as_str().into()), ("name", value.as_str().into())])
        }
    }
}

/// A condition as HTML with the language of its value. `None` if it is that of the page, or unknown.
pub(crate) fn filter_html(
    page: &Page<'_>,
    filter: &Filter,
    counts: &FilterCounts,
    names: &CategoryNames,
) -> Option<HtmlSafeOutput<String>> {
    let value = &filter.value;
    let lang = match filter.name {
        "category" => language_of_category(page, counts, names, value),
        "language" => language_of_name(page, &title_language_code(value)),
        _ => "",
    };
    let id = message_id(filter.name).filter(|_| !lang.is_empty())?;
    Some(page.wording().with_foreign_name_html(&id, &filter_value_name(page, filter.name, value), lang))
}

/// The message of a condition that has a value.
fn message_id(name: &str) -> Option<String> {
    let has_value = FIELD_NAMES.contains(&name) && !matches!(name, MY_FORMAT | MY_FORMATS);
    has_value.then(|| format!("filter-{}", to_message_spelling(name)))
}

/// The code that titles have of the language that an address names.
fn title_language_code(value: &str) -> String {
    language_code(value).unwrap_or_else(|| value.to_owned())
}

fn filter_value_name(page: &Page<'_>, name: &str, value: &str) -> String {
    match (name, value) {
        ("format", _) => {
            Format::from_path(value).map_or_else(|| value.to_owned(), |format| format_name(page, format))
        }
        ("language", _) => language_name(page, &title_language_code(value)),
        ("added", days) => {
            days.parse().map_or_else(|_| days.to_owned(), |days| page.count("added-days", days))
        }
        ("voice", "human") => page.text("voice-human"),
        ("voice", _) => page.text("voice-synthetic"),
        (name, _) if access::FILTER_NAMES.contains(&name) => access::value_name(page, name, value),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::message_id;
    use crate::search::filters::{FIELD_NAMES, SORT_ORDERS};
    use crate::texts::assert_messages;

    #[test]
    fn conditions_and_orders_have_names_in_every_language() {
        assert_messages(FIELD_NAMES.iter().filter_map(|name| message_id(name)));
        assert_messages(SORT_ORDERS.iter().map(|(name, _)| format!("order-{name}")));
    }
}
