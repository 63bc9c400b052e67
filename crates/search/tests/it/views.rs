//! Titles in a view: the search, the count and the rule for single titles agree
//! (docs/rules/search.md#rule-1, docs/rules/access.md#rule-24).

use std::collections::BTreeSet;
use std::num::NonZeroI64;

use domain::access::{View, ViewPlace};
use domain::fixtures::{account, lab, site};
use domain::sites::Sharing;
use domain::{Role, Title, TitleStatus};
use search::TitleSearch;

use crate::support::{NO_TITLES, TestShelf, changed_title, english_title, guest_view, keyword_search};

fn sample_titles() -> Vec<Title> {
    let territory = |id, countries: &[&str], states: &[&str], treaty| {
        changed_title(english_title(id, "Book"), |it| {
            it.territory.worldwide = false;
            it.territory.countries = countries.iter().map(|&code| code.into()).collect();
            it.territory.states = states.iter().map(|&code| code.into()).collect();
            it.territory.marrakesh_available = treaty;
        })
    };
    vec![
        english_title(1, "Own"),
        changed_title(english_title(2, "Of the other site"), |it| it.site = lab()),
        changed_title(english_title(3, "Shared with one"), |it| {
            it.site = lab();
            it.sharing = Sharing::Sites(BTreeSet::from([site()]));
        }),
        changed_title(english_title(4, "Shared with all"), |it| {
            it.site = "third".into();
            it.sharing = Sharing::All;
        }),
        changed_title(english_title(5, "For adults"), |it| it.metadata.adult_content = true),
        changed_title(english_title(6, "A document"), |it| {
            it.owner = Some(account("ada", Role::Individual).id);
        }),
        territory(7, &["US", "CA"], &[], false),
        territory(8, &["US"], &["US-CA", "US-NY"], false),
        territory(9, &[], &[], true),
        territory(10, &[], &[], false),
        changed_title(territory(11, &[], &["US-CA"], false), |it| it.territory.worldwide = true),
        changed_title(english_title(12, "Withdrawn"), |it| it.status = TitleStatus::Withdrawn),
    ]
}

fn visible_ids(shelf: &TestShelf, view: &View) -> Vec<i64> {
    let found = shelf.search_ids(&TitleSearch { limit: 100, ..TitleSearch::new(view.clone()) });
    assert_eq!(shelf.index.count_titles(view).unwrap(), found.len() as u64);
    let by_rule: Vec<i64> =
        sample_titles().iter().filter(|title| view.shows_title(title)).map(|title| title.id.0).collect();
    assert_eq!(found, by_rule, "{view:?}");
    found
}

#[test]
fn blocks_of_numbers_have_each_title_of_a_view_once() {
    let shelf = TestShelf::with_titles(sample_titles());
    for numbers in [1, 3, 5, 100] {
        let numbers = NonZeroI64::new(numbers).unwrap();
        let blocks = shelf.index.number_blocks(&guest_view(), numbers).unwrap();
        let mut found = Vec::new();
        for block in &blocks {
            let first = block.number * numbers.get();
            let titles =
                shelf.index.list_titles_between(&guest_view(), first..first + numbers.get()).unwrap();
            assert_eq!(titles.iter().map(|(_, updated)| *updated).max(), Some(block.updated));
            found.extend(titles.into_iter().map(|(id, _)| id.0));
        }
        assert_eq!(found, visible_ids(&shelf, &guest_view()), "{numbers}");
    }
    let (_, updated) = shelf.index.list_titles_between(&guest_view(), 1..2).unwrap()[0];
    assert_eq!(updated.as_second(), sample_titles()[0].dates.updated.as_second());
    assert_eq!(shelf.index.list_titles_between(&guest_view(), 500..600).unwrap(), []);
}

#[test]
fn counts_the_documents_of_a_search_before_it_runs() {
    let shelf = TestShelf::with_titles(
        (1..=40).map(|id| english_title(id, if id <= 3 { "A rare book" } else { "A book" })),
    );
    let cost = |search: &TitleSearch| shelf.index.documents_to_visit(search).unwrap();
    assert_eq!(cost(&TitleSearch::new(guest_view())), 40, "without words each title is visited");
    // A word and its stem are visited one after the other.
    assert!((40..=80).contains(&cost(&keyword_search("book"))));
    assert!((3..=6).contains(&cost(&keyword_search("rare book"))));
    assert_eq!(cost(&keyword_search("zebra")), 0);
    assert_eq!(cost(&keyword_search("...")), 0);
}

fn view_at(country: &str, state: Option<&str>) -> View {
    View { offered_at: Some(ViewPlace::new(country, state.map(Into::into))), ..guest_view() }
}

#[test]
fn a_site_sees_its_own_titles_and_what_is_shared_with_it() {
    let shelf = TestShelf::with_titles(sample_titles());
    assert_eq!(visible_ids(&shelf, &guest_view()), [1, 3, 4, 5, 7, 8, 9, 10, 11]);
    assert_eq!(visible_ids(&shelf, &View { shared: false, ..guest_view() }), [1, 5, 7, 8, 9, 10, 11]);
    assert_eq!(visible_ids(&shelf, &View { site: Some(lab()), ..guest_view() }), [2, 3, 4]);
    assert_eq!(visible_ids(&shelf, &View { site: Some(lab()), shared: false, ..guest_view() }), [2, 3]);
}

#[test]
fn an_administrator_sees_every_site_but_no_documents() {
    let shelf = TestShelf::with_titles(sample_titles());
    assert_eq!(visible_ids(&shelf, &View { site: None, ..guest_view() }), [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
}

#[test]
fn adult_titles_can_be_left_out() {
    let shelf = TestShelf::with_titles(sample_titles());
    assert_eq!(visible_ids(&shelf, &View { hide_adult: true, ..guest_view() }), [1, 3, 4, 7, 8, 9, 10, 11]);
}

#[test]
fn only_what_is_offered_at_a_place_can_be_shown() {
    let shelf = TestShelf::with_titles(sample_titles());
    assert_eq!(visible_ids(&shelf, &view_at("US", None)), [1, 3, 4, 5, 7, 9]);
    assert_eq!(visible_ids(&shelf, &view_at("US", Some("US-CA"))), [1, 3, 4, 5, 7, 8, 9, 11]);
    assert_eq!(visible_ids(&shelf, &view_at("US", Some("US-TX"))), [1, 3, 4, 5, 7, 9]);
    assert_eq!(visible_ids(&shelf, &view_at("CA", None)), [1, 3, 4, 5, 7, 9]);
    let (member, other) = (ViewPlace::new("IN", None), ViewPlace::new("AQ", None));
    assert!(member.marrakesh && !other.marrakesh);
    assert_eq!(visible_ids(&shelf, &view_at("IN", None)), [1, 3, 4, 5, 9]);
    assert_eq!(visible_ids(&shelf, &view_at("AQ", None)), [1, 3, 4, 5]);
}

#[test]
fn a_document_taken_back_from_the_collection_disappears() {
    let mut shelf = TestShelf::with_titles([english_title(1, "Emma")]);
    shelf.put_titles([changed_title(english_title(1, "Emma"), |it| {
        it.owner = Some(account("ada", Role::Individual).id);
    })]);
    assert_eq!(shelf.keyword_ids("emma"), NO_TITLES);
    assert!(shelf.index.is_empty());
}
