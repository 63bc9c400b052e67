use braille::to_ascii;
use proptest::prelude::*;

use super::*;

fn test_settings(cells: u16, paper: bool) -> Settings {
    Settings { cells, paper, contracted: false, ueb: true }
}

fn para_element(text: &str) -> Element {
    let text = Text { cells: from_ascii(text), ..Text::default() };
    Element::Para(Para { text, first: 2, ..Para::default() })
}

fn lay_out_ascii(settings: Settings, elements: &[Element]) -> Vec<Vec<String>> {
    let translator = Translator::new("en", false, true);
    let head = if settings.paper { from_ascii("THE BOOK") } else { Vec::new() };
    let laid = Sheet::new(settings, &translator, head, "").lay_out(elements).unwrap();
    laid.pages.iter().map(|page| page.iter().map(|row| to_ascii(row)).collect()).collect()
}

#[test]
fn a_page_has_its_head_its_number_and_its_lines() {
    let pages = lay_out_ascii(test_settings(28, true), &[para_element(&"WORD ".repeat(200))]);
    assert!(pages.iter().all(|page| page.len() == LINES_PER_PAGE));
    assert_eq!(pages[0][0], "          THE BOOK");
    assert_eq!(pages[0][1], "  WORD WORD WORD WORD WORD");
    assert_eq!(pages[0][2], "WORD WORD WORD WORD WORD");
    // The last line shares its place with the number.
    assert_eq!(pages[0][24], "WORD WORD WORD WORD       #A");
    assert_eq!(pages[1][24].trim_start(), "#B");
}

#[test]
fn a_display_has_no_pages() {
    let pages = lay_out_ascii(
        test_settings(18, false),
        &[para_element("ONE"), Element::Blank, Element::Blank, para_element("TWO")],
    );
    assert_eq!(pages, [["  ONE", "", "  TWO"]]);
}

#[test]
fn print_pages_are_shown_in_the_text_and_at_the_top() {
    let elements = [
        Element::PrintPage("12".into()),
        para_element(&"WORD ".repeat(150)),
        Element::PrintPage("13".into()),
        para_element("LAST"),
    ];
    let pages = lay_out_ascii(test_settings(28, true), &elements);
    assert_eq!(pages[0][0], "          THE BOOK       #AB");
    assert_eq!(pages[1][0], "          THE BOOK      A#AB");
    assert!(pages[1].contains(&format!("{}#AC", "-".repeat(25))));
    let display = lay_out_ascii(test_settings(28, false), &elements);
    assert_eq!(display[0][0], format!("{}#AB", "-".repeat(25)));
}

#[test]
fn a_page_of_print_in_a_text_ends_the_line() {
    let text = Text { cells: from_ascii("ONE TWO THREE"), breaks: Vec::new(), marks: vec![(9, 0)] };
    let para = Para { text, labels: vec!["5".into()], ..Para::default() };
    let rows = lay_out_ascii(test_settings(28, false), &[Element::Para(para)]);
    assert_eq!(rows[0], ["ONE TWO THREE".to_owned(), format!("{}#E", "-".repeat(26))]);
}

#[test]
fn an_entry_within_a_text_is_on_the_page_of_its_line() {
    let words = vec!["WORDS"; 300].join(" ");
    let text = Text { cells: from_ascii(&words), ..Text::default() };
    let places = vec![(0, 0), (text.cells.len() / 2, 1), (text.cells.len(), 2)];
    let settings = test_settings(28, true);
    let translator = Translator::new("en", false, true);
    let elements = [Element::Para(Para { text, places, ..Para::default() })];
    let laid = Sheet::new(settings, &translator, Vec::new(), "").lay_out(&elements).unwrap();
    // Four words in a line, 24 lines on a page: 300 words are a little more than three pages.
    assert_eq!((laid.pages.len(), laid.places), (4, vec![0, 1, 3]));
}

#[test]
fn a_heading_stays_with_what_it_heads() {
    let heading =
        Para { text: Text { cells: from_ascii("HEAD"), ..Text::default() }, keep: true, ..Para::default() };
    for lines in 15..26 {
        let mut elements: Vec<Element> = (0..lines).map(|_| para_element("LINE")).collect();
        elements.extend([Element::Blank, Element::Para(heading.clone()), para_element("BELOW")]);
        let pages = lay_out_ascii(test_settings(28, true), &elements);
        let (page, at) = pages
            .iter()
            .enumerate()
            .find_map(|(n, page)| page.iter().position(|row| row.starts_with("HEAD")).map(|at| (n, at)))
            .unwrap();
        assert!(pages[page][at + 1].starts_with("  BELOW"), "{lines}");
    }
}

#[test]
fn headings_stay_with_the_text_or_table_below_all_of_them() {
    let heading = |text: &str| {
        let text = Text { cells: from_ascii(text), ..Text::default() };
        Element::Para(Para { text, keep: true, ..Para::default() })
    };
    let rows = Element::Rows(vec![from_ascii("BELOW"); 5]);
    for below in [para_element("BELOW"), rows] {
        for lines in 10..26 {
            let mut elements: Vec<Element> = (0..lines).map(|_| para_element("LINE")).collect();
            elements.extend([Element::Blank, heading("HEAD"), Element::Blank, heading("SECOND")]);
            elements.extend([Element::Blank, below.clone()]);
            let pages = lay_out_ascii(test_settings(28, true), &elements);
            let has = |page: &Vec<String>, word: &str| page.iter().any(|row| row.trim_start() == word);
            let page = pages.iter().find(|page| has(page, "HEAD")).unwrap();
            assert!(has(page, "SECOND") && has(page, "BELOW"), "{lines}: {page:?}");
        }
    }
}

fn any_element() -> impl Strategy<Value = Element> {
    let text = (
        prop::collection::vec(0_u8..64, 0..400),
        any::<(bool, bool)>(),
        0_usize..8,
        0_usize..8,
        prop::collection::vec(0_usize..400, 0..3),
    );
    prop_oneof![
        Just(Element::Blank),
        Just(Element::NewPage),
        "[0-9ivx]{0,6}".prop_map(Element::PrintPage),
        text.prop_map(|(cells, (centered, keep), first, runover, mut marks)| {
            for at in &mut marks {
                *at = (*at).min(cells.len());
            }
            marks.sort_unstable();
            let labels = marks.iter().map(ToString::to_string).collect();
            let marks = marks.into_iter().enumerate().map(|(n, at)| (at, n)).collect();
            Element::Para(Para {
                text: Text { cells, breaks: Vec::new(), marks },
                labels,
                places: Vec::new(),
                first,
                runover,
                centered,
                keep,
                keeps_spaces: false,
            })
        }),
        prop::collection::vec(prop::collection::vec(1_u8..64, 0..18), 0..40).prop_map(Element::Rows),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_elements_keep_the_geometry(elements in prop::collection::vec(any_element(), 0..20), cells in prop::sample::select(vec![18_u16, 20, 28, 32, 40, 80]), paper: bool) {
        let pages = lay_out_ascii(test_settings(cells, paper), &elements);
        for page in &pages {
            prop_assert!(!paper || page.len() == LINES_PER_PAGE);
            prop_assert!(page.iter().all(|row| row.len() <= usize::from(cells)));
        }
        let wanted: usize = elements.iter().map(|element| match element {
            Element::Para(para) => para.text.cells.iter().filter(|cell| **cell != 0).count(),
            Element::Rows(rows) => rows.concat().len(),
            _ => 0,
        }).sum();
        let written: usize = pages.concat().concat().bytes().filter(|byte| *byte != b' ').count();
        prop_assert!(written >= wanted);
    }
}
