//! Titles: search, count, metadata, download and file resources (spec 4, 1.1).

pub mod access;
pub mod answers;
pub mod count;
pub mod download;
pub mod get;
pub mod history;
pub mod list;
pub mod resource;
pub mod resources;
pub mod source;
