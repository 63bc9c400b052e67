//! Bytes of copies that were sent and wait to be recorded (docs/rules/quotas.md#rule-4).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::DownloadId;

/// Responses that together send less than this part of the file wait for each other, so that requests of a
/// byte each do not keep the database busy.
const SMALLEST_RECORDS_PER_FILE: u64 = 64;
/// Copies whose small responses wait; those of further copies are recorded immediately.
const MAX_WAITING_COPIES: usize = 10_000;

/// Bytes of copies that were sent in small responses and are not recorded yet. A server that stops forgets
/// them.
#[derive(Debug, Default)]
pub(crate) struct UnrecordedBytes(Mutex<HashMap<DownloadId, u64>>);

impl UnrecordedBytes {
    /// Adds bytes of a copy of `size` bytes. Returns all that are to be recorded now: none if they are few
    /// and may wait.
    pub(crate) fn add_and_take_due(
        &self,
        download: DownloadId,
        bytes: u64,
        size: u64,
        may_wait: bool,
    ) -> u64 {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = waiting.remove(&download).unwrap_or(0).saturating_add(bytes);
        let is_few = bytes.saturating_mul(SMALLEST_RECORDS_PER_FILE) < size;
        if may_wait && is_few && waiting.len() < MAX_WAITING_COPIES {
            waiting.insert(download, bytes);
            return 0;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use domain::DownloadId;

    use super::UnrecordedBytes;

    #[test]
    fn small_responses_of_a_copy_wait_for_each_other() {
        let waiting = UnrecordedBytes::default();
        let (one, other) = (DownloadId(1), DownloadId(2));
        let records: Vec<u64> =
            (0..200).map(|_| waiting.add_and_take_due(one, 1, 6400, true)).filter(|it| *it > 0).collect();
        assert_eq!(records, [100, 100]);
        assert_eq!(waiting.add_and_take_due(one, 1, 6400, true), 0);
        assert_eq!(waiting.add_and_take_due(other, 1, 6400, false), 1, "a slow transfer does not wait");
        assert_eq!(waiting.add_and_take_due(other, 5000, 6400, true), 5000);
        assert_eq!(waiting.add_and_take_due(one, 5000, 6400, true), 5001);
        assert!(waiting.0.lock().unwrap().is_empty());
    }
}
