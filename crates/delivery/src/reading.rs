//! Reads ingested books for the catalog.

use std::time::Duration;

use bytes::Bytes;
use conversion::{
    BookReading, COVER_NAME, Limits, PACKAGE_DOCUMENT_NAME, REPORT_NAME, ReadBook, SOURCE_NAME, read_report,
};
use domain::conversion_reports::Findings;

use crate::{Delivery, Error, Result};

#[derive(Debug, Clone)]
pub struct BookReadRequest {
    pub book: Bytes,
    /// The format declared by the sender, if any.
    pub sent_as: Option<domain::formats::Format>,
    /// A sidecar package document: name and content.
    pub sidecar: Option<(String, Bytes)>,
    pub time: Duration,
}

#[derive(Debug, Clone)]
pub struct BookRead {
    /// Type and metadata of the book.
    pub reading: BookReading,
    /// Cover image, as found.
    pub cover: Option<Bytes>,
    /// Repairs and omissions of the book.
    pub findings: Findings,
}

/// The reason why a book was refused.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct RefusedBook {
    #[source]
    pub error: Error,
    /// Repairs and omissions before the book was refused.
    pub findings: Findings,
}

impl<E: Into<Error>> From<E> for RefusedBook {
    fn from(error: E) -> Self {
        Self { error: error.into(), findings: Findings::default() }
    }
}

impl Delivery {
    /// Reads a whole book, so that an unusable one is refused now instead of at its first download.
    pub async fn read_book(&self, order: BookReadRequest) -> Result<BookRead, RefusedBook> {
        let BookReadRequest { book, sent_as, sidecar, time } = order;
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = book.len() as u64;
        bench.write_input(SOURCE_NAME, book).await?;
        let mut task = ReadBook { sent_as, sidecar: None };
        if let Some((name, document)) = sidecar {
            bench.write_input(PACKAGE_DOCUMENT_NAME, document).await?;
            task.sidecar = Some(name);
        }
        let read = bench.run(task, Limits::for_reading(time), size).await;
        let findings = read_report(bench.read_output(REPORT_NAME).await?.as_deref());
        match read {
            Ok(reading) => Ok(BookRead { reading, cover: bench.read_output(COVER_NAME).await?, findings }),
            Err(error) => Err(RefusedBook { error: error.into(), findings }),
        }
    }
}
