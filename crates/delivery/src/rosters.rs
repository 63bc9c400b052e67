//! Reads files with tables of members.

use std::time::Duration;

use bytes::Bytes;
use conversion::{Limits, ReadRoster, SOURCE_NAME};
use roster_files::RosterTable;

use crate::{Delivery, Result};

const READ_TIMEOUT: Duration = Duration::from_mins(2);

impl Delivery {
    /// Reads a table of members in a worker process: CSV, XLSX or OneRoster (docs/rosters.md). The file is
    /// not stored.
    ///
    /// # Errors
    /// [`Error::Book`](crate::Error::Book) if the file cannot be read as a whole, with a reason for the
    /// person who sent it; the task exceeded its limits.
    pub async fn read_roster(&self, file: Bytes) -> Result<RosterTable> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = file.len() as u64;
        bench.write_input(SOURCE_NAME, file).await?;
        Ok(bench.run(ReadRoster, Limits::for_reading(READ_TIMEOUT), size).await?)
    }
}
