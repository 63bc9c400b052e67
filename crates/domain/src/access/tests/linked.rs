//! Linked accounts: allowed what either side allows (docs/rules/access.md).

use super::{ASSIGNED_RELATION, assert_denied, assert_open, request_of};
use crate::access::{QuotaOf, Relation};
use crate::fixtures::{
    Scene, days_ago, individual, linked_account, member, person, school, sponsor, title, with_change,
};
use crate::proofs::ProofStatus;
use crate::{Reader, Role};

#[test]
fn the_individual_side_is_enough() {
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    let scene = request_of(title(), linked_account("kim", &suspended));
    assert_open(&scene);
    assert_eq!(scene.alerts(), Vec::<&str>::new(), "the closed side is not reported");
}

#[test]
fn the_organizations_side_is_enough() {
    let lapsed = with_change(linked_account("kim", &school()), |kim| {
        kim.agreement_signed = false;
        kim.subscriptions.clear();
    });
    assert_open(&request_of(title(), lapsed.clone()).with_relation(super::ASSIGNED_RELATION));
    assert_denied(&request_of(title(), lapsed), "NOT_ASSIGNED");
}

#[test]
fn reports_the_side_that_passes_more_rules_if_both_are_closed() {
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    let unproven = with_change(linked_account("kim", &suspended), |kim| kim.proof = ProofStatus::Missing);
    assert_denied(&request_of(title(), unproven), "POD_MISSING");
    let expired =
        with_change(linked_account("kim", &school()), |kim| kim.subscriptions[0].end = Some(days_ago(3)));
    assert_denied(&request_of(title(), expired), "NOT_ASSIGNED");
}

#[test]
fn each_side_has_its_own_quota() {
    let used_up = with_change(linked_account("kim", &school()), |kim| kim.books_taken = 100);
    assert_denied(&request_of(title(), used_up.clone()), "DOWNLOAD_LIMIT_REACHED");
    assert_open(&request_of(title(), used_up).with_relation(super::ASSIGNED_RELATION));
}

/// docs/rules/quotas.md: a book counts against the side that opens it.
#[test]
fn a_book_counts_against_the_quota_of_the_side_that_opens_it() {
    let kim = linked_account("kim", &school());
    let side = |reader: &Reader, relation| {
        let scene = request_of(title(), reader.clone()).with_relation(relation);
        assert_open(&scene);
        scene.decide().quota_of
    };
    assert_eq!(side(&kim, ASSIGNED_RELATION), QuotaOf::Recipient);
    for closed in [
        with_change(kim.clone(), |kim| kim.books_taken = 100),
        with_change(kim.clone(), |kim| kim.agreement_signed = false),
        with_change(kim.clone(), |kim| kim.subscriptions.clear()),
    ] {
        assert_eq!(side(&closed, ASSIGNED_RELATION), QuotaOf::Organization);
    }
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    assert_eq!(side(&linked_account("kim", &suspended), ASSIGNED_RELATION), QuotaOf::Recipient);
    assert_eq!(side(&member("max", &school()), ASSIGNED_RELATION), QuotaOf::Organization);
    let sponsored = Scene::new(title()).with_caller(sponsor("eve", &school())).naming(&kim);
    assert_eq!(sponsored.decide().quota_of, QuotaOf::Organization);
}

#[test]
fn a_book_that_has_counted_on_one_side_counts_there_and_once() {
    let shared = Relation { counted_for_organization: true, ..ASSIGNED_RELATION };
    let both = Relation { counted: true, ..shared };
    let kim = linked_account("kim", &school());
    let used_up = with_change(kim.clone(), |kim| kim.books_taken = 100);
    for (reader, relation, side) in [
        (&kim, shared, QuotaOf::Organization),
        (&kim, both, QuotaOf::Recipient),
        (&used_up, shared, QuotaOf::Organization),
        (&used_up, both, QuotaOf::Recipient),
    ] {
        let scene = request_of(title(), reader.clone()).with_relation(relation);
        assert_open(&scene);
        assert_eq!(scene.decide().quota_of, side, "{relation:?}");
    }
}

#[test]
fn counts_no_book_against_the_side_that_is_not_used() {
    for (title, reader) in [
        (super::free_title(), linked_account("kim", &school())),
        (title(), person("cat", Role::CollectionAssistant)),
        (with_change(title(), |title| title.owner = Some("ada".into())), super::ada()),
    ] {
        assert_eq!(request_of(title, reader).decide().quota_of, QuotaOf::Nobody);
    }
}

#[test]
fn a_sponsor_gets_copies_for_linked_members_by_the_organizations_side() {
    let lapsed = with_change(linked_account("kim", &school()), |kim| kim.subscriptions.clear());
    assert_open(&Scene::new(title()).with_caller(sponsor("eve", &school())).naming(&lapsed));
    let suspended = with_change(school(), |school| school.organization.suspended = true);
    let kim = linked_account("kim", &suspended);
    assert_denied(&Scene::new(title()).with_caller(sponsor("eve", &suspended)).naming(&kim), "ORG_SUSPENDED");
}

#[test]
fn a_sponsor_who_is_an_individual_member_too_reads_without_naming_anybody() {
    let both = with_change(individual("eve"), |eve| {
        assert!(eve.account.roles.insert(Role::OrganizationSponsor));
        eve.account.membership = sponsor("eve", &school()).account.membership;
        eve.organization = Some(school());
    });
    let scene = request_of(title(), both.clone());
    assert_open(&scene);
    assert!(!scene.decide().for_user_required);
    let lapsed = with_change(both, |eve| eve.subscriptions.clear());
    let decision = request_of(title(), lapsed).decide();
    assert!(decision.available && decision.for_user_required);
}
