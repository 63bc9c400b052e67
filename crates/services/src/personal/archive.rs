//! The archive of a person's data, for persons who request it (docs/security.md): a zip file with a JSON file
//! per noun, the person's uploaded documents, and a page that explains them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use bytes::Bytes;
use delivery::Key;
use domain::{Account, TitleId};
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::personal::{DataPart, LEFT_OUT, list_parts};
use tempfile::NamedTempFile;
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::Operation;

/// Buffered pieces that wait for the disk.
const MAX_BUFFERED_PIECES: usize = 8;
/// Bytes of records per piece.
const PIECE_BYTES: usize = 64 << 10;
/// Titles whose names are read together.
const TITLES_PER_READ: usize = 500;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveCounts {
    /// Records of all files together.
    pub records: u64,
    pub documents: u64,
    /// Files of documents that the file store has lost.
    pub missing: Vec<String>,
}

/// Writes all data about a person into a new file, which only its owner may read and which appears when it is
/// complete. Memory does not grow with the data.
pub(super) async fn write_archive(
    op: &Operation,
    account: &Account,
    out: &Path,
) -> anyhow::Result<ArchiveCounts> {
    let (pieces, received) = mpsc::channel(MAX_BUFFERED_PIECES);
    let out = out.to_owned();
    let writer = tokio::task::spawn_blocking(move || write_pieces(&out, received));
    let collected = ArchiveCollector { op, pieces }.collect_all(account).await;
    // The writer's own error is more specific than the closed channel.
    writer.await??;
    collected
}

/// Input of the writer.
enum ArchivePiece {
    /// Begins a new file.
    Begin(String),
    /// Its next bytes.
    Bytes(Bytes),
    End,
}

/// Writes pieces as they arrive; without `End` no file appears.
fn write_pieces(out: &Path, mut pieces: mpsc::Receiver<ArchivePiece>) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let failed = || format!("writing {}", out.display());
    let file = NamedTempFile::new_in(folder).with_context(failed)?;
    let mut zip = ZipWriter::new(file);
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            ArchivePiece::Begin(name) => {
                let options = SimpleFileOptions::default()
                    .compression_method(CompressionMethod::Deflated)
                    .large_file(true);
                zip.start_file(name, options).with_context(failed)?;
            }
            ArchivePiece::Bytes(bytes) => zip.write_all(&bytes).with_context(failed)?,
            ArchivePiece::End => {
                let file = zip.finish().with_context(failed)?;
                file.as_file().sync_all().with_context(failed)?;
                // The error would keep the partial file as long as it exists.
                file.persist_noclobber(out).map_err(|refused| refused.error).with_context(failed)?;
                return Ok(());
            }
        }
    }
    Ok(())
}

struct EnclosedDocument {
    key: Key,
    path: String,
}

struct ArchiveCollector<'a> {
    op: &'a Operation,
    pieces: mpsc::Sender<ArchivePiece>,
}

impl ArchiveCollector<'_> {
    async fn collect_all(self, account: &Account) -> anyhow::Result<ArchiveCounts> {
        let mut written = ArchiveCounts::default();
        let mut titles = BTreeSet::new();
        let mut enclosed = Vec::new();
        self.write_file("README.txt", readme_text(account, self.op.now)).await?;
        for part in list_parts() {
            written.records += self.write_part(part, account, &mut titles, &mut enclosed).await?;
        }
        self.write_titles(&titles).await?;
        for document in &enclosed {
            if self.write_document(document).await? {
                written.documents += 1;
            } else {
                written.missing.push(document.path.clone());
            }
        }
        self.send_piece(ArchivePiece::End).await?;
        Ok(written)
    }

    /// Writes a file with the records of a part; returns how many.
    async fn write_part(
        &self,
        data_part: &DataPart,
        account: &Account,
        titles: &mut BTreeSet<TitleId>,
        enclosed: &mut Vec<EnclosedDocument>,
    ) -> anyhow::Result<u64> {
        let mut list = self.begin_list(data_part.name).await?;
        let mut records = data_part.stream_records(self.op.db(), &account.id);
        while let Some(mut record) =
            records.try_next().await.with_context(|| format!("reading {}", data_part.name))?
        {
            titles.extend(record.titles);
            if data_part.name == "documents" {
                enclosed.extend(enclose_files(&mut record.value));
            }
            list.add_record(&record.value).await?;
        }
        list.end_list().await
    }

    /// Writes the names of the titles that other files refer to.
    async fn write_titles(&self, titles: &BTreeSet<TitleId>) -> anyhow::Result<()> {
        let mut list = self.begin_list("titles").await?;
        let ids: Vec<TitleId> = titles.iter().copied().collect();
        for some in ids.chunks(TITLES_PER_READ) {
            for title in store::titles::find_by_ids(self.op.db(), some).await? {
                let authors: Vec<&str> = title.authors().map(|author| author.display_name.as_str()).collect();
                list.add_record(
                    &json!({"titleId": title.id.0, "title": title.metadata.title, "authors": authors}),
                )
                .await?;
            }
        }
        list.end_list().await.map(drop)
    }

    /// Writes the bytes of a document; false if the file store lacks it.
    async fn write_document(&self, document: &EnclosedDocument) -> anyhow::Result<bool> {
        let files = self.op.delivery().files();
        let mut reading = match files.read(&document.key, None).await {
            Ok(reading) => reading.stream,
            Err(delivery::Error::Missing(_)) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        self.send_piece(ArchivePiece::Begin(document.path.clone())).await?;
        while let Some(bytes) =
            reading.try_next().await.with_context(|| format!("reading {}", document.key))?
        {
            self.send_piece(ArchivePiece::Bytes(bytes)).await?;
        }
        Ok(true)
    }

    async fn write_file(&self, name: &str, text: String) -> anyhow::Result<()> {
        self.send_piece(ArchivePiece::Begin(name.to_owned())).await?;
        self.send_piece(ArchivePiece::Bytes(text.into())).await
    }

    async fn begin_list(&self, name: &str) -> anyhow::Result<JsonList<'_>> {
        self.send_piece(ArchivePiece::Begin(format!("{name}.json"))).await?;
        Ok(JsonList { to: self, text: String::from("["), count: 0 })
    }

    async fn send_piece(&self, piece: ArchivePiece) -> anyhow::Result<()> {
        self.pieces.send(piece).await.ok().context("the archive cannot be written")
    }
}

/// A JSON array that is written record by record.
struct JsonList<'a> {
    to: &'a ArchiveCollector<'a>,
    text: String,
    count: u64,
}

impl JsonList<'_> {
    async fn add_record(&mut self, record: &Value) -> anyhow::Result<()> {
        self.text.push_str(if self.count == 0 { "\n" } else { ",\n" });
        self.text.push_str(&serde_json::to_string_pretty(record)?);
        self.count += 1;
        if self.text.len() >= PIECE_BYTES {
            self.to.send_piece(ArchivePiece::Bytes(std::mem::take(&mut self.text).into())).await?;
        }
        Ok(())
    }

    async fn end_list(mut self) -> anyhow::Result<u64> {
        self.text.push_str(if self.count == 0 { "]\n" } else { "\n]\n" });
        self.to.send_piece(ArchivePiece::Bytes(self.text.into())).await?;
        Ok(self.count)
    }
}

/// The files of a document; their paths in the archive replace the keys in its record.
fn enclose_files(record: &mut Value) -> Vec<EnclosedDocument> {
    let title = record["titleId"].to_string();
    let key = |value: &Value| value.as_str().and_then(|key| Key::parse(key).ok());
    let sent_in = key(&record["file"]);
    let book = key(&record["record"]["files"]["source"]).filter(|book| Some(book) != sent_in.as_ref());
    let named = |key: Key, end: &str| {
        let path = format!("documents/{title}{end}.{}", key.extension());
        EnclosedDocument { key, path }
    };
    let enclosed: Vec<EnclosedDocument> =
        sent_in.map(|key| named(key, "")).into_iter().chain(book.map(|key| named(key, "-book"))).collect();
    let paths: Vec<&str> = enclosed.iter().map(|document| document.path.as_str()).collect();
    let paths = json!(paths);
    if let Some(members) = record.as_object_mut() {
        members.remove("file");
        members.insert("files".to_owned(), paths);
        if let Some(record) = members.get_mut("record").and_then(Value::as_object_mut) {
            record.remove("files");
        }
    }
    enclosed
}

/// The page that explains the files.
fn readme_text(account: &Account, now: Timestamp) -> String {
    let mut text = format!(
        "What the library holds of {}\naccount {}, as of {}\n\n\
         Each file below is a list in JSON, a form that programs and people can read; an empty list means that there \
         is nothing. Times are in UTC. Titles are named by their numbers; titles.json says what they are called.\n\n",
        account.display_name(),
        account.id,
        domain::dates::format_timestamp(now),
    );
    for part in list_parts() {
        _ = writeln!(text, "{}.json\n    {}.", part.name, part.about);
    }
    text.push_str("titles.json\n    names of the titles that the other files refer to.\n");
    text.push_str("documents/\n    files that the person uploaded, and the books made from them.\n");
    text.push_str("\nNot included: passwords, which the library does not know, the hashes of keys, and:\n");
    for (_, _, why) in LEFT_OUT {
        _ = writeln!(text, "  - {why};");
    }
    text.push_str(
        "  - the histories of titles, which give the names of staff instead of their accounts.\n\n\
         Emails and background work are deleted from the library some days after they are done.\n",
    );
    text
}
