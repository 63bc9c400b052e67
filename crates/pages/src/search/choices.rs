//! The form of the filters, with the exact numbers of titles.

use askama::filters::HtmlSafeOutput;
use domain::formats::Format;

use super::access;
use super::counts::Counts;
use super::filters::{Filter, Filters, MY_FORMAT, MY_FORMATS, language, voice_name};
use crate::category_names::{CategoryNames, of_bisac};
use crate::formats::{format_name, language_name, language_of_name};
use crate::page::Page;

/// Languages beyond the most frequent are found by their words.
const MOST: usize = 40;

/// A value to choose.
pub(crate) struct Choice {
    /// The value in the address.
    pub(crate) value: String,
    /// Its name, with the number of titles.
    pub(crate) text: String,
    /// The language of the name, as a tag of BCP 47. Empty if it is that of the page, or not known.
    pub(crate) lang: &'static str,
    /// Whether it is chosen.
    pub(crate) chosen: bool,
}

/// What the form offers.
pub(crate) struct Choices {
    pub(crate) formats: Vec<Choice>,
    pub(crate) languages: Vec<Choice>,
    pub(crate) categories: Vec<Choice>,
    /// Kinds of voices.
    pub(crate) voices: Vec<Choice>,
    /// Periods in which titles came to the library.
    pub(crate) added: Vec<Choice>,
    /// The format that the visitor prefers. `None` without a preference.
    pub(crate) my_format: Option<Choice>,
    /// All formats that the visitor reads. `None` if they have named none.
    pub(crate) my_formats: Option<Choice>,
}

impl Choices {
    /// The values that the titles have which were found, and those that are chosen.
    pub(crate) fn new(page: &Page<'_>, filters: &Filters, counts: &Counts, names: &CategoryNames) -> Self {
        let formats: Vec<(String, u64)> =
            counts.formats.iter().map(|(format, count)| (format.to_string(), *count)).collect();
        let voices: Vec<(String, u64)> =
            counts.voices.iter().map(|(kind, count)| (voice_name(*kind).to_owned(), *count)).collect();
        let added: Vec<(String, u64)> =
            counts.added.iter().map(|(days, count)| (days.to_string(), *count)).collect();
        let mut categories = options(page, filters, "category", &categories(filters, counts));
        for category in &mut categories {
            category.lang = language_of_category(page, counts, names, &category.value);
        }
        Self {
            formats: options(page, filters, "format", &formats),
            languages: language_options(page, filters, &counts.languages),
            categories,
            my_format: counts.my_format.map(|(format, count)| {
                mine(page, filters, (MY_FORMAT, "search-my-format"), &[format], count)
            }),
            my_formats: counts.my_formats.as_ref().map(|(formats, count)| {
                mine(page, filters, (MY_FORMATS, "search-my-formats"), formats, *count)
            }),
            voices: options(page, filters, "voice", &voices),
            added: options(page, filters, "added", &added),
        }
    }
}

/// The categories that the form offers: the library's own, and BISAC headings if they are chosen or there are
/// no others. Their plain names say the same in fewer words.
fn categories(filters: &Filters, counts: &Counts) -> Vec<(String, u64)> {
    let is_own = |name: &String| !counts.bisac.contains(name);
    let has_own = counts.categories.iter().any(|(name, _)| is_own(name));
    let offered = |name: &String| !has_own || is_own(name) || filters.has("category", name);
    counts.categories.iter().filter(|(name, _)| offered(name)).cloned().collect()
}

/// A filter by formats that the visitor reads: its name and that of its message, the formats, how many
/// titles are left.
fn mine(
    page: &Page<'_>,
    filters: &Filters,
    (name, message): (&str, &str),
    formats: &[Format],
    count: u64,
) -> Choice {
    let names: Vec<String> = formats.iter().map(|format| format_name(page, *format)).collect();
    Choice {
        value: "true".to_owned(),
        text: format!("{} ({count})", page.with_name(message, &names.join(", "))),
        lang: "",
        chosen: filters.has(name, "true"),
    }
}

/// The language of the name of a category. Empty if it is that of the page, or not known.
fn language_of_category(page: &Page<'_>, counts: &Counts, names: &CategoryNames, name: &str) -> &'static str {
    if counts.bisac.contains(name) { of_bisac(page) } else { names.of_own(page, name) }
}

/// The most frequent languages and the chosen one, each once: an address may name a language by another of
/// its codes, or by the tag of a country's variety. Only the first that an address names narrows the search.
fn language_options(page: &Page<'_>, filters: &Filters, counted: &[(String, u64)]) -> Vec<Choice> {
    let chosen = language(filters.value("language"));
    let is_chosen = |code: &str| chosen.is_some() && language(code) == chosen;
    let option = |code: &str, text: String| Choice {
        value: code.to_owned(),
        text,
        lang: language_of_name(page, code),
        chosen: is_chosen(code),
    };
    let missing = chosen.as_deref().filter(|_| !counted.iter().any(|(code, _)| is_chosen(code)));
    let missing = missing.map(|code| option(code, language_name(page, code)));
    let offered = counted.iter().enumerate().filter(|(n, (code, _))| *n < MOST || is_chosen(code));
    let offered =
        offered.map(|(_, (code, count))| option(code, format!("{} ({count})", language_name(page, code))));
    missing.into_iter().chain(offered).collect()
}

fn options(page: &Page<'_>, filters: &Filters, name: &'static str, counted: &[(String, u64)]) -> Vec<Choice> {
    let chosen = filters.iter().filter(|filter| filter.name == name).map(|filter| &filter.value);
    let missing: Vec<&String> =
        chosen.filter(|value| !counted.iter().any(|(known, _)| known == *value)).collect();
    let missing = missing.into_iter().map(|value| Choice {
        value: value.clone(),
        text: value_name(page, name, value),
        lang: "",
        chosen: true,
    });
    let counted = counted.iter().map(|(value, count)| Choice {
        value: value.clone(),
        text: format!("{} ({count})", value_name(page, name, value)),
        lang: "",
        chosen: filters.has(name, value),
    });
    missing.chain(counted).collect()
}

/// The orders of the list.
pub(crate) fn orders(page: &Page<'_>, filters: &Filters) -> Vec<Choice> {
    let order = |(name, _): (&'static str, _)| Choice {
        value: name.to_owned(),
        text: page.text(match name {
            "relevance" => "order-relevance",
            "author" => "order-author",
            "new" => "order-new",
            "year" => "order-year",
            "series" => "order-series",
            _ => "order-title",
        }),
        lang: "",
        chosen: name == filters.order(),
    };
    filters.orders().map(order).collect()
}

/// A condition in words.
pub(crate) fn named(page: &Page<'_>, filter: &Filter) -> String {
    let value = value_name(page, filter.name, &filter.value);
    match (sentence(filter.name), filter.name) {
        (Some(id), _) => page.with_name(id, &value),
        (None, MY_FORMAT) => page.text("filter-my-format"),
        (None, MY_FORMATS) => page.text("filter-my-formats"),
        (None, name) => {
            let label = access::filter_name(page, name);
            page.format("filter-access", &[("label", label.as_str().into()), ("name", value.as_str().into())])
        }
    }
}

/// The same as HTML that says in which other language the value is. `None` if it is in that of the page, or
/// in one that is not known.
pub(crate) fn marked(
    page: &Page<'_>,
    filter: &Filter,
    counts: &Counts,
    names: &CategoryNames,
) -> Option<HtmlSafeOutput<String>> {
    let value = &filter.value;
    let lang = match filter.name {
        "category" => language_of_category(page, counts, names, value),
        "language" => language_of_name(page, &code(value)),
        _ => "",
    };
    let id = sentence(filter.name).filter(|_| !lang.is_empty())?;
    Some(page.words().with_foreign_name_html(id, &value_name(page, filter.name, value), lang))
}

/// The message of a condition that has a value.
fn sentence(name: &str) -> Option<&'static str> {
    Some(match name {
        "words" => "filter-words",
        "title" => "filter-title",
        "author" => "filter-author",
        "narrator" => "filter-narrator",
        "isbn" => "filter-isbn",
        "series" => "filter-series",
        "format" => "filter-format",
        "language" => "filter-language",
        "category" => "filter-category",
        "age" => "filter-age",
        "voice" => "filter-voice",
        "publishedFrom" => "filter-published-from",
        "publishedTo" => "filter-published-to",
        "added" => "filter-added",
        _ => return None,
    })
}

/// The code that titles have of the language that an address names.
fn code(value: &str) -> String {
    language(value).unwrap_or_else(|| value.to_owned())
}

fn value_name(page: &Page<'_>, name: &str, value: &str) -> String {
    match (name, value) {
        ("format", _) => {
            Format::from_path(value).map_or_else(|| value.to_owned(), |format| format_name(page, format))
        }
        ("language", _) => language_name(page, &code(value)),
        ("added", days) => {
            days.parse().map_or_else(|_| days.to_owned(), |days| page.count("added-days", days))
        }
        ("voice", "human") => page.text("voice-human"),
        ("voice", _) => page.text("voice-synthetic"),
        (name, _) if access::NAMES.contains(&name) => access::value_name(page, name, value),
        _ => value.to_owned(),
    }
}
