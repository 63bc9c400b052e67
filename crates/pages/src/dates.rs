//! Dates in words.

pub(crate) use layout::dates::{day_of, moment};
