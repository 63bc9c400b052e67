//! Titles that a search shows (docs/rules/search.md#rule-5, docs/rules/access.md#rule-24).

use jiff::civil::date;

use super::{ada, free_title};
use crate::access::{AccessCaller, View, ViewPlace, view_of};
use crate::fixtures::{
    individual, lab, linked_account, member, person, school, site, sponsor, title, today, with_change,
};
use crate::sites::Sharing;
use crate::{Reader, Role, Title, TitleStatus};

fn view_of_reader(reader: &Reader) -> View {
    view_of(&AccessCaller::Reader(reader), &lab(), today())
}

fn view_of_guest(country: &str) -> View {
    view_of(&AccessCaller::Guest { country }, &site(), today())
}

#[test]
fn guests_see_the_whole_view_of_the_keys_site() {
    let whole = View { site: Some(site()), shared: true, hide_adult: false, offered_at: None };
    assert_eq!(view_of_guest("US"), whole);
    assert_eq!(view_of_guest("DE"), whole, "from whatever country");
}

#[test]
fn a_country_that_staff_choose_narrows_nothing() {
    let assistant = person("cat", Role::CollectionAssistant);
    assert_eq!(view_of_reader(&assistant.viewed_from("DE")), view_of_reader(&assistant));
}

#[test]
fn users_see_their_own_site_and_administrators_every_site() {
    assert_eq!(view_of_reader(&ada()).site, Some(site()));
    assert_eq!(view_of_reader(&person("cat", Role::CollectionAssistant)).site, Some(site()));
    assert_eq!(view_of_reader(&person("root", Role::Administrator)).site, None);
}

#[test]
fn members_see_what_can_be_offered_unless_they_want_all() {
    assert_eq!(view_of_reader(&ada()).offered_at, Some(ViewPlace::new("US", Some("US-CA".into()))));
    let all = with_change(ada(), |ada| ada.account.show_all_books = true);
    assert_eq!(view_of_reader(&all).offered_at, None);
    assert_eq!(view_of_reader(&person("cat", Role::CollectionAssistant)).offered_at, None);
    assert_eq!(view_of_reader(&person("vic", Role::Volunteer)).offered_at, None);
}

#[test]
fn members_and_sponsors_are_where_their_organization_is() {
    let canadian = with_change(school(), |school| {
        school.organization.address =
            crate::accounts::Address { country: Some("CA".into()), ..Default::default() };
    });
    let canada = Some(ViewPlace::new("CA", None));
    assert_eq!(view_of_reader(&member("max", &canadian)).offered_at, canada);
    assert_eq!(view_of_reader(&sponsor("eve", &canadian)).offered_at, canada);
    assert_eq!(
        view_of_reader(&linked_account("kim", &canadian)).offered_at,
        None,
        "two places: nothing is left out"
    );
    assert_eq!(
        view_of_reader(&linked_account("kim", &school())).offered_at,
        Some(ViewPlace::new("US", Some("US-CA".into())))
    );
}

#[test]
fn adult_titles_are_hidden_by_choice_by_age_and_by_safe_search() {
    assert!(!view_of_reader(&ada()).hide_adult);
    assert!(
        view_of_reader(&with_change(ada(), |ada| ada.account.allow_adult_content = Some(false))).hide_adult
    );
    assert!(view_of_reader(&with_change(ada(), |ada| ada.account.safe_search = true)).hide_adult);
    assert!(
        view_of_reader(&with_change(ada(), |ada| ada.account.date_of_birth = Some(date(2014, 1, 1))))
            .hide_adult
    );
    assert!(!view_of_guest("US").hide_adult);
}

#[test]
fn a_place_knows_the_treaty() {
    assert!(ViewPlace::new("DE", None).marrakesh);
    assert!(!ViewPlace::new("AQ", None).marrakesh);
}

#[test]
fn a_view_shows_live_titles_of_its_site_and_shared_ones() {
    let view = view_of_reader(&ada());
    assert!(view.shows_title(&title()));
    assert!(!view.shows_title(&Title { status: TitleStatus::Withdrawn, ..title() }));
    assert!(!view.shows_title(&Title { owner: Some("ada".into()), ..title() }));
    let elsewhere = Title { site: lab(), ..title() };
    assert!(!view.shows_title(&elsewhere));
    let shared = Title { sharing: Sharing::All, ..elsewhere.clone() };
    assert!(view.shows_title(&shared));
    assert!(!view.clone().own_site().shows_title(&shared));
    assert!(view.own_site().shows_title(&title()));
    assert!(view_of_reader(&person("root", Role::Administrator)).shows_title(&elsewhere));
}

#[test]
fn a_view_leaves_out_what_it_hides() {
    let adult = with_change(title(), |title| title.metadata.adult_content = true);
    assert!(view_of_reader(&ada()).shows_title(&adult));
    assert!(!view_of_reader(&with_change(ada(), |ada| ada.account.safe_search = true)).shows_title(&adult));
    let canadian = with_change(free_title(), |title| {
        title.territory.worldwide = false;
        title.territory.countries = ["CA".to_owned()].into();
    });
    assert!(!view_of_reader(&individual("ada")).shows_title(&canadian));
    assert!(view_of_guest("US").shows_title(&canadian), "guests see the closed ones too");
}
