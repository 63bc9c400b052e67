//! Collection assistants and administrators (docs/rules/access.md#rule-16).

use super::{assert_denied, assert_open, free_title, request_of};
use crate::access::{Verb, has_format, may_edit};
use crate::fixtures::{Scene, artifact, individual, lab, person, title, with_change};
use crate::sites::Sharing;
use crate::wire::WireEnum;
use crate::{Capabilities, Format, FormatStatus, Reader, Role, Title, TitleStatus};

fn assistant() -> Reader {
    person("cat", Role::CollectionAssistant)
}

fn administrator() -> Reader {
    person("root", Role::Administrator)
}

/// A title that every rule from 4 on closes.
fn closed_title() -> Title {
    with_change(title(), |title| {
        title.territory.worldwide = false;
        title.metadata.adult_content = true;
        title.metadata.nimac = true;
    })
}

#[test]
fn titles_of_the_own_site_are_open_for_checking() {
    assert_open(&request_of(closed_title(), assistant()));
    assert_eq!(request_of(closed_title(), assistant()).alerts(), Vec::<&str>::new());
}

#[test]
fn withdrawn_and_pending_titles_too_but_not_removed_ones() {
    for status in TitleStatus::ALL.iter().copied().filter(|status| *status != TitleStatus::Removed) {
        assert_open(&request_of(Title { status, ..closed_title() }, assistant()));
        assert_open(&request_of(Title { status, ..closed_title() }, administrator()));
    }
    assert_denied(
        &request_of(Title { status: TitleStatus::Removed, ..title() }, assistant()),
        "TITLE_NOT_LIVE",
    );
}

#[test]
fn checks_titles_without_a_quota() {
    let busy = with_change(individual("cat"), |cat| {
        assert!(cat.account.roles.insert(Role::CollectionAssistant));
        cat.books_taken = 100_000;
    });
    assert_open(&request_of(title(), busy));
}

#[test]
fn a_locked_assistant_checks_nothing() {
    assert_denied(
        &request_of(title(), with_change(assistant(), |cat| cat.account.locked = true)),
        "ACCOUNT_LOCKED",
    );
}

#[test]
fn administrators_check_every_site() {
    assert_open(&request_of(Title { site: lab(), ..closed_title() }, administrator()));
}

#[test]
fn reads_titles_of_other_sites_like_any_user() {
    let shared = Title { site: lab(), sharing: Sharing::All, ..title() };
    assert_denied(&request_of(shared.clone(), assistant()), "AGREEMENT_MISSING");
    assert_open(&request_of(Title { usage: free_title().usage, ..shared.clone() }, assistant()));
    let withdrawn = Title { status: TitleStatus::Withdrawn, ..shared.clone() };
    assert_denied(&request_of(withdrawn, assistant()), "TITLE_NOT_LIVE");
    let scene = request_of(shared, assistant());
    assert!(!may_edit(&scene.title, &scene.access_caller()));
    assert!(scene.allows().is_empty());
}

#[test]
fn pending_formats_of_pending_titles_can_be_checked_when_there_is_a_source() {
    let pending = with_change(title(), |title| {
        title.status = TitleStatus::Converted;
        title.artifacts = vec![artifact(Format::Epub3), artifact(Format::Pdf)];
        title.artifacts[0].status = FormatStatus::Pending;
        title.artifacts[1].status = FormatStatus::Unavailable;
    });
    let scene = request_of(pending.clone(), assistant());
    assert_open(&scene);
    assert!(has_format(&scene.title, &scene.access_caller(), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.access_caller(), Format::Pdf, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.access_caller(), Format::Daisy, Capabilities::ALL));
    let ada = request_of(pending.clone(), individual("ada"));
    assert!(!has_format(&ada.title, &ada.access_caller(), Format::Epub3, Capabilities::ALL));
    let sourceless = with_change(pending.clone(), |title| title.files.source = None);
    assert_eq!(request_of(sourceless, assistant()).alerts(), ["FORMATS_PENDING"]);
    for status in [TitleStatus::Live, TitleStatus::Withdrawn] {
        let published = Title { status, ..pending.clone() };
        assert_eq!(request_of(published, assistant()).alerts(), ["FORMATS_PENDING"]);
    }
}

#[test]
fn a_title_has_the_formats_that_are_available() {
    let scene = Scene::new(title());
    assert!(has_format(&scene.title, &scene.access_caller(), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.access_caller(), Format::Brf, Capabilities::ALL));
    let again = Scene::new(Title { status: TitleStatus::Reprocess, ..title() });
    assert!(!has_format(&again.title, &again.access_caller(), Format::Epub3, Capabilities::ALL));
}

#[test]
fn assistants_change_and_withdraw_what_they_check() {
    assert_eq!(request_of(title(), assistant()).allows(), [Verb::Get, Verb::Put, Verb::Delete]);
    let bare = with_change(title(), |title| title.artifacts.clear());
    assert_eq!(request_of(bare, administrator()).allows(), [Verb::Put, Verb::Delete]);
    assert_eq!(request_of(title(), individual("ada")).allows(), [Verb::Get]);
    assert!(request_of(closed_title(), individual("ada")).allows().is_empty());
    assert!(request_of(title(), person("lee", Role::MembershipAssistant)).allows().is_empty());
}
