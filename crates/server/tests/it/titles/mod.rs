//! /v2/titles, /v2/categories, /v2/bisacCodes.

mod artifact;
mod audio;
mod categories;
mod changes;
mod count;
mod delete;
mod download;
mod get;
mod list;
mod put;
mod quota;
mod resources;
mod staff;
mod status;
mod updates;

pub use changes::{applied, settled};
