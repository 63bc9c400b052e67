//! `forUser` sent by others than sponsors (docs/rules/access.md#rule-19).

use super::{ada, assert_denied, assert_open, free_title, request_of};
use crate::access::Refusal;
use crate::fixtures::{
    Scene, individual, lab, linked_account, member, person, school, sponsor, title, with_change,
};
use crate::{Reader, Role};

fn assistant() -> Reader {
    person("lee", Role::MembershipAssistant)
}

#[track_caller]
fn assert_forbidden(scene: &Scene) {
    assert_eq!(scene.decide().refusal(), Some(Refusal::Forbidden));
    assert!(!scene.decide().available);
}

#[test]
fn anybody_may_name_the_own_person() {
    assert_open(&request_of(title(), ada()).naming(&ada()));
    assert_open(
        &request_of(free_title(), person("vic", Role::Volunteer)).naming(&person("vic", Role::Volunteer)),
    );
    assert_denied(&request_of(title(), assistant()).naming(&assistant()), "ROLE_NOT_ALLOWED");
}

#[test]
fn only_sponsors_and_staff_name_another_person() {
    let others = [
        ada(),
        member("max", &school()),
        person("vic", Role::Volunteer),
        person("cat", Role::CollectionAssistant),
    ];
    for caller in others {
        assert_forbidden(&request_of(title(), caller.clone()).naming(&individual("ben")));
        assert_forbidden(&request_of(title(), caller.clone()).naming_unknown());
        assert_forbidden(&request_of(free_title(), caller).naming(&individual("ben")));
    }
}

#[test]
fn a_title_that_is_not_live_is_reported_first() {
    let gone = with_change(title(), |title| title.status = crate::titles::TitleStatus::Withdrawn);
    assert_denied(&request_of(gone, ada()).naming(&individual("ben")), "TITLE_NOT_LIVE");
}

#[test]
fn membership_assistants_download_for_accounts_of_their_site() {
    assert_open(&Scene::new(title()).with_caller(assistant()).naming(&ada()));
    assert_open(&Scene::new(title()).with_caller(assistant()).naming(&member("max", &school())));
    assert_open(&Scene::new(title()).with_caller(assistant()).naming(&linked_account("kim", &school())));
    assert_forbidden(&Scene::new(title()).with_caller(assistant()).naming_unknown());
    assert_forbidden(
        &Scene::new(title())
            .with_caller(assistant())
            .naming(&with_change(ada(), |ada| ada.account.site = lab())),
    );
}

#[test]
fn administrators_download_for_accounts_of_every_site() {
    let elsewhere = with_change(ada(), |ada| ada.account.site = lab());
    let shared = with_change(title(), |title| title.sharing = crate::sites::Sharing::All);
    let admin = person("root", Role::Administrator);
    assert_open(&Scene::new(shared).with_caller(admin.clone()).naming(&elsewhere));
    assert_denied(&Scene::new(title()).with_caller(admin).naming(&elsewhere), "SITE_RESTRICTED");
}

#[test]
fn rules_apply_to_the_named_person() {
    let unsigned = with_change(ada(), |ada| ada.agreement_signed = false);
    assert_denied(&Scene::new(title()).with_caller(assistant()).naming(&unsigned), "AGREEMENT_MISSING");
    let volunteer = person("vic", Role::Volunteer);
    assert_denied(&Scene::new(title()).with_caller(assistant()).naming(&volunteer), "ROLE_NOT_ALLOWED");
    let eve = sponsor("eve", &school());
    assert_denied(&Scene::new(title()).with_caller(assistant()).naming(&eve), "NOT_ORG_MEMBER");
    let gone = with_change(ada(), |ada| ada.account.deleted = true);
    assert_denied(&Scene::new(title()).with_caller(assistant()).naming(&gone), "ACCOUNT_LOCKED");
}

#[test]
fn checking_ends_where_a_copy_is_for_somebody_else() {
    let both = with_change(person("cat", Role::CollectionAssistant), |cat| {
        assert!(cat.account.roles.insert(Role::MembershipAssistant));
    });
    assert_open(&request_of(title(), both.clone()));
    let unsigned = with_change(ada(), |ada| ada.agreement_signed = false);
    assert_denied(&Scene::new(title()).with_caller(both).naming(&unsigned), "AGREEMENT_MISSING");
}
