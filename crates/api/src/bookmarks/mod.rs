//! Bookmarks of the caller (document 2, "Bookmarks"): open to every user who can see the title (spec 4, 1.4).

pub mod delete;
pub mod list;
pub mod save;
