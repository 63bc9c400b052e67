//! Users' own documents (docs/rules/documents.md#rule-2, docs/rules/access.md#rule-1,
//! docs/rules/access.md#rule-23).

use super::{assert_denied, assert_open, request_of};
use crate::access::{Verb, finds_title};
use crate::fixtures::{Scene, individual, person, site, title, with_change};
use crate::{AlertCode, FormatStatus, Role, Title, TitleStatus};

fn anns_document() -> Title {
    with_change(title(), |title| {
        title.owner = Some("ann".into());
        title.status = TitleStatus::New;
        title.territory.worldwide = false;
    })
}

#[test]
fn the_owner_has_it_whatever_the_standing() {
    for role in [Role::Individual, Role::OrganizationMember, Role::OrganizationSponsor, Role::Volunteer] {
        let scene = request_of(anns_document(), person("ann", role));
        assert_open(&scene);
        assert_eq!(scene.allows(), [Verb::Get, Verb::Delete]);
        assert!(finds_title(&scene.title, &scene.access_caller(), &site()));
    }
}

#[test]
fn is_pending_until_it_is_converted() {
    let fresh = with_change(anns_document(), |title| {
        title.artifacts.iter_mut().for_each(|artifact| artifact.status = FormatStatus::Pending);
    });
    let scene = request_of(fresh, person("ann", Role::Individual));
    assert_eq!(scene.alerts(), ["FORMATS_PENDING"]);
    assert!(!scene.decide().available);
    assert_eq!(scene.allows(), [Verb::Delete]);
}

#[test]
fn one_that_could_not_be_converted_says_that_there_is_nothing_to_wait_for() {
    let of = |status: FormatStatus| {
        let title = with_change(anns_document(), |title| {
            title.artifacts.iter_mut().for_each(|one| one.status = status);
        });
        let decision = request_of(title, person("ann", Role::Individual)).decide();
        assert_eq!(decision.alerts.len(), 1);
        (decision.alerts[0].code, decision.alerts[0].message())
    };
    let waits = (AlertCode::FormatsPending, AlertCode::FormatsPending.message());
    assert_eq!(of(FormatStatus::Pending), waits);
    let failed = "This document could not be converted; its notes say why.";
    assert_eq!(of(FormatStatus::Unavailable), (AlertCode::FormatsPending, failed));
}

#[test]
fn is_invisible_to_everyone_but_the_owner() {
    let live = Title { status: TitleStatus::Live, ..anns_document() };
    for role in [Role::Individual, Role::CollectionAssistant, Role::Administrator] {
        let scene =
            request_of(live.clone(), with_change(individual("ben"), |ben| ben.account.roles = [role].into()));
        assert!(!finds_title(&scene.title, &scene.access_caller(), &site()));
        assert_denied(&scene, "TITLE_NOT_LIVE");
        assert!(scene.allows().is_empty());
    }
    let guest = Scene::new(live);
    assert!(!finds_title(&guest.title, &guest.access_caller(), &site()));
    assert_denied(&guest, "TITLE_NOT_LIVE");
}

#[test]
fn a_removed_one_is_gone() {
    let scene = request_of(
        Title { status: TitleStatus::Removed, ..anns_document() },
        person("ann", Role::Individual),
    );
    assert!(!finds_title(&scene.title, &scene.access_caller(), &site()));
    assert_denied(&scene, "TITLE_NOT_LIVE");
}

#[test]
fn a_locked_owner_has_nothing() {
    let locked = with_change(person("ann", Role::Individual), |ann| ann.account.locked = true);
    assert_denied(&request_of(anns_document(), locked), "ACCOUNT_LOCKED");
}
