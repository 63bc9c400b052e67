//! Rule 6 and docs/rules/errors.md#rule-5: callers that are not signed in.

use super::{denied, free};
use crate::access::{AlertCode, Refusal};
use crate::fixtures::{Scene, individual, title, with};
use crate::titles::{Title, UsageRestriction};

#[test]
fn guests_get_free_titles() {
    for usage in [UsageRestriction::PublicDomain, UsageRestriction::CreativeCommons] {
        let scene = Scene::of(Title { usage, ..title() });
        super::open(&scene);
        assert_eq!(scene.alerts(), Vec::<&str>::new());
    }
}

#[test]
fn guests_are_asked_to_sign_in_where_that_could_help() {
    let decision = Scene::of(title()).decide();
    assert!(!decision.available);
    assert_eq!(decision.refusal(), Some(Refusal::LoginRequired));
    assert_eq!(decision.alerts[0].code, AlertCode::LoginRequired);
    assert_eq!(decision.alerts.len(), 1, "guests stop at rule 6");
}

#[test]
fn signing_in_helps_neither_where_the_country_is_closed_nor_when_the_title_is_gone() {
    let elsewhere = with(title(), |title| title.territory.worldwide = false);
    denied(&Scene::of(elsewhere.clone()), "COUNTRY_RESTRICTED");
    assert_eq!(Scene::of(elsewhere).alerts(), ["COUNTRY_RESTRICTED", "LOGIN_REQUIRED"]);
    let gone = with(title(), |title| title.status = crate::titles::TitleStatus::Withdrawn);
    denied(&Scene::of(gone), "TITLE_NOT_LIVE");
}

#[test]
fn guests_who_name_somebody_have_to_sign_in() {
    let ada = individual("ada");
    for scene in [
        Scene::of(title()).naming(&ada),
        Scene::of(title()).naming_unknown(),
        Scene::of(free()).naming(&ada),
        Scene::of(free()).naming_unknown(),
    ] {
        assert_eq!(scene.decide().refusal(), Some(Refusal::LoginRequired));
        assert!(!scene.decide().available);
    }
}

#[test]
fn signing_in_does_not_help_a_guest_who_names_somebody_where_the_country_is_closed() {
    let elsewhere = with(title(), |title| title.territory.worldwide = false);
    let decision = Scene::of(elsewhere).naming(&individual("ada")).decide();
    assert_eq!(decision.refusal(), Some(Refusal::Denied(AlertCode::CountryRestricted)));
}

#[test]
fn nothing_is_allowed_to_guests() {
    assert!(Scene::of(free()).allows().is_empty());
}

#[test]
fn guests_do_not_care_for_adult_content() {
    super::open(&Scene::of(with(free(), |title| title.metadata.adult_content = true)));
}
