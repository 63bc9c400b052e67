//! Rule 6 and docs/rules/errors.md#rule-5: callers that are not signed in.

use super::{assert_denied, free_title};
use crate::access::Refusal;
use crate::fixtures::{Scene, individual, title, with_change};
use crate::{AlertCode, Title, UsageRestriction};

#[test]
fn guests_get_free_titles() {
    for usage in [UsageRestriction::PublicDomain, UsageRestriction::CreativeCommons] {
        let scene = Scene::new(Title { usage, ..title() });
        super::assert_open(&scene);
        assert_eq!(scene.alerts(), Vec::<&str>::new());
    }
}

#[test]
fn guests_are_asked_to_sign_in_where_that_could_help() {
    let decision = Scene::new(title()).decide();
    assert!(!decision.available);
    assert_eq!(decision.refusal(), Some(Refusal::LoginRequired));
    assert_eq!(decision.alerts[0].code, AlertCode::LoginRequired);
    assert_eq!(decision.alerts.len(), 1, "guests stop at rule 6");
}

#[test]
fn signing_in_helps_neither_where_the_country_is_closed_nor_when_the_title_is_gone() {
    let elsewhere = with_change(title(), |title| title.territory.worldwide = false);
    assert_denied(&Scene::new(elsewhere.clone()), "COUNTRY_RESTRICTED");
    assert_eq!(Scene::new(elsewhere).alerts(), ["COUNTRY_RESTRICTED", "LOGIN_REQUIRED"]);
    let gone = with_change(title(), |title| title.status = crate::titles::TitleStatus::Withdrawn);
    assert_denied(&Scene::new(gone), "TITLE_NOT_LIVE");
}

#[test]
fn guests_who_name_somebody_have_to_sign_in() {
    let ada = individual("ada");
    for scene in [
        Scene::new(title()).naming(&ada),
        Scene::new(title()).naming_unknown(),
        Scene::new(free_title()).naming(&ada),
        Scene::new(free_title()).naming_unknown(),
    ] {
        assert_eq!(scene.decide().refusal(), Some(Refusal::LoginRequired));
        assert!(!scene.decide().available);
    }
}

#[test]
fn signing_in_does_not_help_a_guest_who_names_somebody_where_the_country_is_closed() {
    let elsewhere = with_change(title(), |title| title.territory.worldwide = false);
    let decision = Scene::new(elsewhere).naming(&individual("ada")).decide();
    assert_eq!(decision.refusal(), Some(Refusal::Denied(AlertCode::CountryRestricted)));
}

#[test]
fn guests_have_no_verbs() {
    assert!(Scene::new(free_title()).allows().is_empty());
}

#[test]
fn guests_do_not_care_for_adult_content() {
    super::assert_open(&Scene::new(with_change(free_title(), |title| title.metadata.adult_content = true)));
}
