//! The copies of an order in one zip file, which is written while it is sent.

use std::collections::HashSet;
use std::io;
use std::vec::IntoIter;

use bytes::Bytes;
use delivery::bundles::BundleWriter;
use delivery::packages;
use domain::{AccountId, CopyBatchId, Download, Item, Name};
use futures_util::stream::{self, BoxStream, StreamExt as _};
use store::copy_batches::BatchMember;

use super::names::copy_names;
use super::view::{MemberCopyState, copy_state, load_batch};
use crate::class_titles::find_for_class;
use crate::downloads::request::Request;
use crate::files::open_package;
use crate::{Error, ErrorKey, Operation, Result};

/// Copies that are ready to be sent as one zip file.
#[derive(Debug)]
pub struct CopyArchive {
    /// The name that the file is saved under: plain ASCII.
    pub file_name: String,
    op: Operation,
    /// The names of the files with the records of the copies.
    entries: Vec<(String, Download)>,
}

/// The copies of an order that are ready. Access is decided again for each: the copy of a member for whom the
/// title has been closed since is left out.
///
/// # Errors
/// `NOT_SPONSOR`; `NOT_FOUND` if there is no such order, or no copy that is ready; `TITLE_NOT_FOUND`.
pub async fn open_archive(op: &Operation, id: &CopyBatchId) -> Result<CopyArchive> {
    op.require_sponsor()?;
    let (batch, mut members) = load_batch(op, id).await?;
    let title = find_for_class(op, batch.title).await?;
    members.retain(|member| copy_state(op, member) == MemberCopyState::Ready);
    let ids: Vec<AccountId> = members.iter().map(|member| member.account.id.clone()).collect();
    let readers = store::readers::get_many(op.db(), &ids, op.now).await?;
    let requests = Request::load_for_members(op, (&title, batch.format), readers).await?;
    let open = requests.iter().filter(|request| request.decision.refusal().is_none());
    let open: HashSet<&AccountId> =
        open.filter_map(|request| Some(&request.recipient.as_ref()?.account.id)).collect();
    members.retain(|member| open.contains(&member.account.id));
    let people: Vec<&Name> = members.iter().map(|member| &member.account.name).collect();
    let names = copy_names(&people, &title.metadata.title, batch.format.extension());
    let downloads = members.into_iter().filter_map(|BatchMember { download, .. }| download);
    let entries: Vec<(String, Download)> = names.into_iter().zip(downloads).collect();
    if entries.is_empty() {
        return Err(ErrorKey::NotFound.into());
    }
    let slug = packages::file_name(&title.metadata.title, &Item::Title(title.id), batch.format);
    let stem = slug.rsplit_once('.').map_or(slug.as_str(), |(stem, _)| stem);
    Ok(CopyArchive { file_name: format!("{stem}-copies.zip"), op: op.clone(), entries })
}

impl CopyArchive {
    /// The bytes of the file. What is sent of each copy is recorded as if it were sent alone.
    pub fn into_stream(self) -> BoxStream<'static, io::Result<Bytes>> {
        let writer = Some(BundleWriter::new(self.op.today()));
        let sender = ArchiveSender { op: self.op, entries: self.entries.into_iter(), writer, file: None };
        let next = |mut sender: ArchiveSender| async move {
            let piece = sender.next_piece().await?;
            Ok::<_, io::Error>(piece.map(|piece| (piece, sender)))
        };
        stream::try_unfold(sender, next).boxed()
    }
}

/// A file that is being sent.
struct ArchiveSender {
    op: Operation,
    /// Copies that have not begun.
    entries: IntoIter<(String, Download)>,
    /// `None` after the end.
    writer: Option<BundleWriter>,
    /// The rest of the copy that is being sent.
    file: Option<BoxStream<'static, io::Result<Bytes>>>,
}

impl ArchiveSender {
    /// The next bytes. `None` after the end.
    async fn next_piece(&mut self) -> io::Result<Option<Bytes>> {
        if let Some(file) = &mut self.file {
            if let Some(piece) = file.next().await {
                return piece.map(Some);
            }
            self.file = None;
        }
        match self.entries.next() {
            Some((name, download)) => {
                let header = self.begin_file(&name, &download).await;
                header.map(Some).map_err(|error| io::Error::other(error.to_string()))
            }
            None => Ok(self.writer.take().map(BundleWriter::finish)),
        }
    }

    /// Opens the next copy, and returns the header that precedes it.
    async fn begin_file(&mut self, name: &str, download: &Download) -> Result<Bytes, Error> {
        let file = open_package(&self.op, download).await?;
        let checksum = file.compute_checksum().await?;
        let pieces = file.read_range(None).await?;
        let writer = self.writer.as_mut().ok_or(ErrorKey::InternalError)?;
        self.file = Some(pieces);
        Ok(writer.begin_file(name, checksum))
    }
}
