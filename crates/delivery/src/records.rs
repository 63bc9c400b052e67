//! Reads files of suppliers' records, for the catalog.

use std::path::Path;
use std::time::Duration;

use conversion::{DetectTitleWorkbook, Limits, ReadRecords};
use tokio::sync::mpsc;

use crate::parcels::copy_to_bench;
use crate::{Delivery, Result};

const WORKBOOK_TIME: Duration = Duration::from_mins(2);

impl Delivery {
    /// Returns true if a workbook may be a table of titles, checked in a worker process. One that cannot be
    /// parsed may be one.
    ///
    /// # Errors
    /// The file cannot be read, or the task exceeded its limits.
    pub async fn is_title_workbook(&self, path: &Path) -> Result<bool> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = copy_to_bench(path, &bench).await?;
        Ok(bench.run(DetectTitleWorkbook, Limits::for_reading(WORKBOOK_TIME), size).await?)
    }

    /// Reads a file of records in a worker process, which sends them in batches ([`conversion::RecordBatch`])
    /// as fast as they are received. The file is copied for it, so it may be of any length.
    ///
    /// # Errors
    /// The file cannot be read, or not to its end, or the task exceeded its limits; the batches that were
    /// sent remain valid.
    pub async fn read_records(&self, path: &Path, batches: &mpsc::Sender<Vec<u8>>) -> Result<()> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = copy_to_bench(path, &bench).await?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(bench.run_streaming(ReadRecords { name }, Limits::for_records(size), 0, batches).await?)
    }
}
