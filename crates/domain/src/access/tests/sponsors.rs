//! Rule 13, and what a sponsor learns about individual members.

use jiff::civil::date;

use super::{assert_denied, assert_open, free_title, request_of};
use crate::access::{AlertLevel, Refusal};
use crate::fixtures::{
    Scene, days_ago, individual, linked_account, member, school, sponsor, title, with_change,
};
use crate::proofs::ProofStatus;
use crate::readers::OrganizationStanding;
use crate::{AlertCode, Reader, Title};

fn eve() -> Reader {
    sponsor("eve", &school())
}

fn other_school() -> OrganizationStanding {
    with_change(school(), |school| school.organization.id = "other".into())
}

#[test]
fn rule_13_without_a_member_it_is_400_once_the_rules_before_have_passed() {
    let decision = request_of(title(), eve()).decide();
    assert!(decision.available, "rules 1 to 8 pass");
    assert!(decision.for_user_required);
    assert_eq!(decision.refusal(), Some(Refusal::ForUserRequired));
    assert_eq!(decision.alerts.len(), 1);
    assert_eq!(decision.alerts[0].code, AlertCode::ForUserRequired);
    assert_eq!(decision.alerts[0].level, AlertLevel::Info);
}

#[test]
fn rule_13_without_a_member_the_rules_before_come_first() {
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    let scene = request_of(title(), sponsor("eve", &suspended));
    assert_denied(&scene, "ORG_SUSPENDED");
    assert_eq!(scene.alerts(), ["ORG_SUSPENDED", "FOR_USER_REQUIRED"]);
    assert!(!scene.decide().for_user_required);
}

#[test]
fn for_a_sponsor_available_means_rules_1_to_8() {
    let blocking_members = with_change(title(), |title| {
        title.metadata.adult_content = true;
        title.metadata.nimac = true;
    });
    let used_up = with_change(school(), |school| {
        school.organization.books_allowed = Some(100);
        school.books_taken = 100;
    });
    let scene = request_of(blocking_members, sponsor("eve", &used_up));
    assert!(scene.decide().available);
    assert_eq!(scene.alerts(), ["FOR_USER_REQUIRED"]);
}

#[test]
fn rule_13_a_member_of_the_own_organization_gets_the_copy() {
    assert_open(&Scene::new(title()).with_caller(eve()).naming(&member("max", &school())));
    assert_open(&Scene::new(title()).with_caller(eve()).naming(&linked_account("kim", &school())));
}

#[test]
fn rule_13_nobody_else_does() {
    let gone = with_change(member("max", &school()), |max| max.account.deleted = true);
    for stranger in [individual("ada"), member("max", &other_school()), gone, sponsor("eva", &school())] {
        assert_denied(&Scene::new(title()).with_caller(eve()).naming(&stranger), "NOT_ORG_MEMBER");
        assert_denied(&Scene::new(free_title()).with_caller(eve()).naming(&stranger), "NOT_ORG_MEMBER");
    }
    assert_denied(&Scene::new(title()).with_caller(eve()).naming_unknown(), "NOT_ORG_MEMBER");
    assert_denied(&Scene::new(title()).with_caller(eve()).naming(&eve()), "NOT_ORG_MEMBER");
}

#[test]
fn rule_13_nothing_is_revealed_about_a_stranger() {
    let stranger = with_change(individual("ada"), |ada| {
        ada.account.locked = true;
        ada.proof = ProofStatus::Missing;
    });
    let known = crate::access::Relation { assigned: true, downloaded_before: true, ..Default::default() };
    let scene = Scene::new(title()).with_caller(eve()).naming(&stranger).with_relation(known);
    assert_eq!(scene.alerts(), ["NOT_ORG_MEMBER"]);
    let unknown = Scene::new(title()).with_caller(eve()).naming_unknown().with_relation(known);
    assert_eq!(unknown.decide(), scene.decide(), "the same for an unknown person");
}

#[test]
fn rule_13_a_sponsor_has_free_titles_without_naming_anybody() {
    assert_open(&request_of(free_title(), eve()));
    assert_open(&Scene::new(free_title()).with_caller(eve()).naming(&eve()));
    assert_open(&Scene::new(free_title()).with_caller(eve()).naming(&member("max", &school())));
    assert!(!request_of(free_title(), eve()).decide().for_user_required);
}

fn roster_alerts(title: Title, max: &Reader) -> Vec<&'static str> {
    Scene::new(title).with_caller(eve()).naming(max).member_alerts()
}

#[test]
fn a_member_whom_nothing_blocks_has_no_alerts() {
    assert_eq!(roster_alerts(title(), &member("max", &school())), Vec::<&str>::new());
}

#[test]
fn availabilities_tell_rules_4_and_9_to_11_and_14_of_the_member() {
    let closed = with_change(title(), |title| {
        title.territory.worldwide = false;
        title.metadata.adult_content = true;
        title.metadata.nimac = true;
    });
    let used_up = with_change(school(), |school| {
        school.organization.books_allowed = Some(100);
        school.books_taken = 100;
    });
    let max = with_change(member("max", &used_up), |max| {
        max.proof = ProofStatus::Submitted;
        max.account.date_of_birth = Some(date(2014, 1, 1));
        max.account.membership.as_mut().unwrap().plans.clear();
    });
    assert_eq!(
        roster_alerts(closed, &max),
        [
            "COUNTRY_RESTRICTED", "POD_SUBMITTED", "ADULT_CONTENT", "NIMAC_RESTRICTED",
            "DOWNLOAD_LIMIT_REACHED"
        ]
    );
}

#[test]
fn availabilities_leave_out_what_concerns_all_and_what_is_not_an_error() {
    let suspended = with_change(school(), |school| {
        school.organization.suspended = true;
        school.organization.agreement_signed = false;
        school.organization.books_allowed = Some(100);
        school.books_taken = 99;
        school.subscriptions[0].end = Some(days_ago(1));
    });
    let withdrawn = with_change(title(), |title| {
        title.status = crate::titles::TitleStatus::Withdrawn;
        title.metadata.replacement = Some(crate::ids::TitleId(7));
    });
    let unassigned = member("max", &suspended);
    assert_eq!(roster_alerts(withdrawn, &unassigned), Vec::<&str>::new());
}

#[test]
fn availabilities_of_free_titles_only_know_the_country() {
    let free_elsewhere = with_change(free_title(), |title| title.territory.worldwide = false);
    let unproven = with_change(member("max", &school()), |max| max.proof = ProofStatus::Missing);
    assert_eq!(roster_alerts(free_elsewhere, &unproven), ["COUNTRY_RESTRICTED"]);
    assert_eq!(roster_alerts(free_title(), &unproven), Vec::<&str>::new());
}
