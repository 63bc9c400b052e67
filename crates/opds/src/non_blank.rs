//! Texts of records, which may be blank.

pub(crate) fn non_blank(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.trim().is_empty())
}
