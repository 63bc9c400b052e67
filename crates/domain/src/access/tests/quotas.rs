//! Rule 14 and docs/rules/quotas.md.

use super::{ada, assert_denied, assert_open, max_signed_in, request_of};
use crate::access::Relation;
use crate::fixtures::{Scene, days_ago, member, noon, school, sponsor, subscription, title, with_change};
use crate::quotas::{self, Quota};
use crate::{DownloadTimeframe, Reader};

const COUNTED_RELATION: Relation = Relation { counted: true, ..super::NO_RELATION };

fn ada_with(books: Option<u32>, taken: u32) -> Reader {
    with_change(ada(), |ada| {
        ada.subscriptions[0].books_allowed = books;
        ada.books_taken = taken;
    })
}

#[test]
fn rule_14_individuals_have_a_hundred_books_by_default() {
    assert_open(&request_of(title(), ada_with(None, 99)));
    assert_denied(&request_of(title(), ada_with(None, 100)), "DOWNLOAD_LIMIT_REACHED");
    assert_denied(&request_of(title(), ada_with(None, 101)), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn rule_14_or_what_the_subscription_says() {
    assert_open(&request_of(title(), ada_with(Some(3), 2)));
    assert_denied(&request_of(title(), ada_with(Some(3), 3)), "DOWNLOAD_LIMIT_REACHED");
    assert_denied(&request_of(title(), ada_with(Some(0), 0)), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn rule_14_a_book_counts_once_in_its_window() {
    assert_open(&request_of(title(), ada_with(None, 100)).with_relation(COUNTED_RELATION));
}

#[test]
fn rule_14_members_share_the_organizations_books() {
    let taken = |allowed, taken| {
        with_change(school(), |school| {
            school.organization.books_allowed = allowed;
            school.books_taken = taken;
        })
    };
    let scene = |school| request_of(title(), member("max", &school)).with_relation(super::ASSIGNED_RELATION);
    assert_open(&scene(taken(None, 1_000_000)));
    assert_open(&scene(taken(Some(200), 199)));
    assert_denied(&scene(taken(Some(200), 200)), "DOWNLOAD_LIMIT_REACHED");
    let school = taken(Some(200), 200);
    let max = member("max", &school);
    assert_denied(
        &Scene::new(title()).with_caller(sponsor("eve", &school)).naming(&max),
        "DOWNLOAD_LIMIT_REACHED",
    );
    let own_books = with_change(max, |max| max.books_taken = 1000);
    assert_denied(
        &request_of(title(), own_books).with_relation(super::ASSIGNED_RELATION),
        "DOWNLOAD_LIMIT_REACHED",
    );
    assert_open(&max_signed_in(title()));
}

#[test]
fn rule_14_a_book_counts_once_for_each_recipient_of_an_organization() {
    let used_up = with_change(school(), |school| {
        school.organization.books_allowed = Some(200);
        school.books_taken = 200;
    });
    let max = |relation| request_of(title(), member("max", &used_up)).with_relation(relation);
    assert_open(&max(Relation { counted_for_organization: true, ..super::ASSIGNED_RELATION }));
    assert_denied(&max(Relation { counted: true, ..super::ASSIGNED_RELATION }), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn a_warning_comes_when_ten_percent_or_less_is_left() {
    assert_eq!(request_of(title(), ada_with(None, 89)).alerts(), Vec::<&str>::new());
    assert_eq!(request_of(title(), ada_with(None, 90)).alerts(), ["LIMIT_NEAR"]);
    assert_eq!(request_of(title(), ada_with(None, 99)).alerts(), ["LIMIT_NEAR"]);
    assert_eq!(request_of(title(), ada_with(None, 100)).alerts(), ["DOWNLOAD_LIMIT_REACHED"]);
    assert_eq!(request_of(super::free_title(), ada_with(None, 99)).alerts(), Vec::<&str>::new());
}

#[test]
fn reports_the_remaining_books() {
    let quota = |allowed, taken| Quota { allowed, taken };
    assert_eq!(quota(None, 7).books_left(), None);
    assert_eq!(quota(Some(10), 7).books_left(), Some(3));
    assert_eq!(quota(Some(10), 70).books_left(), Some(0));
    assert!(!quota(None, u32::MAX).is_near() && !quota(None, u32::MAX).is_used_up());
    assert!(quota(Some(u32::MAX), u32::MAX).is_near());
}

#[test]
fn the_window_is_thirty_days_or_the_whole_subscription() {
    assert_eq!(quotas::window_start(&ada(), noon()), days_ago(30));
    let whole =
        with_change(ada(), |ada| ada.subscriptions[0].timeframe = DownloadTimeframe::EntireSubscription);
    assert_eq!(quotas::window_start(&whole, noon()), days_ago(100));
    let none = with_change(ada(), |ada| ada.subscriptions.clear());
    assert_eq!(quotas::window_start(&none, noon()), days_ago(30));
    assert_eq!(quotas::organization_window_start(noon()), days_ago(30));
}

#[test]
fn counts_the_subscription_with_the_most_books() {
    let both = with_change(ada(), |ada| {
        ada.subscriptions[0].books_allowed = Some(20);
        ada.subscriptions.push(with_change(subscription("student"), |more| more.books_allowed = Some(300)));
    });
    assert_eq!(quotas::allowed_books(&both, noon()), Some(300));
    assert_eq!(
        quotas::allowed_books(&with_change(both, |ada| ada.subscriptions.reverse()), noon()),
        Some(300)
    );
    assert_eq!(quotas::allowed_books(&ada(), noon()), Some(100));
}

#[test]
fn free_titles_and_own_documents_do_not_count() {
    assert!(quotas::counts_in_quota(&title()));
    assert!(!quotas::counts_in_quota(&super::free_title()));
    assert!(!quotas::counts_in_quota(&with_change(title(), |title| title.owner = Some("ada".into()))));
}
