//! A file that a ticket opens (docs/rules/downloads.md#rule-4, docs/rules/downloads.md#rule-7).

use std::io;
use std::ops::Range;

use bytes::Bytes;
use delivery::Key;
use delivery::bundles::FileChecksum;
use delivery::files::{FileBody, FileMeta};
use delivery::keys::Hasher;
use delivery::tickets::{FileTicket, Media};
use domain::{Download, DownloadId, DownloadStatus};
use futures_util::stream::{self, BoxStream, StreamExt as _};

use crate::{ErrorKey, Library, Operation, Result};

use super::meter::Meter;

/// Hexadecimal digits of a tag.
const TAG_LENGTH: usize = 32;

/// A file that a ticket opens. Nothing of it has been read yet.
pub struct TicketFile {
    library: Library,
    ticket: FileTicket,
    meta: FileMeta,
}

/// Opens the file of a ticket: `LINK_EXPIRED` if the ticket is not valid, its reader has been locked, or the
/// file has been deleted since.
pub async fn open(op: &Operation, ticket: &str) -> Result<TicketFile> {
    let ticket = op.delivery().tickets().open_file(ticket, op.now);
    let ticket = ticket.map_err(|_| ErrorKey::LinkExpired)?;
    if let Some(download) = ticket.download
        && !store::downloads::is_caller_active(op.db(), download).await?
    {
        return Err(ErrorKey::LinkExpired.into());
    }
    let meta = op.delivery().files().head(&ticket.key).await?.ok_or(ErrorKey::LinkExpired)?;
    Ok(TicketFile { library: op.library().clone(), ticket, meta })
}

/// Opens the package of a copy that the caller may have now: `LINK_EXPIRED` if it has none, or no longer.
pub(crate) async fn open_package(op: &Operation, download: &Download) -> Result<TicketFile> {
    let key = download.package.as_deref().ok_or(ErrorKey::LinkExpired)?;
    let ticket = FileTicket {
        key: Key::parse(key)?,
        name: String::new(),
        media: Media::Attachment,
        // A record that was fetched needs no note of every further request.
        download: (download.status == DownloadStatus::Available).then_some(download.id),
    };
    let meta = op.delivery().files().head(&ticket.key).await?.ok_or(ErrorKey::LinkExpired)?;
    Ok(TicketFile { library: op.library().clone(), ticket, meta })
}

impl TicketFile {
    /// Size and checksum of the file. Reading it for them is not recorded.
    pub(crate) async fn compute_checksum(&self) -> Result<FileChecksum> {
        Ok(self.library.delivery().files().compute_checksum(&self.ticket.key).await?)
    }

    pub fn save_name(&self) -> &str {
        &self.ticket.name
    }

    /// Media type and disposition of the response.
    pub fn delivery_media(&self) -> &Media {
        &self.ticket.media
    }

    /// Size, and when it was written.
    pub fn file_meta(&self) -> &FileMeta {
        &self.meta
    }

    /// Identifies the bytes: another file has another tag. Every package and every marked copy is a file of
    /// its own that is never rewritten, so a copy has one tag for as long as it is stored, whatever ticket it
    /// is fetched with.
    pub fn entity_tag(&self) -> String {
        compute_tag(&self.ticket.key, &self.meta)
    }

    /// The bytes, or these of them. What is sent of a copy is recorded, before the last byte of the response
    /// is: a reader who has the whole file finds `dateDownloaded` set.
    pub async fn read_range(
        &self,
        range: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, io::Result<Bytes>>> {
        let reading = self.library.delivery().files().read(&self.ticket.key, range).await?;
        Ok(match self.ticket.download {
            Some(download) => read_metered(self.library.clone(), reading, download),
            None => reading.stream,
        })
    }
}

/// The bytes of a file, which are recorded as they are sent.
fn read_metered(
    library: Library,
    reading: FileBody,
    download: DownloadId,
) -> BoxStream<'static, io::Result<Bytes>> {
    let left = reading.range.end - reading.range.start;
    let meter = Meter::new(library, download, reading.meta.size);
    let pieces = stream::unfold((reading.stream, meter, left), |(mut pieces, mut meter, left)| async move {
        let piece = pieces.next().await?;
        let bytes = piece.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let left = left.saturating_sub(bytes);
        meter.unrecorded += bytes;
        if meter.is_due() || (left == 0 && bytes > 0) {
            meter.record_sent().await;
        }
        Some((piece, (pieces, meter, left)))
    });
    // A consumer that compresses the bytes polls again after their end.
    pieces.fuse().boxed()
}

fn compute_tag(key: &Key, meta: &FileMeta) -> String {
    let mut hash = Hasher::default();
    let written = meta.modified.as_nanosecond();
    let store = meta.etag.as_deref().unwrap_or_default();
    hash.update(format!("{key}\n{}\n{written}\n{store}", meta.size).as_bytes());
    let mut tag = hash.finish().to_string();
    tag.truncate(TAG_LENGTH);
    tag
}

impl std::fmt::Debug for TicketFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened")
            .field("name", &self.ticket.name)
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use delivery::Key;
    use delivery::files::FileMeta;

    use super::{TAG_LENGTH, compute_tag};

    #[test]
    fn another_file_has_another_tag() {
        let meta = FileMeta { size: 10, modified: "1994-11-06T08:49:37.5Z".parse().unwrap(), etag: None };
        let of = |key: &str, meta: &FileMeta| compute_tag(&Key::parse(key).unwrap(), meta);
        let first = of("packages/1-x.zip", &meta);
        assert_eq!(first.len(), TAG_LENGTH);
        assert_eq!(first, of("packages/1-x.zip", &meta.clone()));
        assert_ne!(first, of("packages/1-y.zip", &meta));
        assert_ne!(first, of("packages/1-x.zip", &FileMeta { size: 11, ..meta.clone() }));
        assert_ne!(first, of("packages/1-x.zip", &FileMeta { etag: Some("\"a\"".into()), ..meta }));
    }
}
