//! The rules of docs/rules/access.md and docs/rules/titles.md#rule-2, one by one; then what must hold of all
//! decisions.

mod assigned;
mod availability;
mod checking;
mod content;
mod documents;
mod editions;
mod fits;
mod guests;
mod linked;
mod moves;
mod naming;
mod notes;
mod properties;
mod quotas;
mod roles;
mod seeing;
mod sponsors;
mod standing;
mod territory;
mod tools;
mod views;

use super::{Refusal, Relation};
use crate::fixtures::{Scene, individual, member, school, title};
use crate::{Reader, Title, UsageRestriction};

/// A book in the public domain.
fn free_title() -> Title {
    Title { usage: UsageRestriction::PublicDomain, ..title() }
}

/// The title is assigned to R.
const ASSIGNED_RELATION: Relation = Relation { assigned: true, ..NO_RELATION };

/// No relation between R and the title.
const NO_RELATION: Relation = Relation {
    assigned: false,
    on_list: false,
    downloaded_before: false,
    counted: false,
    counted_for_organization: false,
};

/// An individual member asks for the title.
fn request_of(title: Title, reader: Reader) -> Scene {
    Scene::new(title).with_caller(reader)
}

/// Ada, an individual member with everything in order.
fn ada() -> Reader {
    individual("ada")
}

/// Max, a member of the school, who signs in and has the title assigned.
fn max_signed_in(title: Title) -> Scene {
    request_of(title, member("max", &school())).with_relation(ASSIGNED_RELATION)
}

/// The download is allowed, and `available` says so.
#[track_caller]
fn assert_open(scene: &Scene) {
    let decision = scene.decide();
    assert_eq!(decision.refusal(), None, "{:?}", scene.alerts());
    assert!(decision.available);
}

/// The download is 403 with this key, which is also the first error alert; `available` is false.
#[track_caller]
fn assert_denied(scene: &Scene, code: &str) {
    let decision = scene.decide();
    let Some(Refusal::Denied(key)) = decision.refusal() else {
        panic!("{:?} {:?}", decision.refusal(), scene.alerts())
    };
    assert_eq!(key.as_str(), code, "{:?}", scene.alerts());
    assert_eq!(scene.errors().first(), Some(&code));
    assert!(!decision.available);
}
