//! Rule 4: where R is (with docs/rules/access.md#rule-21).

use std::collections::BTreeSet;

use super::{ada, ask, denied, free, max_signed_in, open};
use crate::fixtures::{Scene, individual, linked, member, school, sponsor, title, with};
use crate::readers::Reader;
use crate::titles::{Territory, Title};

fn only(countries: &[&str]) -> Title {
    let countries = countries.iter().map(|code| (*code).to_owned()).collect();
    Title { territory: Territory { countries, ..Territory::default() }, ..title() }
}

fn living_in(country: &str, reader: Reader) -> Reader {
    with(reader, |reader| {
        reader.account.address.country = Some(country.into());
        reader.account.address.state = None;
    })
}

#[test]
fn rule_4_opens_the_countries_of_the_title() {
    open(&ask(only(&["CA", "US"]), ada()));
    denied(&ask(only(&["CA", "GB"]), ada()), "COUNTRY_RESTRICTED");
    denied(&ask(only(&[]), ada()), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_opens_worldwide_titles_everywhere() {
    open(&ask(title(), living_in("AQ", ada())));
    let nowhere = with(ada(), |ada| ada.account.address.country = None);
    open(&ask(title(), nowhere.clone()));
    denied(&ask(only(&["US"]), nowhere), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_opens_treaty_titles_in_the_treatys_countries() {
    let treaty = with(only(&["US"]), |title| title.territory.marrakesh_available = true);
    open(&ask(treaty.clone(), living_in("DE", ada())));
    denied(&ask(treaty, living_in("AQ", ada())), "COUNTRY_RESTRICTED");
    denied(&ask(only(&["US"]), living_in("DE", ada())), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_states_when_set_must_hold_the_readers_state() {
    let in_states = |states: &[&str]| {
        with(only(&["US"]), |title| {
            title.territory.states = states.iter().map(|state| (*state).to_owned()).collect();
        })
    };
    open(&ask(in_states(&["US-CA", "US-NV"]), ada()));
    denied(&ask(in_states(&["US-NV"]), ada()), "COUNTRY_RESTRICTED");
    let stateless = with(ada(), |ada| ada.account.address.state = None);
    denied(&ask(in_states(&["US-CA"]), stateless), "COUNTRY_RESTRICTED");
    let worldwide = with(in_states(&["US-NV"]), |title| title.territory.worldwide = true);
    denied(&ask(worldwide, ada()), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_takes_the_organizations_address_for_members_and_sponsors() {
    let school = with(school(), |school| school.organization.address.country = Some("CA".into()));
    let max = member("max", &school);
    open(&ask(only(&["CA"]), max.clone()).related(super::ASSIGNED));
    denied(&ask(only(&["US"]), max.clone()).related(super::ASSIGNED), "COUNTRY_RESTRICTED");
    open(&Scene::of(only(&["CA"])).by(sponsor("eve", &school)).naming(&max));
    denied(&Scene::of(only(&["US"])).by(sponsor("eve", &school)).naming(&max), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_takes_each_sides_address_for_linked_accounts() {
    let school = with(school(), |school| school.organization.address.country = Some("CA".into()));
    let linked = linked("kim", &school);
    open(&ask(only(&["US"]), linked.clone()));
    open(&ask(only(&["CA"]), linked.clone()).related(super::ASSIGNED));
    denied(&ask(only(&["GB"]), linked), "COUNTRY_RESTRICTED");
}

#[test]
fn rule_4_holds_for_free_titles_and_guests() {
    let free_in_canada = with(free(), |title| {
        title.territory = Territory { countries: BTreeSet::from(["CA".into()]), ..Territory::default() };
    });
    denied(&ask(free_in_canada.clone(), individual("ada")), "COUNTRY_RESTRICTED");
    denied(&Scene::of(free_in_canada.clone()), "COUNTRY_RESTRICTED");
    open(&Scene { country: "CA".into(), ..Scene::of(free_in_canada) });
    open(&max_signed_in(free()));
}

#[test]
fn staff_look_from_another_country() {
    let assistant = crate::fixtures::person("lee", crate::accounts::Role::MembershipAssistant);
    let canadian =
        with(only(&["CA"]), |title| title.usage = crate::titles::UsageRestriction::CreativeCommons);
    denied(&ask(canadian.clone(), assistant.clone()), "COUNTRY_RESTRICTED");
    open(&ask(canadian, assistant.viewed_from("CA")));
}
