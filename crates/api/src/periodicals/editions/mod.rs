//! Editions of periodicals (spec 4, 1.2; document 3, "Periodicals").

pub mod delete;
pub mod download;
pub mod get;
pub mod list;
pub mod put;
pub mod resource;
pub mod resources;
