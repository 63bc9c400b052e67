//! Rules 5 and 6: the account, the role, and titles that are free to all.

use super::{ada, assert_denied, assert_open, free_title, max_signed_in, request_of};
use crate::fixtures::{Scene, individual, member, person, school, sponsor, title, with_change};
use crate::proofs::ProofStatus;
use crate::{Role, Title, UsageRestriction};

#[test]
fn rule_5_closes_locked_and_deleted_accounts() {
    assert_denied(
        &request_of(title(), with_change(ada(), |ada| ada.account.locked = true)),
        "ACCOUNT_LOCKED",
    );
    assert_denied(
        &request_of(title(), with_change(ada(), |ada| ada.account.deleted = true)),
        "ACCOUNT_LOCKED",
    );
    assert_denied(
        &request_of(free_title(), with_change(ada(), |ada| ada.account.locked = true)),
        "ACCOUNT_LOCKED",
    );
}

#[test]
fn rule_5_applies_to_caller_and_recipient() {
    let school = school();
    let (eve, max) = (sponsor("eve", &school), member("max", &school));
    let locked_max = with_change(max.clone(), |max| max.account.locked = true);
    assert_denied(&Scene::new(title()).with_caller(eve.clone()).naming(&locked_max), "ACCOUNT_LOCKED");
    let locked_eve = with_change(eve, |eve| eve.account.locked = true);
    assert_denied(&Scene::new(title()).with_caller(locked_eve).naming(&max), "ACCOUNT_LOCKED");
}

#[test]
fn rule_5_volunteers_and_membership_assistants_have_only_free_titles() {
    for role in [Role::Volunteer, Role::TrustedVolunteer, Role::MembershipAssistant] {
        let scene = request_of(title(), person("lee", role));
        assert_denied(&scene, "ROLE_NOT_ALLOWED");
        assert_eq!(scene.alerts(), ["ROLE_NOT_ALLOWED"], "what they lack besides does not matter");
        assert_open(&request_of(free_title(), person("lee", role)));
    }
}

#[test]
fn rule_5_another_role_that_may_read_is_enough() {
    let reading_volunteer =
        with_change(individual("lee"), |lee| assert!(lee.account.roles.insert(Role::TrustedVolunteer)));
    assert_open(&request_of(title(), reading_volunteer));
}

#[test]
fn rule_5_an_account_without_roles_has_only_free_titles() {
    let nobody = with_change(ada(), |ada| ada.account.roles.clear());
    assert_denied(&request_of(title(), nobody.clone()), "ROLE_NOT_ALLOWED");
    assert_open(&request_of(free_title(), nobody));
}

#[test]
fn rule_6_free_titles_skip_rules_7_to_14() {
    let spoiled = |title: Title| {
        with_change(title, |title| {
            title.metadata.adult_content = true;
            title.metadata.nimac = true;
        })
    };
    let unqualified = with_change(person("ann", Role::Individual), |ann| {
        ann.account.safe_search = true;
        ann.books_taken = 1000;
        ann.proof = ProofStatus::Missing;
    });
    for usage in [UsageRestriction::PublicDomain, UsageRestriction::CreativeCommons] {
        let scene = request_of(Title { usage, ..spoiled(title()) }, unqualified.clone());
        assert_open(&scene);
        assert_eq!(scene.alerts(), Vec::<&str>::new());
    }
    let school = with_change(school(), |school| {
        school.organization.suspended = true;
        school.organization.agreement_signed = false;
        school.subscriptions.clear();
    });
    assert_open(&request_of(spoiled(free_title()), member("max", &school)));
    assert_open(&request_of(spoiled(free_title()), sponsor("eve", &school)));
    assert_open(&max_signed_in(spoiled(free_title())));
}

#[test]
fn rule_6_free_titles_have_to_be_live_with_a_format_in_the_country() {
    let bare = with_change(free_title(), |title| title.artifacts.clear());
    assert_eq!(request_of(bare, ada()).alerts(), ["FORMATS_PENDING"]);
    let nowhere = with_change(free_title(), |title| title.territory.worldwide = false);
    assert_denied(&request_of(nowhere, ada()), "COUNTRY_RESTRICTED");
}
