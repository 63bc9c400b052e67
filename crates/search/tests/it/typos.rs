//! One typing error is tolerated in longer words when nothing else matches.

use domain::titles::ContentType;
use search::{Criteria, TitleSearch};

use crate::support::{NONE, Shelf, book, by, changed, fields, keyword};

fn shelf() -> Shelf {
    Shelf::of([
        by(1, "The Elephant Mountain", &["Agatha Christie"]),
        book(2, "Elegant Fountain"),
        changed(book(3, "Bread"), |it| it.metadata.isbn13 = Some("9780306406157".into())),
    ])
}

#[test]
fn one_letter_may_be_wrong_missing_too_much_or_exchanged() {
    for text in ["elephxnt", "elphant", "elepphant", "elehpant", "Élephont"] {
        assert_eq!(shelf().keyword(text), [1], "{text}");
    }
    assert_eq!(shelf().keyword("agata cristie"), [1], "one in each word");
}

#[test]
fn two_errors_in_a_word_are_too_many() {
    assert_eq!(shelf().keyword("elefnt"), NONE);
}

#[test]
fn short_words_and_numbers_must_be_right() {
    assert_eq!(shelf().keyword("brea"), NONE);
    assert_eq!(shelf().keyword("broad"), [3]);
    assert_eq!(shelf().keyword("9780306406154"), NONE);
}

#[test]
fn what_matches_as_it_is_written_is_not_widened() {
    let shelf = Shelf::of([book(1, "Mountain"), book(2, "Fountain")]);
    assert_eq!(shelf.keyword("mountain"), [1]);
    assert_eq!(shelf.keyword("moumtain"), [1]);
    assert_eq!(shelf.keyword("ountain"), [1, 2]);
}

#[test]
fn a_right_word_stays_next_to_a_wrong_one() {
    let shelf = Shelf::of([book(1, "Mountain elephants"), book(2, "Fountain elephants")]);
    assert_eq!(shelf.keyword("mountain elefants"), NONE);
    assert_eq!(
        shelf.keyword("mountain elephsnts"),
        [1, 2],
        "each longer word may be mistyped, the right one first"
    );
}

#[test]
fn filters_that_leave_nothing_do_not_make_a_word_wrong() {
    let shelf = Shelf::of([
        book(1, "Mountain"),
        changed(book(2, "Fountain"), |it| it.content_type = ContentType::MusicScore),
    ]);
    let music = |text: &str| {
        let mut search = keyword(text);
        search.conditions.content_type = Some(ContentType::MusicScore);
        shelf.ids(&search)
    };
    assert_eq!(music("mountain"), NONE);
    assert_eq!(music("moumtain"), NONE);
    assert_eq!(music("fountin"), [2]);
}

#[test]
fn single_fields_are_tolerant_too() {
    assert_eq!(shelf().ids(&fields(|it| it.title = Some("elephent".into()))), [1]);
    assert_eq!(shelf().ids(&fields(|it| it.authors = vec!["christy agatha".into()])), NONE);
    assert_eq!(shelf().ids(&fields(|it| it.authors = vec!["cristie agatha".into()])), [1]);
}

#[test]
fn the_next_page_reads_the_words_as_the_first_did() {
    let mut shelf = Shelf::of((1..=4).map(|id| book(id, "Mountain")));
    let search = TitleSearch { limit: 2, ..keyword("mountian") };
    let first = shelf.page(&search);
    assert_eq!((first.total, first.next.is_some()), (4, true));
    shelf.put([book(9, "Mountian")]);
    let second = shelf.page(&TitleSearch { after: first.next, ..search.clone() });
    assert_eq!(crate::support::ids(&second), [3, 4]);
    assert_eq!(shelf.ids(&search), [9]);
    assert!(matches!(search.conditions.criteria, Criteria::Keyword(_)));
}

#[test]
fn the_same_mistyped_words_are_found_again_with_another_limit() {
    let shelf = Shelf::of((1..=4).map(|id| book(id, "Mountain")));
    for limit in [3, 2, 1, 4] {
        let page = shelf.page(&TitleSearch { limit, ..keyword("mountian") });
        assert_eq!((page.total, page.ids.len()), (4, limit));
    }
}
