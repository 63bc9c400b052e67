//! Converts books of a restored library and reads the results.

use std::io::{Cursor, Read as _};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use bytes::Bytes;
use delivery::reading::BookReadRequest;
use delivery::{Key, artifacts};
use domain::{CopySettings, Format, Preferences, Title, TitleId};
use futures_util::{StreamExt as _, stream};
use holdings::package::convert_source;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use zip::ZipArchive;

use super::choice::{ChosenBook, choose_books};
use crate::WorkerContext;

const CONCURRENT_BOOKS: usize = 2;
/// The largest converted book that is read, bytes.
const MAX_BOOK_BYTES: u64 = 256 << 20;
/// The most text that is read of a file in an archive, bytes.
const MAX_TEXT_BYTES: u64 = 64 << 20;
const READ_TIMEOUT: Duration = Duration::from_mins(10);
/// The end of a PDF file that contains its last mark, bytes.
const PDF_END_BYTES: usize = 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookCheck {
    pub title: TitleId,
    /// Formats that were made and read.
    pub formats: Vec<Format>,
    /// Reasons why other formats could not be made or read.
    pub faults: Vec<String>,
}

/// Opens ten books in three formats each, or all books of a smaller library: converts them, even if the
/// restored library has converted them before, and reads the results. `on_progress` is called with the number
/// of opened books and of all. `None` if it was stopped.
///
/// # Errors
/// The database or the file store cannot be read. Faults of a book are in its check.
pub async fn open_books(
    ctx: &WorkerContext,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(u64, u64),
) -> anyhow::Result<Option<Vec<BookCheck>>> {
    let books = choose_books(ctx).await.context("choosing books")?;
    let total = books.len() as u64;
    on_progress(0, total);
    let mut running = std::pin::pin!(
        stream::iter(books).map(|book| open_book(ctx, book)).buffer_unordered(CONCURRENT_BOOKS)
    );
    let mut checks = Vec::new();
    loop {
        let next = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(None),
            next = running.next() => next,
        };
        let Some(check) = next else { break };
        checks.push(check);
        on_progress(checks.len() as u64, total);
    }
    checks.sort_by_key(|check| check.title);
    Ok(Some(checks))
}

async fn open_book(ctx: &WorkerContext, book: ChosenBook) -> BookCheck {
    let mut check = BookCheck { title: book.title.id, formats: Vec::new(), faults: Vec::new() };
    for format in book.formats {
        match open_format(ctx, &book.title, format).await {
            Ok(()) => check.formats.push(format),
            Err(error) => check.faults.push(format!("title {}, {format}: {error:#}", book.title.id)),
        }
    }
    check
}

/// Makes a format of a title, and reads it.
async fn open_format(ctx: &WorkerContext, title: &Title, format: Format) -> anyhow::Result<()> {
    let source = Key::parse(title.files.source_of(format).context("there is no source file")?)?;
    let settings = CopySettings::from_preferences(format, &Preferences::default());
    let modified = title.artifact(format).context("the format is not offered")?.date_added;
    // Artifacts converted before the backup prove nothing about the source.
    ctx.delivery().remove_artifact(&artifacts::artifact_key(&source, format, settings)?).await?;
    let steps = watch::Sender::default();
    let item = title.id.into();
    let made = convert_source(ctx.holdings(), &steps, &item, &source, format, settings, modified).await?;
    let content = ctx.delivery().files().get(&made.key, MAX_BOOK_BYTES).await?;
    read_copy(ctx, format, content).await?;
    if let Some(map) = made.map().cloned() {
        // It is written into the file store, which is deleted soon.
        map.wait_for_size().await;
    }
    Ok(())
}

async fn read_copy(ctx: &WorkerContext, format: Format, content: Bytes) -> anyhow::Result<()> {
    match format {
        Format::Epub3 | Format::Daisy => {
            let order =
                BookReadRequest { book: content, sent_as: Some(format), sidecar: None, time: READ_TIMEOUT };
            let read = ctx.delivery().read_book(order).await?;
            ensure!(!read.reading.metadata.title.trim().is_empty(), "it has no title");
            Ok(())
        }
        Format::Pdf => {
            let end = &content[content.len().saturating_sub(PDF_END_BYTES)..];
            let is_whole = content.starts_with(b"%PDF-") && end.windows(5).any(|part| part == b"%%EOF");
            ensure!(is_whole, "it is not a complete PDF file");
            Ok(())
        }
        Format::Brf => tokio::task::spawn_blocking(move || read_entries(content, ".brf")).await?,
        Format::Docx => tokio::task::spawn_blocking(move || read_entries(content, "document.xml")).await?,
        Format::DaisyAudio | Format::Daisy2Audio => bail!("audio is not opened"),
    }
}

/// Reads the entries of an archive whose names end like this: they must contain something, and their
/// checksums must match.
fn read_entries(content: Bytes, ending: &str) -> anyhow::Result<()> {
    let mut archive = ZipArchive::new(Cursor::new(content))?;
    let mut bytes = 0;
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        if entry.name().is_ok_and(|name| name.ends_with(ending)) {
            bytes += std::io::copy(&mut entry.take(MAX_TEXT_BYTES), &mut std::io::sink())?;
        }
    }
    ensure!(bytes > 0, "it has no text");
    Ok(())
}
