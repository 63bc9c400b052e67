//! One typing error is tolerated in longer words when nothing else matches.

use domain::ContentType;
use search::{Criteria, TitleSearch};

use crate::support::{
    NO_TITLES, TestShelf, changed_title, english_title, fields_search, keyword_search, title_by,
};

fn sample_shelf() -> TestShelf {
    TestShelf::with_titles([
        title_by(1, "The Elephant Mountain", &["Agatha Christie"]),
        english_title(2, "Elegant Fountain"),
        changed_title(english_title(3, "Bread"), |it| it.metadata.isbn13 = Some("9780306406157".into())),
    ])
}

#[test]
fn one_letter_may_be_wrong_missing_too_much_or_exchanged() {
    for text in ["elephxnt", "elphant", "elepphant", "elehpant", "Élephont"] {
        assert_eq!(sample_shelf().keyword_ids(text), [1], "{text}");
    }
    assert_eq!(sample_shelf().keyword_ids("agata cristie"), [1], "one in each word");
}

#[test]
fn two_errors_in_a_word_are_too_many() {
    assert_eq!(sample_shelf().keyword_ids("elefnt"), NO_TITLES);
}

#[test]
fn short_words_and_numbers_must_be_right() {
    assert_eq!(sample_shelf().keyword_ids("brea"), NO_TITLES);
    assert_eq!(sample_shelf().keyword_ids("broad"), [3]);
    assert_eq!(sample_shelf().keyword_ids("9780306406154"), NO_TITLES);
}

#[test]
fn a_search_that_matches_exactly_is_not_widened() {
    let shelf = TestShelf::with_titles([english_title(1, "Mountain"), english_title(2, "Fountain")]);
    assert_eq!(shelf.keyword_ids("mountain"), [1]);
    assert_eq!(shelf.keyword_ids("moumtain"), [1]);
    assert_eq!(shelf.keyword_ids("ountain"), [1, 2]);
}

#[test]
fn a_right_word_stays_next_to_a_wrong_one() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Mountain elephants"),
        english_title(2, "Fountain elephants"),
    ]);
    assert_eq!(shelf.keyword_ids("mountain elefants"), NO_TITLES);
    assert_eq!(
        shelf.keyword_ids("mountain elephsnts"),
        [1, 2],
        "each longer word may be mistyped, the right one first"
    );
}

#[test]
fn filters_that_leave_nothing_do_not_make_a_word_wrong() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Mountain"),
        changed_title(english_title(2, "Fountain"), |it| it.content_type = ContentType::MusicScore),
    ]);
    let music = |text: &str| {
        let mut search = keyword_search(text);
        search.conditions.content_type = Some(ContentType::MusicScore);
        shelf.search_ids(&search)
    };
    assert_eq!(music("mountain"), NO_TITLES);
    assert_eq!(music("moumtain"), NO_TITLES);
    assert_eq!(music("fountin"), [2]);
}

#[test]
fn single_fields_are_tolerant_too() {
    assert_eq!(sample_shelf().search_ids(&fields_search(|it| it.title = Some("elephent".into()))), [1]);
    assert_eq!(
        sample_shelf().search_ids(&fields_search(|it| it.authors = vec!["christy agatha".into()])),
        NO_TITLES
    );
    assert_eq!(
        sample_shelf().search_ids(&fields_search(|it| it.authors = vec!["cristie agatha".into()])),
        [1]
    );
}

#[test]
fn the_next_page_reads_the_words_as_the_first_did() {
    let mut shelf = TestShelf::with_titles((1..=4).map(|id| english_title(id, "Mountain")));
    let search = TitleSearch { limit: 2, ..keyword_search("mountian") };
    let first = shelf.search(&search);
    assert_eq!((first.total, first.next.is_some()), (4, true));
    shelf.put_titles([english_title(9, "Mountian")]);
    let second = shelf.search(&TitleSearch { after: first.next, ..search.clone() });
    assert_eq!(crate::support::ids_of(&second), [3, 4]);
    assert_eq!(shelf.search_ids(&search), [9]);
    assert!(matches!(search.conditions.criteria, Criteria::Keyword(_)));
}

#[test]
fn mistyped_words_are_found_again_with_another_limit() {
    let shelf = TestShelf::with_titles((1..=4).map(|id| english_title(id, "Mountain")));
    for limit in [3, 2, 1, 4] {
        let page = shelf.search(&TitleSearch { limit, ..keyword_search("mountian") });
        assert_eq!((page.total, page.ids.len()), (4, limit));
    }
}
