//! Traces a copy by its watermark, for `openshelf trace FILE` (docs/rules/downloads.md#rule-6).

use std::time::Duration;

use bytes::Bytes;
use conversion::{Limits, SOURCE_NAME, TraceCopy};
use domain::DownloadId;

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
    pub async fn trace_file(&self, file: Bytes) -> Result<Option<TracedCopy>> {
        let mut bench = self.workshop().open_bench().await?;
        let size = file.len() as u64;
        bench.write_input(SOURCE_NAME, file).await?;
        let task = TraceCopy { key: self.state().fingerprint_key };
        let found = bench.run(task, Limits::for_reading(TRACE_TIMEOUT), size).await?;
        Ok(found.and_then(|found| {
            let download = DownloadId(i64::try_from(found.record).ok()?);
            Some(TracedCopy { download, places: found.places })
        }))
    }
}
