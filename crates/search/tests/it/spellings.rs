//! Other spellings of words that find nothing: from the titles that the caller may see, and from nothing
//! else.

use domain::TitleStatus;
use domain::access::View;
use domain::fixtures::lab;

use crate::support::{TestShelf, changed_title, english_title, guest_view, title_by};

fn suggest(shelf: &TestShelf, text: &str) -> Vec<String> {
    shelf.index.suggest_spellings(&guest_view(), text).unwrap()
}

#[test]
fn a_word_that_no_title_has_is_replaced_in_place() {
    let shelf = TestShelf::with_titles([
        title_by(1, "The Elephant Mountain", &["Agatha Christie"]),
        english_title(2, "Fox"),
    ]);
    assert_eq!(suggest(&shelf, "the elefant mountain!"), ["the elephant mountain!"], "two letters");
    assert_eq!(suggest(&shelf, "Agata, Cristie"), ["agatha, christie"]);
    assert_eq!(suggest(&shelf, "fux"), ["fox"], "one letter in a short word");
    assert_eq!(suggest(&shelf, "feg elephant"), Vec::<String>::new(), "two are too many");
}

#[test]
fn nearer_words_come_first_then_those_of_more_titles() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Mountain"),
        english_title(2, "Fountain"),
        english_title(3, "Fountain"),
        english_title(4, "Captains"),
    ]);
    assert_eq!(suggest(&shelf, "ountain"), ["fountain", "mountain"]);
    assert_eq!(suggest(&shelf, "kaptain"), ["captains"], "with two letters, as nothing is nearer");
}

#[test]
fn a_word_of_few_titles_may_be_meant_as_one_of_many() {
    let mut titles: Vec<_> = (2..6).map(|id| english_title(id, "Harbor")).collect();
    titles.push(english_title(1, "Harber"));
    let shelf = TestShelf::with_titles(titles);
    assert_eq!(suggest(&shelf, "harber"), ["harbor"]);
    assert_eq!(suggest(&shelf, "harbor"), Vec::<String>::new(), "and not the other way round");
}

#[test]
fn numbers_and_what_is_too_short_stay() {
    let shelf = TestShelf::with_titles([english_title(1, "Sea 1984 ox")]);
    for text in ["1985", "ax", "", "--", "978-0-306-40615-4"] {
        assert_eq!(suggest(&shelf, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn words_of_titles_that_the_caller_may_not_see_are_never_suggested() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "Elephants"), |it| it.site = lab()),
        changed_title(english_title(2, "Elephant"), |it| it.status = TitleStatus::Withdrawn),
        changed_title(english_title(3, "Elephant"), |it| it.metadata.adult_content = true),
        english_title(4, "Elephanting"),
    ]);
    let minor = View { hide_adult: true, ..guest_view() };
    // The stem of a hidden word finds a visible title; the word itself is hidden all the same.
    assert_eq!(shelf.index.suggest_spellings(&minor, "elephxnt").unwrap(), Vec::<String>::new());
    assert_eq!(suggest(&shelf, "elephxnt"), ["elephant"], "who may see it, is helped");
    let lab = View { site: Some(lab()), ..guest_view() };
    assert_eq!(shelf.index.suggest_spellings(&lab, "elephxnts").unwrap(), ["elephants"]);
}

#[test]
fn long_texts_cost_a_bounded_number_of_spellings() {
    let titles = ["Mountain", "Fountain", "Mounting", "Harbor", "Harper", "Barber"];
    let shelf = TestShelf::with_titles((1..).zip(titles).map(|(id, title)| english_title(id, title)));
    let text = "ountain harbr ".repeat(100);
    let found = suggest(&shelf, &text);
    assert!(found.len() <= search::Index::MAX_SPELLINGS, "{found:?}");
}
