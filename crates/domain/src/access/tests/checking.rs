//! Collection assistants and administrators (docs/rules/access.md#rule-16).

use super::{ask, denied, free, open};
use crate::access::{Verb, has_format, may_edit};
use crate::accounts::Role;
use crate::capabilities::Capabilities;
use crate::fixtures::{Scene, artifact, individual, lab, person, title, with};
use crate::formats::{Format, FormatStatus};
use crate::readers::Reader;
use crate::sites::Sharing;
use crate::titles::{Title, TitleStatus};
use crate::wire::WireEnum;

fn assistant() -> Reader {
    person("cat", Role::CollectionAssistant)
}

fn administrator() -> Reader {
    person("root", Role::Administrator)
}

/// A title that every rule from 4 on closes.
fn closed() -> Title {
    with(title(), |title| {
        title.territory.worldwide = false;
        title.metadata.adult_content = true;
        title.metadata.nimac = true;
    })
}

#[test]
fn titles_of_the_own_site_are_open_for_checking() {
    open(&ask(closed(), assistant()));
    assert_eq!(ask(closed(), assistant()).alerts(), Vec::<&str>::new());
}

#[test]
fn withdrawn_and_pending_titles_too_but_not_removed_ones() {
    for status in TitleStatus::ALL.iter().copied().filter(|status| *status != TitleStatus::Removed) {
        open(&ask(Title { status, ..closed() }, assistant()));
        open(&ask(Title { status, ..closed() }, administrator()));
    }
    denied(&ask(Title { status: TitleStatus::Removed, ..title() }, assistant()), "TITLE_NOT_LIVE");
}

#[test]
fn without_limit() {
    let busy = with(individual("cat"), |cat| {
        assert!(cat.account.roles.insert(Role::CollectionAssistant));
        cat.books_taken = 100_000;
    });
    open(&ask(title(), busy));
}

#[test]
fn a_locked_assistant_checks_nothing() {
    denied(&ask(title(), with(assistant(), |cat| cat.account.locked = true)), "ACCOUNT_LOCKED");
}

#[test]
fn administrators_check_every_site() {
    open(&ask(Title { site: lab(), ..closed() }, administrator()));
}

#[test]
fn what_another_site_shares_is_read_like_any_user() {
    let shared = Title { site: lab(), sharing: Sharing::All, ..title() };
    denied(&ask(shared.clone(), assistant()), "AGREEMENT_MISSING");
    open(&ask(Title { usage: free().usage, ..shared.clone() }, assistant()));
    let withdrawn = Title { status: TitleStatus::Withdrawn, ..shared.clone() };
    denied(&ask(withdrawn, assistant()), "TITLE_NOT_LIVE");
    let scene = ask(shared, assistant());
    assert!(!may_edit(&scene.title, &scene.who()));
    assert!(scene.allows().is_empty());
}

#[test]
fn pending_formats_of_pending_titles_can_be_checked_when_there_is_a_source() {
    let pending = with(title(), |title| {
        title.status = TitleStatus::Converted;
        title.artifacts = vec![artifact(Format::Epub3), artifact(Format::Pdf)];
        title.artifacts[0].status = FormatStatus::Pending;
        title.artifacts[1].status = FormatStatus::Unavailable;
    });
    let scene = ask(pending.clone(), assistant());
    open(&scene);
    assert!(has_format(&scene.title, &scene.who(), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.who(), Format::Pdf, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.who(), Format::Daisy, Capabilities::ALL));
    let ada = ask(pending.clone(), individual("ada"));
    assert!(!has_format(&ada.title, &ada.who(), Format::Epub3, Capabilities::ALL));
    let sourceless = with(pending.clone(), |title| title.files.source = None);
    assert_eq!(ask(sourceless, assistant()).alerts(), ["FORMATS_PENDING"]);
    for status in [TitleStatus::Live, TitleStatus::Withdrawn] {
        let published = Title { status, ..pending.clone() };
        assert_eq!(ask(published, assistant()).alerts(), ["FORMATS_PENDING"]);
    }
}

#[test]
fn a_title_has_the_formats_that_are_available() {
    let scene = Scene::of(title());
    assert!(has_format(&scene.title, &scene.who(), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&scene.title, &scene.who(), Format::Brf, Capabilities::ALL));
    let again = Scene::of(Title { status: TitleStatus::Reprocess, ..title() });
    assert!(!has_format(&again.title, &again.who(), Format::Epub3, Capabilities::ALL));
}

#[test]
fn assistants_change_and_withdraw_what_they_check() {
    assert_eq!(ask(title(), assistant()).allows(), [Verb::Get, Verb::Put, Verb::Delete]);
    let bare = with(title(), |title| title.artifacts.clear());
    assert_eq!(ask(bare, administrator()).allows(), [Verb::Put, Verb::Delete]);
    assert_eq!(ask(title(), individual("ada")).allows(), [Verb::Get]);
    assert!(ask(closed(), individual("ada")).allows().is_empty());
    assert!(ask(title(), person("lee", Role::MembershipAssistant)).allows().is_empty());
}
