//! What a view shows: the search, the count and the rule for single titles agree
//! (docs/rules/search.md#rule-1, docs/rules/access.md#rule-24).

use std::collections::BTreeSet;
use std::num::NonZeroI64;

use domain::access::{Place, View};
use domain::accounts::Role;
use domain::fixtures::{account, lab, site};
use domain::sites::Sharing;
use domain::titles::{Title, TitleStatus};
use search::TitleSearch;

use crate::support::{NONE, Shelf, book, changed, guest, keyword};

fn titles() -> Vec<Title> {
    let territory = |id, countries: &[&str], states: &[&str], treaty| {
        changed(book(id, "Book"), |it| {
            it.territory.worldwide = false;
            it.territory.countries = countries.iter().map(|&code| code.into()).collect();
            it.territory.states = states.iter().map(|&code| code.into()).collect();
            it.territory.marrakesh_available = treaty;
        })
    };
    vec![
        book(1, "Own"),
        changed(book(2, "Of the other site"), |it| it.site = lab()),
        changed(book(3, "Shared with one"), |it| {
            it.site = lab();
            it.sharing = Sharing::Sites(BTreeSet::from([site()]));
        }),
        changed(book(4, "Shared with all"), |it| {
            it.site = "third".into();
            it.sharing = Sharing::All;
        }),
        changed(book(5, "For adults"), |it| it.metadata.adult_content = true),
        changed(book(6, "A document"), |it| it.owner = Some(account("ada", Role::Individual).id)),
        territory(7, &["US", "CA"], &[], false),
        territory(8, &["US"], &["US-CA", "US-NY"], false),
        territory(9, &[], &[], true),
        territory(10, &[], &[], false),
        changed(territory(11, &[], &["US-CA"], false), |it| it.territory.worldwide = true),
        changed(book(12, "Withdrawn"), |it| it.status = TitleStatus::Withdrawn),
    ]
}

fn shown(shelf: &Shelf, view: &View) -> Vec<i64> {
    let found = shelf.ids(&TitleSearch { limit: 100, ..TitleSearch::new(view.clone()) });
    assert_eq!(shelf.index.count(view).unwrap(), found.len() as u64);
    let by_rule: Vec<i64> =
        titles().iter().filter(|title| view.shows(title)).map(|title| title.id.0).collect();
    assert_eq!(found, by_rule, "{view:?}");
    found
}

#[test]
fn stretches_of_numbers_have_each_title_of_a_view_once() {
    let shelf = Shelf::of(titles());
    for numbers in [1, 3, 5, 100] {
        let numbers = NonZeroI64::new(numbers).unwrap();
        let stretches = shelf.index.stretches(&guest(), numbers).unwrap();
        let mut found = Vec::new();
        for stretch in &stretches {
            let first = stretch.number * numbers.get();
            let titles = shelf.index.titles_between(&guest(), first..first + numbers.get()).unwrap();
            assert_eq!(titles.iter().map(|(_, updated)| *updated).max(), Some(stretch.updated));
            found.extend(titles.into_iter().map(|(id, _)| id.0));
        }
        assert_eq!(found, shown(&shelf, &guest()), "{numbers}");
    }
    let (_, updated) = shelf.index.titles_between(&guest(), 1..2).unwrap()[0];
    assert_eq!(updated.as_second(), titles()[0].dates.updated.as_second());
    assert_eq!(shelf.index.titles_between(&guest(), 500..600).unwrap(), []);
}

#[test]
fn what_a_search_would_visit_is_known_before_it_runs() {
    let shelf = Shelf::of((1..=40).map(|id| book(id, if id <= 3 { "A rare book" } else { "A book" })));
    let cost = |search: &TitleSearch| shelf.index.documents_to_visit(search).unwrap();
    assert_eq!(cost(&TitleSearch::new(guest())), 40, "without words each title is visited");
    // A word and its stem are visited one after the other.
    assert!((40..=80).contains(&cost(&keyword("book"))) && (3..=6).contains(&cost(&keyword("rare book"))));
    assert_eq!(cost(&keyword("zebra")), 0);
    assert_eq!(cost(&keyword("...")), 0);
}

fn at(country: &str, state: Option<&str>) -> View {
    View { offered_at: Some(Place::new(country, state.map(Into::into))), ..guest() }
}

#[test]
fn a_site_sees_its_own_titles_and_what_is_shared_with_it() {
    let shelf = Shelf::of(titles());
    assert_eq!(shown(&shelf, &guest()), [1, 3, 4, 5, 7, 8, 9, 10, 11]);
    assert_eq!(shown(&shelf, &View { shared: false, ..guest() }), [1, 5, 7, 8, 9, 10, 11]);
    assert_eq!(shown(&shelf, &View { site: Some(lab()), ..guest() }), [2, 3, 4]);
    assert_eq!(shown(&shelf, &View { site: Some(lab()), shared: false, ..guest() }), [2, 3]);
}

#[test]
fn an_administrator_sees_every_site_but_no_documents() {
    let shelf = Shelf::of(titles());
    assert_eq!(shown(&shelf, &View { site: None, ..guest() }), [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
}

#[test]
fn adult_titles_can_be_left_out() {
    let shelf = Shelf::of(titles());
    assert_eq!(shown(&shelf, &View { hide_adult: true, ..guest() }), [1, 3, 4, 7, 8, 9, 10, 11]);
}

#[test]
fn only_what_is_offered_at_a_place_can_be_shown() {
    let shelf = Shelf::of(titles());
    assert_eq!(shown(&shelf, &at("US", None)), [1, 3, 4, 5, 7, 9]);
    assert_eq!(shown(&shelf, &at("US", Some("US-CA"))), [1, 3, 4, 5, 7, 8, 9, 11]);
    assert_eq!(shown(&shelf, &at("US", Some("US-TX"))), [1, 3, 4, 5, 7, 9]);
    assert_eq!(shown(&shelf, &at("CA", None)), [1, 3, 4, 5, 7, 9]);
    let (member, other) = (Place::new("IN", None), Place::new("AQ", None));
    assert!(member.marrakesh && !other.marrakesh);
    assert_eq!(shown(&shelf, &at("IN", None)), [1, 3, 4, 5, 9]);
    assert_eq!(shown(&shelf, &at("AQ", None)), [1, 3, 4, 5]);
}

#[test]
fn a_document_taken_back_from_the_collection_disappears() {
    let mut shelf = Shelf::of([book(1, "Emma")]);
    shelf.put([changed(book(1, "Emma"), |it| it.owner = Some(account("ada", Role::Individual).id))]);
    assert_eq!(shelf.keyword("emma"), NONE);
    assert!(shelf.index.is_empty());
}
