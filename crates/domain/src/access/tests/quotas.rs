//! Rule 14 and docs/rules/quotas.md.

use super::{ada, ask, denied, max_signed_in, open};
use crate::access::Relation;
use crate::fixtures::{Scene, days_ago, member, now, school, sponsor, subscription, title, with};
use crate::quotas::{self, Quota};
use crate::readers::Reader;
use crate::subscriptions::DownloadTimeframe;

const COUNTED: Relation = Relation { counted: true, ..super::NOTHING };

fn ada_with(books: Option<u32>, taken: u32) -> Reader {
    with(ada(), |ada| {
        ada.subscriptions[0].books_allowed = books;
        ada.books_taken = taken;
    })
}

#[test]
fn rule_14_individuals_have_a_hundred_books_by_default() {
    open(&ask(title(), ada_with(None, 99)));
    denied(&ask(title(), ada_with(None, 100)), "DOWNLOAD_LIMIT_REACHED");
    denied(&ask(title(), ada_with(None, 101)), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn rule_14_or_what_the_subscription_says() {
    open(&ask(title(), ada_with(Some(3), 2)));
    denied(&ask(title(), ada_with(Some(3), 3)), "DOWNLOAD_LIMIT_REACHED");
    denied(&ask(title(), ada_with(Some(0), 0)), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn rule_14_a_book_counts_once_in_its_window() {
    open(&ask(title(), ada_with(None, 100)).related(COUNTED));
}

#[test]
fn rule_14_members_share_the_organizations_books() {
    let taken = |allowed, taken| {
        with(school(), |school| {
            school.organization.books_allowed = allowed;
            school.books_taken = taken;
        })
    };
    let scene = |school| ask(title(), member("max", &school)).related(super::ASSIGNED);
    open(&scene(taken(None, 1_000_000)));
    open(&scene(taken(Some(200), 199)));
    denied(&scene(taken(Some(200), 200)), "DOWNLOAD_LIMIT_REACHED");
    let school = taken(Some(200), 200);
    let max = member("max", &school);
    denied(&Scene::of(title()).by(sponsor("eve", &school)).naming(&max), "DOWNLOAD_LIMIT_REACHED");
    let own_books = with(max, |max| max.books_taken = 1000);
    denied(&ask(title(), own_books).related(super::ASSIGNED), "DOWNLOAD_LIMIT_REACHED");
    open(&max_signed_in(title()));
}

#[test]
fn rule_14_a_book_counts_once_for_each_recipient_of_an_organization() {
    let used_up = with(school(), |school| {
        school.organization.books_allowed = Some(200);
        school.books_taken = 200;
    });
    let max = |relation| ask(title(), member("max", &used_up)).related(relation);
    open(&max(Relation { counted_for_organization: true, ..super::ASSIGNED }));
    denied(&max(Relation { counted: true, ..super::ASSIGNED }), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn a_warning_comes_when_ten_percent_or_less_is_left() {
    assert_eq!(ask(title(), ada_with(None, 89)).alerts(), Vec::<&str>::new());
    assert_eq!(ask(title(), ada_with(None, 90)).alerts(), ["LIMIT_NEAR"]);
    assert_eq!(ask(title(), ada_with(None, 99)).alerts(), ["LIMIT_NEAR"]);
    assert_eq!(ask(title(), ada_with(None, 100)).alerts(), ["DOWNLOAD_LIMIT_REACHED"]);
    assert_eq!(ask(super::free(), ada_with(None, 99)).alerts(), Vec::<&str>::new());
}

#[test]
fn what_is_left() {
    let quota = |allowed, taken| Quota { allowed, taken };
    assert_eq!(quota(None, 7).left(), None);
    assert_eq!(quota(Some(10), 7).left(), Some(3));
    assert_eq!(quota(Some(10), 70).left(), Some(0));
    assert!(!quota(None, u32::MAX).is_near() && !quota(None, u32::MAX).is_used_up());
    assert!(quota(Some(u32::MAX), u32::MAX).is_near());
}

#[test]
fn the_window_is_thirty_days_or_the_whole_subscription() {
    assert_eq!(quotas::window_start(&ada(), now()), days_ago(30));
    let whole = with(ada(), |ada| ada.subscriptions[0].timeframe = DownloadTimeframe::EntireSubscription);
    assert_eq!(quotas::window_start(&whole, now()), days_ago(100));
    let none = with(ada(), |ada| ada.subscriptions.clear());
    assert_eq!(quotas::window_start(&none, now()), days_ago(30));
    assert_eq!(quotas::organization_window_start(now()), days_ago(30));
}

#[test]
fn of_several_subscriptions_the_one_with_the_most_books_counts() {
    let both = with(ada(), |ada| {
        ada.subscriptions[0].books_allowed = Some(20);
        ada.subscriptions.push(with(subscription("student"), |more| more.books_allowed = Some(300)));
    });
    assert_eq!(quotas::allowed(&both, now()), Some(300));
    assert_eq!(quotas::allowed(&with(both, |ada| ada.subscriptions.reverse()), now()), Some(300));
    assert_eq!(quotas::allowed(&ada(), now()), Some(100));
}

#[test]
fn free_titles_and_own_documents_do_not_count() {
    assert!(quotas::counts(&title()));
    assert!(!quotas::counts(&super::free()));
    assert!(!quotas::counts(&with(title(), |title| title.owner = Some("ada".into()))));
}
