//! The commands of the program, as an operator runs them.

mod admin_clients;
mod admin_titles;
mod admin_users;
mod book;
mod configuration;
mod convert;
mod ingest;
mod jobs;
mod progress;
mod reindex;
mod setup;
mod trace;
