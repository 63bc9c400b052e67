//! The library's own pages for readers, over HTTP.

mod accessibility;
mod account;
mod browser;
mod callers;
mod conversion_reports;
mod crawl;
mod desk;
mod documents;
mod downloads;
mod guards;
mod leave;
mod lists;
mod long_addresses;
mod my_library;
mod periodicals;
mod places;
mod reading;
mod report;
mod robots;
mod routes;
mod school;
mod school_acts;
mod school_import;
mod school_runs;
mod school_year;
mod search;
mod shelf;
mod speech;
mod steps;
mod tasks;
mod titles;
mod waiting;

pub use browser::{Reader, hidden_field, looks_again};
pub use callers::check_every_page;
