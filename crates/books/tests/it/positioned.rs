//! Pages of a fixed layout whose words are placed piece by piece.

use books::testkit::EpubBuilder;

/// The texts of the blocks of a page.
fn block_texts(style: &str, body: &str) -> Vec<String> {
    let page = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>P</title><meta name=\"viewport\" \
         content=\"width=600, height=800\"/><style>{style}</style></head><body>{body}</body></html>"
    );
    let source = EpubBuilder::new("Fixed")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "<p>x</p>")
        .raw_file("OEBPS/chapter1.xhtml", page.as_bytes())
        .build();
    let book = books::epub::read(source.into(), &books::Limits::default(), &mut ()).unwrap();
    let mut texts = Vec::new();
    for block in &book.sections[0].blocks {
        block.walk(&mut |block| {
            texts.extend(Some(books::model::plain_text(block.inlines())).filter(|text| !text.is_empty()));
        });
    }
    texts
}

const STYLE_RULES: &str = "span, div.w { position: absolute; font-size: 20px }";

fn positioned_piece(name: &str, left: i32, top: i32, text: &str) -> String {
    format!("<{name} class=\"w\" style=\"left:{left}px;top:{top}px\">{text}</{name}>\n")
}

#[test]
fn pieces_of_a_word_are_joined_and_words_are_apart() {
    for name in ["span", "div"] {
        let pieces = [
            positioned_piece(name, 10, 10, "av"),
            positioned_piece(name, 31, 10, "ant"),
            positioned_piece(name, 70, 10, "la"),
            positioned_piece(name, 91, 10, "mer"),
            positioned_piece(name, 10, 34, "et"),
            positioned_piece(name, 35, 34, "<i>l\u{2019}</i>"),
            positioned_piece(name, 44, 34, "\u{ee}le"),
        ];
        let body = if name == "span" { format!("<p>{}</p>", pieces.concat()) } else { pieces.concat() };
        assert_eq!(block_texts(STYLE_RULES, &body), ["avant la mer et l\u{2019}\u{ee}le"], "{name}");
    }
}

#[test]
fn spaces_that_are_written_are_the_only_ones_in_their_line() {
    let body = [
        positioned_piece("span", 10, 10, "Ki"),
        positioned_piece("span", 38, 10, "ng "),
        positioned_piece("span", 80, 10, "of"),
        positioned_piece("span", 10, 34, "the"),
        positioned_piece("span", 45, 34, " sea"),
    ];
    assert_eq!(block_texts(STYLE_RULES, &format!("<p>{}</p>", body.concat())), ["King of the sea"]);
}

#[test]
fn words_that_lines_of_running_text_divide_are_whole_again() {
    let lines = ["The econ-", "omy of the", "well-known", "har-", "bor"];
    let body: String =
        (0..).zip(lines).map(|(n, line)| positioned_piece("div", 10, 10 + 24 * n, line)).collect();
    assert_eq!(block_texts(STYLE_RULES, &body), ["The economy of the well-known harbor"]);
    let label = positioned_piece("div", 10, 10, "Sun-") + &positioned_piece("div", 10, 34, "day");
    assert_eq!(block_texts(STYLE_RULES, &label), ["Sun-day"]);
}

#[test]
fn texts_that_are_apart_stay_apart() {
    let body = [
        positioned_piece("div", 10, 10, "Title"),
        positioned_piece("div", 10, 300, "First balloon."),
        positioned_piece("div", 400, 300, "Second balloon."),
        positioned_piece("div", 10, 500, "Right to left: \u{5d0}\u{5d1}"),
    ];
    assert_eq!(
        block_texts(STYLE_RULES, &body.concat()),
        ["Title", "First balloon.", "Second balloon.", "Right to left: \u{5d0}\u{5d1}"]
    );
    // Text without a position is read in its written order.
    assert_eq!(block_texts("", "<p><span>av</span> <span>ant</span></p>"), ["av ant"]);
}
