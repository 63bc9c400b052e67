//! Rules 5 and 6: the account, the role, and titles that are free to all.

use super::{ada, ask, denied, free, max_signed_in, open};
use crate::accounts::Role;
use crate::fixtures::{Scene, individual, member, person, school, sponsor, title, with};
use crate::proofs::ProofStatus;
use crate::titles::{Title, UsageRestriction};

#[test]
fn rule_5_closes_locked_and_deleted_accounts() {
    denied(&ask(title(), with(ada(), |ada| ada.account.locked = true)), "ACCOUNT_LOCKED");
    denied(&ask(title(), with(ada(), |ada| ada.account.deleted = true)), "ACCOUNT_LOCKED");
    denied(&ask(free(), with(ada(), |ada| ada.account.locked = true)), "ACCOUNT_LOCKED");
}

#[test]
fn rule_5_looks_at_caller_and_recipient() {
    let school = school();
    let (eve, max) = (sponsor("eve", &school), member("max", &school));
    let locked_max = with(max.clone(), |max| max.account.locked = true);
    denied(&Scene::of(title()).by(eve.clone()).naming(&locked_max), "ACCOUNT_LOCKED");
    let locked_eve = with(eve, |eve| eve.account.locked = true);
    denied(&Scene::of(title()).by(locked_eve).naming(&max), "ACCOUNT_LOCKED");
}

#[test]
fn rule_5_volunteers_and_membership_assistants_have_only_free_titles() {
    for role in [Role::Volunteer, Role::TrustedVolunteer, Role::MembershipAssistant] {
        let scene = ask(title(), person("lee", role));
        denied(&scene, "ROLE_NOT_ALLOWED");
        assert_eq!(scene.alerts(), ["ROLE_NOT_ALLOWED"], "what they lack besides does not matter");
        open(&ask(free(), person("lee", role)));
    }
}

#[test]
fn rule_5_another_role_that_may_read_is_enough() {
    let reading_volunteer =
        with(individual("lee"), |lee| assert!(lee.account.roles.insert(Role::TrustedVolunteer)));
    open(&ask(title(), reading_volunteer));
}

#[test]
fn rule_5_an_account_without_roles_has_only_free_titles() {
    let nobody = with(ada(), |ada| ada.account.roles.clear());
    denied(&ask(title(), nobody.clone()), "ROLE_NOT_ALLOWED");
    open(&ask(free(), nobody));
}

#[test]
fn rule_6_free_titles_skip_rules_7_to_14() {
    let spoiled = |title: Title| {
        with(title, |title| {
            title.metadata.adult_content = true;
            title.metadata.nimac = true;
        })
    };
    let unqualified = with(person("ann", Role::Individual), |ann| {
        ann.account.safe_search = true;
        ann.books_taken = 1000;
        ann.proof = ProofStatus::Missing;
    });
    for usage in [UsageRestriction::PublicDomain, UsageRestriction::CreativeCommons] {
        let scene = ask(Title { usage, ..spoiled(title()) }, unqualified.clone());
        open(&scene);
        assert_eq!(scene.alerts(), Vec::<&str>::new());
    }
    let school = with(school(), |school| {
        school.organization.suspended = true;
        school.organization.agreement_signed = false;
        school.subscriptions.clear();
    });
    open(&ask(spoiled(free()), member("max", &school)));
    open(&ask(spoiled(free()), sponsor("eve", &school)));
    open(&max_signed_in(spoiled(free())));
}

#[test]
fn rule_6_free_titles_have_to_be_live_with_a_format_in_the_country() {
    let bare = with(free(), |title| title.artifacts.clear());
    assert_eq!(ask(bare, ada()).alerts(), ["FORMATS_PENDING"]);
    let nowhere = with(free(), |title| title.territory.worldwide = false);
    denied(&ask(nowhere, ada()), "COUNTRY_RESTRICTED");
}
