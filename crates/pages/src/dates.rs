//! Dates in words.

pub(crate) use layout::dates::{format_day, format_day_of, format_moment};
