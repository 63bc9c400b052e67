//! Titles that may be offered to a reader without a request: the part of the rules that concerns the title.

use super::case::applicable_cases;
use super::rules::Rule;
use super::{AccessFacts, rules};

/// Agreement, subscription, proof, the member to choose, quota: what the reader, the organization or a new
/// month can put in order.
const READER_RULES: [Rule; 5] =
    [Rule::Agreement, Rule::Subscription, Rule::Proof, Rule::Recipient, Rule::Quota];

/// Returns true if the title is one for R: by some right R could have it, were the agreement signed, the
/// subscription paid, the proof accepted and the quota fresh. What is closed to R for the title's own sake,
/// where R is, by age or role, or because it was not assigned, is not recommended
/// (docs/rules/recommendations.md#rule-4).
pub fn fits_reader(facts: &AccessFacts<'_>) -> bool {
    let (cases, forbidden) = applicable_cases(facts);
    let open = |case| rules::failing_rules(case).all(|(rule, _)| READER_RULES.contains(&rule));
    !forbidden && cases.iter().any(open)
}
