//! The catalog for reading apps (docs/opds.md).

mod app;
mod atom;
mod crawl;
mod downloads;
mod feeds;
mod json;
mod members;
mod signing_in;

use app::App;
