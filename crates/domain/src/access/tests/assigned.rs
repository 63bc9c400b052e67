//! Rule 12: what a member who signs in may have.

use super::{assert_denied, assert_open, request_of};
use crate::access::Relation;
use crate::fixtures::{Scene, member, person, school, sponsor, title, with_change};
use crate::{Reader, Role};

fn max_of_schools(own: Option<bool>, schools: bool) -> Reader {
    let school = with_change(school(), |school| school.organization.allow_search_downloads = schools);
    with_change(member("max", &school), |max| {
        max.account.membership.as_mut().unwrap().allow_search_downloads = own;
    })
}

#[test]
fn rule_12_the_title_is_assigned_or_on_a_list() {
    assert_denied(&request_of(title(), max_of_schools(None, false)), "NOT_ASSIGNED");
    assert_open(&request_of(title(), max_of_schools(None, false)).with_relation(super::ASSIGNED_RELATION));
    assert_open(
        &request_of(title(), max_of_schools(None, false))
            .with_relation(Relation { on_list: true, ..Relation::default() }),
    );
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
        let scene = request_of(title(), max_of_schools(own, schools));
        if is_open { assert_open(&scene) } else { assert_denied(&scene, "NOT_ASSIGNED") }
    }
}

#[test]
fn rule_12_does_not_hold_when_somebody_else_asks_for_the_member() {
    let max = max_of_schools(None, false);
    assert_open(&Scene::new(title()).with_caller(sponsor("eve", &school())).naming(&max));
    assert_open(&Scene::new(title()).with_caller(person("lee", Role::MembershipAssistant)).naming(&max));
}

#[test]
fn rule_12_holds_when_the_member_names_the_own_person() {
    let max = max_of_schools(None, false);
    assert_denied(&request_of(title(), max.clone()).naming(&max), "NOT_ASSIGNED");
    assert_open(&request_of(title(), max.clone()).naming(&max).with_relation(super::ASSIGNED_RELATION));
}
