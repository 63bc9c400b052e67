//! Expiry of packages, and of what will never finish.

use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// Expires packages that exceed their lifetime.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpirePackages {}

impl Job for ExpirePackages {
    const KIND: &'static str = "expire_packages";
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;
}
