//! Permissions to move titles: every state, every move, every role (docs/rules/titles.md#rule-2,
//! docs/rules/access.md#rule-24).

use super::request_of;
use crate::access::{NotMoved, Verb, may_move};
use crate::fixtures::{Scene, lab, person, site, title};
use crate::sites::Sharing;
use crate::titles::{Dates, TitleStatus as S};
use crate::wire::WireEnum;
use crate::{Reader, Role, Title};

/// Site of a title, seen from the caller's site.
#[derive(Debug, Clone, Copy, PartialEq)]
enum TitleSite {
    Own,
    Shared,
    Elsewhere,
}

fn title_at(place: TitleSite, status: S) -> Title {
    let title = Title { status, dates: Dates::default(), ..title() };
    match place {
        TitleSite::Own => title,
        TitleSite::Shared => Title { site: lab(), sharing: Sharing::All, ..title },
        TitleSite::Elsewhere => Title { site: lab(), ..title },
    }
}

fn request_move(title: &Title, caller: Option<Reader>, to: S) -> Result<(), NotMoved> {
    let scene = Scene { caller, ..Scene::new(title.clone()) };
    may_move(&scene.title, &scene.access_caller(), &site(), to)
}

#[test]
fn every_state_move_and_role() {
    for place in [TitleSite::Own, TitleSite::Shared, TitleSite::Elsewhere] {
        for from in S::ALL.iter().copied() {
            let title = title_at(place, from);
            let readable =
                place != TitleSite::Elsewhere && matches!(from, S::Live | S::Withdrawn | S::Reprocess);
            for to in S::ALL.iter().copied() {
                let callers = Role::ALL.iter().map(|role| Some(*role)).chain([None]);
                for role in callers {
                    let manages = match role {
                        Some(Role::Administrator) => true,
                        Some(Role::CollectionAssistant) => place == TitleSite::Own,
                        _ => false,
                    };
                    let expected = match (manages, readable) {
                        (true, _) if from.can_become(to) => Ok(()),
                        (true, _) => Err(NotMoved::NoSuchMove),
                        (false, true) => Err(NotMoved::NotManaged),
                        (false, false) => Err(NotMoved::Unseen),
                    };
                    let caller = role.map(|role| person("x", role));
                    assert_eq!(
                        request_move(&title, caller, to),
                        expected,
                        "{role:?}, {place:?}: {from} -> {to}"
                    );
                }
            }
        }
    }
}

#[test]
fn refuses_to_move_a_readers_own_document() {
    let document = Title { owner: Some("ada".into()), ..title_at(TitleSite::Own, S::UserSubmitted) };
    for role in [Role::CollectionAssistant, Role::Administrator] {
        assert_eq!(request_move(&document, Some(person("x", role)), S::BeingEdited), Err(NotMoved::Unseen));
    }
    let owner = person("ada", Role::Individual);
    assert_eq!(request_move(&document, Some(owner), S::BeingEdited), Err(NotMoved::NotManaged));
}

#[test]
fn offers_no_format_of_a_removed_title() {
    for status in S::ALL.iter().copied() {
        let scene = request_of(title_at(TitleSite::Own, status), person("cat", Role::CollectionAssistant));
        let offered = scene.allows();
        let expected = status != S::Removed;
        assert_eq!(
            (offered.contains(&Verb::Put), offered.contains(&Verb::Delete)),
            (expected, expected),
            "{status}"
        );
    }
}
