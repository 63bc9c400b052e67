//! Reading order and table of contents of the EPUB of a package.

use std::sync::Arc;

use books::Contents;
use conversion::{Limits, ReadContents};
use domain::{CopySettings, Format};

use super::list::LIST_TIMEOUT;
use crate::artifacts::artifact_key;
use crate::{Delivery, Error, Key, Result};

/// The largest EPUB whose spine is read, bytes: callers do not wait for larger ones.
const MAX_EPUB_BYTES: u64 = 128 << 20;

impl Delivery {
    /// The reading order of the EPUB at this key, and its table of contents.
    pub async fn read_contents(&self, package: &Key) -> Result<Contents> {
        let (_permit, mut bench, size) = self.open_source_bench(&self.state().reading, package).await?;
        Ok(bench.run(ReadContents, Limits::for_reading(LIST_TIMEOUT), size).await?)
    }

    /// The spine files of a source's EPUB before it is watermarked. `None` if the EPUB was not made yet.
    /// Empty if it is very large.
    pub async fn read_spine(&self, source: &Key) -> Result<Option<Arc<Vec<String>>>> {
        let Ok(artifact) = artifact_key(source, Format::Epub3, CopySettings::None) else { return Ok(None) };
        let read = async {
            let meta = self.files().head(&artifact).await?.ok_or_else(|| Error::Missing(artifact.clone()))?;
            let is_large = meta.size > MAX_EPUB_BYTES;
            Ok(Arc::new(if is_large { Vec::new() } else { self.read_contents(&artifact).await?.spine }))
        };
        match self.state().spines.get_or_read(&artifact, read).await {
            Ok(spine) => Ok(Some(spine)),
            Err(Error::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
