//! Deletion of expired rows and of files that nothing names.

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Deletes expired tokens, codes, sessions, keys sent by email, sign-in failures, requests that no authority
/// answered, revoked devices, finished jobs, audit entries, and files that live for two days.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purge {}

impl Job for Purge {
    const KIND: &'static str = "purge";
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;
}

/// Deletes sources, documents, covers and artifacts that no title names: remains of ingests that were killed
/// between file and record, of older versions of the converter, and of removed titles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {}

impl Job for Sweep {
    const KIND: &'static str = "sweep";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;
}
