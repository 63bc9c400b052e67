//! `forUser` sent by others than sponsors (docs/rules/access.md#rule-19).

use super::{ada, ask, denied, free, open};
use crate::access::Refusal;
use crate::accounts::Role;
use crate::fixtures::{Scene, individual, lab, linked, member, person, school, sponsor, title, with};
use crate::readers::Reader;

fn assistant() -> Reader {
    person("lee", Role::MembershipAssistant)
}

#[track_caller]
fn forbidden(scene: &Scene) {
    assert_eq!(scene.decide().refusal(), Some(Refusal::Forbidden));
    assert!(!scene.decide().available);
}

#[test]
fn anybody_may_name_the_own_person() {
    open(&ask(title(), ada()).naming(&ada()));
    open(&ask(free(), person("vic", Role::Volunteer)).naming(&person("vic", Role::Volunteer)));
    denied(&ask(title(), assistant()).naming(&assistant()), "ROLE_NOT_ALLOWED");
}

#[test]
fn nobody_else_may_name_another_person() {
    let others = [
        ada(),
        member("max", &school()),
        person("vic", Role::Volunteer),
        person("cat", Role::CollectionAssistant),
    ];
    for caller in others {
        forbidden(&ask(title(), caller.clone()).naming(&individual("ben")));
        forbidden(&ask(title(), caller.clone()).naming_unknown());
        forbidden(&ask(free(), caller).naming(&individual("ben")));
    }
}

#[test]
fn a_title_that_is_not_live_is_reported_first() {
    let gone = with(title(), |title| title.status = crate::titles::TitleStatus::Withdrawn);
    denied(&ask(gone, ada()).naming(&individual("ben")), "TITLE_NOT_LIVE");
}

#[test]
fn membership_assistants_download_for_accounts_of_their_site() {
    open(&Scene::of(title()).by(assistant()).naming(&ada()));
    open(&Scene::of(title()).by(assistant()).naming(&member("max", &school())));
    open(&Scene::of(title()).by(assistant()).naming(&linked("kim", &school())));
    forbidden(&Scene::of(title()).by(assistant()).naming_unknown());
    forbidden(&Scene::of(title()).by(assistant()).naming(&with(ada(), |ada| ada.account.site = lab())));
}

#[test]
fn administrators_download_for_accounts_of_every_site() {
    let elsewhere = with(ada(), |ada| ada.account.site = lab());
    let shared = with(title(), |title| title.sharing = crate::sites::Sharing::All);
    let admin = person("root", Role::Administrator);
    open(&Scene::of(shared).by(admin.clone()).naming(&elsewhere));
    denied(&Scene::of(title()).by(admin).naming(&elsewhere), "SITE_RESTRICTED");
}

#[test]
fn the_rules_look_at_the_person_named() {
    let unsigned = with(ada(), |ada| ada.agreement_signed = false);
    denied(&Scene::of(title()).by(assistant()).naming(&unsigned), "AGREEMENT_MISSING");
    let volunteer = person("vic", Role::Volunteer);
    denied(&Scene::of(title()).by(assistant()).naming(&volunteer), "ROLE_NOT_ALLOWED");
    let eve = sponsor("eve", &school());
    denied(&Scene::of(title()).by(assistant()).naming(&eve), "NOT_ORG_MEMBER");
    let gone = with(ada(), |ada| ada.account.deleted = true);
    denied(&Scene::of(title()).by(assistant()).naming(&gone), "ACCOUNT_LOCKED");
}

#[test]
fn checking_ends_where_a_copy_is_for_somebody_else() {
    let both = with(person("cat", Role::CollectionAssistant), |cat| {
        assert!(cat.account.roles.insert(Role::MembershipAssistant));
    });
    open(&ask(title(), both.clone()));
    let unsigned = with(ada(), |ada| ada.agreement_signed = false);
    denied(&Scene::of(title()).by(both).naming(&unsigned), "AGREEMENT_MISSING");
}
