//! SQLite and PostgreSQL from one set of queries. One noun is one file; docs/database.md tells the rules.
//!
//! Functions take where they run: `impl Conn` is the database (`&Db`) or a transaction (`&mut Tx`);
//! `&mut Tx` is demanded where several statements must stand or fall together. A function sends a constant
//! number of statements, whatever the length of its lists.

mod backend;
mod conn;
mod db;
mod error;
mod ids;
mod keyset;
mod page;
mod places;
mod sql;
mod title_cache;
mod together;
mod tx;
mod values;
mod writer;
mod writes;

pub mod accounts;
pub mod agreements;
pub mod artifacts;
pub mod assignments;
pub mod audit;
pub mod backup;
pub mod bisac;
pub mod bookmarks;
pub mod categories;
pub mod changes;
pub mod clients;
pub mod confirmations;
pub mod credits;
pub mod discarded_files;
pub mod documents;
pub mod download_history;
pub mod downloads;
pub mod drive_connections;
pub mod export;
pub mod highlights;
pub mod history;
pub mod jobs;
pub mod lists;
pub mod members;
pub mod milestones;
pub mod organization_types;
pub mod organizations;
pub mod password_resets;
pub mod passwords;
pub mod periodicals;
pub mod personal;
pub mod popular_lists;
pub mod preferences;
pub mod proofs;
pub mod quick_lists;
pub mod readers;
pub mod readership;
pub mod reading;
pub mod recommendation_profiles;
pub mod reference_organizations;
pub mod referrals;
pub mod relations;
pub mod roster_tags;
pub mod rosters;
pub mod secrets;
pub mod sites;
pub mod students;
pub mod subscription_types;
pub mod subscriptions;
pub mod supplier_records;
pub mod takings;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod throttle;
pub mod titles;
pub mod tokens;

pub use backend::Backend;
pub use conn::{Conn, Row};
pub use db::{Db, DbOptions};
pub use error::{Result, StoreError};
pub use ids::random_id;
pub use keyset::{Part, Place};
pub use page::Page;
pub use sql::{Built, Sql, Statement};
pub use tx::Tx;
