//! What blocks single members of an organization (spec 4, 4.2, "titleAvailabilities").

use super::alerts::Alert;
use super::case::{Case, Right};
use super::{Facts, ForUser, rules};

/// The rules that concern the member alone.
const MEMBER_RULES: [usize; 5] = [4, 9, 10, 11, 14];

/// The error alerts of rules 4, 9 to 11 and 14 for the member that `facts.recipient` names; the caller is a
/// sponsor of the member's organization. Empty when nothing blocks the member, or when none is named.
pub fn member_alerts(facts: &Facts<'_>) -> Vec<Alert> {
    let ForUser::Named(reader) = facts.recipient else { return Vec::new() };
    let case = Case { facts, right: Right::Member { reader, signed_in: false } };
    rules::failing(&case)
        .filter(|(rule, _)| MEMBER_RULES.contains(rule))
        .map(|(_, code)| Alert::from(code))
        .filter(Alert::is_error)
        .collect()
}
