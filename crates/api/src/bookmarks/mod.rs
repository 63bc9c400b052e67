//! Bookmarks of the caller (docs/rules/reading.md#rule-1): open to every user who can see the title
//! (docs/rules/reading.md#rule-1).

pub mod delete;
pub mod list;
pub mod save;

use crate::openapi::endpoints;

endpoints! {
    "Bookmarks, highlights, reading": list::list_bookmarks, save::save_bookmark, delete::delete_bookmark;
}
