//! Highlights of the caller (docs/rules/reading.md#rule-2): open to every user who can see the title.

pub mod create;
pub mod delete;
pub mod list;
pub mod update;

use crate::openapi::endpoints;

endpoints! {
    "Bookmarks, highlights, reading":
        list::list_highlights, create::create_highlight, update::update_highlight, delete::delete_highlight;
}
