//! The most frequent authors and categories of a whole result.

use domain::capabilities::Capabilities;
use domain::categories::Category;
use domain::formats::Format;
use domain::wire::WireEnum as _;
use search::TitleSearch;

use crate::support::{Shelf, book, by, changed, everything, in_categories, in_language, keyword};

fn counts(facets: &[(String, u64)]) -> Vec<(&str, u64)> {
    facets.iter().map(|(name, count)| (name.as_str(), *count)).collect()
}

#[test]
fn authors_are_counted_over_the_whole_result_highest_first() {
    let shelf = Shelf::of([
        by(1, "Alpha", &["Jane Austen"]),
        by(2, "Alpha", &["Jane Austen", "Ann Other", "Ann Other"]),
        by(3, "Alpha", &["Émile Zola", "Jane Austen"]),
        by(4, "Beta", &["Ann Other"]),
    ]);
    let page = shelf.page(&TitleSearch { facets: true, limit: 1, ..keyword("alpha") });
    assert_eq!(counts(&page.facets.authors), [("Jane Austen", 3), ("Ann Other", 1), ("Émile Zola", 1)]);
    let next = TitleSearch { facets: true, limit: 1, after: page.next.clone(), ..keyword("alpha") };
    assert_eq!(shelf.page(&next).facets.authors, page.facets.authors, "the same on every page");
    let plain = shelf.page(&TitleSearch { limit: 1, ..keyword("alpha") });
    assert!(plain.facets.authors.is_empty() && plain.facets.categories.is_empty());
}

#[test]
fn a_facet_leads_to_as_many_titles_as_it_says() {
    let shelf = Shelf::of([
        by(1, "Alpha", &["Jane Austen"]),
        by(2, "Beta", &["Jane Austen"]),
        by(3, "Alpha", &["JANE AUSTEN"]),
    ]);
    let page = shelf.page(&TitleSearch { facets: true, ..everything() });
    for (name, count) in page.facets.authors {
        assert_eq!(shelf.with(|it| it.conditions.author_filter = Some(name)).len() as u64, count);
    }
}

#[test]
fn categories_of_both_kinds_are_counted_by_name() {
    let shelf = Shelf::of([
        in_categories(1, &["Travel", "History"]),
        changed(book(2, "A book"), |it| {
            it.metadata.categories = vec![
                Category::service("Travel"),
                Category::bisac("TRV000000", "TRAVEL / General"),
                Category::bisac("TRV000000", "Travel"),
            ];
        }),
    ]);
    let page = shelf.page(&TitleSearch { facets: true, ..everything() });
    assert_eq!(counts(&page.facets.categories), [("Travel", 2), ("History", 1), ("TRAVEL / General", 1)]);
    assert_eq!(page.facets.bisac, ["TRAVEL / General"], "the other names are the library's own");
}

#[test]
fn there_are_ten_at_most() {
    let shelf = Shelf::of((1..=12).map(|id| by(id, "Book", &[&format!("Author {id:02}")])));
    let page = shelf.page(&TitleSearch { facets: true, ..everything() });
    assert_eq!(page.facets.authors.len(), 10);
    assert_eq!(page.facets.authors[9].0, "Author 10");
    assert!(page.facets.categories.is_empty());
}

#[test]
fn a_search_may_ask_for_another_number_of_categories() {
    let names: Vec<String> = (0..120).map(|at| format!("Category {at:03}")).collect();
    let shelf = Shelf::of((0..120).map(|at| {
        let mut own = by(at, "Book", &[&format!("Author {at:03}")]);
        own.metadata.categories = vec![Category::service(&names[usize::try_from(at).unwrap()])];
        own
    }));
    let found = |search: TitleSearch| shelf.page(&TitleSearch { facets: true, ..search }).facets;
    assert_eq!(found(everything()).categories.len(), 10);
    for (category_limit, expected) in [(0, 1), (3, 3), (40, 40), (usize::MAX, TitleSearch::MOST_CATEGORIES)] {
        let facets = found(TitleSearch { category_limit, ..everything() });
        let known: Vec<&String> = facets.categories.iter().map(|(name, _)| name).collect();
        assert_eq!(known, names[..expected].iter().collect::<Vec<_>>(), "{category_limit}");
        assert_eq!(facets.authors.len(), 10);
    }
}

#[test]
fn names_are_counted_alike_in_few_titles_and_in_many() {
    let mut shelf = Shelf::of((0..40).map(|id| {
        let people: Vec<String> = (0..id % 13).map(|n| format!("Author {:02}", (id + n) % 30)).collect();
        by(
            id,
            if id == 7 { "Rare" } else { "Common" },
            &people.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    }));
    shelf.put((100..2000).map(|id| by(id, "Other", &[&format!("Somebody {id}")])));
    let facets = |text| shelf.page(&TitleSearch { facets: true, ..keyword(text) }).facets.authors;
    assert_eq!(counts(&facets("rare")).len(), 7, "each once");
    assert!(facets("rare").iter().all(|(_, count)| *count == 1));
    for (name, count) in [facets("common"), facets("other"), facets("rare")].concat() {
        let of = |word: &str| {
            let mut search = keyword(word);
            search.conditions.author_filter = Some(name.clone());
            shelf.ids(&search).len()
        };
        assert!(["common", "other", "rare"].iter().any(|word| of(word) as u64 == count), "{name}: {count}");
    }
    assert_eq!(facets("other")[..2], [("Somebody 100".to_owned(), 1), ("Somebody 1000".to_owned(), 1)]);
}

#[test]
fn languages_and_formats_lead_to_as_many_titles_as_they_say() {
    let shelf = Shelf::of([
        in_language(1, "Alpha", "eng"),
        in_language(2, "Alpha", "fra"),
        changed(in_language(3, "Alpha", "eng"), |it| it.metadata.languages.push("fra".into())),
        changed(in_language(4, "Beta", "spa"), |it| it.artifacts.clear()),
    ]);
    let search = TitleSearch { kinds: true, limit: 1, ..keyword("alpha") };
    let page = shelf.page(&search);
    assert_eq!(counts(&page.facets.languages), [("eng", 2), ("fra", 2)]);
    let next = TitleSearch { after: page.next.clone(), ..search };
    assert_eq!(shelf.page(&next).facets.languages, page.facets.languages, "the same on every page");

    for can in [Capabilities::ALL, Capabilities::NONE] {
        let page = shelf.page(&TitleSearch { kinds: true, can, ..everything() });
        for (code, count) in page.facets.languages {
            assert_eq!(shelf.with(|it| it.conditions.language = Some(code)).len() as u64, count);
        }
        for format in Format::ALL {
            let count =
                page.facets.formats.iter().find(|(of, _)| of == format).map_or(0, |(_, count)| *count);
            let found = shelf.with(|it| (it.conditions.formats, it.can) = (vec![*format], can));
            assert_eq!(found.len() as u64, count, "{format} {can:?}");
        }
    }
    assert!(shelf.page(&everything()).facets.languages.is_empty(), "not asked for");
}
