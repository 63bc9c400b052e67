//! What somebody wants to be recommended, as membership staff read and set it
//! (docs/rules/recommendations.md#rule-6, docs/rules/memberships.md#rule-14).

pub mod get;
pub mod put;
