//! PDF whose words are divided by lines, columns and pages, or drawn in letters of several sizes.

use books::testkit::Letters::Plain;
use books::testkit::{PdfBuilder, PdfPage, PdfTag};

use super::{are_tools_installed, convert_document, describe_text, read_book, sample_options};

fn page_of_lines(size: u32, y: u32, text: &[&str]) -> PdfPage {
    PdfPage::new().lines(size, 72, y, text)
}

fn read_pages(pages: Vec<PdfPage>) -> Vec<String> {
    let pdf = pages.into_iter().fold(PdfBuilder::new(), PdfBuilder::page).build();
    describe_text(&read_book(&convert_document(&pdf, &sample_options()).unwrap()))
}

#[test]
fn hyphens_at_line_ends_stay_where_they_belong_to_the_word() {
    if !are_tools_installed() {
        return;
    }
    let text = [
        "The harbor was built in the years 1990-",
        "1995 by Anna Smith-",
        "Jones, a well-",
        "known builder of quays who owned twenty-",
        "one boats. She wrote an e-",
        "mail every day about the won-",
        "derful sea and the light-",
        "house, which is a light-house of the pre-",
        "and postwar years, and nobody answered.",
    ];
    assert_eq!(
        read_pages(vec![page_of_lines(12, 100, &text)]),
        [
            "The harbor was built in the years 1990-1995 by Anna Smith-Jones, a well-known builder of quays who owned \
          twenty-one boats. She wrote an e-mail every day about the wonderful sea and the light-house, which is a \
          light-house of the pre- and postwar years, and nobody answered."
        ]
    );
}

#[test]
fn a_word_that_a_page_divides_is_whole_before_the_page() {
    if !are_tools_installed() {
        return;
    }
    let first = ["The text of the first page goes on to its very end, and its last word is in-"];
    let second = ["habited, and this is the second one, which ends between the years of 1990-"];
    let third = ["1995 or so."];
    let head = |n: &str, text: &[&str]| {
        page_of_lines(11, 300, text).text(Plain, 9, 72, 40, "The Sea").text(Plain, 9, 300, 770, n)
    };
    assert_eq!(
        read_pages(vec![head("1", &first), head("2", &second), head("3", &third)]),
        [
            "[1]",
            "The text of the first page goes on to its very end, and its last word is inhabited, [2]and this is the second \
             one, which ends between the years of 1990-1995 [3]or so.",
        ]
    );
}

#[test]
fn a_column_that_ends_with_a_name_goes_on_in_the_next() {
    if !are_tools_installed() {
        return;
    }
    let left = ["The left column is", "read to its end before", "that of Anna Smith-"];
    let right = ["Jones, who follows on", "the right, and before", "the Sea is mentioned."];
    let both = page_of_lines(11, 100, &left).lines(11, 330, 100, &right);
    assert_eq!(
        read_pages(vec![both]),
        [
            "The left column is read to its end before that of Anna Smith-Jones, who follows on the right, and before the Sea is mentioned."
        ]
    );
}

#[test]
fn a_drop_cap_is_the_first_letter_of_its_word() {
    if !are_tools_installed() {
        return;
    }
    let text = [
        "he harbor was built long ago by people who had come over",
        "the sea in small boats, and who had no other trade than that",
        "of fishermen. They built the first quay of wood, and the other",
        "of stone, and after that the light on the point of the rocks.",
    ];
    let whole = "The harbor was built long ago by people who had come over the sea in small boats, and who had no other trade than \
                 that of fishermen. They built the first quay of wood, and the other of stone, and after that the light on the \
                 point of the rocks.";
    // Points, the base line of the letter, lines that it moves.
    for (size, y, beside) in [(34, 114, 2), (52, 128, 3), (30, 100, 1), (16, 100, 1)] {
        let moved = 72 + size * 7 / 10;
        let page = page_of_lines(size, y, &["T"]).lines(12, moved, 100, &text[..beside]).lines(
            12,
            72,
            100 + 14 * u32::try_from(beside).unwrap(),
            &text[beside..],
        );
        let found = read_pages(vec![page]);
        assert_eq!(found.join(" "), whole, "{size} points");
    }
}

#[test]
fn lines_of_verse_stay_lines() {
    if !are_tools_installed() {
        return;
    }
    let prose = [
        "The harbor was built long ago by people who had come over the sea in small boats and who",
        "had no other trade than that of fishermen, so that they built quays of wood.",
    ];
    let verse = [
        "The bell rings out across the bay,",
        "The nets are drying in the wind,",
        "And so it goes from day to day.",
    ];
    let page = page_of_lines(11, 100, &prose).lines(11, 72, 200, &verse);
    assert_eq!(read_pages(vec![page])[1..], [verse.join("/")]);
}

#[test]
fn exponents_are_raised_characters_of_their_word() {
    if !are_tools_installed() {
        return;
    }
    let page = PdfPage::new().text(Plain, 11, 72, 100, "The area is 10").text(Plain, 7, 143, 96, "3").text(
        Plain,
        11,
        148,
        100,
        " metres of the sea, and no more than that.",
    );
    assert_eq!(
        read_pages(vec![page]),
        ["The area is 10<Superscript 3> metres of the sea, and no more than that."]
    );
}

#[test]
fn tagged_words_that_lines_and_pages_divide_are_whole() {
    if !are_tools_installed() {
        return;
    }
    let first = PdfPage::new()
        .marked_content(0, |page| {
            page.lines(11, 72, 100, &["The harbor of 1990-", "1995 and the exam-", "ple are in-"])
        })
        .text(Plain, 9, 300, 770, "1");
    let second = PdfPage::new()
        .marked_content(0, |page| page.lines(11, 72, 100, &["habited by Anna."]))
        .text(Plain, 9, 300, 770, "2");
    let tags = PdfTag::new(
        "Document",
        "",
        vec![PdfTag::new(
            "P",
            "",
            vec![PdfTag::with_content("Span", "", 0, 0), PdfTag::with_content("Span", "", 1, 0)],
        )],
    );
    let pdf = PdfBuilder::new().catalog("/Lang (en-US)").page(first).page(second).tags(tags).build();
    let book = read_book(&convert_document(&pdf, &sample_options()).unwrap());
    assert_eq!(
        describe_text(&book),
        ["[1]", "The harbor of 1990-1995 and the example are inhabited [2]by Anna."]
    );
}
