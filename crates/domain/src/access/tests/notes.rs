//! Additional notes of a decision (docs/rules/access.md#rule-22).

use super::{ada, free_title, max_signed_in, request_of};
use crate::access::{Alert, AlertLevel, Relation};
use crate::fixtures::{Scene, title, with_change};
use crate::wire::WireEnum;
use crate::{AlertCode, TitleId};

#[test]
fn the_levels_are_those_of_the_contract() {
    for code in AlertCode::ALL {
        let expected = match code.as_str() {
            "FOR_USER_REQUIRED" | "ALREADY_ASSIGNED" | "DOWNLOADED_BEFORE" | "REPLACED" => AlertLevel::Info,
            "FORMATS_PENDING" | "LIMIT_NEAR" => AlertLevel::Warning,
            _ => AlertLevel::Error,
        };
        let alert = Alert::from(*code);
        assert_eq!((alert.code, alert.level, alert.message()), (*code, expected, code.message()));
    }
}

#[test]
fn every_message_is_one_plain_sentence() {
    for code in AlertCode::ALL {
        let message = code.message();
        assert!(message.ends_with('.') && message.matches(". ").count() == 0, "{message}");
        assert!(!message.contains('_') && message.starts_with(char::is_uppercase), "{message}");
        assert!(!message.contains("  "), "{message}");
    }
}

#[test]
fn an_assigned_title_says_so() {
    assert_eq!(max_signed_in(title()).alerts(), ["ALREADY_ASSIGNED"]);
}

#[test]
fn a_title_had_before_says_so() {
    let before = Relation { downloaded_before: true, ..Relation::default() };
    assert_eq!(request_of(title(), ada()).with_relation(before).alerts(), ["DOWNLOADED_BEFORE"]);
    assert_eq!(request_of(free_title(), ada()).with_relation(before).alerts(), ["DOWNLOADED_BEFORE"]);
}

#[test]
fn a_replaced_title_says_so_also_to_guests() {
    let replaced = with_change(free_title(), |title| title.metadata.replacement = Some(TitleId(1002)));
    assert_eq!(request_of(replaced.clone(), ada()).alerts(), ["REPLACED"]);
    assert_eq!(Scene::new(replaced).alerts(), ["REPLACED"]);
}

#[test]
fn notes_come_after_the_rules_in_the_order_of_the_contract() {
    let replaced = with_change(title(), |title| title.metadata.replacement = Some(TitleId(1002)));
    let reader = with_change(ada(), |ada| {
        ada.proof = crate::proofs::ProofStatus::Submitted;
        ada.books_taken = 95;
    });
    let known = Relation { assigned: true, downloaded_before: true, ..Relation::default() };
    assert_eq!(
        request_of(replaced, reader).with_relation(known).alerts(),
        ["POD_SUBMITTED", "ALREADY_ASSIGNED", "DOWNLOADED_BEFORE", "LIMIT_NEAR", "REPLACED"]
    );
}
