//! Any text, read as a drawing (SVG): cleaned, and drawn within bounds. What is clean stays the same, and
//! contains nothing that a browser would run or load from elsewhere.

#![no_main]

use books::testkit::{clean_drawing, draw_svg};
use cssparser::{ParseError, Parser, Token};
use roxmltree::{Document, Node, ParsingOptions};
use url::Url;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Elements that run programs, or contain other documents.
const DROPPED: [&str; 8] =
    ["script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler"];
/// Elements that set another attribute.
const ANIMATIONS: [&str; 5] = ["animate", "animateColor", "animateMotion", "animateTransform", "set"];
/// Attributes that browsers read as CSS.
const STYLED: [&str; 14] = [
    "style", "fill", "stroke", "filter", "clip-path", "mask", "mask-image", "marker", "marker-start",
    "marker-mid", "marker-end", "cursor", "background", "background-image",
];
/// Functions of CSS whose strings are addresses.
const LOADING: [&str; 5] = ["url", "src", "image", "image-set", "-webkit-image-set"];

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(clean) = clean_drawing(text) {
        let again = clean_drawing(&clean).expect("what was written can be read");
        assert_eq!(again, clean, "what is clean stays the same");
        check(&clean);
    }
    let _ = draw_svg(text);
});

/// Fails if a drawing runs something, or loads something from elsewhere.
fn check(clean: &str) {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(clean, options).expect("well-formed");
    let prolog = &clean[..document.root_element().range().start];
    for declaration in ["<!ENTITY", "<!ATTLIST"] {
        assert!(!prolog.contains(declaration), "{declaration}: {clean}");
    }
    for node in document.descendants() {
        assert!(node.pi().is_none_or(|pi| pi.target != "xml-stylesheet"), "{clean}");
        // Elements of unknown namespaces do nothing.
        if node.is_element() && matches!(node.tag_name().namespace(), None | Some(SVG)) {
            element(node);
        }
        assert!(!node.is_element() || node.tag_name().namespace() != Some(XHTML), "HTML: {clean}");
    }
}

fn element(node: Node<'_, '_>) {
    let name = node.tag_name().name();
    assert!(!DROPPED.contains(&name), "<{name}>: {}", node.document().input_text());
    if name == "style" {
        // Comments in between do not separate what they are in.
        let texts = node.children().filter(Node::is_text).filter_map(|child| child.text());
        style(&texts.collect::<String>());
    }
    let animated =
        ANIMATIONS.contains(&name).then(|| node.attribute("attributeName").unwrap_or_default().trim());
    if let Some(target) = animated {
        let local = target.rsplit(':').next().unwrap_or_default();
        assert!(local != "href" && !local.starts_with("on"), "{name} changes {target}");
    }
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        match attribute.namespace() {
            None if name == "href" || name == "src" => address(value),
            Some(XLINK) if name == "href" => address(value),
            Some(XML) => assert!(name != "base", "xml:base={value:?}"),
            None if name == "ping" || name.starts_with("on") => panic!("{name}={value:?}"),
            None if STYLED.contains(&name) => style(value),
            None if ["to", "from", "by"].contains(&name)
                && animated.is_some_and(|to| STYLED.contains(&to)) =>
            {
                style(value);
            }
            None if name == "values" && animated.is_some_and(|to| STYLED.contains(&to)) => {
                value.split(';').for_each(style);
            }
            _ => {}
        }
    }
}

/// Fails if an address leads out of the book, or runs something.
fn address(value: &str) {
    let base = Url::parse("https://book.invalid/text/one.svg").expect("an address");
    // What is not an address loads nothing.
    let Ok(url) = base.join(value) else { return };
    let inside = match url.scheme() {
        "https" => url.host() == base.host(),
        "data" => ["gif", "jpeg", "jpg", "png", "webp"].iter().any(|kind| {
            let path = url.path().to_ascii_lowercase();
            path.strip_prefix("image/").is_some_and(|rest| rest.starts_with(kind))
        }),
        _ => false,
    };
    assert!(inside, "{value:?} leads to {url}");
}

/// Fails if style rules, or the value of one, load something from elsewhere.
fn style(css: &str) {
    tokens(&mut Parser::new(css), false);
}

/// `address_expected`: whether a string is an address here. The parser itself bounds how deep blocks are.
fn tokens(parser: &mut Parser<'_>, address_expected: bool) {
    while let Ok(token) = parser.next().cloned() {
        let inside = match &token {
            Token::UnquotedUrl(url) => {
                address(url);
                continue;
            }
            Token::QuotedString(text) if address_expected => {
                address(text);
                continue;
            }
            Token::AtKeyword(name) => {
                assert!(!name.eq_ignore_ascii_case("import"), "@import");
                continue;
            }
            Token::Function(name) => LOADING.iter().any(|loading| name.eq_ignore_ascii_case(loading)),
            Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => false,
            _ => continue,
        };
        let _ = parser.parse_nested_block(|inner| {
            tokens(inner, inside);
            Ok::<_, ParseError<()>>(())
        });
    }
}
