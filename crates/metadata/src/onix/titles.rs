//! Titles and series.

use domain::titles::Metadata;

use super::tags::Tag;
use super::tree::Node;

/// The distinctive title of a product or collection.
const DISTINCTIVE: &str = "01";
/// Levels of title elements: the product; the collection.
const PRODUCT: &str = "01";
const COLLECTION: &str = "02";

pub(super) fn titles(detail: &Node, metadata: &mut Metadata) {
    let own = distinctive(detail);
    let element = |level| own.and_then(|title| at(title, level));
    if let Some(product) = element(PRODUCT) {
        let stated = &mut metadata.stated_languages;
        (metadata.title, stated.title) = text(product).unwrap_or_default();
        (metadata.subtitle, stated.subtitle) = optional(product.words(Tag::Subtitle));
    }
    let collection = collection(detail);
    let series =
        collection.and_then(distinctive).and_then(|title| at(title, COLLECTION)).or(element(COLLECTION));
    if let Some(series) = series {
        (metadata.series_title, metadata.stated_languages.series_title) = optional(text(series));
        metadata.series_subtitle = series.line(Tag::Subtitle).filter(|_| metadata.series_title.is_some());
    }
    metadata.series_number = collection.and_then(number).or_else(|| own.and_then(part));
    if metadata.title.is_empty() {
        // A volume without its own title is named by its collection and number.
        let named = own.and_then(|title| title.all(Tag::TitleElement).find_map(text));
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
}

fn distinctive(node: &Node) -> Option<&Node> {
    let of_type = |kind| node.all(Tag::TitleDetail).find(|title| title.code(Tag::TitleType) == kind);
    of_type(DISTINCTIVE).or_else(|| node.first(Tag::TitleDetail))
}

fn at<'n>(title: &'n Node, level: &str) -> Option<&'n Node> {
    title.all(Tag::TitleElement).find(|element| element.code(Tag::TitleElementLevel) == level)
}

/// The publisher's own collection takes precedence over ascribed ones.
fn collection(detail: &Node) -> Option<&Node> {
    let of_type = |kind| detail.all(Tag::Collection).find(|one| one.code(Tag::CollectionType) == kind);
    of_type("10").or_else(|| detail.first(Tag::Collection))
}

/// A title, and its stated language.
fn text(element: &Node) -> Option<(String, Option<String>)> {
    element.words(Tag::TitleText).or_else(|| {
        let (rest, language) = element.words(Tag::TitleWithoutPrefix)?;
        let whole = match element.line(Tag::TitlePrefix) {
            Some(prefix) if prefix.ends_with(['\'', '\u{2019}']) => format!("{prefix}{rest}"),
            Some(prefix) => format!("{prefix} {rest}"),
            None => rest,
        };
        Some((whole, language))
    })
}

/// A text that may be missing, and its language.
fn optional(words: Option<(String, Option<String>)>) -> (Option<String>, Option<String>) {
    words.map_or((None, None), |(text, language)| (Some(text), language))
}

fn number(collection: &Node) -> Option<String> {
    let sequence =
        collection.all(Tag::CollectionSequence).find_map(|one| one.line(Tag::CollectionSequenceNumber));
    sequence.or_else(|| distinctive(collection).and_then(part))
}

fn part(title: &Node) -> Option<String> {
    title.all(Tag::TitleElement).find_map(|element| element.line(Tag::PartNumber))
}
