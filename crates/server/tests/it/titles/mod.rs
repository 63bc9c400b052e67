//! /v2/titles, /v2/categories, /v2/bisacCodes.

mod artifact;
mod audio;
mod braille;
mod categories;
mod changes;
mod count;
mod counting;
mod delete;
mod download;
mod get;
mod in_progress;
mod list;
mod put;
mod quota;
mod resources;
mod staff;
mod status;
mod updates;
mod usage;

pub use changes::{wait_for_history, wait_for_title};
pub use download::package;
