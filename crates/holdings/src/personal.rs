//! The archive of a person's data, for persons who request it (docs/security.md): a zip file with a JSON file
//! per noun, the person's uploaded documents, and a page that explains them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use bytes::Bytes;
use delivery::Key;
use domain::accounts::Account;
use domain::ids::TitleId;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::personal::{LEFT_OUT, PARTS, Part};
use tempfile::NamedTempFile;
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::context::Context;

/// Buffered pieces that wait for the disk.
const AHEAD: usize = 8;
/// Bytes of records per piece.
const PIECE: usize = 64 << 10;
/// Titles whose names are read together.
const BATCH: usize = 500;

/// Counts of an archive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Records of all files together.
    pub records: u64,
    /// Files of documents.
    pub documents: u64,
    /// Files of documents that the file store has lost.
    pub missing: Vec<String>,
}

/// Writes all data about a person into a new file, which only its owner may read and which appears when it is
/// complete. Memory does not grow with the data.
pub async fn archive(ctx: &Context, account: &Account, out: &Path) -> anyhow::Result<Written> {
    let (pieces, received) = mpsc::channel(AHEAD);
    let out = out.to_owned();
    let writer = tokio::task::spawn_blocking(move || write(&out, received));
    let collected = Collecting { ctx, pieces }.all(account).await;
    // The writer's own error is more specific than the closed channel.
    writer.await??;
    collected
}

/// Input of the writer.
enum Piece {
    /// Begins a new file.
    Begin(String),
    /// Its next bytes.
    Bytes(Bytes),
    /// Completes the archive.
    End,
}

/// Writes pieces as they arrive; without `End` no file appears.
fn write(out: &Path, mut pieces: mpsc::Receiver<Piece>) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let failed = || format!("writing {}", out.display());
    let file = NamedTempFile::new_in(folder).with_context(failed)?;
    let mut zip = ZipWriter::new(file);
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            Piece::Begin(name) => {
                let options = SimpleFileOptions::default()
                    .compression_method(CompressionMethod::Deflated)
                    .large_file(true);
                zip.start_file(name, options).with_context(failed)?;
            }
            Piece::Bytes(bytes) => zip.write_all(&bytes).with_context(failed)?,
            Piece::End => {
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

/// A document of the person, and its path in the archive.
struct Enclosed {
    key: Key,
    path: String,
}

struct Collecting<'a> {
    ctx: &'a Context,
    pieces: mpsc::Sender<Piece>,
}

impl Collecting<'_> {
    async fn all(self, account: &Account) -> anyhow::Result<Written> {
        let mut written = Written::default();
        let mut titles = BTreeSet::new();
        let mut enclosed = Vec::new();
        self.file("README.txt", readme(account, self.ctx.now())).await?;
        for part in PARTS {
            written.records += self.part(part, account, &mut titles, &mut enclosed).await?;
        }
        self.titles(&titles).await?;
        for document in &enclosed {
            if self.document(document).await? {
                written.documents += 1;
            } else {
                written.missing.push(document.path.clone());
            }
        }
        self.send(Piece::End).await?;
        Ok(written)
    }

    /// Writes a file with the records of a part; returns how many.
    async fn part(
        &self,
        part: &Part,
        account: &Account,
        titles: &mut BTreeSet<TitleId>,
        enclosed: &mut Vec<Enclosed>,
    ) -> anyhow::Result<u64> {
        let mut list = self.list(part.name).await?;
        let mut records = part.records(self.ctx.db(), &account.id);
        while let Some(mut record) =
            records.try_next().await.with_context(|| format!("reading {}", part.name))?
        {
            titles.extend(record.titles);
            if part.name == "documents" {
                enclosed.extend(files(&mut record.value));
            }
            list.add(&record.value).await?;
        }
        list.end().await
    }

    /// Writes the names of the titles that other files refer to.
    async fn titles(&self, titles: &BTreeSet<TitleId>) -> anyhow::Result<()> {
        let mut list = self.list("titles").await?;
        let ids: Vec<TitleId> = titles.iter().copied().collect();
        for some in ids.chunks(BATCH) {
            for title in store::titles::by_ids(self.ctx.db(), some).await? {
                let authors: Vec<&str> = title.authors().map(|author| author.display_name.as_str()).collect();
                list.add(&json!({"titleId": title.id.0, "title": title.metadata.title, "authors": authors}))
                    .await?;
            }
        }
        list.end().await.map(drop)
    }

    /// Writes the bytes of a document; false if the file store lacks it.
    async fn document(&self, document: &Enclosed) -> anyhow::Result<bool> {
        let files = self.ctx.delivery().files();
        let mut reading = match files.read(&document.key, None).await {
            Ok(reading) => reading.stream,
            Err(delivery::Error::Missing(_)) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        self.send(Piece::Begin(document.path.clone())).await?;
        while let Some(bytes) =
            reading.try_next().await.with_context(|| format!("reading {}", document.key))?
        {
            self.send(Piece::Bytes(bytes)).await?;
        }
        Ok(true)
    }

    async fn file(&self, name: &str, text: String) -> anyhow::Result<()> {
        self.send(Piece::Begin(name.to_owned())).await?;
        self.send(Piece::Bytes(text.into())).await
    }

    async fn list(&self, name: &str) -> anyhow::Result<List<'_>> {
        self.send(Piece::Begin(format!("{name}.json"))).await?;
        Ok(List { to: self, text: String::from("["), count: 0 })
    }

    async fn send(&self, piece: Piece) -> anyhow::Result<()> {
        self.pieces.send(piece).await.ok().context("the archive cannot be written")
    }
}

/// A JSON array that is written record by record.
struct List<'a> {
    to: &'a Collecting<'a>,
    text: String,
    count: u64,
}

impl List<'_> {
    async fn add(&mut self, record: &Value) -> anyhow::Result<()> {
        self.text.push_str(if self.count == 0 { "\n" } else { ",\n" });
        self.text.push_str(&serde_json::to_string_pretty(record)?);
        self.count += 1;
        if self.text.len() >= PIECE {
            self.to.send(Piece::Bytes(std::mem::take(&mut self.text).into())).await?;
        }
        Ok(())
    }

    async fn end(mut self) -> anyhow::Result<u64> {
        self.text.push_str(if self.count == 0 { "]\n" } else { "\n]\n" });
        self.to.send(Piece::Bytes(self.text.into())).await?;
        Ok(self.count)
    }
}

/// The files of a document; their paths in the archive replace the keys in its record.
fn files(record: &mut Value) -> Vec<Enclosed> {
    let title = record["titleId"].to_string();
    let key = |value: &Value| value.as_str().and_then(|key| Key::parse(key).ok());
    let sent_in = key(&record["file"]);
    let book = key(&record["record"]["files"]["source"]).filter(|book| Some(book) != sent_in.as_ref());
    let named = |key: Key, end: &str| {
        let path = format!("documents/{title}{end}.{}", key.extension());
        Enclosed { key, path }
    };
    let enclosed: Vec<Enclosed> =
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
fn readme(account: &Account, now: Timestamp) -> String {
    let mut text = format!(
        "What the library holds of {}\naccount {}, as of {}\n\n\
         Each file below is a list in JSON, a form that programs and people can read; an empty list means that there \
         is nothing. Times are in UTC. Titles are named by their numbers; titles.json says what they are called.\n\n",
        account.display_name(),
        account.id,
        domain::dates::format_timestamp(now),
    );
    for part in PARTS {
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
