//! Rule 4: where R is (with docs/rules/access.md#rule-21).

use std::collections::BTreeSet;

use super::{ada, assert_denied, assert_open, free_title, max_signed_in, request_of};
use crate::fixtures::{Scene, individual, linked_account, member, school, sponsor, title, with_change};
use crate::{Reader, Territory, Title};

fn title_only_in(countries: &[&str]) -> Title {
    let countries = countries.iter().map(|code| (*code).to_owned()).collect();
    Title { territory: Territory { countries, ..Territory::default() }, ..title() }
}

fn living_in(country: &str, reader: Reader) -> Reader {
    with_change(reader, |reader| {
        reader.account.address.country = Some(country.into());
        reader.account.address.state = None;
    })
}

#[test]
fn rule_4_opens_the_countries_of_the_title() {
    assert_open(&request_of(title_only_in(&["CA", "US"]), ada()));
    assert_denied(&request_of(title_only_in(&["CA", "GB"]), ada()), "COUNTRY_RESTRICTED");
    assert_denied(&request_of(title_only_in(&[]), ada()), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_opens_worldwide_titles_everywhere() {
    assert_open(&request_of(title(), living_in("AQ", ada())));
    let nowhere = with_change(ada(), |ada| ada.account.address.country = None);
    assert_open(&request_of(title(), nowhere.clone()));
    assert_denied(&request_of(title_only_in(&["US"]), nowhere), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_opens_treaty_titles_in_the_treatys_countries() {
    let treaty = with_change(title_only_in(&["US"]), |title| title.territory.marrakesh_available = true);
    assert_open(&request_of(treaty.clone(), living_in("DE", ada())));
    assert_denied(&request_of(treaty, living_in("AQ", ada())), "COUNTRY_RESTRICTED");
    assert_denied(&request_of(title_only_in(&["US"]), living_in("DE", ada())), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_states_when_set_must_hold_the_readers_state() {
    let in_states = |states: &[&str]| {
        with_change(title_only_in(&["US"]), |title| {
            title.territory.states = states.iter().map(|state| (*state).to_owned()).collect();
        })
    };
    assert_open(&request_of(in_states(&["US-CA", "US-NV"]), ada()));
    assert_denied(&request_of(in_states(&["US-NV"]), ada()), "COUNTRY_RESTRICTED");
    let stateless = with_change(ada(), |ada| ada.account.address.state = None);
    assert_denied(&request_of(in_states(&["US-CA"]), stateless), "COUNTRY_RESTRICTED");
    let worldwide = with_change(in_states(&["US-NV"]), |title| title.territory.worldwide = true);
    assert_denied(&request_of(worldwide, ada()), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_takes_the_organizations_address_for_members_and_sponsors() {
    let school = with_change(school(), |school| school.organization.address.country = Some("CA".into()));
    let max = member("max", &school);
    assert_open(&request_of(title_only_in(&["CA"]), max.clone()).with_relation(super::ASSIGNED_RELATION));
    assert_denied(
        &request_of(title_only_in(&["US"]), max.clone()).with_relation(super::ASSIGNED_RELATION),
        "COUNTRY_RESTRICTED",
    );
    assert_open(&Scene::new(title_only_in(&["CA"])).with_caller(sponsor("eve", &school)).naming(&max));
    assert_denied(
        &Scene::new(title_only_in(&["US"])).with_caller(sponsor("eve", &school)).naming(&max),
        "COUNTRY_RESTRICTED",
    );
}

#[test]
fn rule_4_takes_each_sides_address_for_linked_accounts() {
    let school = with_change(school(), |school| school.organization.address.country = Some("CA".into()));
    let linked = linked_account("kim", &school);
    assert_open(&request_of(title_only_in(&["US"]), linked.clone()));
    assert_open(&request_of(title_only_in(&["CA"]), linked.clone()).with_relation(super::ASSIGNED_RELATION));
    assert_denied(&request_of(title_only_in(&["GB"]), linked), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_holds_for_free_titles_and_guests() {
    let free_in_canada = with_change(free_title(), |title| {
        title.territory = Territory { countries: BTreeSet::from(["CA".into()]), ..Territory::default() };
    });
    assert_denied(&request_of(free_in_canada.clone(), individual("ada")), "COUNTRY_RESTRICTED");
    assert_denied(&Scene::new(free_in_canada.clone()), "COUNTRY_RESTRICTED");
    assert_open(&Scene { country: "CA".into(), ..Scene::new(free_in_canada) });
    assert_open(&max_signed_in(free_title()));
}

#[test]
fn staff_choose_another_country() {
    let assistant = crate::fixtures::person("lee", crate::accounts::Role::MembershipAssistant);
    let canadian = with_change(title_only_in(&["CA"]), |title| {
        title.usage = crate::titles::UsageRestriction::CreativeCommons;
    });
    assert_denied(&request_of(canadian.clone(), assistant.clone()), "COUNTRY_RESTRICTED");
    assert_open(&request_of(canadian, assistant.viewed_from("CA")));
}
