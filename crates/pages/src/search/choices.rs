//! The form of the filters, with the exact numbers of titles.

use domain::formats::Format;

use super::access;
use super::counts::Counts;
use super::filters::{Filter, Filters, MY_FORMAT, MY_FORMATS, voice_name};
use crate::formats::{BISAC_LANGUAGE, format_name, language_name, language_of_name};
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
    /// Formats.
    pub(crate) formats: Vec<Choice>,
    /// Languages.
    pub(crate) languages: Vec<Choice>,
    /// Categories.
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
    pub(crate) fn new(page: &Page<'_>, filters: &Filters, counts: &Counts) -> Self {
        let formats: Vec<(String, u64)> =
            counts.formats.iter().map(|(format, count)| (format.to_string(), *count)).collect();
        let voices: Vec<(String, u64)> =
            counts.voices.iter().map(|(kind, count)| (voice_name(*kind).to_owned(), *count)).collect();
        let added: Vec<(String, u64)> =
            counts.added.iter().map(|(days, count)| (days.to_string(), *count)).collect();
        let languages = &counts.languages[..counts.languages.len().min(MOST)];
        let mut categories = options(page, filters, "category", &categories(filters, counts));
        for category in categories.iter_mut().filter(|category| counts.bisac.contains(&category.value)) {
            category.lang = BISAC_LANGUAGE;
        }
        Self {
            formats: options(page, filters, "format", &formats),
            languages: options(page, filters, "language", languages),
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
        text: format!("{} ({count})", page.named(message, &names.join(", "))),
        lang: "",
        chosen: filters.has(name, "true"),
    }
}

fn options(page: &Page<'_>, filters: &Filters, name: &'static str, counted: &[(String, u64)]) -> Vec<Choice> {
    let chosen = filters.iter().filter(|filter| filter.name == name).map(|filter| &filter.value);
    let missing: Vec<&String> =
        chosen.filter(|value| !counted.iter().any(|(known, _)| known == *value)).collect();
    let missing = missing.into_iter().map(|value| Choice {
        value: value.clone(),
        text: value_name(page, name, value),
        lang: language_of_value(page, name, value),
        chosen: true,
    });
    let counted = counted.iter().map(|(value, count)| Choice {
        value: value.clone(),
        text: format!("{} ({count})", value_name(page, name, value)),
        lang: language_of_value(page, name, value),
        chosen: filters.has(name, value),
    });
    missing.chain(counted).collect()
}

/// The orders of the list.
pub(crate) fn orders(page: &Page<'_>, filters: &Filters) -> Vec<Choice> {
    let order = |(name, _): (&'static str, _)| Choice {
        value: name.to_owned(),
        text: page.t(match name {
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
    let id = match filter.name {
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
        MY_FORMAT => return page.t("filter-my-format"),
        MY_FORMATS => return page.t("filter-my-formats"),
        name => {
            let label = access::filter_name(page, name);
            return page
                .said("filter-access", &[("label", label.as_str().into()), ("name", value.as_str().into())]);
        }
    };
    page.named(id, &value)
}

/// The language of a value's name. Empty if it is that of the page.
fn language_of_value(page: &Page<'_>, name: &str, value: &str) -> &'static str {
    if name == "language" { language_of_name(page, value) } else { "" }
}

fn value_name(page: &Page<'_>, name: &str, value: &str) -> String {
    match (name, value) {
        ("format", _) => {
            Format::from_path(value).map_or_else(|| value.to_owned(), |format| format_name(page, format))
        }
        ("language", _) => language_name(page, value),
        ("added", days) => days.parse().map_or_else(|_| days.to_owned(), |days| page.n("added-days", days)),
        ("voice", "human") => page.t("voice-human"),
        ("voice", _) => page.t("voice-synthetic"),
        (name, _) if access::NAMES.contains(&name) => access::value_name(page, name, value),
        _ => value.to_owned(),
    }
}
