//! Faults of parameters that can only be checked together, or against stored data: all are reported together,
//! like invalid values (docs/rules/errors.md#rule-2).

pub use services::{Faults, RequiredField, check_birth_date, missing_companion, set_country_and_state};
