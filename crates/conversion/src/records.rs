//! Reading files of suppliers' records (ONIX, MARC, tables, workbooks).

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use metadata::{Entry, Kind};
use serde::{Deserialize, Serialize};

use crate::{Error, Result, SOURCE_NAME, Task, TaskTools};

const MAX_BATCH_RECORDS: usize = 500;
/// Bytes of one batch, about.
const MAX_BATCH_BYTES: usize = 4 << 20;
/// Bytes of one record as it is sent, at most. Records in files are shorter.
const MAX_RECORD_BYTES: usize = 16 << 20;
/// Bytes that are read from the file at a time.
const READ_BYTES: usize = 256 * 1024;
/// Bytes by which the format is recognized.
const HEAD_BYTES: usize = 1024;

/// Reads the file of records [`SOURCE_NAME`], however long it is, and sends them as [`RecordBatch`], batch by
/// batch. Fails with [`Error::Book`] where the file is damaged; what came before has been sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReadRecords {
    /// The name of the file, which tells its format if its beginning does not.
    pub name: String,
}

/// Checks whether the workbook [`SOURCE_NAME`] is a table of titles: whether a sheet names its columns.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct DetectTitleWorkbook;

impl Task for DetectTitleWorkbook {
    type Output = bool;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<bool> {
        let file = File::open(tools.folder.join(SOURCE_NAME))?;
        Ok(metadata::csv::is_title_workbook(BufReader::with_capacity(READ_BYTES, file)))
    }
}

/// Records of a file, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordBatch {
    /// The records, and those that cannot be read.
    pub entries: Vec<Entry>,
    /// Bytes of the file that have been read so far.
    pub read: u64,
}

impl RecordBatch {
    /// A batch as the task has sent it.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the task has not sent it.
    pub fn decode(piece: &[u8]) -> Result<Self> {
        serde_json::from_slice(piece).map_err(|error| Error::Interrupted(error.to_string()))
    }
}

impl Task for ReadRecords {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let read = Arc::new(AtomicU64::new(0));
        let file =
            CountingFile { file: File::open(tools.folder.join(SOURCE_NAME))?, read: Arc::clone(&read) };
        let read = || read.load(Ordering::Relaxed);
        let mut reader = BufReader::with_capacity(READ_BYTES, file);
        let beginning = reader.fill_buf()?;
        let kind = Kind::detect(&self.name, &beginning[..beginning.len().min(HEAD_BYTES)]);
        let kind = kind.ok_or_else(|| Error::Book("neither ONIX nor MARC nor a table of titles".into()))?;
        let broken = |error: metadata::BrokenFile| Error::Book(error.to_string());
        let mut batch = PendingBatch::default();
        for entry in metadata::read_records(kind, reader).map_err(broken)? {
            match entry {
                Ok(entry) => batch.add_entry(&entry)?,
                Err(error) => {
                    batch.send_batch(tools, read())?;
                    return Err(broken(error));
                }
            }
            if batch.records == MAX_BATCH_RECORDS || batch.json.len() >= MAX_BATCH_BYTES {
                batch.send_batch(tools, read())?;
            }
        }
        batch.send_batch(tools, read())
    }
}

/// Records that are sent together, written as they come, so that their size is known.
#[derive(Default)]
struct PendingBatch {
    json: Vec<u8>,
    records: usize,
}

impl PendingBatch {
    fn add_entry(&mut self, entry: &Entry) -> Result<()> {
        let mut json = encode_entry(entry)?;
        if json.len() > MAX_RECORD_BYTES {
            let reason = format!("larger than {MAX_RECORD_BYTES} bytes");
            let reference = entry.reference.chars().take(255).collect();
            json = encode_entry(&Entry { reference, result: Err(reason), notes: Vec::new(), ..*entry })?;
        }
        self.json.extend_from_slice(if self.records == 0 { b"" } else { b"," });
        self.json.append(&mut json);
        self.records += 1;
        Ok(())
    }

    fn send_batch(&mut self, tools: &mut TaskTools<'_>, read: u64) -> Result<()> {
        self.records = 0;
        let entries = std::mem::take(&mut self.json);
        let end = format!("],\"read\":{read}}}");
        (tools.send)([b"{\"entries\":[", entries.as_slice(), end.as_bytes()].concat())
    }
}

fn encode_entry(entry: &Entry) -> Result<Vec<u8>> {
    serde_json::to_vec(entry).map_err(|error| Error::Interrupted(error.to_string()))
}

struct CountingFile {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for CountingFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use books::testkit::ToneEngine;
    use tokio::sync::mpsc;

    use super::*;
    use crate::{Limits, Workshop};

    /// The records of a file, batch by batch, and how reading it ended.
    async fn read_batches(name: &str, file: &[u8]) -> (Vec<RecordBatch>, Result<()>) {
        let mut bench = Workshop::in_this_process(Arc::new(ToneEngine::default()), crate::Writers::default())
            .open_bench()
            .await
            .unwrap();
        bench.write_input(SOURCE_NAME, file.to_vec().into()).await.unwrap();
        let (send, mut receive) = mpsc::channel::<Vec<u8>>(1);
        let task = ReadRecords { name: name.to_owned() };
        let batches = tokio::spawn(async move {
            let mut batches = Vec::new();
            while let Some(piece) = receive.recv().await {
                batches.push(RecordBatch::decode(&piece).unwrap());
            }
            batches
        });
        let ended = bench.run_streaming(task, Limits::for_records(file.len() as u64), 0, &send).await;
        drop(send);
        (batches.await.unwrap(), ended)
    }

    /// A table of titles with long descriptions.
    fn title_table(rows: usize) -> Vec<u8> {
        let row = |n| format!("r{n},\"Kelp, {n}\",Ada Harbor | Harbor Ada,{}\n", "tide ".repeat(200));
        let rows: String = (0..rows).map(row).collect();
        format!("reference,title,authors,synopsis\n{rows}").into_bytes()
    }

    #[tokio::test]
    async fn records_come_in_batches_as_they_are_read() {
        let file = title_table(1_200);
        let (batches, ended) = read_batches("list.csv", &file).await;
        ended.unwrap();
        let counts: Vec<usize> = batches.iter().map(|batch| batch.entries.len()).collect();
        assert_eq!(counts, [500, 500, 200]);
        assert!(batches[0].read < batches[2].read, "{} {}", batches[0].read, batches[2].read);
        assert_eq!(batches[2].read, file.len() as u64);
        let sent: Vec<Entry> = batches.into_iter().flat_map(|batch| batch.entries).collect();
        let read: Vec<Entry> =
            metadata::read_records(Kind::Csv, file.as_slice()).unwrap().map(|entry| entry.unwrap()).collect();
        assert_eq!(sent, read, "nothing is lost on the way");
    }

    #[tokio::test]
    async fn records_before_the_damage_are_sent() {
        let product = "<Product><RecordReference>a</RecordReference></Product>";
        let file = format!("<ONIXMessage release=\"3.0\">{product}<Product></Prod");
        let (batches, ended) = read_batches("feed.xml", file.as_bytes()).await;
        assert_eq!(batches.iter().map(|batch| batch.entries.len()).collect::<Vec<_>>(), [1]);
        assert!(matches!(ended, Err(Error::Book(reason)) if reason.starts_with("line 1: ")));
        let (batches, ended) = read_batches("notes.txt", b"Dear friends").await;
        let reason = "neither ONIX nor MARC nor a table of titles";
        assert_eq!((batches, ended), (Vec::new(), Err(Error::Book(reason.into()))));
    }

    #[test]
    fn a_record_that_is_too_long_to_be_sent_is_rejected() {
        let entry = Entry {
            number: 7,
            line: 40,
            reference: "r".repeat(1_000),
            result: Ok(metadata::Record { reference: "x".repeat(MAX_RECORD_BYTES), ..Default::default() }),
            notes: vec!["left out".into()],
            size: 1,
        };
        let mut batch = PendingBatch::default();
        batch.add_entry(&entry).unwrap();
        let sent: Entry = serde_json::from_slice(&batch.json).unwrap();
        assert_eq!((sent.number, sent.line, sent.reference.len()), (7, 40, 255));
        assert_eq!(sent.result, Err(format!("larger than {MAX_RECORD_BYTES} bytes")));
    }
}
