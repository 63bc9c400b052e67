//! A file that a ticket opens (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7).

use std::io;
use std::ops::Range;

use bytes::Bytes;
use delivery::files::{Meta, Reading};
use delivery::keys::{Hasher, Key};
use delivery::tickets::{FileTicket, Media};
use domain::ids::DownloadId;
use futures_util::stream::{self, BoxStream, StreamExt as _};

use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;

/// Hexadecimal digits of a tag.
const TAG_LENGTH: usize = 32;

/// A file that a ticket opens. Nothing of it has been read yet.
pub struct Opened {
    library: Library,
    ticket: FileTicket,
    meta: Meta,
}

/// Opens the file of a ticket: `LINK_EXPIRED` if the ticket is not valid, its reader has been locked, or the
/// file has been deleted since.
pub async fn open(library: &Library, ticket: &str) -> Result<Opened> {
    let ticket = library.delivery.tickets().open_file(ticket, library.now());
    let ticket = ticket.map_err(|_| ErrorKey::LinkExpired)?;
    if let Some(download) = ticket.download
        && !store::downloads::is_caller_active(&library.db, download).await?
    {
        return Err(ErrorKey::LinkExpired.into());
    }
    let meta = library.delivery.files().head(&ticket.key).await?.ok_or(ErrorKey::LinkExpired)?;
    Ok(Opened { library: library.clone(), ticket, meta })
}

impl Opened {
    /// The name that the file is saved under.
    pub fn name(&self) -> &str {
        &self.ticket.name
    }

    /// How it is delivered.
    pub fn media(&self) -> &Media {
        &self.ticket.media
    }

    /// Size, and when it was written.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Identifies the bytes: another file has another tag. Every package and every marked copy is a file of
    /// its own that is never rewritten, so a copy has one tag for as long as it is kept, whatever ticket it
    /// is fetched with.
    pub fn tag(&self) -> String {
        tag(&self.ticket.key, &self.meta)
    }

    /// The bytes, or these of them. Before the last byte of the file is returned, the fetch is recorded: a
    /// reader who has the whole file finds `dateDownloaded` set.
    pub async fn read(&self, range: Option<Range<u64>>) -> Result<BoxStream<'static, io::Result<Bytes>>> {
        let reading = self.library.delivery.files().read(&self.ticket.key, range).await?;
        let reaches_end = reading.range.end == reading.meta.size;
        Ok(match self.ticket.download.filter(|_| reaches_end) {
            Some(download) => counted(self.library.clone(), reading, download),
            None => reading.stream,
        })
    }
}

/// The same bytes; the fetch is recorded before the last piece.
fn counted(
    library: Library,
    reading: Reading,
    download: DownloadId,
) -> BoxStream<'static, io::Result<Bytes>> {
    let length = reading.range.end - reading.range.start;
    let pieces = stream::unfold((reading.stream, 0u64), move |(mut pieces, sent)| {
        let library = library.clone();
        async move {
            let piece = pieces.next().await?;
            let sent = sent + piece.as_ref().map_or(0, |bytes| bytes.len() as u64);
            if piece.is_ok() && sent == length {
                record(&library, download).await;
            }
            Some((piece, (pieces, sent)))
        }
    });
    // A consumer that compresses the bytes polls again after their end.
    pieces.fuse().boxed()
}

/// A failure here must not break the reader's download: it is logged.
async fn record(library: &Library, download: DownloadId) {
    let write = async {
        let mut tx = library.db.begin().await?;
        store::downloads::complete_fetch(&mut tx, download, library.now()).await?;
        tx.commit().await
    };
    if let Err(error) = write.await {
        tracing::error!(%error, download = download.0, "a complete fetch was not recorded");
    }
}

fn tag(key: &Key, meta: &Meta) -> String {
    let mut hash = Hasher::default();
    let written = meta.modified.as_nanosecond();
    let store = meta.etag.as_deref().unwrap_or_default();
    hash.update(format!("{key}\n{}\n{written}\n{store}", meta.size).as_bytes());
    let mut tag = hash.finish().to_string();
    tag.truncate(TAG_LENGTH);
    tag
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened")
            .field("name", &self.ticket.name)
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use delivery::files::Meta;
    use delivery::keys::Key;

    use super::{TAG_LENGTH, tag};

    #[test]
    fn another_file_has_another_tag() {
        let meta = Meta { size: 10, modified: "1994-11-06T08:49:37.5Z".parse().unwrap(), etag: None };
        let of = |key: &str, meta: &Meta| tag(&Key::parse(key).unwrap(), meta);
        let first = of("packages/1-x.zip", &meta);
        assert_eq!(first.len(), TAG_LENGTH);
        assert_eq!(first, of("packages/1-x.zip", &meta.clone()));
        assert_ne!(first, of("packages/1-y.zip", &meta));
        assert_ne!(first, of("packages/1-x.zip", &Meta { size: 11, ..meta.clone() }));
        assert_ne!(first, of("packages/1-x.zip", &Meta { etag: Some("\"a\"".into()), ..meta }));
    }
}
