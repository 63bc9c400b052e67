//! Marketing referrals (spec 4, 1.3).

pub mod record;
