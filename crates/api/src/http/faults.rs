//! What is wrong with parameters that can only be judged together, or compared with what is stored: all of it
//! is reported at the same time, like bad values (docs/rules/errors.md#rule-2).

pub use services::{Faults, birth_date, missing, place};
