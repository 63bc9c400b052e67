//! Operations with their rules, on SQLite and on PostgreSQL. What the interface makes of them is tested over
//! HTTP (`crates/server/tests/it`).

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod account_merges;
mod agreements;
mod annotations;
mod bounds;
mod bulk_members;
mod class_copies;
mod desk;
mod devices;
mod documents;
mod downloads;
mod drive;
mod import;
mod library;
mod members;
mod members_overview;
mod operator;
mod organizations;
mod password;
mod personal;
mod places;
mod progressions;
mod proofs;
mod quotas;
mod roster_folders;
mod roster_runs;
mod school_year;
mod serving;
mod sessions;
mod site_notices;
mod subscriptions;
mod synced_documents;
mod tables;
mod titles;
mod undo;
mod work;
mod world;
