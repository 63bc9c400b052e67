//! Text of drawings.

use std::fmt::Write as _;

use proptest::prelude::*;
use roxmltree::Document;

use crate::content::{PageIds, read_document as read_content};
use crate::model::{Block, BlockKind, Href, Image, Inline, plain_text};

fn read_drawing(inside: &str) -> Vec<Block> {
    let text = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><body><svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 600 800\" font-size=\"10\">{inside}</svg></body></html>"
    );
    read_content("a.xhtml", &Document::parse(&text).unwrap(), &PageIds::new(), None).blocks
}

/// The paragraphs of a drawing.
fn drawing_paragraphs(inside: &str) -> Vec<String> {
    let words = |block: &Block| (!block.inlines().is_empty()).then(|| plain_text(block.inlines()));
    read_drawing(inside).iter().filter_map(words).collect()
}

fn find_image(blocks: &[Block]) -> &Image {
    let found = blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Image(image) => Some(image),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn places_say_where_words_lines_and_paragraphs_end() {
    for (drawing, expected) in [
        ("<text x='1' y='20'>One  line\n of text </text>", &["One line of text"][..]),
        // Letters that are only kerned, each in a place of its own.
        (
            "<text y='20'><tspan x='10'>T</tspan><tspan x='15.5'>i</tspan><tspan x='17.8'>de</tspan></text>",
            &["Tide"],
        ),
        ("<text y='20'>\n<tspan x='10'>T</tspan>\n<tspan x='15.5'>ide</tspan>\n</text>", &["Tide"]),
        ("<text y='20' x='10 15.5 17.8 23.3'>Tide</text>", &["Tide"]),
        ("<text y='20' x='10'>W<tspan dx='-1.2'>a</tspan>ter</text>", &["Water"]),
        // Words and lines in places of their own.
        ("<text y='20'><tspan x='10'>The</tspan><tspan x='30'>sea</tspan></text>", &["The sea"]),
        ("<text y='20' x='10'>a<tspan dx='5'>b</tspan></text>", &["a b"]),
        (
            "<text><tspan x='10' y='20'>The sea</tspan><tspan x='10' y='32'>is deep.</tspan></text>",
            &["The sea is deep."],
        ),
        (
            "<text x='10' y='20'>The sea<tspan x='10' dy='1.2em'>is deep.</tspan></text>",
            &["The sea is deep."],
        ),
        (
            "<text><tspan x='10' y='20'>well-</tspan><tspan x='10' y='32'>known</tspan></text>",
            &["well-known"],
        ),
        // A paragraph of several lines divides words, and its compounds keep their hyphens.
        (
            "<text><tspan x='10' y='20'>The har-</tspan><tspan x='10' y='32'>bor is well-</tspan>\
             <tspan x='10' y='44'>to-do, and Jean-</tspan><tspan x='10' y='56'>Luc came.</tspan></text>",
            &["The harbor is well-to-do, and Jean-Luc came."],
        ),
        // Where the source has spaces, letters far from one another are one word: a ligature is wide.
        ("<text y='20' x='10 20 25.5 27.8 32.5 36 41.5 47 52.5'>This boat</text>", &["This boat"]),
        ("<text x='10' y='20'>The sea</text><text x='10' y='32'>is deep.</text>", &["The sea is deep."]),
        (
            "<text x='90' y='20' text-anchor='middle'>The wide sea</text><text x='90' y='32' text-anchor='middle'>is</text>",
            &["The wide sea is"],
        ),
        (
            "<text x='10' y='20'>H<tspan dy='3' font-size='6'>2</tspan><tspan dy='-3'>O</tspan></text>",
            &["H2O"],
        ),
        // Paragraphs.
        ("<text x='10' y='20'>Tom</text><text x='10' y='60'>Ann</text>", &["Tom", "Ann"]),
        ("<g><text x='10' y='20'>Tom</text></g><g><text x='10' y='32'>Ann</text></g>", &["Tom", "Ann"]),
        ("<text><tspan x='10' y='20'>Tom</tspan><tspan x='10' y='60'>Ann</tspan></text>", &["Tom", "Ann"]),
        ("<text x='10' y='20'>Tom</text><text x='400' y='20'>Ann</text>", &["Tom", "Ann"]),
        (
            "<text x='10' y='20'>Tom</text><text x='10' y='32' transform='rotate(-20)'>Ann</text>",
            &["Tom", "Ann"],
        ),
        // Turned, moved and enlarged as one.
        (
            "<g transform='translate(90 9) rotate(90) scale(4)'><text x='10' y='20'>Up</text><text x='10' y='32'>there</text></g>",
            &["Up there"],
        ),
        (
            "<text x='10' y='20'>Tom</text><text><textPath href='#p'>along a wave</textPath></text>",
            &["Tom", "along a wave"],
        ),
        ("<text x='1' y='2' xml:space='preserve'>a   b</text>", &["a b"]),
        (
            "<text direction='rtl' y='20'><tspan x='90'>\u{5e9}\u{5dc}\u{5d5}\u{5dd}</tspan><tspan x='60'>\u{5d9}\u{5dd}</tspan></text>",
            &["\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{5d9}\u{5dd}"],
        ),
    ] {
        assert_eq!(drawing_paragraphs(drawing), expected, "{drawing}");
    }
}

#[test]
fn text_that_a_style_sheet_hides_is_not_read() {
    for (sheet, expected) in [
        (".b { display: none }", &["a", "c"][..]),
        ("<![CDATA[ .x, .b { fill: red; display: none; } ]]>", &["a", "c"]),
        ("#b { visibility: hidden }", &["a", "c"]),
        ("g text { display: none } .c { display: inline }", &["a", "c"]),
        ("g > .b { display: none !important } .b { display: inline }", &["a", "c"]),
        (".b { display: none } #b.b { display: inline }", &["a", "b", "c"]),
        (".a { display: none }", &["a", "b", "c"]),
        (".a { display: none !important }", &["b", "c"]),
        (".bb, tspan { display: none }", &["a", "b"]),
        (".b { dis<!-- -->play: none }", &["a", "c"]),
        ("@media print { .b { display: none } }", &["a", "b", "c"]),
        ("} .b { display", &["a", "b", "c"]),
        (".b { display: none", &["a", "c"]),
    ] {
        let drawing = format!(
            "<style>{sheet}</style><text class='a' style='display:inline'>a</text><g><text y='90' class='x b' id='b'>b</text>\
             <text y='180' class='c'><tspan>c</tspan></text></g>"
        );
        assert_eq!(drawing_paragraphs(&drawing), expected, "{sheet}");
    }
    for attributes in ["media='print'", "type='text/x-scheme'"] {
        let drawing = format!("<style {attributes}>text {{ display: none }}</style><text>a</text>");
        assert_eq!(drawing_paragraphs(&drawing), ["a"], "{attributes}");
    }
    let costly = format!("<style>{}</style><text class='a'>a</text>", "a, .a { display: none }".repeat(30));
    assert_eq!(drawing_paragraphs(&costly), Vec::<String>::new());
    let costly = format!(
        "<style>x{} text {{ display: none }}</style>{}<text>a</text>{}",
        " g".repeat(12),
        "<g>".repeat(60),
        "</g>".repeat(60)
    );
    assert_eq!(drawing_paragraphs(&costly), ["a"], "too many comparisons");
}

#[test]
fn a_drawing_of_its_own_has_its_style_sheet() {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><style>.hidden { display: none }</style>\
                <text>Low tide</text><g class='hidden'><text y='90'>High tide</text></g></svg>";
    let read = read_content("a.svg", &Document::parse(text).unwrap(), &PageIds::new(), None);
    let words: Vec<String> = read.blocks.iter().map(Block::plain_text).collect();
    assert_eq!(words.concat(), "Low tide");
}

#[test]
fn text_that_is_not_presented_is_not_read() {
    for (drawing, expected) in [
        (
            "<text>a</text><text display='none'>b</text><g style='fill:red; display:none'><text>c</text></g>",
            &["a"][..],
        ),
        (
            "<text>a</text><text aria-hidden='true'>b</text><text y='90' visibility='hidden'>c<tspan visibility='visible'>d</tspan></text>",
            &["a", "d"],
        ),
        ("<text>a</text><defs><text id='d'>b</text></defs><symbol id='s'><text>c</text></symbol>", &["a"]),
        (
            "<defs><text id='d'>b</text></defs><symbol id='s'><text>c</text></symbol><use href='#d'/><use xlink:href='#s' y='90'/>",
            &["b", "c"],
        ),
        ("<text>a</text><g id='g'><use href='#g'/></g>", &["a"]),
        (
            "<switch><text systemLanguage='fr'>mer</text><text systemLanguage='en, de'>sea</text><text>?</text></switch>",
            &["sea"],
        ),
        ("<switch><text systemLanguage='fr'>mer</text><text>?</text></switch>", &["?"]),
        ("<switch><text systemLanguage='fr'>mer</text></switch>", &["mer"]),
        ("<text opacity='0'>over a picture</text>", &["over a picture"]),
        (
            "<text>a</text><foreignObject><div xmlns='http://www.w3.org/1999/xhtml'><p>b</p><p>c</p></div></foreignObject><text>d</text>",
            &["a", "b", "c", "d"],
        ),
    ] {
        assert_eq!(drawing_paragraphs(drawing), expected, "{drawing}");
    }
}

#[test]
fn links_and_languages_stay() {
    let blocks = read_drawing(
        "<a href='b.xhtml#x'><text id='t' x='1' y='9'>on <tspan lang='fr'>mer</tspan></text></a>",
    );
    let BlockKind::Paragraph(line) = &blocks[1].kind else { panic!("{blocks:?}") };
    assert_eq!(blocks[1].attrs.ids, ["t"]);
    for (inline, text, lang) in [(&line[0], "on", None), (&line[2], "mer", Some("fr"))] {
        let Inline::Link { href: Href::Inside(target), attrs, inlines } = inline else { panic!("{line:?}") };
        assert_eq!((target.path.as_str(), target.id.as_deref()), ("b.xhtml", Some("x")));
        assert_eq!((plain_text(inlines).as_str(), attrs.lang.as_deref()), (text, lang));
    }
}

#[test]
fn a_drawing_keeps_its_alternative_and_has_its_words_once() {
    let blocks = read_drawing("<title>Page 1</title><circle r='9'/><text>Ahoy</text>");
    assert_eq!((find_image(&blocks).alt.as_deref(), blocks.len()), (Some("Page 1"), 2));
    // The alternative says them already.
    let blocks = read_drawing("<title>A sailor cries: Ahoy!</title><circle r='9'/><text>AHOY</text>");
    assert_eq!((find_image(&blocks).alt.as_deref(), blocks.len()), (Some("A sailor cries: Ahoy!"), 1));
    // A drawing of nothing but words shows nothing else.
    assert!(find_image(&read_drawing("<rect width='9' height='9'/><text>Ahoy</text>")).decorative);
    assert!(!find_image(&read_drawing("<circle r='9'/><text>Ahoy</text>")).decorative);
    // The names of parts that are not text.
    let blocks = read_drawing("<g><title>A boat</title><circle r='9'/></g><text>Ahoy</text>");
    assert_eq!(find_image(&blocks).description[0].plain_text(), "A boat");
}

#[test]
fn a_drawing_without_words_has_the_names_of_its_parts() {
    let describe = |inside: &str| {
        let blocks = read_drawing(inside);
        let inline = blocks.iter().flat_map(Block::inlines).find_map(|inline| match inline {
            Inline::Image(image) => Some(image.clone()),
            _ => None,
        });
        let image = inline.unwrap_or_else(|| find_image(&blocks).clone());
        let names: Vec<String> = image.description.iter().map(Block::plain_text).collect();
        (image.alt, names.join(", "))
    };
    let one = "<path aria-label='A boat' d='M0 0L1 1'/>";
    assert_eq!(describe(one), (Some("A boat".to_owned()), String::new()));
    let two = "<g aria-label='May: 3'><circle r='9'/></g><circle r='8'><title>June: 4</title></circle>";
    assert_eq!(describe(two), (None, "May: 3, June: 4".to_owned()));
}

#[test]
fn use_of_use_of_use_comes_to_an_end() {
    let mut drawing = "<defs><text id='u0'>a</text>".to_owned();
    for n in 1..30 {
        let uses = format!("<use href='#u{}'/>", n - 1).repeat(9);
        write!(drawing, "<g id='u{n}'>{uses}</g>").unwrap();
    }
    drawing.push_str("</defs><text>x</text><use href='#u29'/>");
    assert!(drawing_paragraphs(&drawing).concat().starts_with('x'));
}

proptest! {
    #[test]
    fn any_drawing_is_read_and_has_each_letter_once(
        parts in prop::collection::vec(
            (
                "(x|y|dx|dy|transform|font-size|style|text-anchor|direction|writing-mode|id|display)",
                "[-0-9.e,() %a-z:#]{0,16}",
                "[a-z]{1,6}",
                prop::sample::select(vec!["text", "g", "a", "svg", "switch", "use"]),
            ),
            0..12,
        )
    ) {
        let mut drawing = String::new();
        let mut shown = Vec::new();
        for (n, (name, value, word, element)) in parts.iter().enumerate() {
            let word = format!("{word}{n}q");
            let text = format!("<text {name}='{value}'>{word}</text>");
            if name != "display" && !value.contains("none") && !matches!(*element, "use" | "text") {
                shown.push(word);
                write!(drawing, "<{element}>{text}</{element}>").unwrap();
            } else {
                write!(drawing, "<{element} {name}='{value}'/>").unwrap();
            }
        }
        // A place of its own for each letter may set them apart, but none is lost, moved or repeated.
        let all: String = drawing_paragraphs(&drawing).concat().split_whitespace().collect();
        prop_assert_eq!(all, shown.concat());
    }
}
