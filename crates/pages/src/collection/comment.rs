//! The comment of a form that changes the status of a title or an edition.

use services::values::{ParseValue as _, Text};

use crate::Fields;

const MAX_COMMENT_CHARS: usize = 2000;

/// Name of the field, and the identifier of its element.
const FIELD: &str = "move-comment";

/// The comment as it was typed. Empty without one.
pub(crate) fn read_comment(fields: &Fields) -> String {
    fields.get(FIELD).unwrap_or_default().replace("\r\n", "\n")
}

/// The field of a comment that is not valid, and the message that says which comments are. `None` if it is
/// valid.
pub(crate) fn find_comment_fault(comment: &str) -> Option<(&'static str, &'static str)> {
    let is_invalid = Text::<MAX_COMMENT_CHARS>::parse_value(comment).is_err();
    is_invalid.then_some((FIELD, "collection-rule-comment"))
}

/// The comment for the history. `None` if it is empty.
pub(crate) fn to_comment(typed: &str) -> Option<String> {
    (!typed.is_empty()).then(|| typed.to_owned())
}
