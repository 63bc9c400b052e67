//! Permissions to read a title's metadata (docs/rules/access.md#rule-20, docs/rules/access.md#rule-24,
//! docs/rules/access.md#rule-16).

use super::request_of;
use crate::access::{finds_title, may_ask_status, may_edit, ticket_holds};
use crate::fixtures::{Scene, individual, lab, person, site, title, with_change};
use crate::sites::Sharing;
use crate::titles::TitleStatus as S;
use crate::wire::WireEnum;
use crate::{Reader, Role, Title, UsageRestriction};

fn is_seen_by(title: &Title, reader: Option<Reader>) -> bool {
    let scene = Scene { caller: reader, ..Scene::new(title.clone()) };
    finds_title(&scene.title, &scene.access_caller(), &site())
}

#[test]
fn everybody_reads_about_titles_that_are_or_were_live() {
    for status in S::ALL.iter().copied() {
        let title = Title { status, dates: crate::titles::Dates::default(), ..title() };
        let expected = matches!(status, S::Live | S::Withdrawn | S::Reprocess);
        assert_eq!(is_seen_by(&title, None), expected, "{status}");
        assert_eq!(is_seen_by(&title, Some(individual("ada"))), expected, "{status}");
    }
}

#[test]
fn a_title_that_was_live_stays_readable_while_it_comes_back() {
    assert!(is_seen_by(&Title { status: S::Converted, ..title() }, None));
}

#[test]
fn metadata_does_not_depend_on_standing_or_country() {
    let closed = with_change(title(), |title| title.territory.worldwide = false);
    assert!(is_seen_by(&closed, None));
    assert!(is_seen_by(&closed, Some(person("ann", Role::Individual))));
}

#[test]
fn titles_of_other_sites_are_seen_when_shared() {
    let elsewhere = Title { site: lab(), ..title() };
    for reader in [None, Some(individual("ada")), Some(person("cat", Role::CollectionAssistant))] {
        assert!(!is_seen_by(&elsewhere, reader.clone()));
        assert!(is_seen_by(&Title { sharing: Sharing::All, ..elsewhere.clone() }, reader.clone()));
        let with_us = Sharing::Sites([site()].into());
        assert!(is_seen_by(&Title { sharing: with_us, ..elsewhere.clone() }, reader));
    }
    assert!(is_seen_by(&elsewhere, Some(person("root", Role::Administrator))));
}

#[test]
fn a_user_sees_the_own_site_whatever_the_keys_site_is() {
    let scene = request_of(title(), individual("ada"));
    assert!(finds_title(&scene.title, &scene.access_caller(), &lab()));
    let guest = Scene::new(title());
    assert!(!finds_title(&guest.title, &guest.access_caller(), &lab()));
}

#[test]
fn those_who_manage_the_collection_see_pending_titles_of_their_site() {
    let pending = Title { status: S::New, ..title() };
    assert!(is_seen_by(&pending, Some(person("cat", Role::CollectionAssistant))));
    assert!(is_seen_by(&pending, Some(person("root", Role::Administrator))));
    assert!(!is_seen_by(&pending, Some(person("lee", Role::MembershipAssistant))));
    let elsewhere = Title { site: lab(), sharing: Sharing::All, ..pending };
    assert!(!is_seen_by(&elsewhere, Some(person("cat", Role::CollectionAssistant))));
}

#[test]
fn removed_titles_are_gone_for_all() {
    let removed = Title { status: S::Removed, ..title() };
    assert!(!is_seen_by(&removed, Some(person("root", Role::Administrator))));
}

#[test]
fn only_collection_assistants_and_administrators_ask_for_other_statuses() {
    for role in Role::ALL {
        let scene = request_of(title(), person("x", *role));
        let expected = matches!(role, Role::CollectionAssistant | Role::Administrator);
        assert_eq!(may_ask_status(&scene.access_caller()), expected, "{role}");
        assert_eq!(may_edit(&scene.title, &scene.access_caller()), expected, "{role}");
    }
    let guest = Scene::new(title());
    assert!(!may_ask_status(&guest.access_caller()) && !may_edit(&guest.title, &guest.access_caller()));
}

#[test]
fn a_ticket_ends_with_the_title_for_all_but_those_who_check_it() {
    let holders = [None, Some(individual("ada")), Some(person("cat", Role::CollectionAssistant))];
    for status in S::ALL.iter().copied() {
        let title = Title { status, ..title() };
        let holds =
            holders.each_ref().map(|holder| ticket_holds(&title, holder.as_ref().map(|r| &r.account)));
        let live = status == S::Live;
        assert_eq!(holds, [false, live, true], "{status}");
        let free = Title { usage: UsageRestriction::CreativeCommons, ..title.clone() };
        assert_eq!(
            ticket_holds(&free, None),
            live,
            "{status}: guests have free titles, as long as they are free"
        );
        let document = Title { owner: Some("ada".into()), ..title };
        assert!(ticket_holds(&document, Some(&individual("ada").account)));
    }
    let elsewhere = Title { site: lab(), status: S::Withdrawn, ..title() };
    assert!(!ticket_holds(&elsewhere, Some(&person("cat", Role::CollectionAssistant).account)));
}
