//! Reading tables of members (CSV, XLSX, OneRoster).

use std::fs::File;
use std::io::Read as _;

use roster_files::{RosterLimits, RosterTable};
use serde::{Deserialize, Serialize};

use crate::{Error, Result, SOURCE_NAME, Task, TaskTools};

/// Reads the table of members [`SOURCE_NAME`]. Fails with [`Error::Book`] if it cannot be read as a whole;
/// faults of rows are part of the table.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ReadRoster;

impl Task for ReadRoster {
    type Output = RosterTable;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<RosterTable> {
        let limits = RosterLimits::default();
        let mut bytes = Vec::new();
        let file = File::open(tools.folder.join(SOURCE_NAME))?;
        // One byte more than is allowed is enough to refuse the file.
        file.take(limits.file_bytes + 1).read_to_end(&mut bytes)?;
        roster_files::read_roster(&bytes, &limits).map_err(|error| Error::Book(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use books::testkit::{ToneEngine, zip_files};
    use roster_files::{RosterColumn, RosterFileKind};

    use super::*;
    use crate::request::{decode_message, encode_message};
    use crate::{Limits, Workshop};

    async fn read_table(file: &[u8]) -> Result<RosterTable> {
        let mut bench = Workshop::in_this_process(Arc::new(ToneEngine::default()), crate::Writers::default())
            .open_bench()
            .await
            .unwrap();
        bench.write_input(SOURCE_NAME, file.to_vec().into()).await.unwrap();
        bench.run(ReadRoster, Limits::for_reading(Duration::from_mins(1)), file.len() as u64).await
    }

    #[tokio::test]
    async fn a_table_of_members_is_read_and_sent() {
        let file = "Vorname;Nachname;Geburtsdatum;Schule\nMia;Berg;31.12.2014;Hafenschule\nBen\n";
        let table = read_table(file.as_bytes()).await.unwrap();
        assert_eq!(table.rows[0].cells[&RosterColumn::DateOfBirth], "2014-12-31");
        assert!(table.rows[1].fault.is_some());
        // As it crosses the border of a process.
        let sent: RosterTable = decode_message(&encode_message(&table).unwrap()).unwrap();
        assert_eq!(sent, table);
        let users = "sourcedId,givenName,familyName,role\n1,Mia,Berg,student\n";
        let export = read_table(&zip_files([("users.csv", users)])).await.unwrap();
        assert_eq!(export.kind, RosterFileKind::OneRoster11);
    }

    #[tokio::test]
    async fn a_file_that_is_no_table_of_members_is_refused() {
        let refused = read_table(b"Dear friends").await;
        assert!(matches!(refused, Err(Error::Book(reason)) if reason.contains("no row at the beginning")));
        let refused = read_table(b"PK\x03\x04 and no more").await;
        assert!(matches!(refused, Err(Error::Book(reason)) if reason.starts_with("the file is damaged")));
    }
}
