//! The commands of the program, as an operator runs them.

mod admin_agreements;
mod admin_clients;
mod admin_devices;
mod admin_members;
mod admin_organizations;
mod admin_proofs;
mod admin_sites;
mod admin_subscriptions;
mod admin_titles;
mod admin_users;
mod backup;
pub mod book;
mod configuration;
mod convert;
mod export;
mod ingest;
pub mod ingest_records;
mod ingest_scores;
mod jobs;
mod mail;
mod moves;
mod privacy;
mod progress;
mod reindex;
mod setup;
mod trace;
mod upgrade;
