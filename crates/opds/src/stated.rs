//! Texts of records, which may be blank.

/// A text that is not blank.
pub(crate) fn stated(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.trim().is_empty())
}
