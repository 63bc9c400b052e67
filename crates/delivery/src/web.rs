//! Packages of EPUB as pages for a browser, kept as long as the single files of a package.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use conversion::{Limits, PresentBook};
use futures_util::TryStreamExt as _;
use web_reader::{HEADER_BYTES, PAGES_VERSION, parse_outline_length};

use crate::packages::Recipient;
use crate::{Delivery, Error, Key, Result};

pub use crate::web_book::WebBook;
pub use web_reader::{
    BookOutline, ChapterPicture, ContentsEntry, DocumentWords, HeardSentence, MadeFor, NarrationClip,
    OutlineChapter, PageHighlight, PageLanguages, PageMark, PageSpot, PartRange, PictureParts, PictureSource,
    PlaceholderWord, TextPiece, fill_placeholders, find_sentences, mark_highlights,
};

const RENDER_TIMEOUT: Duration = Duration::from_mins(5);
/// The longest outline that is held in memory, bytes.
const MAX_OUTLINE_BYTES: u64 = 64 << 20;

impl Delivery {
    /// A package of EPUB as pages for a browser, made in a worker process when it is first needed.
    /// `recipient` is that of a copy, whose notice names it. `None` if that is not known.
    pub async fn open_web_book(&self, package: &Key, recipient: Option<Recipient>) -> Result<Arc<WebBook>> {
        self.state().web_books.get_or_insert_async(package, self.load_pages(package, recipient)).await
    }

    async fn load_pages(&self, package: &Key, recipient: Option<Recipient>) -> Result<Arc<WebBook>> {
        let key = pages_key(package)?;
        if self.files().head(&key).await?.is_none() {
            let made_for = recipient.map(|Recipient { name, date }| MadeFor { name, date });
            self.write_pages(package, made_for, &key).await?;
        }
        let broken = || Error::Store(format!("{key}: not the pages of a book"));
        let length = self.read_bytes(&key, 0..HEADER_BYTES as u64).await?;
        let length = parse_outline_length(&length).filter(|length| *length <= MAX_OUTLINE_BYTES);
        let length = length.ok_or_else(broken)?;
        let start = HEADER_BYTES as u64 + length;
        let header = self.read_bytes(&key, HEADER_BYTES as u64..start).await?;
        let outline = serde_json::from_slice(&header).map_err(|_| broken())?;
        Ok(Arc::new(WebBook { outline, key, start }))
    }

    async fn write_pages(&self, package: &Key, made_for: Option<MadeFor>, to: &Key) -> Result<()> {
        let (_permit, mut bench, size) = self.open_source_bench(&self.state().reading, package).await?;
        bench.run(PresentBook { made_for }, Limits::for_reading(RENDER_TIMEOUT), size).await?;
        self.store_output(&bench, to).await.map(drop)
    }

    pub async fn read_web_part(&self, book: &WebBook, part: PartRange) -> Result<Bytes> {
        if part.length == 0 {
            return Ok(Bytes::new());
        }
        let at = book.start.saturating_add(part.at);
        self.read_bytes(&book.key, at..at.saturating_add(part.length)).await
    }

    async fn read_bytes(&self, key: &Key, range: std::ops::Range<u64>) -> Result<Bytes> {
        let reading = self.files().read(key, Some(range)).await?;
        let parts: Vec<Bytes> =
            reading.stream.try_collect().await.map_err(|error| Error::Store(format!("{key}: {error}")))?;
        Ok(parts.concat().into())
    }
}

/// `resources/<package>/pages-<version>`: pages that an earlier version of the program has written are not
/// read.
fn pages_key(package: &Key) -> Result<Key> {
    Ok(Key::parse(&format!("{}/pages-{PAGES_VERSION}", package.resources_folder()))?)
}
