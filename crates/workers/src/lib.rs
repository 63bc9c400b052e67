//! The background work: the queue's workers, with one file per kind of job (its record is in `jobs`);
//! the follower that keeps a node's search index in sync with the database; and ingest.
//!
//! A job may run more than once (a worker can be killed at any moment), so every job is repeatable; jobs
//! that change the database finish in the transaction of their change.

mod backoff;
mod backup_target;
mod context;
mod copying;
mod error;
mod job;
mod lanes;
mod referenced_files;
mod references;
mod registry;
mod restore_rehearser;
mod roster_intake;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod worker;

pub mod add_formats;
pub mod apply_periodical_update;
pub mod apply_title_update;
pub mod backup;
pub mod capabilities;
pub mod convert_title;
pub mod documents;
pub mod emails;
pub mod erase_organization;
mod erasure_audit;
pub mod erasures;
pub mod expire_packages;
pub mod export;
pub mod export_catalog;
pub mod index;
pub mod ingest;
pub mod ingest_uploads;
pub mod moves;
pub mod package;
pub mod purge;
pub mod readership;
pub mod rehearsal;
pub mod rehearse_restore;
pub mod rewrite_database;
pub mod scheduler;
pub mod take_backup;
pub mod take_rosters;
pub mod trim_artifacts;

pub use backup_target::{BackupTarget, LibraryDatabase};
pub use context::WorkerContext;
pub use error::JobError;
pub use job::{JobOutcome, Run, Runner, to_steps};
pub use lanes::Lanes;
pub use restore_rehearser::{RehearsalEnd, RestoreRehearser};
pub use roster_intake::{IntakeFuture, RosterIntake};
pub use store::jobs::Lane;
pub use worker::Workers;
