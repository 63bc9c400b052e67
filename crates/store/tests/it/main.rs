//! Every function of the store, on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod accounts;
mod catalog;
mod changes;
mod download_history;
mod downloads;
mod jobs;
mod lists;
mod marks;
mod membership;
mod my_account;
mod opening;
mod organizations;
mod readers;
mod reading;
mod relations;
mod schema;
mod sites;
mod throttle;
mod titles;
mod tokens;
mod world;
