//! One place in every format: each sentence is in every map, and found again where the map says it is.

use std::io::Cursor;

use books::model::{
    Attrs, Block, BlockKind, Book, Inline, List, ListItem, Matter, Metadata, Resources, Section, Style,
};
use books::testkit::{EpubBuilder, docx_paragraphs, small_book, text_at, unzip_text};
use books::{Format, Options, epub, testkit};
use position_maps::{Edition, SentenceMap};
use proptest::prelude::*;

const MAPPED_FORMATS: [Format; 4] = [Format::Epub3, Format::Daisy, Format::Brf, Format::Docx];

fn place_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

pub(crate) fn convert_with_map(format: Format, source: &[u8]) -> (Vec<u8>, SentenceMap) {
    let (made, packed) = testkit::convert_and_locate(format, source, &place_options());
    assert_eq!(packed.bytes, packed.map.to_bytes());
    (made, packed.map)
}

/// Every sentence has a place, which leads back to it; the map is the same after it was kept.
fn check_round_trip(map: &SentenceMap) {
    assert_eq!(SentenceMap::parse(&map.to_bytes()).as_ref(), Some(map));
    for edition in [Edition::Plain, Edition::Marked] {
        for sentence in 0..map.sentence_count() {
            let location = map.sentence_location(sentence, edition).unwrap();
            let found = map.find_sentence(&location, edition).unwrap();
            assert!(found.abs_diff(sentence) <= 1, "{sentence} became {found} by {location}");
            if let Some(pointer) = map.sentence_pointer(sentence, edition) {
                let found = map.find_sentence(&pointer, edition).unwrap();
                assert!(found.abs_diff(sentence) <= 1, "{sentence} became {found} by {pointer}");
            }
            if let Some((document, share)) = map.sentence_document(sentence) {
                let found = map.sentence_in_document(document, share).unwrap();
                assert!(found.abs_diff(sentence) <= 1, "{sentence} became {found}, {share} into {document}");
                assert_eq!(
                    map.nearest_in_document(document, map.share_before(sentence)),
                    map.sentence_at_share(map.share_before(sentence))
                );
            }
            let shared = map.sentence_at_share(map.share_before(sentence)).unwrap();
            assert!(map.share_before(shared) >= map.share_before(sentence) && shared >= sentence);
        }
    }
}

/// Text without white space.
pub(crate) fn strip_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The text of the element with an id.
fn element_text(xml: &str, id: &str) -> String {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(xml, options).unwrap();
    let node = document.descendants().find(|node| node.attribute("id") == Some(id)).unwrap();
    node.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect()
}

fn ferry_book() -> Vec<u8> {
    EpubBuilder::new("The ferry")
        .author("A. Writer")
        .chapter(
            "One",
            "<h1>The quay</h1><p>It rained. The <em>ferry was late.</em> Nobody spoke.</p><p>Only one.</p>",
        )
        .chapter(
            "Two",
            "<h1>The crossing</h1><div><p>Waves came.</p>\n<p>They\n went again. So did we.</p></div>\
             <ul><li>Bread</li><li>Cheese. And wine.</li></ul>\
             <blockquote><p>Land! Land was seen.</p></blockquote>\
             <table><tr><td>Knots</td><td>Twelve</td></tr></table><p>No. No. No. All was well.</p>",
        )
        .build()
}

#[test]
fn each_sentence_is_found_in_each_format_and_leads_back() {
    for source in [ferry_book(), small_book()] {
        let maps: Vec<SentenceMap> =
            MAPPED_FORMATS.iter().map(|format| convert_with_map(*format, &source).1).collect();
        assert!(maps[0].sentence_count() > 10);
        for map in &maps {
            check_round_trip(map);
            assert!(map.has_same_text(&maps[0]));
        }
    }
}

#[test]
fn the_text_of_a_sentence_is_the_same_where_each_map_says_it_is() {
    let source = ferry_book();
    let (epub, by_epub) = convert_with_map(Format::Epub3, &source);
    let (daisy, by_daisy) = convert_with_map(Format::Daisy, &source);
    let (docx, by_docx) = convert_with_map(Format::Docx, &source);
    let book = books::read_book(source.into(), &place_options().limits, &mut ()).unwrap();
    let documents: Vec<String> = book.sections.iter().map(|section| section.path.clone()).collect();
    let dtbook = unzip_text(&daisy, "book.xml");
    let paragraphs = docx_paragraphs(&docx);
    for sentence in 0..by_epub.sentence_count() {
        let cfi = by_epub.sentence_location(sentence, Edition::Plain).unwrap();
        let text = strip_spaces(&text_at(&epub, &documents, &cfi));
        let words: String = text.chars().take(12).collect();
        assert!(!words.is_empty(), "{cfi}");
        let element = strip_spaces(&element_text(&dtbook, by_daisy.sentence_element(sentence).unwrap().0));
        assert!(element.contains(&words), "{words} of {cfi} is not in {element}");
        let location = by_docx.sentence_location(sentence, Edition::Plain).unwrap();
        let number: usize = location.split(['=', ';']).nth(1).unwrap().parse().unwrap();
        assert!(
            strip_spaces(&paragraphs[number - 1]).contains(&words),
            "{words} of {cfi} is not at {location}"
        );
    }
}

#[test]
fn a_formula_is_found_at_its_place() {
    let formula = |words: &str| {
        format!(
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"{words}\"><mi>x</mi><mo>+</mo><mi>y</mi></math>"
        )
    };
    let (alone, within) = (formula("the sum of both"), formula("x plus y"));
    let text = format!(
        "<h1>Sums</h1><p>Add them.</p><p>{alone}</p><p>{alone}</p><p>So {within} is known. And then?</p>"
    );
    let (_, map) = convert_with_map(Format::Epub3, &EpubBuilder::new("Sums").chapter("One", &text).build());
    check_round_trip(&map);
    let mut places: Vec<String> =
        (0..map.sentence_count()).map(|n| map.sentence_location(n, Edition::Plain).unwrap()).collect();
    assert!(places.iter().all(|place| !place.contains(";sentence=")), "each has its own: {places:?}");
    places.dedup();
    assert_eq!(places.len(), map.sentence_count());
}

#[test]
fn a_map_is_a_few_bits_for_each_sentence() {
    let paragraph =
        |n: usize| ["<p>", &"It rained again, and nobody spoke. ".repeat(n % 7 + 1), "</p>"].concat();
    let chapter: String = (0..200).map(paragraph).collect();
    let source = EpubBuilder::new("Rain").chapter("One", &chapter).build();
    for format in MAPPED_FORMATS {
        let (_, map) = convert_with_map(format, &source);
        let (size, sentences) = (map.to_bytes().len(), map.sentence_count());
        assert!(size * 8 < sentences * 12, "{format:?}: {size} bytes for {sentences} sentences");
    }
}

#[test]
fn places_of_apps_are_understood_as_near_as_they_are() {
    let (_, map) = convert_with_map(Format::Epub3, &ferry_book());
    let find = |location: &str| map.find_sentence(location, Edition::Plain).unwrap();
    let sentence = |n: usize| map.sentence_location(n, Edition::Plain).unwrap();
    let second = find("/body/DocFragment[2]/body/div/p[2]/text().0");
    // White space is one space for an e-reader.
    assert_eq!(find("/body/DocFragment[2]/body/div/p[2]/text().17"), second + 1);
    assert_eq!(find("/body/DocFragment[2]/body/div/p[2]/text().16"), second);
    assert_eq!(find("/body[1]/DocFragment[2]/body[1]/div[1]/p[2]/text()[1].17"), second + 1);
    assert_eq!(find("/body/DocFragment[2]/body/div/p[2]"), second);
    assert_eq!(find("/body/DocFragment[2]/body/nothing/text().0"), find("/body/DocFragment[2]/body"));
    // An element leads to what begins in it, an offset to the sentence that it is in.
    let element = format!("{})", sentence(second).rsplit_once('/').unwrap().0);
    assert_eq!(find(&element), second);
    for wrong in ["", "17%", "page=3", "chapter-one"] {
        assert_eq!(map.find_sentence(wrong, Edition::Plain), None, "{wrong}");
    }
    // An app knows the file and how far into it, or into the book.
    let (document, share) = map.sentence_document(second).unwrap();
    assert_eq!((document, map.sentence_in_document(document, share)), (1, Some(second)));
    assert_eq!(map.nearest_in_document(1, 0.0), Some(find("/body/DocFragment[2]/body")));
    assert_eq!(map.nearest_in_document(0, 1.0), map.nearest_in_document(1, 0.0).map(|first| first - 1));
    assert_eq!(
        (map.sentence_in_document(7, 0.5), map.sentence_document(0).map(|(first, _)| first)),
        (None, Some(0))
    );
    let (_, daisy) = convert_with_map(Format::Daisy, &ferry_book());
    let (id, clip) = daisy.sentence_element(second).unwrap();
    assert_eq!(daisy.find_sentence(&format!("book.xml#{id}"), Edition::Plain), Some(second));
    assert_eq!(clip, None, "text alone");
}

#[test]
fn bytes_that_are_not_a_map_are_not_read() {
    let (_, map) = convert_with_map(Format::Epub3, &ferry_book());
    let whole = map.to_bytes();
    assert_eq!(SentenceMap::parse(&[]), None);
    for cut in [4, 9, whole.len() / 2, whole.len() - 4] {
        assert_eq!(SentenceMap::parse(&whole[..cut]), None, "{cut} bytes of it");
    }
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        // It is another map or none, and has an answer to every question.
        if let Some(other) = SentenceMap::parse(&damaged) {
            let _ = (
                other.sentence_location(3, Edition::Marked),
                other.find_sentence("epubcfi(/6/4!/4/2/1:0)", Edition::Plain),
            );
        }
    }
}

fn any_words() -> impl Strategy<Value = String> {
    proptest::collection::vec("[A-Z][a-zäéß]{0,9}( [a-z]{1,9}){0,12}[.!?]", 1..6)
        .prop_map(|all| all.join(" "))
}

fn any_paragraph() -> impl Strategy<Value = BlockKind> {
    (any_words(), any_words(), any::<bool>()).prop_map(|(one, other, styled)| {
        let mut inlines = vec![Inline::Text(format!("{one} "))];
        let text = vec![Inline::Text(other)];
        inlines.push(if styled {
            Inline::Styled { style: Style::Emphasis, attrs: Attrs::default(), inlines: text }
        } else {
            Inline::Text(format!("{one} "))
        });
        BlockKind::Paragraph(inlines)
    })
}

fn any_block() -> impl Strategy<Value = Block> {
    let line = any_words().prop_map(|text| BlockKind::Line(vec![Inline::Text(text)]));
    let heading =
        any_words().prop_map(|text| BlockKind::Heading { level: 1, inlines: vec![Inline::Text(text)] });
    let list = proptest::collection::vec(any_words(), 1..4).prop_map(|items| {
        let item = |text| ListItem {
            blocks: vec![Block::new(BlockKind::Plain(vec![Inline::Text(text)]))],
            ..ListItem::default()
        };
        BlockKind::List(List { numbering: None, start: 1, items: items.into_iter().map(item).collect() })
    });
    let quote = any_paragraph().prop_map(|kind| BlockKind::Quote(vec![Block::new(kind)]));
    prop_oneof![4 => any_paragraph(), 1 => heading, 1 => list, 1 => line, 1 => quote].prop_map(Block::new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_book_has_all_its_sentences_in_all_its_maps(
        sections in proptest::collection::vec(proptest::collection::vec(any_block(), 1..12), 1..4)
    ) {
        let sections = sections.into_iter().enumerate().map(|(n, blocks)| {
            Section::new(format!("part{n}.xhtml"), Matter::Body, blocks)
        });
        let metadata =
            Metadata { title: "Any".into(), languages: vec!["en".into()], ..Metadata::default() };
        let book = Book::from_text(metadata, sections.collect(), Resources::in_memory([]));
        let source = epub::write_book(&book, place_options().modified, Cursor::new(Vec::new()), &mut ()).unwrap().output;
        let source = source.into_inner();
        let first = convert_with_map(Format::Epub3, &source).1;
        for format in MAPPED_FORMATS {
            let (_, map) = convert_with_map(format, &source);
            check_round_trip(&map);
            prop_assert!(map.has_same_text(&first));
        }
    }
}
