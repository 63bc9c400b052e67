//! Background work: what there is to do, apart from doing it. A file per noun: the record of each kind of
//! job, and the function that enqueues it.
//!
//! A job is enqueued in the transaction of the change that causes it, so that neither exists without the
//! other.

mod job;

pub mod add_formats;
pub mod apply_periodical_update;
pub mod apply_title_update;
pub mod convert_title;
pub mod documents;
pub mod emails;
pub mod erase_organization;
pub mod expire_packages;
pub mod export_catalog;
pub mod ingest_uploads;
pub mod kinds;
pub mod package;
pub mod purge;
pub mod readership;
pub mod rehearse_restore;
pub mod retry;
pub mod rewrite_database;
pub mod take_backup;
pub mod take_rosters;
pub mod title_updates;
pub mod trim_artifacts;

pub use job::{Job, enqueue_single};
pub use store::jobs::Lane;
