//! The token server and its pages, over HTTP requests to the router, on both databases.

#![expect(clippy::unwrap_used, reason = "tests")]

mod account;
mod authorize;
mod confirm;
mod guests;
mod join;
mod languages;
mod metadata;
mod outage;
mod pages;
mod password;
mod revocations;
mod server;
mod sites;
mod throttle;
mod token;
