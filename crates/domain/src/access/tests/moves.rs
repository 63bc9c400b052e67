//! Who moves titles: every state, every move, every role (docs/rules/titles.md#rule-2,
//! docs/rules/access.md#rule-24).

use super::ask;
use crate::access::{NotMoved, Verb, may_move};
use crate::accounts::Role;
use crate::fixtures::{Scene, lab, person, site, title};
use crate::readers::Reader;
use crate::sites::Sharing;
use crate::titles::{Dates, Title, TitleStatus as S};
use crate::wire::WireEnum;

/// Where a title is, seen from the caller's site.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Own,
    Shared,
    Elsewhere,
}

fn at(place: Place, status: S) -> Title {
    let title = Title { status, dates: Dates::default(), ..title() };
    match place {
        Place::Own => title,
        Place::Shared => Title { site: lab(), sharing: Sharing::All, ..title },
        Place::Elsewhere => Title { site: lab(), ..title },
    }
}

fn asked(title: &Title, caller: Option<Reader>, to: S) -> Result<(), NotMoved> {
    let scene = Scene { caller, ..Scene::of(title.clone()) };
    may_move(&scene.title, &scene.who(), &site(), to)
}

#[test]
fn every_state_move_and_role() {
    for place in [Place::Own, Place::Shared, Place::Elsewhere] {
        for from in S::ALL.iter().copied() {
            let title = at(place, from);
            let readable = place != Place::Elsewhere && matches!(from, S::Live | S::Withdrawn | S::Reprocess);
            for to in S::ALL.iter().copied() {
                let callers = Role::ALL.iter().map(|role| Some(*role)).chain([None]);
                for role in callers {
                    let manages = match role {
                        Some(Role::Administrator) => true,
                        Some(Role::CollectionAssistant) => place == Place::Own,
                        _ => false,
                    };
                    let expected = match (manages, readable) {
                        (true, _) if from.can_become(to) => Ok(()),
                        (true, _) => Err(NotMoved::NoSuchMove),
                        (false, true) => Err(NotMoved::NotManaged),
                        (false, false) => Err(NotMoved::Unseen),
                    };
                    let caller = role.map(|role| person("x", role));
                    assert_eq!(asked(&title, caller, to), expected, "{role:?}, {place:?}: {from} -> {to}");
                }
            }
        }
    }
}

#[test]
fn nobody_moves_a_readers_own_document() {
    let document = Title { owner: Some("ada".into()), ..at(Place::Own, S::UserSubmitted) };
    for role in [Role::CollectionAssistant, Role::Administrator] {
        assert_eq!(asked(&document, Some(person("x", role)), S::BeingEdited), Err(NotMoved::Unseen));
    }
    let owner = person("ada", Role::Individual);
    assert_eq!(asked(&document, Some(owner), S::BeingEdited), Err(NotMoved::NotManaged));
}

#[test]
fn nothing_is_offered_of_a_removed_title() {
    for status in S::ALL.iter().copied() {
        let scene = ask(at(Place::Own, status), person("cat", Role::CollectionAssistant));
        let offered = scene.allows();
        let expected = status != S::Removed;
        assert_eq!(
            (offered.contains(&Verb::Put), offered.contains(&Verb::Delete)),
            (expected, expected),
            "{status}"
        );
    }
}
