//! The caller's own account (docs/rules/accounts.md).

pub mod account;
pub mod agreement;
pub mod history;
pub mod individual_profile;
pub mod preferences;
pub mod proof_of_disability;
pub mod recommendation_profile;
pub mod student_profile;
pub mod subscription;

use crate::endpoints;

endpoints! {
    "My account":
        account::get_my_account, account::create_my_account, account::put_my_account,
        individual_profile::create_my_individual_profile, proof_of_disability::submit_my_proof,
        proof_of_disability::ask_authority, history::list_my_history, agreement::sign_my_agreement;
    with preferences, recommendation_profile, student_profile, subscription;
}
