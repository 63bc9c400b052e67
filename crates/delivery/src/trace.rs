//! Whose copy is this? The reading side of the marks, for `openshelf trace FILE`
//! (docs/rules/downloads.md#rule-6).

use std::time::Duration;

use bytes::Bytes;
use conversion::{Limits, SOURCE, Trace};
use domain::ids::DownloadId;

use crate::delivery::Delivery;
use crate::error::Result;

/// The longest time that one file may take.
const TIME: Duration = Duration::from_mins(10);

/// What a file's fingerprints say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traced {
    /// The download record that the copy was made for.
    pub download: DownloadId,
    /// In how many places it was found: many in a whole copy, one or two in a single text of it.
    pub places: usize,
}

impl Delivery {
    /// Reads the fingerprint of a whole package, or of a single text taken from one. `None` when there is
    /// none that was made with this library's key.
    pub async fn trace(&self, file: Bytes) -> Result<Option<Traced>> {
        let mut bench = self.workshop().bench().await?;
        let size = file.len() as u64;
        bench.put(SOURCE, file).await?;
        let task = Trace { key: self.inner().fingerprint_key };
        let found = bench.run(task, Limits::reading(TIME), size).await?;
        Ok(found.and_then(|found| {
            let download = DownloadId(i64::try_from(found.record).ok()?);
            Some(Traced { download, places: found.places })
        }))
    }
}
