//! The interface for rehearsing a restore, which uses operations of a higher floor, so the program injects
//! it.

use delivery::Steps;
use jobs::rehearse_restore::RehearsalSummary;
use tokio_util::sync::CancellationToken;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RehearsalEnd {
    /// There are no faults if the rehearsal has succeeded.
    Complete {
        summary: RehearsalSummary,
        faults: Vec<String>,
    },
    /// A newer backup has replaced the one that was rehearsed, so its faults prove nothing.
    BackupReplaced,
    Stopped,
}

/// Rehearses the restore of the newest complete backup in a folder.
pub trait RestoreRehearser: Send + Sync {
    /// Rehearses a restore, and writes a report. Blocks the thread, which must be one of the runtime for
    /// blocking work. May run again after an interruption at any point.
    ///
    /// # Errors
    /// There is no complete backup, or the rehearsal cannot begin.
    fn rehearse(
        &self,
        stop: &CancellationToken,
        on_progress: &mut dyn FnMut(Steps),
    ) -> anyhow::Result<RehearsalEnd>;
}
