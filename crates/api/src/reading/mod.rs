//! Reading activity of the caller (docs/rules/reading.md#rule-5): open to every user who can see the title
//! (docs/rules/documents.md#rule-2).

pub mod position;
pub mod record;

use crate::openapi::endpoints;

endpoints! {
    "Bookmarks, highlights, reading": record::record_reading_event, position::get_reading_position;
}
