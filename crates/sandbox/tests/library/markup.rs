//! Accessibility of every content document.

use crate::unpack::{elements_named, parse_xml, unpack_all};

#[test]
fn every_xml_file_is_well_formed() {
    let mut seen = 0;
    for book in unpack_all() {
        for extension in [".xhtml", ".opf", ".svg", ".smil", ".musicxml", ".xml"] {
            for (path, text) in book.texts_with_extension(extension) {
                assert!(parse_xml(text).root_element().is_element(), "{} {path}", book.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 150, "{seen} files");
}

#[test]
fn every_image_has_an_alternative_and_long_descriptions_exist() {
    let mut images = 0;
    for book in unpack_all() {
        for (path, text) in book.texts_with_extension(".xhtml") {
            let tree = parse_xml(text);
            for image in elements_named(&tree, "img") {
                let words = image.attribute("alt").unwrap_or_default().split_whitespace().count();
                assert!(words >= 5, "{} {path}: {image:?}", book.name);
                if let Some(id) = image.attribute("aria-details") {
                    assert!(
                        tree.descendants().any(|node| node.attribute("id") == Some(id)),
                        "{} {path}: {id}",
                        book.name
                    );
                }
                images += 1;
            }
        }
    }
    assert!(images >= 25, "{images} images");
}

#[test]
fn documents_have_language_title_and_ordered_headings() {
    for book in unpack_all() {
        for (path, text) in book.texts_with_extension(".xhtml") {
            let tree = parse_xml(text);
            let place = format!("{} {path}", book.name);
            assert!(tree.root_element().attribute("lang").is_some(), "{place}");
            let title = elements_named(&tree, "title")
                .find(|node| node.parent().is_some_and(|head| head.tag_name().name() == "head"));
            assert!(title.is_some_and(|title| title.text().is_some()), "{place}");
            let levels: Vec<u32> = tree
                .descendants()
                .filter_map(|node| node.tag_name().name().strip_prefix('h')?.parse().ok())
                .collect();
            assert_eq!(levels.first(), Some(&1), "{place}");
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{place}");
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{place}: {levels:?}");
        }
    }
}

#[test]
fn tables_have_captions_and_every_header_its_scope() {
    let mut tables = 0;
    for book in unpack_all() {
        for (path, text) in book.texts_with_extension(".xhtml") {
            let tree = parse_xml(text);
            for table in elements_named(&tree, "table") {
                assert!(
                    table.children().any(|node| node.tag_name().name() == "caption"),
                    "{} {path}",
                    book.name
                );
                let headers: Vec<_> =
                    table.descendants().filter(|node| node.tag_name().name() == "th").collect();
                assert!(!headers.is_empty(), "{} {path}", book.name);
                assert!(
                    headers.iter().all(|header| header.attribute("scope").is_some()),
                    "{} {path}",
                    book.name
                );
                tables += 1;
            }
        }
    }
    assert!(tables >= 10, "{tables} tables");
}

#[test]
fn every_formula_is_spoken() {
    let mut formulas = 0;
    for book in unpack_all() {
        for (path, text) in book.texts_with_extension(".xhtml") {
            let tree = parse_xml(text);
            for formula in elements_named(&tree, "math") {
                let spoken = formula.attribute("alttext").unwrap_or_default();
                assert!(
                    !spoken.is_empty() && !spoken.contains(['×', '≡', '^']),
                    "{} {path}: {spoken}",
                    book.name
                );
                formulas += 1;
            }
        }
    }
    assert!(formulas >= 30, "{formulas} formulas");
}

#[test]
fn notes_have_roles_and_links_in_both_directions() {
    let (_, book) = crate::unpack::unpack_book("reading-the-tide");
    let mut notes = 0;
    for (path, text) in book.texts_with_extension(".xhtml") {
        let tree = parse_xml(text);
        for reference in tree.descendants().filter(|node| node.attribute("role") == Some("doc-noteref")) {
            let target = reference.attribute("href").unwrap().strip_prefix('#').unwrap();
            let note = tree.descendants().find(|node| node.attribute("id") == Some(target)).unwrap();
            assert_eq!(note.attribute("role"), Some("doc-footnote"), "{path}");
            let back =
                note.descendants().find(|node| node.attribute("role") == Some("doc-backlink")).unwrap();
            assert_eq!(
                back.attribute("href"),
                reference.attribute("id").map(|id| format!("#{id}")).as_deref()
            );
            notes += 1;
        }
    }
    assert_eq!(notes, 6);
}
