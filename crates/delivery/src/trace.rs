//! Traces a copy by its watermark (docs/rules/downloads.md#rule-6), for `openshelf trace FILE` and
//! `/system/trace`.

use std::time::Duration;

use conversion::{Limits, TraceCopy};
use domain::DownloadId;
use tokio::io::AsyncRead;

use crate::parcels::copy_stream_to_bench;
use crate::{Delivery, Result};

const TRACE_TIMEOUT: Duration = Duration::from_mins(10);

/// Content of a file's fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedCopy {
    /// The download record that the copy was made for.
    pub download: DownloadId,
    /// Number of occurrences of the fingerprint: many in a whole copy, one or two in a single text of it.
    pub places: usize,
}

impl Delivery {
    /// Reads the fingerprint of a whole package, or of a single text from one. `None` if there is none made
    /// with this library's key.
    pub async fn trace_file(&self, file: impl AsyncRead + Unpin + Send) -> Result<Option<TracedCopy>> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = copy_stream_to_bench(file, &bench).await?;
        let task = TraceCopy { key: self.state().fingerprint_key };
        let found = bench.run(task, Limits::for_reading(TRACE_TIMEOUT), size).await?;
        Ok(found.and_then(|found| {
            let download = DownloadId(i64::try_from(found.record).ok()?);
            Some(TracedCopy { download, places: found.places })
        }))
    }
}
