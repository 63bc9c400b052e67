//! Limits of an installation that runs well: the age of the last backup and of the last rehearsal of a
//! restore (docs/backup.md), the wait of jobs, and free space.

use jiff::{SignedDuration, Timestamp};

/// The age from which the last backup is reported as too old: a daily one may be late.
pub const MAX_BACKUP_AGE: SignedDuration = SignedDuration::from_hours(2 * 24);
/// The age from which the last rehearsal of a restore is reported as too old.
pub const MAX_REHEARSAL_AGE: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Time for which a job may wait for a worker before it is reported.
pub const MAX_JOB_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Minimum free space of a disk in bytes: for a large book in several formats, or for the write-ahead log
/// during a backup.
pub const MIN_FREE_BYTES: u64 = 2 << 30;

/// Space of a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// Free for this user.
    pub free: u64,
    pub total: u64,
}

impl DiskSpace {
    /// Returns true if so little is free that somebody should act.
    pub fn is_low(self) -> bool {
        self.free < MIN_FREE_BYTES
    }
}

/// Returns true if something that must be done again after some time was last done longer ago.
pub fn is_overdue(last: Timestamp, max_age: SignedDuration, now: Timestamp) -> bool {
    now.duration_since(last) > max_age
}

#[cfg(test)]
mod tests {
    use super::{MAX_BACKUP_AGE, is_overdue};
    use crate::fixtures::{days_ago, noon};

    #[test]
    fn a_backup_of_two_days_is_recent_and_an_older_one_is_not() {
        assert!(!is_overdue(days_ago(2), MAX_BACKUP_AGE, noon()));
        assert!(is_overdue(days_ago(3), MAX_BACKUP_AGE, noon()));
    }
}
