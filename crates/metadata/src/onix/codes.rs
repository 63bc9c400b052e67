//! Codes of a product, by their lists.

use domain::onix;

use crate::entry::Notes;

/// The meaning of a code; empty if titles have no field for it, or if the list lacks it, which is noted.
pub(super) fn code_meaning(list: u16, code: &str, element: &str, notes: &mut Notes) -> &'static str {
    if code.is_empty() {
        return "";
    }
    onix::meaning(list, code).unwrap_or_else(|| {
        let code: String = code.chars().take(40).collect();
        notes.add(format!("{element}: {code} is not in code list {list}"));
        ""
    })
}
