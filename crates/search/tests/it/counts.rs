//! Titles of a view, and of each category.

use domain::access::View;
use domain::fixtures::lab;
use domain::{Category, CategoryType, TitleStatus};

use crate::support::{TestShelf, changed_title, english_title, guest_view, title_in_categories};

#[test]
fn categories_are_listed_by_name_with_the_titles_that_the_caller_sees() {
    let mut shelf = TestShelf::with_titles([
        title_in_categories(1, &["Travel", "Art"]),
        title_in_categories(2, &["Travel"]),
        changed_title(title_in_categories(3, &["Secret"]), |it| it.site = lab()),
        changed_title(title_in_categories(4, &["Old"]), |it| it.status = TitleStatus::Withdrawn),
        changed_title(english_title(5, "Five"), |it| {
            it.metadata.categories = vec![Category::bisac("ART000000", "ART / General")];
        }),
    ]);
    let listed = |shelf: &TestShelf, view: &View, kind| shelf.index.count_categories(view, kind).unwrap();
    let service = listed(&shelf, &guest_view(), CategoryType::Service);
    assert_eq!(service, [("Art".to_owned(), 1), ("Travel".to_owned(), 2)]);
    assert_eq!(listed(&shelf, &guest_view(), CategoryType::Bisac), [("ART / General".to_owned(), 1)]);
    let own = View { site: Some(lab()), ..guest_view() };
    assert_eq!(listed(&shelf, &own, CategoryType::Service), [("Secret".to_owned(), 1)]);

    shelf.remove_titles([1]);
    assert_eq!(listed(&shelf, &guest_view(), CategoryType::Service), [("Travel".to_owned(), 1)]);
}

#[test]
fn titles_are_counted_as_changes_are_committed() {
    let mut shelf = TestShelf::with_titles([english_title(1, "One"), english_title(2, "Two")]);
    assert_eq!(shelf.index.count_titles(&guest_view()).unwrap(), 2);
    shelf.put_titles([english_title(2, "Two again"), english_title(3, "Three")]);
    assert_eq!(shelf.index.count_titles(&guest_view()).unwrap(), 3);
    shelf.remove_titles([1, 2]);
    assert_eq!(shelf.index.count_titles(&guest_view()).unwrap(), 1);
    assert_eq!(shelf.index.len(), 1);
}
