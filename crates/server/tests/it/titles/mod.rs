//! /v2/titles, /v2/categories, /v2/bisacCodes.

mod categories;
mod count;
mod download;
mod get;
mod list;
mod quota;
mod resources;
mod staff;
