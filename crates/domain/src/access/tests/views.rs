//! What a search shows (docs/rules/search.md#rule-5, docs/rules/access.md#rule-24).

use jiff::civil::date;

use super::{ada, free};
use crate::access::{Caller, Place, View, view};
use crate::accounts::Role;
use crate::fixtures::{individual, lab, linked, member, person, school, site, sponsor, title, today, with};
use crate::readers::Reader;
use crate::sites::Sharing;
use crate::titles::{Title, TitleStatus};

fn of(reader: &Reader) -> View {
    view(&Caller::Reader(reader), &lab(), today())
}

fn guest(country: &str) -> View {
    view(&Caller::Guest { country }, &site(), today())
}

#[test]
fn guests_see_the_whole_view_of_the_keys_site() {
    let whole = View { site: Some(site()), shared: true, hide_adult: false, offered_at: None };
    assert_eq!(guest("US"), whole);
    assert_eq!(guest("DE"), whole, "from whatever country");
}

#[test]
fn a_country_that_staff_choose_narrows_nothing() {
    let assistant = person("cat", Role::CollectionAssistant);
    assert_eq!(of(&assistant.viewed_from("DE")), of(&assistant));
}

#[test]
fn users_see_their_own_site_and_administrators_every_site() {
    assert_eq!(of(&ada()).site, Some(site()));
    assert_eq!(of(&person("cat", Role::CollectionAssistant)).site, Some(site()));
    assert_eq!(of(&person("root", Role::Administrator)).site, None);
}

#[test]
fn members_see_what_can_be_offered_unless_they_want_all() {
    assert_eq!(of(&ada()).offered_at, Some(Place::new("US", Some("US-CA".into()))));
    let all = with(ada(), |ada| ada.account.show_all_books = true);
    assert_eq!(of(&all).offered_at, None);
    assert_eq!(of(&person("cat", Role::CollectionAssistant)).offered_at, None);
    assert_eq!(of(&person("vic", Role::Volunteer)).offered_at, None);
}

#[test]
fn members_and_sponsors_are_where_their_organization_is() {
    let canadian = with(school(), |school| {
        school.organization.address =
            crate::accounts::Address { country: Some("CA".into()), ..Default::default() };
    });
    let canada = Some(Place::new("CA", None));
    assert_eq!(of(&member("max", &canadian)).offered_at, canada);
    assert_eq!(of(&sponsor("eve", &canadian)).offered_at, canada);
    assert_eq!(of(&linked("kim", &canadian)).offered_at, None, "two places: nothing is left out");
    assert_eq!(of(&linked("kim", &school())).offered_at, Some(Place::new("US", Some("US-CA".into()))));
}

#[test]
fn adult_titles_are_hidden_by_choice_by_age_and_by_safe_search() {
    assert!(!of(&ada()).hide_adult);
    assert!(of(&with(ada(), |ada| ada.account.allow_adult_content = Some(false))).hide_adult);
    assert!(of(&with(ada(), |ada| ada.account.safe_search = true)).hide_adult);
    assert!(of(&with(ada(), |ada| ada.account.date_of_birth = Some(date(2014, 1, 1)))).hide_adult);
    assert!(!guest("US").hide_adult);
}

#[test]
fn a_place_knows_the_treaty() {
    assert!(Place::new("DE", None).marrakesh);
    assert!(!Place::new("AQ", None).marrakesh);
}

#[test]
fn a_view_shows_live_titles_of_its_site_and_shared_ones() {
    let view = of(&ada());
    assert!(view.shows(&title()));
    assert!(!view.shows(&Title { status: TitleStatus::Withdrawn, ..title() }));
    assert!(!view.shows(&Title { owner: Some("ada".into()), ..title() }));
    let elsewhere = Title { site: lab(), ..title() };
    assert!(!view.shows(&elsewhere));
    let shared = Title { sharing: Sharing::All, ..elsewhere.clone() };
    assert!(view.shows(&shared));
    assert!(!view.clone().own_site().shows(&shared));
    assert!(view.own_site().shows(&title()));
    assert!(of(&person("root", Role::Administrator)).shows(&elsewhere));
}

#[test]
fn a_view_leaves_out_what_it_hides() {
    let adult = with(title(), |title| title.metadata.adult_content = true);
    assert!(of(&ada()).shows(&adult));
    assert!(!of(&with(ada(), |ada| ada.account.safe_search = true)).shows(&adult));
    let canadian = with(free(), |title| {
        title.territory.worldwide = false;
        title.territory.countries = ["CA".to_owned()].into();
    });
    assert!(!of(&individual("ada")).shows(&canadian));
    assert!(guest("US").shows(&canadian), "guests see the closed ones too");
}
