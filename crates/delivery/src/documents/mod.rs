//! Users' documents: type detection, storage, conversion to books, and removal
//! (docs/rules/documents.md#rule-3).
//!
//! ```text
//! documents/<random>.pdf --convert--> documents/<random>.epub --> artifacts/<random>/...
//! ```
//!
//! Names are random and unique to a document, so that two users who upload the same file can each remove
//! their own.

mod kind;

use std::fs::File;

use conversion::{ConvertDocument, Limits, REPORT_NAME, Steps, read_report};
use domain::conversion_reports::Findings;
use domain::documents::{DocumentFindings, DocumentType, FORMATS};
use domain::{CopySettings, Format, languages};
use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use tokio::sync::watch;
use tokio_util::io::ReaderStream;

pub use kind::detect_document_type;

use crate::delivery::BYTES_PER_PIECE;
use crate::keys::{ARTIFACTS, BadKey};
use crate::{Delivery, Key, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentOrder {
    pub file: Key,
    pub kind: DocumentType,
    /// Name given by the owner.
    pub name: String,
    /// The owner's language (ISO 639-2), for a document that does not state its own.
    pub language: Option<String>,
    /// Unique and stable: identifies the book in its package.
    pub identifier: String,
    /// The date in the book.
    pub modified: Timestamp,
}

#[derive(Debug, Clone)]
pub struct ConvertedDocument {
    /// Metadata of the book that the owner did not give.
    pub metadata: DocumentFindings,
    /// Repairs and omissions: of reading the document (`None`), and of each format that this call made of
    /// its book.
    pub reports: Vec<(Option<Format>, Findings)>,
}

pub fn book_key(file: &Key) -> Result<Key> {
    Ok(Key::parse(&format!("{}.epub", file.stem()))?)
}

impl Delivery {
    /// Stores an upload or another local file, from its beginning.
    pub async fn put_file(&self, file: File, key: &Key) -> Result<u64> {
        let parts = ReaderStream::with_capacity(tokio::fs::File::from_std(file), BYTES_PER_PIECE);
        self.files().put_stream(key, parts).await
    }

    /// Makes the book of a document, and the book's artifacts. `steps` receives the progress. Dropping the
    /// future ends the conversion. Safe to repeat.
    pub async fn convert_document(
        &self,
        order: &DocumentOrder,
        steps: watch::Sender<Steps>,
    ) -> Result<ConvertedDocument> {
        let source = book_key(&order.file)?;
        let (metadata, findings) = self.make_book(order, &source, &steps).await?;
        let mut reports = vec![(None, findings)];
        for format in FORMATS {
            let artifact = self.find_or_convert(&source, format, CopySettings::None, order.modified).await?;
            reports.extend(artifact.conversion.map(|made| (Some(format), made.findings)));
        }
        Ok(ConvertedDocument { metadata, reports })
    }

    /// Makes and stores the book of a document. Also returns the findings: repairs and omissions.
    async fn make_book(
        &self,
        order: &DocumentOrder,
        to: &Key,
        steps: &watch::Sender<Steps>,
    ) -> Result<(DocumentFindings, Findings)> {
        let (_permit, mut bench, size) = self.open_source_bench(&self.state().documents, &order.file).await?;
        let task = ConvertDocument {
            kind: order.kind,
            title: order.name.clone(),
            language: order.language.as_deref().and_then(languages::tag).map(str::to_owned),
            identifier: order.identifier.clone(),
            modified: order.modified,
        };
        let limits = Limits::for_document(self.state().limits.document_time);
        let metadata = bench.run_watched(task, limits, size, steps).await?;
        let findings = read_report(bench.read_output(REPORT_NAME).await?.as_deref());
        self.store_output(&bench, to).await?;
        Ok((metadata, findings))
    }

    /// Removes a document and everything made from it. Missing files are not an error.
    pub async fn remove_document(&self, file: &Key, packages: &[Key]) -> Result<()> {
        let folder = file.content_hash().ok_or_else(|| BadKey(file.to_string()))?;
        let mut gone = vec![file.clone(), book_key(file)?];
        let listed = self.files().list(&format!("{ARTIFACTS}/{folder}"));
        gone.extend(listed.map_ok(|file| file.key).try_collect::<Vec<_>>().await?);
        gone.extend(packages.iter().cloned());
        for package in gone.clone().iter().skip(2) {
            let listed = self.files().list(&package.resources_folder());
            gone.extend(listed.map_ok(|file| file.key).try_collect::<Vec<_>>().await?);
        }
        for key in &gone {
            self.files().delete(key).await?;
        }
        Ok(())
    }
}
