//! Pointers of `KOReader` into an EPUB, resolved as its engine (crengine) does: it builds its own document of
//! elements and texts, and counts in that.

use books::Format;
use books::testkit::{EpubBuilder, text_at, unzip_text};
use position_maps::{Edition, SentenceMap};
use proptest::prelude::*;
use roxmltree::Node;

use crate::places::{convert_with_map, strip_spaces};

/// A node of the engine's document.
enum EngineNode {
    Element { name: String, children: Vec<EngineNode> },
    Text(Vec<char>),
}

const INLINE_ELEMENTS: [&str; 4] = ["em", "b", "br", "math"];
/// A text ends before it is longer than this in the source.
const MAX_TEXT_CHARS: usize = 8192;

impl EngineNode {
    fn is_blank(&self) -> bool {
        matches!(self, Self::Text(text) if text.iter().all(|c| " \t\r\n".contains(*c)))
    }

    fn is_block(&self) -> bool {
        matches!(self, Self::Element { name, .. } if !INLINE_ELEMENTS.contains(&name.as_str()))
    }

    /// An element with what it has when all of it was read, and then laid out.
    fn from_node(node: Node<'_, '_>, around_is_pre: bool) -> Self {
        let name = node.tag_name().name().to_owned();
        let is_block = !INLINE_ELEMENTS.contains(&name.as_str());
        let is_pre = around_is_pre || name == "pre";
        let mut children: Vec<Self> = Vec::new();
        for child in node.children() {
            if child.is_element() {
                children.push(Self::from_node(child, is_pre));
            } else if child.is_text() {
                for source in text_sources(&child) {
                    let text = Self::Text(read_text(&source, is_pre, name == "pre" && children.is_empty()));
                    let ignored = ["table", "tr"].contains(&name.as_str());
                    if !ignored && (is_pre || !is_block || !children.is_empty() || !text.is_blank()) {
                        children.push(text);
                    }
                }
            }
        }
        if !is_pre && children.iter().any(Self::is_block) {
            children = box_inlines(children);
        }
        Self::Element { name, children }
    }
}

/// The parts in which a text between two tags is read.
fn text_sources(text: &Node<'_, '_>) -> Vec<String> {
    let mut source: Vec<char> = text.document().input_text()[text.range()].chars().collect();
    let mut parts = Vec::new();
    while source.len() >= MAX_TEXT_CHARS {
        let end = source[..MAX_TEXT_CHARS]
            .iter()
            .rposition(|c| " \n".contains(*c))
            .map_or(MAX_TEXT_CHARS, |at| at + 1);
        let rest = source.split_off(end);
        parts.push(std::mem::replace(&mut source, rest));
    }
    parts.push(source);
    parts.iter().map(|part| part.iter().collect::<String>().replace("&amp;", "&")).collect()
}

/// A text between two tags as it is read.
fn read_text(source: &str, is_pre: bool, is_first_of_pre: bool) -> Vec<char> {
    if !is_pre {
        let mut text: Vec<char> = source.replace(['\t', '\r', '\n'], " ").chars().collect();
        text.dedup_by(|next, before| (*next, *before) == (' ', ' '));
        return text;
    }
    let source = if is_first_of_pre { source.strip_prefix('\n').unwrap_or(source) } else { source };
    let lines = source.split('\n').map(|line| {
        line.chars().fold(String::new(), |line, c| {
            let wanted = if c == '\t' { 8 - line.chars().count() % 8 } else { 1 };
            line + &(if c == '\t' { ' ' } else { c }).to_string().repeat(wanted)
        })
    });
    lines.collect::<Vec<_>>().join("\n").chars().collect()
}

/// Between blocks, what is in line is put into boxes, without white space at their ends.
fn box_inlines(children: Vec<EngineNode>) -> Vec<EngineNode> {
    let (mut kept, mut open): (Vec<EngineNode>, Vec<EngineNode>) = (Vec::new(), Vec::new());
    for child in children {
        if child.is_block() {
            while open.last().is_some_and(EngineNode::is_blank) {
                open.pop();
            }
            kept.append(&mut open);
            kept.push(child);
        } else if !(open.is_empty() && child.is_blank()) {
            open.push(child);
        }
    }
    while open.last().is_some_and(EngineNode::is_blank) {
        open.pop();
    }
    kept.append(&mut open);
    kept
}

/// The text from a pointer on, to the end of the text or element that it points into.
fn resolve_pointer(package: &[u8], documents: &[String], pointer: &str) -> String {
    let (path, offset) = pointer.rsplit_once('.').unwrap();
    let offset: usize = offset.parse().unwrap();
    let mut steps = path.split('/').skip(1).map(|step| match step.split_once('[') {
        Some((name, nth)) => (name, Some(nth.strip_suffix(']').unwrap().parse::<usize>().unwrap())),
        None => (step, None),
    });
    assert_eq!(steps.next(), Some(("body", None)));
    let (_, fragment) = steps.next().filter(|(name, _)| *name == "DocFragment").unwrap();
    assert_eq!(steps.next(), Some(("body", None)));
    let text = unzip_text(package, &documents[fragment.unwrap_or(1) - 1]);
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options).unwrap();
    let body = document
        .root_element()
        .children()
        .find(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "body")));
    let root = EngineNode::from_node(body.unwrap(), false);
    let mut node = &root;
    for (name, nth) in steps {
        let EngineNode::Element { children, .. } = node else { panic!("{pointer}: a text has no children") };
        let same: Vec<&EngineNode> = children
            .iter()
            .filter(|child| match child {
                EngineNode::Element { name: own, .. } => own == name,
                EngineNode::Text(_) => name == "text()",
            })
            .collect();
        assert_eq!(nth.is_none(), same.len() == 1, "{pointer}: a number where it is needed, at {name}");
        node = same.get(nth.unwrap_or(1) - 1).unwrap_or_else(|| panic!("{pointer} points nowhere at {name}"));
    }
    match node {
        EngineNode::Text(text) => {
            assert!(offset <= text.len(), "{pointer} is behind the end");
            text[offset..].iter().collect()
        }
        EngineNode::Element { children, .. } => {
            assert!(offset <= children.len(), "{pointer} is behind the end");
            children[offset..].iter().map(node_words).collect()
        }
    }
}

fn node_words(of: &EngineNode) -> String {
    match of {
        EngineNode::Text(text) => text.iter().collect(),
        EngineNode::Element { children, .. } => children.iter().map(node_words).collect(),
    }
}

/// The EPUB of a chapter, with its map and the paths of its documents.
fn convert_chapter(chapter: &str) -> (Vec<u8>, SentenceMap, Vec<String>) {
    let source = EpubBuilder::new("Any").chapter("One", chapter).build();
    let (epub, map) = convert_with_map(Format::Epub3, &source);
    let book = books::read_book(source.into(), &books::Limits::default(), &mut ()).unwrap();
    (epub, map, book.sections.iter().map(|section| section.path.clone()).collect())
}

/// Each sentence is where its pointer leads in the engine's document, to the character, and its pointer leads
/// back to it.
fn check_round_trip(chapter: &str) {
    let (epub, map, documents) = convert_chapter(chapter);
    let mut before = None;
    for sentence in 0..map.sentence_count() {
        let cfi = map.sentence_location(sentence, Edition::Plain).unwrap();
        let pointer = map.sentence_pointer(sentence, Edition::Plain).unwrap();
        let (there, expected) =
            (resolve_pointer(&epub, &documents, &pointer), text_at(&epub, &documents, &cfi));
        assert_eq!(there.chars().next(), expected.chars().next(), "{pointer} is {cfi} in {chapter}");
        let (there, expected) = (strip_spaces(&there), strip_spaces(&expected));
        let shared = there.chars().zip(expected.chars()).take_while(|(a, b)| a == b).count();
        assert!(
            shared > 0 && shared == there.chars().count().min(expected.chars().count()),
            "{pointer} is {cfi}: {there} is not {expected}"
        );
        let found = map.find_sentence(&pointer, Edition::Plain);
        assert_eq!(found, map.find_sentence(&cfi, Edition::Plain), "{pointer} is {cfi}");
        if before.as_ref() != Some(&cfi) {
            assert_eq!(found, Some(sentence), "{pointer} in {chapter}");
        }
        let explicit =
            pointer.replace("/p/", "/p[1]/").replace("/text().", "/text()[1].").replace("/body", "/body[1]");
        assert_eq!(map.find_sentence(&explicit, Edition::Plain), found, "{explicit}");
        before = Some(cfi);
    }
}

#[test]
fn texts_are_those_that_the_engine_has() {
    check_round_trip(
        "\n<h1>The\n\tquay</h1>\n<div>\n  Loose  words. <em>\n Many   more. </em>\n  <p>One.\n   Two. <b>Three.</b>\n \
         Four.</p>\n  And loose again. Really.\n</div>\n<p>\n<!-- a note -->A.<!-- another --> B. C.</p><p>D.\t<!-- a third -->E. <em>F. G. </em></p>\n\
         <pre>\nA line.\n\tAnother line.\n</pre>\n<table>\n<tr>\n<td>\n Cell. And more. </td>\n</tr>\n</table>\n\
         <ul>\n<li>Bread.\n Cheese.</li>\n<li><p>Wine. More.</p></li>\n</ul>\n",
    );
}

#[test]
fn a_long_text_is_several_texts() {
    let sentence = |n: usize| format!("Sentence number {n} &amp; its\n  words are here. ");
    check_round_trip(&format!("<p>{}</p>", (0..600).map(sentence).collect::<String>()));
}

#[test]
fn a_formula_without_text_before_it_is_a_child_of_its_element() {
    let math = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"x plus y\"><mi>x</mi></math>";
    let (_, map, _) = convert_chapter(&format!("<p>Add.</p><p>{math}</p><p>{math} is known. So.</p>"));
    let pointers: Vec<String> = (0..map.sentence_count())
        .map(|sentence| map.sentence_pointer(sentence, Edition::Plain).unwrap())
        .collect();
    assert!(pointers.iter().any(|pointer| pointer.ends_with("/p[2].0")), "{pointers:?}");
    for (sentence, pointer) in pointers.iter().enumerate() {
        assert_eq!(map.find_sentence(pointer, Edition::Plain), Some(sentence), "{pointer}");
    }
}

#[test]
fn pointers_into_a_sentence_lead_to_it() {
    let (_, map, _) = convert_chapter(
        "<p>One. <em>Two. Three</em> and more. Four <b>is\n long</b> and. Five.</p>\n<p><br/></p>\n\
         <p>Six.</p><hr/><p>Seven.</p>",
    );
    let text = |pointer: &str| {
        let found =
            map.find_sentence(&format!("/body/DocFragment[1]/body{pointer}"), Edition::Plain).unwrap();
        map.sentence_pointer(found, Edition::Plain).unwrap().split_once("/body/p").unwrap().1.to_owned()
    };
    let same = |pointer: &str, of: &str| assert_eq!(text(pointer), text(of), "{pointer}");
    same("/p[1]/text()[2].2", "/p[1]/em/text().5");
    same("/p[1]/text()[2].10", "/p[1]/em/text().5");
    same("/p[1]/b/text().1", "/p[1]/text()[2].11");
    same("/p[1]/text()[3].2", "/p[1]/text()[2].11");
    assert_ne!(text("/p[1]/text()[2].11"), text("/p[1]/em/text().5"));
    same("/p[1]", "/p[1]/text()[1].0");
    same("/p[2]/br.0", "/p[1]/text()[3].6");
    same("/hr", "/p[3]/text().0");
    same("/p[4]/text().99999999999999999", "/p[4].0");
    same("/p[3]/text()[0].0", "/p[3].0");
}

fn any_space() -> impl Strategy<Value = String> {
    "[ \n\t]{1,4}"
}

fn any_optional_space() -> impl Strategy<Value = String> {
    "[ \n\t]{0,3}"
}

/// A sentence with any white space between its words.
fn any_sentence() -> impl Strategy<Value = String> {
    (
        proptest::collection::vec(("[a-zäß𝄞]{1,6}", any_space()), 0..4),
        "[A-Z][a-z]{1,5}",
        "[a-z]{1,6}[.!?]",
        any_space(),
    )
        .prop_map(|(words, first, last, after)| {
            let words: String = words.into_iter().map(|(word, space)| word + &space).collect();
            format!("{first} {words}{last}{after}")
        })
}

fn any_inline() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => any_sentence(),
        2 => (any_optional_space(), any_sentence(), any_sentence(), any_optional_space())
            .prop_map(|(before, one, other, after)| format!("<em>{before}{one}{other}</em>{after}")),
        1 => any_sentence().prop_map(|text| format!("<b>{text}</b>")),
        1 => Just("<!-- a note -->".to_owned()),
        1 => Just("\u{a0}".to_owned()),
    ]
}

fn any_line() -> impl Strategy<Value = String> {
    (any_optional_space(), proptest::collection::vec(any_inline(), 1..5), any_optional_space())
        .prop_map(|(before, inlines, after)| format!("{before}{}{after}", inlines.concat()))
}

fn any_block() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => any_line().prop_map(|line| format!("<p>{line}</p>")),
        1 => (any_optional_space(), any_sentence(), any_sentence()).prop_map(|(a, b, c)| format!("<pre>\n{a}{b}{c}</pre>")),
        1 => (any_optional_space(), any_line(), any_line()).prop_map(|(a, b, c)| format!("<ul>{a}<li>{b}</li>{a}<li>{c}</li>{a}</ul>")),
        1 => (any_optional_space(), any_line()).prop_map(|(a, b)| format!("<table>{a}<tr>{a}<td>{b}</td>{a}</tr>{a}</table>")),
    ];
    leaf.prop_recursive(2, 8, 3, |block| {
        let part = (prop_oneof![3 => block, 1 => any_line()], any_optional_space())
            .prop_map(|(part, space)| part + &space);
        (any_optional_space(), proptest::collection::vec(part, 1..4))
            .prop_map(|(before, parts)| format!("<div>{before}{}</div>", parts.concat()))
    })
}

/// Pointers, and other texts made of their parts.
fn any_pointer() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec!["/body", "/DocFragment", "/p", "/div", "/em", "/text()", "/autoBoxing", "/1"])
            .prop_map(str::to_owned),
        4 => prop_oneof![(0..5_u64), any::<u64>()].prop_map(|nth| format!("[{nth}]")),
        2 => prop_oneof![(0..90_u64), any::<u64>()].prop_map(|offset| format!(".{offset}")),
        1 => "\\PC{0,4}",
    ];
    (prop::bool::weighted(0.8), proptest::collection::vec(part, 0..12)).prop_map(|(begins, parts)| {
        let begins = if begins { "/body/DocFragment[1]/body" } else { "" };
        format!("{begins}{}", parts.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_white_space_is_counted_as_the_engine_counts_it(blocks in proptest::collection::vec(any_block(), 1..6), space in any_space()) {
        check_round_trip(&blocks.join(&space));
    }

    #[test]
    fn no_pointer_does_harm(pointers in proptest::collection::vec(any_pointer(), 1..40)) {
        let (_, map, _) = convert_chapter("<p>One. <em>Two.</em> Three.</p><div><p>Four.</p> Five. <p>Six.</p></div>");
        for pointer in pointers {
            for edition in [Edition::Plain, Edition::Marked] {
                prop_assert!(map.find_sentence(&pointer, edition).is_none_or(|found| found < map.sentence_count()), "{}", pointer);
            }
        }
    }
}
