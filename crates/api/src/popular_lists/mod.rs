//! Popular lists (document 2, "Popular lists"; spec 4, 1.5): open to guests, counted once a day.

pub mod get;
pub mod list;
