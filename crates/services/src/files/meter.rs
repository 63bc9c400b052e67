//! Counts the bytes of a copy that are sent, whatever ranges and however many requests they are sent in
//! (docs/rules/quotas.md#rule-4).

use domain::DownloadId;
use jiff::Timestamp;
use store::quota_usage::RECORDING_INTERVAL;
use tokio::runtime::Handle;

use crate::Library;

/// A response is recorded at least once for this part of the file.
const RECORDS_PER_FILE: u64 = 16;

/// The bytes that one response has sent. What is not recorded yet when the client disconnects is recorded
/// then.
pub(super) struct Meter {
    library: Library,
    download: DownloadId,
    size: u64,
    /// Bytes sent since the last record.
    pub(super) unrecorded: u64,
    recorded_at: Timestamp,
    is_fetched: bool,
}

impl Meter {
    /// A response that sends some of a file of `size` bytes.
    pub(super) fn new(library: Library, download: DownloadId, size: u64) -> Self {
        let recorded_at = library.current_time();
        Self { library, download, size, unrecorded: 0, recorded_at, is_fetched: false }
    }

    /// Returns true if enough was sent, or enough time has passed, for a record.
    pub(super) fn is_due(&self) -> bool {
        self.unrecorded.saturating_mul(RECORDS_PER_FILE) >= self.size.max(1) || self.is_overdue()
    }

    /// Returns true if a running transfer must be recorded, so that its place stays taken.
    fn is_overdue(&self) -> bool {
        self.library.current_time().duration_since(self.recorded_at) >= RECORDING_INTERVAL
    }

    /// Records what was sent. The work is a task of its own, because the response may end at any point.
    pub(super) async fn record_sent(&mut self) {
        let Some(work) = self.take_record() else { return };
        self.is_fetched = Handle::current().spawn(work).await.unwrap_or(false);
    }

    /// The work that records what was sent and returns true if the copy has been fetched. `None` if there is
    /// nothing to record. A failure must not break the reader's download: it is logged.
    fn take_record(&mut self) -> Option<impl Future<Output = bool> + Send + use<>> {
        let bytes = std::mem::take(&mut self.unrecorded);
        if self.is_fetched || bytes == 0 {
            return None;
        }
        let (download, size) = (self.download, self.size);
        let bytes =
            self.library.unrecorded_bytes().add_and_take_due(download, bytes, size, !self.is_overdue());
        if bytes == 0 {
            return None;
        }
        let library = self.library.clone();
        self.recorded_at = library.current_time();
        Some(async move {
            let write = async {
                let mut tx = library.db().begin().await?;
                let is_fetched =
                    store::downloads::record_sent(&mut tx, download, bytes, size, library.current_time())
                        .await?;
                tx.commit().await?;
                Ok::<bool, store::StoreError>(is_fetched)
            };
            write.await.unwrap_or_else(|error| {
                tracing::error!(%error, download = download.0, "sent bytes were not recorded");
                false
            })
        })
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Ok(runtime) = Handle::try_current()
            && let Some(work) = self.take_record()
        {
            runtime.spawn(work);
        }
    }
}
