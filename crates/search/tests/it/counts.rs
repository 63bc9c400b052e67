//! Titles of a view, and of each category.

use domain::access::View;
use domain::categories::{Category, CategoryType};
use domain::fixtures::lab;
use domain::titles::TitleStatus;

use crate::support::{Shelf, book, changed, guest, in_categories};

#[test]
fn categories_are_listed_by_name_with_the_titles_that_the_caller_sees() {
    let mut shelf = Shelf::of([
        in_categories(1, &["Travel", "Art"]),
        in_categories(2, &["Travel"]),
        changed(in_categories(3, &["Secret"]), |it| it.site = lab()),
        changed(in_categories(4, &["Old"]), |it| it.status = TitleStatus::Withdrawn),
        changed(book(5, "Five"), |it| {
            it.metadata.categories = vec![Category::bisac("ART000000", "ART / General")];
        }),
    ]);
    let listed = |shelf: &Shelf, view: &View, kind| shelf.index.category_counts(view, kind).unwrap();
    let service = listed(&shelf, &guest(), CategoryType::Service);
    assert_eq!(service, [("Art".to_owned(), 1), ("Travel".to_owned(), 2)]);
    assert_eq!(listed(&shelf, &guest(), CategoryType::Bisac), [("ART / General".to_owned(), 1)]);
    let own = View { site: Some(lab()), ..guest() };
    assert_eq!(listed(&shelf, &own, CategoryType::Service), [("Secret".to_owned(), 1)]);

    shelf.remove([1]);
    assert_eq!(listed(&shelf, &guest(), CategoryType::Service), [("Travel".to_owned(), 1)]);
}

#[test]
fn titles_are_counted_as_changes_are_committed() {
    let mut shelf = Shelf::of([book(1, "One"), book(2, "Two")]);
    assert_eq!(shelf.index.count(&guest()).unwrap(), 2);
    shelf.put([book(2, "Two again"), book(3, "Three")]);
    assert_eq!(shelf.index.count(&guest()).unwrap(), 3);
    shelf.remove([1, 2]);
    assert_eq!(shelf.index.count(&guest()).unwrap(), 1);
    assert_eq!(shelf.index.len(), 1);
}
