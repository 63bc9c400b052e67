//! Users' documents: told by their bytes, kept, made into books, and removed (spec 4, 1.4).
//!
//! ```text
//! documents/<random>.pdf --convert--> documents/<random>.epub --> artifacts/<random>/...
//! ```
//!
//! The name is random and each document's own, so that of two users who send in the same file each can
//! remove it.

mod kind;

use std::fs::File;

use books::document::{self, DocumentOptions};
use books::{Limits, Stop};
use bytes::Bytes;
use domain::documents::{DocumentType, FORMATS, Found, LARGEST};
use domain::languages;
use domain::settings::Settings;
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use tokio::sync::watch;
use tokio_util::io::ReaderStream;

pub use kind::kind_of;

use crate::converter::Steps;
use crate::delivery::Delivery;
use crate::error::{Error, Result};
use crate::keys::{ARTIFACTS, BadKey, Key, RESOURCES};
use crate::unwanted::Unwanted;

/// Bytes read at once from what was sent in.
const PIECE: usize = 256 << 10;

/// What to convert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentOrder {
    /// What was sent in.
    pub file: Key,
    /// What it is.
    pub kind: DocumentType,
    /// What its owner calls it.
    pub name: String,
    /// The owner's language (ISO 639-2), for a document that does not tell its own.
    pub language: Option<String>,
    /// Unique and stable: names the book in its package.
    pub identifier: String,
    /// The date that the book bears.
    pub modified: Timestamp,
}

/// The key of the book that a document becomes.
pub fn book(file: &Key) -> Result<Key> {
    Ok(Key::parse(&format!("{}.epub", file.stem()))?)
}

impl Delivery {
    /// Keeps what was sent in, from the beginning of the file.
    pub async fn put_document(&self, file: File, key: &Key) -> Result<u64> {
        let parts = ReaderStream::with_capacity(tokio::fs::File::from_std(file), PIECE);
        self.files().put_stream(key, parts).await
    }

    /// Makes the book of a document, and the book's artifacts. `steps` hears how far it is. Whoever drops the
    /// future ends the conversion. Safe to repeat.
    pub async fn convert_document(
        &self,
        order: &DocumentOrder,
        steps: watch::Sender<Steps>,
    ) -> Result<Found> {
        let bytes = self.files().get(&order.file, LARGEST).await?;
        let unwanted = Unwanted::default();
        let stop = unwanted.stop();
        let (asked, language) =
            (kind::name(order.kind), order.language.as_deref().and_then(languages::tag).map(str::to_owned));
        let options = DocumentOptions {
            title: order.name.clone(),
            language,
            identifier: order.identifier.clone(),
            modified: order.modified,
            limits: document::DocumentLimits::default(),
        };
        let work = move || {
            let mut watch = |done: usize, total: usize| {
                steps.send_replace((done, total));
                stop.is_stopped().then_some(Stop::Cancelled)
            };
            let epub =
                Bytes::from(document::to_epub(asked, bytes, &options, &mut watch).map_err(unreadable)?);
            let found = found(epub.clone())?;
            Ok((epub, found))
        };
        let (epub, found) = self.inner().documents.run(work).await?;
        let source = book(&order.file)?;
        self.files().put(&source, epub).await?;
        for format in FORMATS {
            self.artifact(&source, format, Settings::None, order.modified).await?;
        }
        drop(unwanted);
        Ok(found)
    }

    /// Removes everything that a document has become, and itself. Files that are not there are no error.
    pub async fn remove_document(&self, file: &Key, packages: &[Key]) -> Result<()> {
        let folder = file.content().ok_or_else(|| BadKey(file.to_string()))?;
        let mut gone = vec![file.clone(), book(file)?];
        let listed = self.files().list(&format!("{ARTIFACTS}/{folder}"));
        gone.extend(listed.map_ok(|file| file.key).try_collect::<Vec<_>>().await?);
        gone.extend(packages.iter().cloned());
        for package in gone.clone().iter().skip(2) {
            let copy = package.stem().split_once('/').map_or(package.stem(), |(_, rest)| rest);
            let listed = self.files().list(&format!("{RESOURCES}/{}", copy.replace('/', "-")));
            gone.extend(listed.map_ok(|file| file.key).try_collect::<Vec<_>>().await?);
        }
        for key in &gone {
            self.files().delete(key).await?;
        }
        Ok(())
    }
}

/// What a book says of itself that its owner did not.
fn found(epub: Bytes) -> Result<Found> {
    let book = books::epub::read(epub, &Limits::default(), &mut ())?;
    let survey = book.survey();
    let mut codes: Vec<String> = Vec::new();
    for code in book.metadata.languages.iter().filter_map(|tag| languages::alpha3(tag)) {
        if code != "und" && !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
    }
    let count = |n: u64| i32::try_from(n).ok();
    Ok(Found {
        languages: codes,
        pages: count(survey.page_list.max(survey.page_breaks)).filter(|pages| *pages > 0),
        images: count(survey.images + survey.images_decorative),
    })
}

/// Why no book was made, in words for the owner. What a program said of the file, and what this machine lacks, is for the
/// log.
fn unreadable(error: document::Error) -> Error {
    tracing::warn!(%error, "a document cannot be read");
    // Who waits so long would wait in vain a second time.
    let permanent = error.is_permanent() || matches!(error, document::Error::TimedOut);
    let told = match error {
        document::Error::Broken { .. } => "the document is damaged and cannot be read".to_owned(),
        document::Error::ToolMissing { .. } => "this library cannot read such documents now".to_owned(),
        document::Error::Io(_) => "it could not be read now".to_owned(),
        other => other.to_string(),
    };
    if permanent { Error::Book(told) } else { Error::Interrupted(told) }
}
