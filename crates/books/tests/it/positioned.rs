//! Pages of a fixed layout whose words are placed piece by piece.

use books::testkit::EpubBuilder;

/// The texts of the blocks of a page.
fn texts(style: &str, body: &str) -> Vec<String> {
    let page = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>P</title><meta name=\"viewport\" \
         content=\"width=600, height=800\"/><style>{style}</style></head><body>{body}</body></html>"
    );
    let source = EpubBuilder::new("Fixed")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "<p>x</p>")
        .raw("OEBPS/chapter1.xhtml", page.as_bytes())
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

const STYLE: &str = "span, div.w { position: absolute; font-size: 20px }";

fn piece(name: &str, left: i32, top: i32, text: &str) -> String {
    format!("<{name} class=\"w\" style=\"left:{left}px;top:{top}px\">{text}</{name}>\n")
}

#[test]
fn pieces_of_a_word_are_joined_and_words_are_apart() {
    for name in ["span", "div"] {
        let pieces = [
            piece(name, 10, 10, "av"),
            piece(name, 31, 10, "ant"),
            piece(name, 70, 10, "la"),
            piece(name, 91, 10, "mer"),
            piece(name, 10, 34, "et"),
            piece(name, 35, 34, "<i>l\u{2019}</i>"),
            piece(name, 44, 34, "\u{ee}le"),
        ];
        let body = if name == "span" { format!("<p>{}</p>", pieces.concat()) } else { pieces.concat() };
        assert_eq!(texts(STYLE, &body), ["avant la mer et l\u{2019}\u{ee}le"], "{name}");
    }
}

#[test]
fn spaces_that_are_written_are_the_only_ones_in_their_line() {
    let body = [
        piece("span", 10, 10, "Ki"),
        piece("span", 38, 10, "ng "),
        piece("span", 80, 10, "of"),
        piece("span", 10, 34, "the"),
        piece("span", 45, 34, " sea"),
    ];
    assert_eq!(texts(STYLE, &format!("<p>{}</p>", body.concat())), ["King of the sea"]);
}

#[test]
fn words_that_lines_of_running_text_divide_are_whole_again() {
    let lines = ["The econ-", "omy of the", "well-known", "har-", "bor"];
    let body: String = (0..).zip(lines).map(|(n, line)| piece("div", 10, 10 + 24 * n, line)).collect();
    assert_eq!(texts(STYLE, &body), ["The economy of the well-known harbor"]);
    let label = piece("div", 10, 10, "Sun-") + &piece("div", 10, 34, "day");
    assert_eq!(texts(STYLE, &label), ["Sun-day"]);
}

#[test]
fn texts_that_are_apart_stay_apart() {
    let body = [
        piece("div", 10, 10, "Title"),
        piece("div", 10, 300, "First balloon."),
        piece("div", 400, 300, "Second balloon."),
        piece("div", 10, 500, "Right to left: \u{5d0}\u{5d1}"),
    ];
    assert_eq!(
        texts(STYLE, &body.concat()),
        ["Title", "First balloon.", "Second balloon.", "Right to left: \u{5d0}\u{5d1}"]
    );
    // What has no place is read as it is written.
    assert_eq!(texts("", "<p><span>av</span> <span>ant</span></p>"), ["av ant"]);
}
