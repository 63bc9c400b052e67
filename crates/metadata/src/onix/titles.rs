//! Titles and series.

use domain::titles::Metadata;

use super::tags::Tag;
use super::tree::OnixNode;
use crate::record::{MAX_VARIANT_TITLES, add_once};

/// The distinctive title of a product or collection.
const DISTINCTIVE_TITLE_CODE: &str = "01";
/// Levels of title elements: the product; the collection.
const PRODUCT_LEVEL: &str = "01";
const COLLECTION_LEVEL: &str = "02";

/// Ends of prefixes that are written together with the next word: `L'`, `Al-`.
const TYING_CHARS: [char; 4] = ['\'', '\u{2019}', '-', '\u{2010}'];

pub(super) fn map_titles(detail: &OnixNode, metadata: &mut Metadata) {
    let own = find_distinctive_title(detail);
    let element = |level| own.and_then(|title| find_element_of_level(title, level));
    if let Some(product) = element(PRODUCT_LEVEL) {
        let stated = &mut metadata.stated_languages;
        (metadata.title, stated.title) = read_title(product).unwrap_or_default();
        (metadata.subtitle, stated.subtitle) = unzip_language(product.text_and_language_of(Tag::Subtitle));
    }
    let collection = find_collection(detail);
    let series = collection
        .and_then(find_distinctive_title)
        .and_then(|title| {
            find_element_of_level(title, COLLECTION_LEVEL).or_else(|| find_named_element(title))
        })
        .or(element(COLLECTION_LEVEL));
    if let Some(series) = series {
        (metadata.series_title, metadata.stated_languages.series_title) = unzip_language(read_title(series));
        metadata.series_subtitle = series.line_of(Tag::Subtitle).filter(|_| metadata.series_title.is_some());
    }
    metadata.series_number = collection.and_then(find_number).or_else(|| own.and_then(format_part));
    if metadata.title.is_empty() {
        // A volume without its own title is named by its collection and number.
        let named = own.and_then(|title| title.children_of(Tag::TitleElement).find_map(read_title));
        let series =
            || Some((metadata.series_title.clone()?, metadata.stated_languages.series_title.clone()));
        if let Some((named, language)) = named.or_else(series) {
            metadata.stated_languages.title = language;
            metadata.title = match &metadata.series_number {
                Some(number) => format!("{named}, {number}"),
                None => named,
            };
        }
    }
    metadata.variant_titles = find_other_titles(detail, own, &metadata.title);
}

/// Former, original, translated and other titles of the product.
fn find_other_titles(detail: &OnixNode, own: Option<&OnixNode>, title: &str) -> Vec<String> {
    let is_own = |other: &&OnixNode| own.is_some_and(|own| std::ptr::eq(own, *other));
    let others = detail.children_of(Tag::TitleDetail).filter(|one| !is_own(one));
    let elements = others.filter_map(|other| find_element_of_level(other, PRODUCT_LEVEL));
    let mut all = Vec::new();
    for (other, _) in elements.filter_map(read_title).filter(|(other, _)| other != title) {
        if all.len() < MAX_VARIANT_TITLES {
            add_once(&mut all, other);
        }
    }
    all
}

fn find_distinctive_title(node: &OnixNode) -> Option<&OnixNode> {
    let of_type =
        |kind| node.children_of(Tag::TitleDetail).find(|title| title.code_of(Tag::TitleType) == kind);
    of_type(DISTINCTIVE_TITLE_CODE).or_else(|| node.first_child(Tag::TitleDetail))
}

fn find_element_of_level<'n>(title: &'n OnixNode, level: &str) -> Option<&'n OnixNode> {
    title.children_of(Tag::TitleElement).find(|element| element.code_of(Tag::TitleElementLevel) == level)
}

/// The first element with a title that is not that of a product: that of a part of a collection, or one
/// without its level.
fn find_named_element(title: &OnixNode) -> Option<&OnixNode> {
    let mut elements = title.children_of(Tag::TitleElement);
    elements.find(|element| {
        element.code_of(Tag::TitleElementLevel) != PRODUCT_LEVEL && read_title(element).is_some()
    })
}

/// The publisher's own collection takes precedence over ascribed ones.
fn find_collection(detail: &OnixNode) -> Option<&OnixNode> {
    let of_type =
        |kind| detail.children_of(Tag::Collection).find(|one| one.code_of(Tag::CollectionType) == kind);
    of_type("10").or_else(|| detail.first_child(Tag::Collection))
}

/// A title, and its stated language.
fn read_title(element: &OnixNode) -> Option<(String, Option<String>)> {
    let prefix = element.line_of(Tag::TitlePrefix);
    let whole = element.text_and_language_of(Tag::TitleText);
    let is_whole = |text: &str| prefix.as_deref().is_none_or(|prefix| begins_with(text, prefix));
    if whole.as_ref().is_some_and(|(text, _)| is_whole(text)) {
        return whole;
    }
    // Some suppliers leave the prefix out of the whole title, too.
    let (rest, language) = whole.or_else(|| element.text_and_language_of(Tag::TitleWithoutPrefix))?;
    let text = match prefix {
        Some(prefix) if prefix.ends_with(TYING_CHARS) => format!("{prefix}{rest}"),
        Some(prefix) => format!("{prefix} {rest}"),
        None => rest,
    };
    Some((text, language))
}

/// Returns true if a title begins with a prefix, in any case.
fn begins_with(title: &str, prefix: &str) -> bool {
    let rest = title.to_lowercase();
    let rest = rest.strip_prefix(&prefix.to_lowercase());
    rest.is_some_and(|rest| prefix.ends_with(TYING_CHARS) || !rest.starts_with(char::is_alphanumeric))
}

/// A text that may be missing, and its language.
fn unzip_language(words: Option<(String, Option<String>)>) -> (Option<String>, Option<String>) {
    words.map_or((None, None), |(text, language)| (Some(text), language))
}

fn find_number(collection: &OnixNode) -> Option<String> {
    let sequence = collection
        .children_of(Tag::CollectionSequence)
        .find_map(|one| one.line_of(Tag::CollectionSequenceNumber));
    sequence.or_else(|| find_distinctive_title(collection).and_then(format_part))
}

fn format_part(title: &OnixNode) -> Option<String> {
    title.children_of(Tag::TitleElement).find_map(|element| element.line_of(Tag::PartNumber))
}
