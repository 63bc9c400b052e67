//! Dates in words.

pub(crate) use layout::dates::{day, day_of, moment};
