//! Whose copy is this? The reading side of the marks, for `openshelf trace FILE` (spec 4, 4.1 point 6).

use bytes::Bytes;
use domain::ids::DownloadId;

use crate::converter;
use crate::delivery::Delivery;
use crate::error::Result;

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
        let secret = self.inner().fingerprint_key;
        let found = self.inner().cpu.run(move || converter::trace(&file, &secret)).await?;
        Ok(found.map(|(download, places)| Traced { download, places }))
    }
}
