//! Rules 7 to 9: agreement, subscription, proof of disability; and titles for demonstration.

use super::{ada, assert_denied, assert_open, max_signed_in, request_of};
use crate::access::can_download;
use crate::fixtures::{
    Scene, days_ago, individual, linked_account, member, noon, person, school, sponsor, subscription, title,
    with_change,
};
use crate::proofs::ProofStatus;
use crate::readers::OrganizationStanding;
use crate::{Role, Title};

fn max_of(school: &OrganizationStanding) -> Scene {
    request_of(title(), member("max", school)).with_relation(super::ASSIGNED_RELATION)
}

#[test]
fn rule_7_individuals_need_their_own_agreement() {
    assert_denied(
        &request_of(title(), with_change(ada(), |ada| ada.agreement_signed = false)),
        "AGREEMENT_MISSING",
    );
}

#[test]
fn rule_7_members_and_sponsors_need_the_organizations_agreement() {
    let unsigned = with_change(school(), |school| school.organization.agreement_signed = false);
    assert_denied(&max_of(&unsigned), "ORG_AGREEMENT_MISSING");
    assert_denied(&request_of(title(), sponsor("eve", &unsigned)), "ORG_AGREEMENT_MISSING");
    let signed_self = with_change(member("max", &unsigned), |max| max.agreement_signed = true);
    assert_denied(
        &request_of(title(), signed_self).with_relation(super::ASSIGNED_RELATION),
        "ORG_AGREEMENT_MISSING",
    );
    assert_open(&max_of(&school()));
}

#[test]
fn rule_8_individuals_need_their_own_active_subscription() {
    let none = with_change(ada(), |ada| ada.subscriptions.clear());
    assert_denied(&request_of(title(), none), "SUBSCRIPTION_MISSING");
    let expired = with_change(ada(), |ada| ada.subscriptions[0].end = Some(days_ago(1)));
    assert_denied(&request_of(title(), expired.clone()), "SUBSCRIPTION_EXPIRED");
    let to_come = with_change(ada(), |ada| ada.subscriptions[0].start = days_ago(-1));
    assert_denied(&request_of(title(), to_come), "SUBSCRIPTION_MISSING");
    let renewed = with_change(expired, |ada| ada.subscriptions.push(subscription("individual")));
    assert_open(&request_of(title(), renewed));
    let last_day = with_change(ada(), |ada| ada.subscriptions[0].end = Some(days_ago(-1)));
    assert_open(&request_of(title(), last_day));
}

#[test]
fn rule_8_members_and_sponsors_need_the_organizations_subscription() {
    let none = with_change(school(), |school| school.subscriptions.clear());
    assert_denied(&max_of(&none), "SUBSCRIPTION_MISSING");
    assert_denied(&request_of(title(), sponsor("eve", &none)), "SUBSCRIPTION_MISSING");
    let expired = with_change(school(), |school| school.subscriptions[0].end = Some(days_ago(1)));
    assert_denied(&max_of(&expired), "SUBSCRIPTION_EXPIRED");
}

#[test]
fn rule_8_a_suspended_organization_has_nothing() {
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    assert_denied(&max_of(&suspended), "ORG_SUSPENDED");
    assert_denied(&request_of(title(), sponsor("eve", &suspended)), "ORG_SUSPENDED");
}

#[test]
fn rules_7_and_8_a_member_without_an_organization_has_neither() {
    let lost = with_change(member("max", &school()), |max| max.organization = None);
    let scene = request_of(title(), lost).with_relation(super::ASSIGNED_RELATION);
    assert_denied(&scene, "ORG_AGREEMENT_MISSING");
    assert!(scene.errors().contains(&"SUBSCRIPTION_MISSING"));
}

#[test]
fn rule_9_needs_an_active_proof() {
    let proof = |proof| with_change(ada(), |ada| ada.proof = proof);
    assert_denied(&request_of(title(), proof(ProofStatus::Missing)), "POD_MISSING");
    assert_denied(&request_of(title(), proof(ProofStatus::Submitted)), "POD_SUBMITTED");
    assert_open(&request_of(title(), proof(ProofStatus::Active)));
    let unproven = with_change(member("max", &school()), |max| max.proof = ProofStatus::Missing);
    assert_denied(&request_of(title(), unproven).with_relation(super::ASSIGNED_RELATION), "POD_MISSING");
}

#[test]
fn rule_9_passes_while_a_submitted_proof_is_checked_if_the_site_says_so() {
    let until = |proof, until| {
        with_change(ada(), |ada| {
            ada.proof = proof;
            ada.provisional_until = Some(until);
        })
    };
    let checked = until(ProofStatus::Submitted, days_ago(-1));
    assert_open(&request_of(title(), checked.clone()));
    assert!(can_download(&checked, noon()));
    for over in [noon(), days_ago(1)] {
        assert_denied(&request_of(title(), until(ProofStatus::Submitted, over)), "POD_SUBMITTED");
    }
    assert_denied(&request_of(title(), until(ProofStatus::Missing, days_ago(-1))), "POD_MISSING");
}

#[test]
fn rule_9_is_waived_by_the_treatys_exception() {
    let excepted = with_change(title(), |title| title.territory.marrakesh_pod_exception = true);
    assert_open(&request_of(excepted, with_change(ada(), |ada| ada.proof = ProofStatus::Missing)));
}

fn demo() -> Title {
    with_change(title(), |title| title.metadata.available_to_demo = true)
}

#[test]
fn demonstration_titles_pass_rules_7_to_9_on_trial() {
    let on_trial =
        with_change(person("ann", Role::Individual), |ann| ann.subscriptions = vec![subscription("trial")]);
    assert_open(&request_of(demo(), on_trial.clone()));
    assert_denied(&request_of(title(), on_trial.clone()), "AGREEMENT_MISSING");
    let over = with_change(on_trial.clone(), |ann| ann.subscriptions[0].end = Some(days_ago(1)));
    assert_denied(&request_of(demo(), over), "AGREEMENT_MISSING");
    let subscribed = with_change(on_trial, |ann| ann.subscriptions = vec![subscription("individual")]);
    assert_denied(&request_of(demo(), subscribed), "AGREEMENT_MISSING");
}

#[test]
fn demonstration_titles_keep_the_other_rules() {
    let adult = with_change(demo(), |title| title.metadata.adult_content = true);
    let careful = with_change(person("ann", Role::Individual), |ann| {
        ann.subscriptions = vec![subscription("trial")];
        ann.account.safe_search = true;
    });
    assert_denied(&request_of(adult, careful), "ADULT_CONTENT");
}

#[test]
fn can_download_says_that_a_person_is_in_order() {
    assert!(can_download(&ada(), noon()));
    assert!(!can_download(&with_change(ada(), |ada| ada.account.locked = true), noon()));
    assert!(!can_download(&with_change(ada(), |ada| ada.agreement_signed = false), noon()));
    assert!(!can_download(&with_change(ada(), |ada| ada.subscriptions.clear()), noon()));
    assert!(!can_download(&with_change(ada(), |ada| ada.proof = ProofStatus::Submitted), noon()));
    let (fine, suspended) = (school(), with_change(school(), |school| school.organization.suspended = true));
    assert!(can_download(&member("max", &fine), noon()) && can_download(&sponsor("eve", &fine), noon()));
    assert!(
        !can_download(&member("max", &suspended), noon())
            && !can_download(&sponsor("eve", &suspended), noon())
    );
    assert!(!can_download(
        &with_change(member("max", &fine), |max| max.proof = ProofStatus::Missing),
        noon()
    ));
    assert!(can_download(&linked_account("kim", &suspended), noon()), "the individual side is in order");
    assert!(!can_download(&person("lee", Role::Volunteer), noon()));
}

#[test]
fn the_fixtures_are_in_order() {
    assert_open(&request_of(title(), individual("ada")));
    assert_open(&max_signed_in(title()));
}
