//! Recommendation profile of an account, for membership staff (docs/rules/recommendations.md#rule-6,
//! docs/rules/memberships.md#rule-14).

pub mod get;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts": get::get_account_recommendation_profile, put::put_account_recommendation_profile;
}
