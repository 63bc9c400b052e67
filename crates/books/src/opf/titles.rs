//! Titles of a package document, and the series that it belongs to.

use roxmltree::Node;

use super::metadata::{Statements, meta_value, opf_attribute, stated_language, stated_text};
use crate::model::{Metadata, Series};
use crate::xml::unescape_again;

struct TypedTitle<'a, 'i> {
    node: Node<'a, 'i>,
    text: String,
    kind: String,
}

/// The titles in the order in which they are shown (`display-seq`), otherwise in that of the document.
fn read_titles<'a, 'i>(s: &Statements<'a, 'i>) -> Vec<TypedTitle<'a, 'i>> {
    let titles = s.dc_elements("title").map(|node| {
        let kind = s.first_refined_value(node, "title-type").or_else(|| opf_attribute(node, "title-type"));
        let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
        TypedTitle { node, text: stated_text(node), kind }
    });
    let mut titles: Vec<_> = titles.filter(|title| !title.text.is_empty()).collect();
    titles.sort_by_cached_key(|title| s.display_position(title.node));
    titles
}

/// Adds title and subtitle. Without a main title, the first that has no type counts, then any other.
pub(super) fn add_titles(s: &Statements<'_, '_>, metadata: &mut Metadata) {
    let titles = read_titles(s);
    let of_kind = |kind: &str| titles.iter().find(|title| title.kind == kind);
    let is_other =
        |title: &&TypedTitle<'_, '_>| !matches!(title.kind.as_str(), "subtitle" | "collection" | "edition");
    let main = ["main", "", "extended", "expanded"].into_iter().find_map(of_kind);
    let main = main.or_else(|| titles.iter().find(is_other)).or(titles.first());
    if let Some(title) = main {
        let file_as =
            s.first_refined_value(title.node, "file-as").or_else(|| opf_attribute(title.node, "file-as"));
        metadata.title_sort = file_as.map(|text| unescape_again(&text));
        (metadata.title, metadata.title_language) = (title.text.clone(), stated_language(title.node));
    }
    let is_main = |title: &TypedTitle<'_, '_>| main.is_some_and(|main| main.node == title.node);
    let subtitles: Vec<&TypedTitle<'_, '_>> =
        titles.iter().filter(|title| title.kind == "subtitle" && !is_main(title)).collect();
    if let Some(first) = subtitles.first() {
        let texts: Vec<&str> = subtitles.iter().map(|title| title.text.as_str()).collect();
        (metadata.subtitle, metadata.subtitle_language) =
            (Some(texts.join(": ")), stated_language(first.node));
    }
    if metadata.title_sort.is_none() {
        metadata.title_sort = s.package_values("calibre:title_sort").into_iter().next();
    }
}

/// The series and sets: collections of EPUB 3, series of calibre, and titles of the type `collection`.
pub(super) fn read_series(s: &Statements<'_, '_>) -> Vec<Series> {
    let position =
        |node| s.first_refined_value(node, "group-position").and_then(|text| normalize_position(&text));
    let collections = s.primary_elements("belongs-to-collection").filter_map(|node| {
        Some(Series {
            name: unescape_again(&meta_value(node)?),
            language: stated_language(node),
            position: position(node),
            kind: s.first_refined_value(node, "collection-type").map(|kind| kind.trim().to_ascii_lowercase()),
        })
    });
    let titles = read_titles(s).into_iter().filter(|title| title.kind == "collection");
    let titles = titles.map(|title| Series {
        name: title.text,
        language: stated_language(title.node),
        position: position(title.node),
        kind: Some("series".into()),
    });
    let of_calibre = s.package_values("calibre:series").into_iter().take(1).map(|name| Series {
        name: unescape_again(&name),
        language: None,
        position: s.package_values("calibre:series_index").first().and_then(|text| normalize_position(text)),
        kind: Some("series".into()),
    });
    let mut all: Vec<Series> = Vec::new();
    for series in collections.chain(titles).chain(of_calibre) {
        match all.iter_mut().find(|known| known.name.to_lowercase() == series.name.to_lowercase()) {
            Some(known) => {
                known.position = known.position.take().or(series.position);
                known.kind = known.kind.take().or(series.kind);
            }
            None => all.push(series),
        }
    }
    all
}

/// A place in a series as it is printed: programs write every number as a fraction, `3.0`.
fn normalize_position(text: &str) -> Option<String> {
    let text = text.trim();
    let number = text.split_once(['.', ',']).filter(|(whole, fraction)| {
        !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
    });
    let short = match number {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole,
            fraction => &text[..=whole.len() + fraction.len()],
        },
        None => text,
    };
    (!short.is_empty()).then(|| short.to_owned())
}

#[cfg(test)]
mod tests {
    use super::normalize_position;

    #[test]
    fn a_place_in_a_series_is_the_printed_number() {
        for (text, place) in [
            ("3.0", "3"),
            ("3.00", "3"),
            ("3", "3"),
            ("2.50", "2.5"),
            ("2.5", "2.5"),
            ("10.0", "10"),
            ("0.0", "0"),
            ("1.1.0", "1.1.0"),
            ("III", "III"),
            (" 4 ", "4"),
            ("3,0", "3"),
        ] {
            assert_eq!(normalize_position(text).as_deref(), Some(place), "{text}");
        }
        assert_eq!(normalize_position("  "), None);
    }
}
