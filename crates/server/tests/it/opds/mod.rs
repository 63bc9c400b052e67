//! The catalog for reading apps (docs/opds.md).

mod app;
mod atom;
mod clients;
mod crawl;
mod downloads;
mod feeds;
mod json;
mod languages;
mod members;
mod progression;
mod rules;
mod schemas;
mod sequences;
mod signing_in;
mod streams;
mod whole_way;

use app::App;
