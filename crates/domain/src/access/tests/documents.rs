//! Users' own documents (docs/rules/documents.md#rule-2, docs/rules/access.md#rule-1,
//! docs/rules/access.md#rule-23).

use super::{ask, denied, open};
use crate::access::{AlertCode, Verb, sees};
use crate::accounts::Role;
use crate::fixtures::{Scene, individual, person, site, title, with};
use crate::formats::FormatStatus;
use crate::titles::{Title, TitleStatus};

/// A document of Ann's.
fn document() -> Title {
    with(title(), |title| {
        title.owner = Some("ann".into());
        title.status = TitleStatus::New;
        title.territory.worldwide = false;
    })
}

#[test]
fn the_owner_has_it_whatever_the_standing() {
    for role in [Role::Individual, Role::OrganizationMember, Role::OrganizationSponsor, Role::Volunteer] {
        let scene = ask(document(), person("ann", role));
        open(&scene);
        assert_eq!(scene.allows(), [Verb::Get, Verb::Delete]);
        assert!(sees(&scene.title, &scene.who(), &site()));
    }
}

#[test]
fn it_is_pending_until_it_is_converted() {
    let fresh = with(document(), |title| {
        title.artifacts.iter_mut().for_each(|artifact| artifact.status = FormatStatus::Pending);
    });
    let scene = ask(fresh, person("ann", Role::Individual));
    assert_eq!(scene.alerts(), ["FORMATS_PENDING"]);
    assert!(!scene.decide().available);
    assert_eq!(scene.allows(), [Verb::Delete]);
}

#[test]
fn one_that_could_not_be_converted_says_that_there_is_nothing_to_wait_for() {
    let of = |status: FormatStatus| {
        let title = with(document(), |title| title.artifacts.iter_mut().for_each(|one| one.status = status));
        let decision = ask(title, person("ann", Role::Individual)).decide();
        assert_eq!(decision.alerts.len(), 1);
        (decision.alerts[0].code, decision.alerts[0].message())
    };
    let waits = (AlertCode::FormatsPending, AlertCode::FormatsPending.message());
    assert_eq!(of(FormatStatus::Pending), waits);
    let failed = "This document could not be converted; its notes say why.";
    assert_eq!(of(FormatStatus::Unavailable), (AlertCode::FormatsPending, failed));
}

#[test]
fn nobody_else_sees_it() {
    let live = Title { status: TitleStatus::Live, ..document() };
    for role in [Role::Individual, Role::CollectionAssistant, Role::Administrator] {
        let scene = ask(live.clone(), with(individual("ben"), |ben| ben.account.roles = [role].into()));
        assert!(!sees(&scene.title, &scene.who(), &site()));
        denied(&scene, "TITLE_NOT_LIVE");
        assert!(scene.allows().is_empty());
    }
    let guest = Scene::of(live);
    assert!(!sees(&guest.title, &guest.who(), &site()));
    denied(&guest, "TITLE_NOT_LIVE");
}

#[test]
fn a_removed_one_is_gone() {
    let scene = ask(Title { status: TitleStatus::Removed, ..document() }, person("ann", Role::Individual));
    assert!(!sees(&scene.title, &scene.who(), &site()));
    denied(&scene, "TITLE_NOT_LIVE");
}

#[test]
fn a_locked_owner_has_nothing() {
    let locked = with(person("ann", Role::Individual), |ann| ann.account.locked = true);
    denied(&ask(document(), locked), "ACCOUNT_LOCKED");
}
