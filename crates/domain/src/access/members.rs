//! Rules that block single members of an organization (docs/rules/access.md#rule-18).

use super::alerts::Alert;
use super::case::{AccessRight, Case};
use super::rules::Rule;
use super::{AccessFacts, ForUser, rules};

/// The rules that concern the member alone.
const MEMBER_RULES: [Rule; 5] = [Rule::Place, Rule::Proof, Rule::AdultContent, Rule::Nimac, Rule::Quota];

/// One member and one title, as a sponsor of the member's organization sees them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberAvailability {
    /// The title is assigned to the member.
    pub assigned: bool,
    /// The sponsor can download the title for the member now: no rule fails, not even those that concern the
    /// organization or the title.
    pub available: bool,
    /// The error alerts of rules 4, 9 to 11 and 14: what blocks this member. Empty when nothing does.
    pub alerts: Vec<Alert>,
}

/// Decides about the member that `facts.recipient` names; the caller is a sponsor of the member's
/// organization.
pub fn member_availability(facts: &AccessFacts<'_>) -> MemberAvailability {
    let ForUser::Named(reader) = facts.recipient else { return MemberAvailability::default() };
    let case = Case { facts, right: AccessRight::Member { reader, signed_in: false } };
    let failing: Vec<_> = rules::failing_rules(&case).collect();
    let of_member = failing.iter().filter(|(rule, _)| MEMBER_RULES.contains(rule));
    MemberAvailability {
        assigned: facts.relation.assigned,
        available: failing.is_empty(),
        alerts: of_member.map(|(_, code)| Alert::from(*code)).filter(Alert::is_error).collect(),
    }
}
