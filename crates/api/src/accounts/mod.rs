//! Accounts, managed by membership staff (docs/rules/memberships.md#rule-7).

pub mod agreements;
pub mod create;
pub mod get;
pub mod lists;
pub mod password;
pub mod preferences;
pub mod proofs;
pub mod put;
pub mod recommendation_profile;
pub mod subscriptions;

use domain::accounts::Account;
use services::Operation;

/// Callers that may manage an account and its records: `x-who` of the API reference.
const WHO_MAY_CALL: &str = "Membership assistants of the account's site, and administrators; with a key that has the privilege membership";

/// POST on a list that belongs to an account, if the caller may change the account
/// (docs/rules/access.md#rule-23).
fn post_verb(op: &Operation, account: &Account) -> Option<Vec<&'static str>> {
    op.changes_account(account).then(|| vec!["POST"])
}
