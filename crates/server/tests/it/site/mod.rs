//! The library's own pages for readers, over HTTP.

mod accessibility;
mod browser;
mod callers;
mod crawl;
mod downloads;
mod guards;
mod search;
mod shelf;
mod titles;

pub use browser::Reader;
