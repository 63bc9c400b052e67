//! What may be offered to a reader unasked: the part of the rules that concerns the title.

use super::case::cases;
use super::{Facts, rules};

/// Agreement, subscription, proof, the member to choose, quota: what the reader, the organization or a new
/// month can put in order.
const OF_THE_READER: [usize; 5] = [7, 8, 9, 13, 14];

/// Whether the title is one for R: by some right R could have it, were the agreement signed, the subscription
/// paid, the proof accepted and the quota fresh. What is closed to R for the title's own sake, where R is, by
/// age or role, or because it was not assigned, is not recommended (docs/rules/recommendations.md#rule-4).
pub fn fits(facts: &Facts<'_>) -> bool {
    let (cases, forbidden) = cases(facts);
    let open = |case| rules::failing(case).all(|(rule, _)| OF_THE_READER.contains(&rule));
    !forbidden && cases.iter().any(open)
}
