//! Marketing referrals (docs/rules/accounts.md#rule-11).

pub mod record;
