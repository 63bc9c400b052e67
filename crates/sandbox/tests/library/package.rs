//! The container format, and working links.

use crate::unpack::{elements_named, parse_xml, unpack_all, unpack_book};

#[test]
fn mimetype_comes_first() {
    for book in unpack_all() {
        assert_eq!(book.files[0], ("mimetype".to_owned(), b"application/epub+zip".to_vec()), "{}", book.name);
    }
}

#[test]
fn every_link_has_a_target() {
    for book in unpack_all() {
        for (path, text) in book.texts_with_extension(".xhtml") {
            let tree = parse_xml(text);
            for href in tree.descendants().filter_map(|node| node.attribute("href")) {
                let (file, id) = href.split_once('#').unwrap_or((href, ""));
                let file = if file.is_empty() { path.to_owned() } else { format!("EPUB/{file}") };
                assert!(book.files.iter().any(|(name, _)| *name == file), "{} {path}: {href}", book.name);
                if !id.is_empty() {
                    let target = parse_xml(book.text_of(&file));
                    assert!(
                        target.descendants().any(|node| node.attribute("id") == Some(id)),
                        "{} {path}: {href}",
                        book.name
                    );
                }
            }
        }
    }
}

#[test]
fn accessibility_metadata_matches_the_content() {
    for book in unpack_all() {
        let package = book.text_of("EPUB/package.opf");
        let claims = |feature: &str| package.contains(&format!("schema:accessibilityFeature\">{feature}<"));
        assert!(claims("tableOfContents") && claims("structuralNavigation"), "{}", book.name);
        assert!(package.contains("schema:accessModeSufficient\">textual<"), "{}", book.name);
        assert!(package.contains("schema:accessibilitySummary\">"), "{}", book.name);
        let content: String = book.texts_with_extension(".xhtml").map(|(_, text)| text).collect();
        assert_eq!(claims("alternativeText"), content.contains("<img "), "{}", book.name);
        assert_eq!(claims("describedMath"), content.contains("<math "), "{}", book.name);
        assert_eq!(claims("pageNavigation"), content.contains("doc-pagebreak"), "{}", book.name);
        assert_eq!(
            claims("synchronizedAudioText"),
            book.texts_with_extension(".smil").next().is_some(),
            "{}",
            book.name
        );
    }
}

#[test]
fn printed_pages_are_listed_in_order() {
    let (_, book) = unpack_book("mending");
    let nav = parse_xml(book.text_of("EPUB/nav.xhtml"));
    let list =
        elements_named(&nav, "nav").find(|node| node.attribute("role") == Some("doc-pagelist")).unwrap();
    let labels: Vec<_> = list
        .descendants()
        .filter(|node| node.tag_name().name() == "a")
        .filter_map(|link| link.text())
        .collect();
    let expected = "v vi 1 2 3 4 5 6 7 8 9 10 11 12 13 14";
    assert_eq!(labels.join(" "), expected);
}

#[test]
fn every_imprint_states_that_names_are_invented() {
    for book in unpack_all() {
        let imprint = book.text_of("EPUB/imprint.xhtml");
        let words = ["are invented", "son inventados", "sont inventés"];
        assert!(words.iter().any(|word| imprint.contains(word)), "{}", book.name);
    }
}

#[test]
fn scores_are_in_the_package_and_match_their_words() {
    let (_, book) = unpack_book("music");
    let scores: Vec<_> = book.texts_with_extension(".musicxml").collect();
    assert_eq!(scores.len(), 5);
    for (path, text) in scores {
        let bars = elements_named(&parse_xml(text), "measure").count();
        let page = path.replace("scores/", "").replace(".musicxml", ".xhtml");
        let tree = parse_xml(book.text_of(&page));
        let list = tree.descendants().find(|node| node.attribute("id") == Some("bars")).unwrap();
        assert_eq!(list.children().filter(|node| node.tag_name().name() == "li").count(), bars, "{path}");
    }
}
