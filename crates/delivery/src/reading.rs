//! Reads ingested books for the catalog.

use std::time::Duration;

use bytes::Bytes;
use conversion::{COVER, Limits, PACKAGE_DOCUMENT, ReadBook, Reading, SOURCE};

use crate::delivery::Delivery;
use crate::error::Result;

/// A book to read.
#[derive(Debug, Clone)]
pub struct BookOrder {
    /// The book.
    pub book: Bytes,
    /// The format declared by the sender, if any.
    pub sent_as: Option<domain::formats::Format>,
    /// A sidecar package document: name and content.
    pub sidecar: Option<(String, Bytes)>,
    /// Time limit of reading.
    pub time: Duration,
}

/// A book that was read.
#[derive(Debug, Clone)]
pub struct BookRead {
    /// Its type and metadata.
    pub reading: Reading,
    /// Its cover image, as found.
    pub cover: Option<Bytes>,
}

impl Delivery {
    /// Reads a whole book, so that one that cannot be converted is refused now and not at its first download.
    pub async fn read_book(&self, order: BookOrder) -> Result<BookRead> {
        let BookOrder { book, sent_as, sidecar, time } = order;
        let _place = self.place(&self.inner().reading).await?;
        let mut bench = self.workshop().bench().await?;
        let size = book.len() as u64;
        bench.put(SOURCE, book).await?;
        let mut task = ReadBook { sent_as, sidecar: None };
        if let Some((name, document)) = sidecar {
            bench.put(PACKAGE_DOCUMENT, document).await?;
            task.sidecar = Some(name);
        }
        let reading = bench.run(task, Limits::reading(time), size).await?;
        Ok(BookRead { reading, cover: bench.get(COVER).await? })
    }
}
