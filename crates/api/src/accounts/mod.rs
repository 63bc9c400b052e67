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

use domain::Account;
use services::Operation;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts":
        create::create_account, get::get_account, put::put_account, password::put_account_password;
    with agreements, lists, preferences, proofs, recommendation_profile, subscriptions;
}

/// POST on a list that belongs to an account, if the caller may change the account
/// (docs/rules/access.md#rule-23).
fn post_verb(op: &Operation, account: &Account) -> Option<Vec<&'static str>> {
    op.changes_account(account).then(|| vec!["POST"])
}
