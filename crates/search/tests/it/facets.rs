//! The most frequent authors and categories of a whole result.

use domain::wire::WireEnum as _;
use domain::{Capabilities, Category, Format};
use search::TitleSearch;

use crate::support::{
    TestShelf, changed_title, english_title, keyword_search, search_everything, title_by,
    title_in_categories, title_in_language,
};

fn to_counts(facets: &[(String, u64)]) -> Vec<(&str, u64)> {
    facets.iter().map(|(name, count)| (name.as_str(), *count)).collect()
}

#[test]
fn authors_are_counted_over_the_whole_result_highest_first() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Alpha", &["Jane Austen"]),
        title_by(2, "Alpha", &["Jane Austen", "Ann Other", "Ann Other"]),
        title_by(3, "Alpha", &["Émile Zola", "Jane Austen"]),
        title_by(4, "Beta", &["Ann Other"]),
    ]);
    let page = shelf.search(&TitleSearch { facets: true, limit: 1, ..keyword_search("alpha") });
    assert_eq!(to_counts(&page.facets.authors), [("Jane Austen", 3), ("Ann Other", 1), ("Émile Zola", 1)]);
    let next = TitleSearch { facets: true, limit: 1, after: page.next.clone(), ..keyword_search("alpha") };
    assert_eq!(shelf.search(&next).facets.authors, page.facets.authors, "the same on every page");
    let plain = shelf.search(&TitleSearch { limit: 1, ..keyword_search("alpha") });
    assert!(plain.facets.authors.is_empty() && plain.facets.categories.is_empty());
}

#[test]
fn a_facet_leads_to_as_many_titles_as_it_says() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Alpha", &["Jane Austen"]),
        title_by(2, "Beta", &["Jane Austen"]),
        title_by(3, "Alpha", &["JANE AUSTEN"]),
    ]);
    let page = shelf.search(&TitleSearch { facets: true, ..search_everything() });
    for (name, count) in page.facets.authors {
        assert_eq!(
            shelf.changed_search_ids(|it| it.conditions.author_filter = Some(name)).len() as u64,
            count
        );
    }
}

#[test]
fn categories_of_both_kinds_are_counted_by_name() {
    let shelf = TestShelf::with_titles([
        title_in_categories(1, &["Travel", "History"]),
        changed_title(english_title(2, "A book"), |it| {
            it.metadata.categories = vec![
                Category::service("Travel"),
                Category::bisac("TRV000000", "TRAVEL / General"),
                Category::bisac("TRV000000", "Travel"),
            ];
        }),
    ]);
    let page = shelf.search(&TitleSearch { facets: true, ..search_everything() });
    assert_eq!(to_counts(&page.facets.categories), [("Travel", 2), ("History", 1), ("TRAVEL / General", 1)]);
    assert_eq!(page.facets.bisac, ["TRAVEL / General"], "the other names are the library's own");
}

#[test]
fn a_facet_has_at_most_ten_values() {
    let shelf =
        TestShelf::with_titles((1..=12).map(|id| title_by(id, "Book", &[&format!("Author {id:02}")])));
    let page = shelf.search(&TitleSearch { facets: true, ..search_everything() });
    assert_eq!(page.facets.authors.len(), 10);
    assert_eq!(page.facets.authors[9].0, "Author 10");
    assert!(page.facets.categories.is_empty());
}

#[test]
fn a_search_may_ask_for_another_number_of_categories() {
    let names: Vec<String> = (0..120).map(|at| format!("Category {at:03}")).collect();
    let shelf = TestShelf::with_titles((0..120).map(|at| {
        let mut own = title_by(at, "Book", &[&format!("Author {at:03}")]);
        own.metadata.categories = vec![Category::service(&names[usize::try_from(at).unwrap()])];
        own
    }));
    let found = |search: TitleSearch| shelf.search(&TitleSearch { facets: true, ..search }).facets;
    assert_eq!(found(search_everything()).categories.len(), 10);
    for (category_limit, expected) in [(0, 1), (3, 3), (40, 40), (usize::MAX, TitleSearch::MAX_CATEGORIES)] {
        let facets = found(TitleSearch { category_limit, ..search_everything() });
        let known: Vec<&String> = facets.categories.iter().map(|(name, _)| name).collect();
        assert_eq!(known, names[..expected].iter().collect::<Vec<_>>(), "{category_limit}");
        assert_eq!(facets.authors.len(), 10);
    }
}

#[test]
fn names_are_counted_alike_in_few_titles_and_in_many() {
    let mut shelf = TestShelf::with_titles((0..40).map(|id| {
        let people: Vec<String> = (0..id % 13).map(|n| format!("Author {:02}", (id + n) % 30)).collect();
        title_by(
            id,
            if id == 7 { "Rare" } else { "Common" },
            &people.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    }));
    shelf.put_titles((100..2000).map(|id| title_by(id, "Other", &[&format!("Somebody {id}")])));
    let facets = |text| shelf.search(&TitleSearch { facets: true, ..keyword_search(text) }).facets.authors;
    assert_eq!(to_counts(&facets("rare")).len(), 7, "each once");
    assert!(facets("rare").iter().all(|(_, count)| *count == 1));
    for (name, count) in [facets("common"), facets("other"), facets("rare")].concat() {
        let of = |word: &str| {
            let mut search = keyword_search(word);
            search.conditions.author_filter = Some(name.clone());
            shelf.search_ids(&search).len()
        };
        assert!(["common", "other", "rare"].iter().any(|word| of(word) as u64 == count), "{name}: {count}");
    }
    assert_eq!(facets("other")[..2], [("Somebody 100".to_owned(), 1), ("Somebody 1000".to_owned(), 1)]);
}

#[test]
fn languages_and_formats_lead_to_as_many_titles_as_they_say() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "Alpha", "eng"),
        title_in_language(2, "Alpha", "fra"),
        changed_title(title_in_language(3, "Alpha", "eng"), |it| it.metadata.languages.push("fra".into())),
        changed_title(title_in_language(4, "Beta", "spa"), |it| it.artifacts.clear()),
    ]);
    let search = TitleSearch { format_facets: true, limit: 1, ..keyword_search("alpha") };
    let page = shelf.search(&search);
    assert_eq!(to_counts(&page.facets.languages), [("eng", 2), ("fra", 2)]);
    let next = TitleSearch { after: page.next.clone(), ..search };
    assert_eq!(shelf.search(&next).facets.languages, page.facets.languages, "the same on every page");

    for can in [Capabilities::ALL, Capabilities::NONE] {
        let page = shelf.search(&TitleSearch { format_facets: true, can, ..search_everything() });
        for (code, count) in page.facets.languages {
            assert_eq!(
                shelf.changed_search_ids(|it| it.conditions.language = Some(code)).len() as u64,
                count
            );
        }
        for format in Format::ALL {
            let count =
                page.facets.formats.iter().find(|(of, _)| of == format).map_or(0, |(_, count)| *count);
            let found = shelf.changed_search_ids(|it| (it.conditions.formats, it.can) = (vec![*format], can));
            assert_eq!(found.len() as u64, count, "{format} {can:?}");
        }
    }
    assert!(shelf.search(&search_everything()).facets.languages.is_empty(), "not asked for");
}
