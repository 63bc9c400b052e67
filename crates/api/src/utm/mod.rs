//! Marketing referrals (docs/rules/accounts.md#rule-11).

pub mod record;

use crate::openapi::endpoints;

endpoints! {
    "Limited-client services": record::record_referral;
}
