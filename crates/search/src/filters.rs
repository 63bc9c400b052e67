//! The filters of a search, which do not affect the relevance.

use std::collections::BTreeSet;

use domain::access::View;
use domain::formats::RequiredTools;
use domain::recommendations::Feature;
use domain::{AudioTools, Capabilities, Format, NarratorType, TitleId, TitleStatus, WireEnum as _};
use jiff::Timestamp;

use crate::document::to_seconds;
use crate::{Sort, TitleSearch, TitleSubset, terms};

/// The greatest number of a column; the next one means that there is none.
const MAX_COLUMN_VALUE: i64 = i64::MAX - 1;

/// A condition on titles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Filter {
    /// In a view, in one of the states.
    Visible(View, Vec<TitleStatus>),
    Any(Vec<String>),
    /// Has none of the tags.
    None(Vec<String>),
    /// Has a tag that begins with one of these.
    AnyPrefix(Vec<String>),
    /// Has no tag that begins with one of these.
    NoPrefix(Vec<String>),
    /// For readers of this age.
    Age(i64),
    /// Has audio of at most this many seconds.
    Duration(i64),
    /// One of these titles.
    Listed(BTreeSet<TitleId>),
    /// The number that this order sorts by is between two numbers, both inclusive.
    Between(Sort, i64, i64),
}

impl Filter {
    /// The conditions of a search in addition to its view.
    pub(crate) fn from_search(search: &TitleSearch) -> Vec<Self> {
        let tags = |values: &[String], tag: fn(&str) -> String| -> Vec<String> {
            let values = values.iter().filter(|value| !value.trim().is_empty());
            values.map(|value| tag(value)).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let prefixes = |values, tag| {
            // A prefix that begins with another adds nothing to it.
            let mut prefixes = tags(values, tag);
            prefixes.dedup_by(|next, kept| next.starts_with(kept.as_str()));
            prefixes
        };
        let one = |tag: Option<String>| tag.into_iter().collect();
        let warnings = |values: &[_]| values.iter().copied().map(terms::warning).collect();
        let conditions = &search.conditions;
        let asks_for_audio = conditions.narrator_type.is_some() || conditions.max_duration.is_some();
        let mut filters = vec![
            Self::Any(tags(&conditions.categories, terms::category)),
            Self::Any(one(conditions.series.as_deref().map(|name| terms::feature(&Feature::series(name))))),
            Self::Any(one(conditions
                .contributor
                .as_deref()
                .map(|name| terms::feature(&Feature::contributor(name))))),
            Self::AnyPrefix(prefixes(&conditions.included_bisac_headings, terms::bisac_heading)),
            Self::NoPrefix(prefixes(&conditions.excluded_bisac_headings, terms::bisac_heading)),
            Self::AnyPrefix(prefixes(&conditions.included_bisac_codes, terms::bisac_code)),
            Self::NoPrefix(prefixes(&conditions.excluded_bisac_codes, terms::bisac_code)),
            Self::Any(one(conditions.language.as_deref().map(terms::language))),
            Self::Any(one(conditions.origin_country.as_deref().map(terms::origin))),
            Self::Any(format_tags(&conditions.formats, search.can)),
            Self::Any(one(conditions.narrator_type.map(terms::narrator_type))),
            Self::Any(if asks_for_audio {
                narration_tags(conditions.narrator_type.is_none(), search.can)
            } else {
                Vec::new()
            }),
            Self::Any(one(conditions.braille_type.map(|kind| {
                if search.can.braille { terms::braille_type(kind) } else { terms::NOTHING_TERM.to_owned() }
            }))),
            Self::Any(one(conditions.content_type.map(terms::content_type))),
            Self::Any(warnings(&conditions.included_warnings)),
            Self::None(warnings(&conditions.excluded_warnings)),
        ];
        filters.extend(conditions.access.to_conditions(search.can).into_iter().map(Self::Any));
        let required = conditions.access.format.iter().chain(&conditions.access.all_formats);
        filters.extend(required.map(|format| Self::Any(format_tags(&[*format], search.can))));
        filters.extend(search.subset.as_ref().map(|subset| match subset {
            TitleSubset::WithoutBook => Self::Any(vec![terms::WITHOUT_BOOK_TERM.to_owned()]),
            TitleSubset::Listed(titles) => Self::Listed(titles.clone()),
        }));
        filters.extend(conditions.reading_age.map(|age| Self::Age(age.into())));
        filters
            .extend(conditions.max_duration.map(|most| Self::Duration(most.try_into().unwrap_or(i64::MAX))));
        if conditions.updated_from.is_some() || conditions.updated_to.is_some() {
            let from = conditions.updated_from.map_or(i64::MIN, to_seconds);
            let to = conditions.updated_to.map_or(MAX_COLUMN_VALUE, to_seconds);
            filters.push(Self::Between(Sort::UpdatedDate, from, to));
        }
        filters.extend(conditions.added_from.map(Self::added_since));
        if conditions.copyright_from.is_some() || conditions.copyright_to.is_some() {
            let from = conditions.copyright_from.map_or(i64::MIN, i64::from);
            filters.push(Self::Between(
                Sort::CopyrightDate,
                from,
                conditions.copyright_to.map_or(MAX_COLUMN_VALUE, i64::from),
            ));
        }
        filters.retain(|filter| !filter.is_empty());
        filters
    }

    /// Went live at this moment or later.
    pub(crate) fn added_since(moment: Timestamp) -> Self {
        Self::Between(Sort::DateAdded, to_seconds(moment), MAX_COLUMN_VALUE)
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Any(tags) | Self::None(tags) | Self::AnyPrefix(tags) | Self::NoPrefix(tags) => {
                tags.is_empty()
            }
            _ => false,
        }
    }
}

/// The tags of the requested formats, any of which a title must have. Formats that cannot be made have no
/// tags.
pub(crate) fn format_tags(formats: &[Format], can: Capabilities) -> Vec<String> {
    let tags = |format: &Format| match format.facts().required_tools {
        RequiredTools::Audio => narrated_format_tags(*format, can),
        RequiredTools::Braille if !can.braille => Vec::new(),
        RequiredTools::Braille | RequiredTools::None => vec![terms::format(*format)],
    };
    tags_or_nothing(formats.is_empty(), formats.iter().flat_map(tags).collect())
}

/// The conditions on a title with audio by this kind of narrator that can be made.
pub(crate) fn narrator_filters(kind: NarratorType, can: Capabilities) -> Vec<Filter> {
    let mut all =
        vec![Filter::Any(vec![terms::narrator_type(kind)]), Filter::Any(narration_tags(false, can))];
    all.retain(|filter| !filter.is_empty());
    all
}

/// The tags of narration that can be made. A title must have one of them if the search filters by narrator or
/// duration.
fn narration_tags(any_narrator: bool, can: Capabilities) -> Vec<String> {
    if can.audio == AudioTools::Speech {
        return Vec::new();
    }
    let audio_formats = Format::ALL.iter().filter(|format| format.is_audio());
    let mut tags: Vec<String> = audio_formats.flat_map(|format| narrated_format_tags(*format, can)).collect();
    // An EPUB with narration has a duration, and is delivered unchanged.
    if any_narrator {
        tags.push(terms::format_made_with(AudioTools::None, Format::Epub3));
    }
    tags
}

/// The tags of a format with audio, as far as it can be made.
fn narrated_format_tags(format: Format, can: Capabilities) -> Vec<String> {
    let enough = AudioTools::ALL.iter().filter(|tools| **tools <= can.audio);
    enough.map(|tools| terms::format_made_with(*tools, format)).collect()
}

/// A filter without tags matches everything; one with an impossible condition matches nothing.
fn tags_or_nothing(asks_nothing: bool, tags: Vec<String>) -> Vec<String> {
    if tags.is_empty() && !asks_nothing { vec![terms::NOTHING_TERM.to_owned()] } else { tags }
}
