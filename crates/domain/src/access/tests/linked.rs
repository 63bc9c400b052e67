//! Linked accounts: allowed what either side allows (docs/rules/access.md).

use super::{ASSIGNED, ask, denied, open};
use crate::access::{QuotaOf, Relation};
use crate::accounts::Role;
use crate::fixtures::{Scene, days_ago, individual, linked, member, person, school, sponsor, title, with};
use crate::proofs::ProofStatus;
use crate::readers::Reader;

#[test]
fn the_individual_side_is_enough() {
    let suspended = with(school(), |school| school.organization.suspended = true);
    let scene = ask(title(), linked("kim", &suspended));
    open(&scene);
    assert_eq!(scene.alerts(), Vec::<&str>::new(), "the closed side is not reported");
}

#[test]
fn the_organizations_side_is_enough() {
    let lapsed = with(linked("kim", &school()), |kim| {
        kim.agreement_signed = false;
        kim.subscriptions.clear();
    });
    open(&ask(title(), lapsed.clone()).related(super::ASSIGNED));
    denied(&ask(title(), lapsed), "NOT_ASSIGNED");
}

#[test]
fn of_two_closed_sides_the_one_that_gets_further_is_reported() {
    let suspended = with(school(), |school| school.organization.suspended = true);
    let unproven = with(linked("kim", &suspended), |kim| kim.proof = ProofStatus::Missing);
    denied(&ask(title(), unproven), "POD_MISSING");
    let expired = with(linked("kim", &school()), |kim| kim.subscriptions[0].end = Some(days_ago(3)));
    denied(&ask(title(), expired), "NOT_ASSIGNED");
}

#[test]
fn each_side_has_its_own_quota() {
    let used_up = with(linked("kim", &school()), |kim| kim.books_taken = 100);
    denied(&ask(title(), used_up.clone()), "DOWNLOAD_LIMIT_REACHED");
    open(&ask(title(), used_up).related(super::ASSIGNED));
}

/// docs/rules/quotas.md: a book counts against the side that opens it.
#[test]
fn a_book_counts_against_the_quota_of_the_side_that_opens_it() {
    let kim = linked("kim", &school());
    let side = |reader: &Reader, relation| {
        let scene = ask(title(), reader.clone()).related(relation);
        open(&scene);
        scene.decide().quota_of
    };
    assert_eq!(side(&kim, ASSIGNED), QuotaOf::Recipient);
    for closed in [
        with(kim.clone(), |kim| kim.books_taken = 100),
        with(kim.clone(), |kim| kim.agreement_signed = false),
        with(kim.clone(), |kim| kim.subscriptions.clear()),
    ] {
        assert_eq!(side(&closed, ASSIGNED), QuotaOf::Organization);
    }
    let suspended = with(school(), |school| school.organization.suspended = true);
    assert_eq!(side(&linked("kim", &suspended), ASSIGNED), QuotaOf::Recipient);
    assert_eq!(side(&member("max", &school()), ASSIGNED), QuotaOf::Organization);
    let sponsored = Scene::of(title()).by(sponsor("eve", &school())).naming(&kim);
    assert_eq!(sponsored.decide().quota_of, QuotaOf::Organization);
}

#[test]
fn a_book_that_has_counted_on_one_side_counts_there_and_once() {
    let shared = Relation { counted_for_organization: true, ..ASSIGNED };
    let both = Relation { counted: true, ..shared };
    let kim = linked("kim", &school());
    let used_up = with(kim.clone(), |kim| kim.books_taken = 100);
    for (reader, relation, side) in [
        (&kim, shared, QuotaOf::Organization),
        (&kim, both, QuotaOf::Recipient),
        (&used_up, shared, QuotaOf::Organization),
        (&used_up, both, QuotaOf::Recipient),
    ] {
        let scene = ask(title(), reader.clone()).related(relation);
        open(&scene);
        assert_eq!(scene.decide().quota_of, side, "{relation:?}");
    }
}

#[test]
fn nothing_counts_where_books_are_not_taken() {
    for (title, reader) in [
        (super::free(), linked("kim", &school())),
        (title(), person("cat", Role::CollectionAssistant)),
        (with(title(), |title| title.owner = Some("ada".into())), super::ada()),
    ] {
        assert_eq!(ask(title, reader).decide().quota_of, QuotaOf::Nobody);
    }
}

#[test]
fn a_sponsor_gets_copies_for_linked_members_by_the_organizations_side() {
    let lapsed = with(linked("kim", &school()), |kim| kim.subscriptions.clear());
    open(&Scene::of(title()).by(sponsor("eve", &school())).naming(&lapsed));
    let suspended = with(school(), |school| school.organization.suspended = true);
    let kim = linked("kim", &suspended);
    denied(&Scene::of(title()).by(sponsor("eve", &suspended)).naming(&kim), "ORG_SUSPENDED");
}

#[test]
fn a_sponsor_who_is_an_individual_member_too_reads_without_naming_anybody() {
    let both = with(individual("eve"), |eve| {
        assert!(eve.account.roles.insert(Role::OrganizationSponsor));
        eve.account.membership = sponsor("eve", &school()).account.membership;
        eve.organization = Some(school());
    });
    let scene = ask(title(), both.clone());
    open(&scene);
    assert!(!scene.decide().for_user_required);
    let lapsed = with(both, |eve| eve.subscriptions.clear());
    let decision = ask(title(), lapsed).decide();
    assert!(decision.available && decision.for_user_required);
}
