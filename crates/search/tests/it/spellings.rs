//! Other spellings of words that find nothing: from the titles that the caller may see, and from nothing
//! else.

use domain::access::View;
use domain::fixtures::lab;
use domain::titles::TitleStatus;

use crate::support::{Shelf, book, by, changed, guest};

fn spellings(shelf: &Shelf, text: &str) -> Vec<String> {
    shelf.index.spellings(&guest(), text).unwrap()
}

#[test]
fn a_word_that_no_title_has_is_replaced_in_place() {
    let shelf = Shelf::of([by(1, "The Elephant Mountain", &["Agatha Christie"]), book(2, "Fox")]);
    assert_eq!(spellings(&shelf, "the elefant mountain!"), ["the elephant mountain!"], "two letters");
    assert_eq!(spellings(&shelf, "Agata, Cristie"), ["agatha, christie"]);
    assert_eq!(spellings(&shelf, "fux"), ["fox"], "one letter in a short word");
    assert_eq!(spellings(&shelf, "feg elephant"), Vec::<String>::new(), "two are too many");
}

#[test]
fn nearer_words_come_first_then_those_of_more_titles() {
    let shelf =
        Shelf::of([book(1, "Mountain"), book(2, "Fountain"), book(3, "Fountain"), book(4, "Captains")]);
    assert_eq!(spellings(&shelf, "ountain"), ["fountain", "mountain"]);
    assert_eq!(spellings(&shelf, "kaptain"), ["captains"], "with two letters, as nothing is nearer");
}

#[test]
fn a_word_of_few_titles_may_be_meant_as_one_of_many() {
    let mut titles: Vec<_> = (2..6).map(|id| book(id, "Harbor")).collect();
    titles.push(book(1, "Harber"));
    let shelf = Shelf::of(titles);
    assert_eq!(spellings(&shelf, "harber"), ["harbor"]);
    assert_eq!(spellings(&shelf, "harbor"), Vec::<String>::new(), "and not the other way round");
}

#[test]
fn numbers_and_what_is_too_short_stay() {
    let shelf = Shelf::of([book(1, "Sea 1984 ox")]);
    for text in ["1985", "ax", "", "--", "978-0-306-40615-4"] {
        assert_eq!(spellings(&shelf, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn words_of_titles_that_the_caller_may_not_see_are_never_suggested() {
    let shelf = Shelf::of([
        changed(book(1, "Elephants"), |it| it.site = lab()),
        changed(book(2, "Elephant"), |it| it.status = TitleStatus::Withdrawn),
        changed(book(3, "Elephant"), |it| it.metadata.adult_content = true),
        book(4, "Elephanting"),
    ]);
    let minor = View { hide_adult: true, ..guest() };
    // The stem of a hidden word finds a visible title; the word itself is hidden all the same.
    assert_eq!(shelf.index.spellings(&minor, "elephxnt").unwrap(), Vec::<String>::new());
    assert_eq!(spellings(&shelf, "elephxnt"), ["elephant"], "who may see it, is helped");
    let lab = View { site: Some(lab()), ..guest() };
    assert_eq!(shelf.index.spellings(&lab, "elephxnts").unwrap(), ["elephants"]);
}

#[test]
fn long_texts_cost_a_bounded_number_of_spellings() {
    let titles = ["Mountain", "Fountain", "Mounting", "Harbor", "Harper", "Barber"];
    let shelf = Shelf::of((1..).zip(titles).map(|(id, title)| book(id, title)));
    let text = "ountain harbr ".repeat(100);
    let found = spellings(&shelf, &text);
    assert!(found.len() <= search::Index::SPELLINGS, "{found:?}");
}
