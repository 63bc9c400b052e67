//! Orders, and pages of them.

use domain::fixtures::days_ago;
use domain::{Contributor, ContributorType, Title};
use search::{Cursor, Error, Sort, TitleSearch};

use crate::support::{
    TestShelf, changed_title, english_title, ids_of, search_everything, title_by, title_in_language,
};

fn sorted_ids(shelf: &TestShelf, sort: Sort, descending: bool) -> Vec<i64> {
    shelf.search_ids(&TitleSearch { sort, descending, ..search_everything() })
}

#[test]
fn titles_sort_without_the_article_of_their_language() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "The Zebra", "eng"),
        title_in_language(2, "Die Ameise", "ger"),
        title_in_language(3, "Die Hard", "eng"),
        title_in_language(4, "L’Éléphant", "fre"),
        title_in_language(5, "élan", "fre"),
        title_in_language(6, "Zebra", "eng"),
    ]);
    assert_eq!(sorted_ids(&shelf, Sort::Title, false), [2, 3, 5, 4, 1, 6]);
    assert_eq!(
        sorted_ids(&shelf, Sort::Title, true),
        [1, 6, 4, 5, 3, 2],
        "ties by number in both directions"
    );
}

#[test]
fn authors_sort_by_the_index_name_of_the_first_and_titles_without_come_last() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Without"),
        title_by(2, "Two", &["Zadie Adams", "Aaron Aalto"]),
        title_by(3, "Three", &["Émile Zola"]),
        changed_title(english_title(4, "Four"), |it| {
            it.metadata.contributors = vec![
                Contributor::new(ContributorType::Editor, "Aaron Aalto"),
                Contributor::new(ContributorType::Author, "Étienne Bézout"),
            ];
        }),
        title_by(5, "Five", &["Homer"]),
    ]);
    assert_eq!(sorted_ids(&shelf, Sort::Author, false), [2, 4, 5, 3, 1]);
    assert_eq!(sorted_ids(&shelf, Sort::Author, true), [3, 5, 4, 2, 1]);
}

#[test]
fn dates_and_years_sort_with_absent_ones_last() {
    let dated = |id, days: Option<i64>, year| {
        changed_title(english_title(id, "Book"), |it| {
            it.dates.published = days.map(days_ago);
            it.dates.updated = days_ago(id);
            it.metadata.copyright_date = year;
        })
    };
    let shelf = TestShelf::with_titles([
        dated(1, None, Some(1999)),
        dated(2, Some(5), None),
        dated(3, Some(9), Some(-400)),
        dated(4, None, None),
        dated(5, Some(-3), Some(2024)),
    ]);
    assert_eq!(sorted_ids(&shelf, Sort::DateAdded, false), [3, 2, 5, 1, 4]);
    assert_eq!(sorted_ids(&shelf, Sort::DateAdded, true), [5, 2, 3, 1, 4]);
    assert_eq!(sorted_ids(&shelf, Sort::CopyrightDate, false), [3, 1, 5, 2, 4]);
    assert_eq!(sorted_ids(&shelf, Sort::CopyrightDate, true), [5, 1, 3, 2, 4]);
    assert_eq!(sorted_ids(&shelf, Sort::UpdatedDate, false), [5, 4, 3, 2, 1]);
    assert_eq!(sorted_ids(&shelf, Sort::UpdatedDate, true), [1, 2, 3, 4, 5]);
}

#[test]
fn a_cursor_fits_another_limit_and_goes_through_text() {
    let shelf = TestShelf::with_titles((1..=30).map(|id| english_title(id, &format!("Book {}", id % 7))));
    let all = sorted_ids(&shelf, Sort::Title, false);
    let first = shelf.search(&TitleSearch { sort: Sort::Title, limit: 4, ..search_everything() });
    let text = serde_json::to_string(&first.next).unwrap();
    let after: Option<Cursor> = serde_json::from_str(&text).unwrap();
    let second = shelf.search(&TitleSearch { sort: Sort::Title, limit: 11, after, ..search_everything() });
    assert_eq!([ids_of(&first), ids_of(&second)].concat(), all[..15]);
    assert_eq!((first.total, second.total), (30, 30));
}

#[test]
fn the_last_page_has_no_next() {
    let shelf = TestShelf::with_titles((1..=4).map(|id| english_title(id, "Book")));
    let page = |limit| shelf.search(&TitleSearch { limit, ..search_everything() });
    assert!(page(3).next.is_some());
    assert!(page(4).next.is_none());
    assert!(page(5).next.is_none());
}

#[test]
fn a_cursor_stays_right_when_titles_come_and_go() {
    let named = |id: i64, name: &str| english_title(id, name);
    let mut shelf =
        TestShelf::with_titles([named(1, "b"), named(2, "d"), named(3, "f"), named(4, "h"), named(5, "j")]);
    let search = TitleSearch { sort: Sort::Title, limit: 2, ..search_everything() };
    let first = shelf.search(&search);
    assert_eq!(ids_of(&first), [1, 2]);
    shelf.put_titles([named(6, "a"), named(7, "c"), named(8, "e"), named(9, "g")]);
    shelf.remove_titles([2]);
    let second = shelf.search(&TitleSearch { after: first.next, ..search.clone() });
    assert_eq!(ids_of(&second), [8, 3], "after the place of a title that is gone");
    let third = shelf.search(&TitleSearch { after: second.next, ..search });
    assert_eq!(ids_of(&third), [9, 4]);
}

#[test]
fn a_cursor_of_another_order_is_refused() {
    let shelf = TestShelf::with_titles((1..=4).map(|id| english_title(id, "Book")));
    let search = TitleSearch { sort: Sort::Title, limit: 2, ..search_everything() };
    let after = shelf.search(&search).next;
    for (sort, descending) in [(Sort::Author, false), (Sort::Title, true)] {
        let other = TitleSearch { sort, descending, after: after.clone(), ..search.clone() };
        assert!(matches!(shelf.index.search(&other), Err(Error::CursorMismatch)));
    }
}

#[test]
fn long_titles_that_differ_late_still_page_each_once() {
    let long = "word ".repeat(100);
    let shelf = TestShelf::with_titles((1..=9).map(|id| english_title(id, &format!("{long}{}", 10 - id))));
    let mut search = TitleSearch { sort: Sort::Title, limit: 2, ..search_everything() };
    let mut seen = Vec::new();
    loop {
        let page = shelf.search(&search);
        seen.extend(ids_of(&page));
        search.after = page.next;
        if search.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, (1..=9).collect::<Vec<_>>());
}

/// A title that shares its name and its date with others, or has no date.
fn title_with_shared_date(id: i64) -> Title {
    changed_title(english_title(id, &format!("Book {}", id % 5)), |it| {
        it.metadata.copyright_date = (id % 4 > 0).then_some(2000 + i16::try_from(id % 4).unwrap());
    })
}

#[test]
fn going_back_shows_the_pages_that_were_shown_before() {
    let shelf = TestShelf::with_titles((1..=23).map(title_with_shared_date));
    for sort in Sort::ALL {
        for descending in [false, true] {
            let search = TitleSearch { sort, descending, limit: 4, ..search_everything() };
            let mut pages = vec![shelf.search(&search)];
            while let Some(after) = pages.last().and_then(|page| page.next.clone()) {
                pages.push(shelf.search(&TitleSearch { after: Some(after), ..search.clone() }));
            }
            assert_eq!(pages[0].previous, None, "{sort:?}");
            for two in pages.windows(2) {
                let back = TitleSearch { after: two[1].previous.clone(), backward: true, ..search.clone() };
                let back = shelf.search(&back);
                assert_eq!((ids_of(&back), back.total), (ids_of(&two[0]), 23), "{sort:?} {descending}");
                assert_eq!((&back.next, &back.previous), (&two[0].next, &two[0].previous));
            }
            let last = shelf.search(&TitleSearch { backward: true, ..search.clone() });
            let all: Vec<i64> = pages.iter().flat_map(ids_of).collect();
            assert_eq!(ids_of(&last), all[19..], "the last page is full");
            assert_eq!(last.next, None);
            let before = shelf.search(&TitleSearch { after: last.previous, backward: true, ..search });
            assert_eq!(ids_of(&before), all[15..19]);
        }
    }
}

#[test]
fn a_forged_cursor_does_no_harm() {
    let shelf = TestShelf::with_titles((1..=4).map(|id| english_title(id, "Book")));
    for sort in Sort::ALL {
        for descending in [false, true] {
            let mut search = TitleSearch { sort, descending, limit: 2, ..search_everything() };
            let honest = serde_json::to_value(shelf.search(&search).next).unwrap();
            for value in
                ["{\"n\":9223372036854775807}", "{\"n\":-9223372036854775808}", "{\"t\":\"\"}", "\"0\""]
            {
                let mut forged = honest.clone();
                forged["v"] = serde_json::from_str(value).unwrap();
                search.after = Some(serde_json::from_value(forged).unwrap());
                assert_eq!(shelf.search(&search).total, 4);
                assert_eq!(shelf.search(&TitleSearch { backward: true, ..search.clone() }).total, 4);
            }
        }
    }
}
