//! Rule 12: what a member who signs in may have.

use super::{ask, denied, open};
use crate::access::Relation;
use crate::accounts::Role;
use crate::fixtures::{Scene, member, person, school, sponsor, title, with};
use crate::readers::Reader;

fn max(own: Option<bool>, schools: bool) -> Reader {
    let school = with(school(), |school| school.organization.allow_search_downloads = schools);
    with(member("max", &school), |max| {
        max.account.membership.as_mut().unwrap().allow_search_downloads = own;
    })
}

#[test]
fn rule_12_the_title_is_assigned_or_on_a_list() {
    denied(&ask(title(), max(None, false)), "NOT_ASSIGNED");
    open(&ask(title(), max(None, false)).related(super::ASSIGNED));
    open(&ask(title(), max(None, false)).related(Relation { on_list: true, ..Relation::default() }));
}

#[test]
fn rule_12_or_search_downloads_are_allowed_by_the_member_else_by_the_organization() {
    for (own, schools, is_open) in [
        (None, true, true),
        (None, false, false),
        (Some(true), false, true),
        (Some(false), true, false),
        (Some(true), true, true),
    ] {
        let scene = ask(title(), max(own, schools));
        if is_open { open(&scene) } else { denied(&scene, "NOT_ASSIGNED") }
    }
}

#[test]
fn rule_12_does_not_hold_when_somebody_else_asks_for_the_member() {
    let max = max(None, false);
    open(&Scene::of(title()).by(sponsor("eve", &school())).naming(&max));
    open(&Scene::of(title()).by(person("lee", Role::MembershipAssistant)).naming(&max));
}

#[test]
fn rule_12_holds_when_the_member_names_the_own_person() {
    let max = max(None, false);
    denied(&ask(title(), max.clone()).naming(&max), "NOT_ASSIGNED");
    open(&ask(title(), max.clone()).naming(&max).related(super::ASSIGNED));
}
