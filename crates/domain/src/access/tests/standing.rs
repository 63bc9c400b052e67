//! Rules 7 to 9: agreement, subscription, proof of disability; and titles for demonstration.

use super::{ada, ask, denied, max_signed_in, open};
use crate::access::can_download;
use crate::accounts::Role;
use crate::fixtures::{
    Scene, days_ago, individual, linked, member, now, person, school, sponsor, subscription, title, with,
};
use crate::proofs::ProofStatus;
use crate::readers::OrganizationStanding;
use crate::titles::Title;

fn max_of(school: &OrganizationStanding) -> Scene {
    ask(title(), member("max", school)).related(super::ASSIGNED)
}

#[test]
fn rule_7_individuals_need_their_own_agreement() {
    denied(&ask(title(), with(ada(), |ada| ada.agreement_signed = false)), "AGREEMENT_MISSING");
}

#[test]
fn rule_7_members_and_sponsors_need_the_organizations_agreement() {
    let unsigned = with(school(), |school| school.organization.agreement_signed = false);
    denied(&max_of(&unsigned), "ORG_AGREEMENT_MISSING");
    denied(&ask(title(), sponsor("eve", &unsigned)), "ORG_AGREEMENT_MISSING");
    let signed_self = with(member("max", &unsigned), |max| max.agreement_signed = true);
    denied(&ask(title(), signed_self).related(super::ASSIGNED), "ORG_AGREEMENT_MISSING");
    open(&max_of(&school()));
}

#[test]
fn rule_8_individuals_need_their_own_active_subscription() {
    let none = with(ada(), |ada| ada.subscriptions.clear());
    denied(&ask(title(), none), "SUBSCRIPTION_MISSING");
    let expired = with(ada(), |ada| ada.subscriptions[0].end = Some(days_ago(1)));
    denied(&ask(title(), expired.clone()), "SUBSCRIPTION_EXPIRED");
    let to_come = with(ada(), |ada| ada.subscriptions[0].start = days_ago(-1));
    denied(&ask(title(), to_come), "SUBSCRIPTION_MISSING");
    let renewed = with(expired, |ada| ada.subscriptions.push(subscription("individual")));
    open(&ask(title(), renewed));
    let last_day = with(ada(), |ada| ada.subscriptions[0].end = Some(days_ago(-1)));
    open(&ask(title(), last_day));
}

#[test]
fn rule_8_members_and_sponsors_need_the_organizations_subscription() {
    let none = with(school(), |school| school.subscriptions.clear());
    denied(&max_of(&none), "SUBSCRIPTION_MISSING");
    denied(&ask(title(), sponsor("eve", &none)), "SUBSCRIPTION_MISSING");
    let expired = with(school(), |school| school.subscriptions[0].end = Some(days_ago(1)));
    denied(&max_of(&expired), "SUBSCRIPTION_EXPIRED");
}

#[test]
fn rule_8_a_suspended_organization_has_nothing() {
    let suspended = with(school(), |school| school.organization.suspended = true);
    denied(&max_of(&suspended), "ORG_SUSPENDED");
    denied(&ask(title(), sponsor("eve", &suspended)), "ORG_SUSPENDED");
}

#[test]
fn rules_7_and_8_a_member_without_an_organization_has_neither() {
    let lost = with(member("max", &school()), |max| max.organization = None);
    let scene = ask(title(), lost).related(super::ASSIGNED);
    denied(&scene, "ORG_AGREEMENT_MISSING");
    assert!(scene.errors().contains(&"SUBSCRIPTION_MISSING"));
}

#[test]
fn rule_9_needs_an_active_proof() {
    let proof = |proof| with(ada(), |ada| ada.proof = proof);
    denied(&ask(title(), proof(ProofStatus::Missing)), "POD_MISSING");
    denied(&ask(title(), proof(ProofStatus::Submitted)), "POD_SUBMITTED");
    open(&ask(title(), proof(ProofStatus::Active)));
    let unproven = with(member("max", &school()), |max| max.proof = ProofStatus::Missing);
    denied(&ask(title(), unproven).related(super::ASSIGNED), "POD_MISSING");
}

#[test]
fn rule_9_is_waived_by_the_treatys_exception() {
    let excepted = with(title(), |title| title.territory.marrakesh_pod_exception = true);
    open(&ask(excepted, with(ada(), |ada| ada.proof = ProofStatus::Missing)));
}

fn demo() -> Title {
    with(title(), |title| title.metadata.available_to_demo = true)
}

#[test]
fn demonstration_titles_pass_rules_7_to_9_on_trial() {
    let on_trial =
        with(person("ann", Role::Individual), |ann| ann.subscriptions = vec![subscription("trial")]);
    open(&ask(demo(), on_trial.clone()));
    denied(&ask(title(), on_trial.clone()), "AGREEMENT_MISSING");
    let over = with(on_trial.clone(), |ann| ann.subscriptions[0].end = Some(days_ago(1)));
    denied(&ask(demo(), over), "AGREEMENT_MISSING");
    let subscribed = with(on_trial, |ann| ann.subscriptions = vec![subscription("individual")]);
    denied(&ask(demo(), subscribed), "AGREEMENT_MISSING");
}

#[test]
fn demonstration_titles_keep_the_other_rules() {
    let adult = with(demo(), |title| title.metadata.adult_content = true);
    let careful = with(person("ann", Role::Individual), |ann| {
        ann.subscriptions = vec![subscription("trial")];
        ann.account.safe_search = true;
    });
    denied(&ask(adult, careful), "ADULT_CONTENT");
}

#[test]
fn can_download_says_that_a_person_is_in_order() {
    assert!(can_download(&ada(), now()));
    assert!(!can_download(&with(ada(), |ada| ada.account.locked = true), now()));
    assert!(!can_download(&with(ada(), |ada| ada.agreement_signed = false), now()));
    assert!(!can_download(&with(ada(), |ada| ada.subscriptions.clear()), now()));
    assert!(!can_download(&with(ada(), |ada| ada.proof = ProofStatus::Submitted), now()));
    let (fine, suspended) = (school(), with(school(), |school| school.organization.suspended = true));
    assert!(can_download(&member("max", &fine), now()) && can_download(&sponsor("eve", &fine), now()));
    assert!(
        !can_download(&member("max", &suspended), now()) && !can_download(&sponsor("eve", &suspended), now())
    );
    assert!(!can_download(&with(member("max", &fine), |max| max.proof = ProofStatus::Missing), now()));
    assert!(can_download(&linked("kim", &suspended), now()), "the individual side is in order");
    assert!(!can_download(&person("lee", Role::Volunteer), now()));
}

#[test]
fn the_fixtures_are_in_order() {
    open(&ask(title(), individual("ada")));
    open(&max_signed_in(title()));
}
