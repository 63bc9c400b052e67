//! A title read in a browser: the pages of the caller's copy of its EPUB (docs/reading.md). It is the package
//! of single files, so it counts as they do (docs/rules/downloads.md#rule-7), and access is decided at each
//! page.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use delivery::Speed;
use delivery::web::{PartRange, WebBook};
use domain::access::{self, QuotaOf};
use domain::downloads::PACKAGE_LIFETIME;
use domain::normalization::fold;
use domain::{DownloadStatus, Format, ItemAddress, TitleId};
use jiff::Timestamp;
use store::known_files::read_by_file;

use super::files::extract_resource;
use super::refusals::{CopyOutcome, explain_refusal};
use super::request::{CopyRequest, Request};
use super::unpacked::UnpackedPackage;
use crate::files::TicketFile;
use crate::{ErrorKey, Operation, Result};

pub use delivery::web::{
    BookOutline, ChapterPicture, ContentsEntry, DocumentWords, HeardSentence, MadeFor, NarrationClip,
    OutlineChapter, PageHighlight, PageLanguages, PageMark, PageSpot, PictureParts, PictureSource,
    PlaceholderWord, TextPiece, fill_placeholders, mark_highlights,
};

/// The format whose sound files are the library's voice.
pub const SPEECH_FORMAT: Format = Format::DaisyAudio;
/// The largest text that is searched, bytes.
const MAX_SEARCHED_BYTES: u64 = 64 << 20;

/// A book opened for a caller, who may read it now.
#[derive(Debug)]
pub struct OpenBook {
    title: TitleId,
    pub(super) book: Arc<WebBook>,
    pub(super) unpacked: UnpackedPackage,
    can_be_heard: bool,
}

/// Opens a title for reading. `None` if its pages are not ready within `time_limit`: the work continues, and
/// the caller asks again.
///
/// # Errors
/// Those of [`deliver`](super::deliver), but for a rule's refusal.
pub async fn open_book(
    op: &Operation,
    title: TitleId,
    time_limit: Duration,
) -> Result<CopyOutcome<Option<OpenBook>>> {
    let copy = CopyRequest { content: ItemAddress::Title(title), format: Format::Epub3, for_user: None };
    match open_copy(op, title, &copy, time_limit).await {
        Ok(opened) => Ok(CopyOutcome::Done(opened)),
        Err(error) => explain_refusal(op, &copy, error).await,
    }
}

async fn open_copy(
    op: &Operation,
    title: TitleId,
    copy: &CopyRequest,
    time_limit: Duration,
) -> Result<Option<OpenBook>> {
    let request = Request::load_with_decision(op, copy).await?;
    request.check_access().await?;
    // What the rules say of one format of a title they say of every other format that it has.
    let can = op.delivery().capabilities();
    let can_be_heard = access::has_format(request.offering(), &op.access_caller(), SPEECH_FORMAT, can);
    // A task of its own: it ends its work even if the caller does not wait for it.
    let work = tokio::spawn(prepare_pages(request));
    match tokio::time::timeout(time_limit, work).await {
        Ok(done) => {
            let (book, unpacked) = done??;
            Ok(Some(OpenBook { title, book, unpacked, can_be_heard }))
        }
        Err(_) => Ok(None),
    }
}

/// Returns true if opening a title would make a copy that counts against a quota.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub async fn opening_takes_place(op: &Operation, title: TitleId) -> Result<bool> {
    let copy = CopyRequest { content: ItemAddress::Title(title), format: Format::Epub3, for_user: None };
    let request = Request::load_with_decision(op, &copy).await?;
    if request.decision.quota_of == QuotaOf::Nobody {
        return Ok(false);
    }
    Ok(UnpackedPackage::check_and_find_ready(&request).await?.is_none())
}

/// Expiry times of the caller's copies of these titles that are read in a browser, or by apps file by file:
/// the last copy of each title, which may have expired. One statement. Guests have none.
pub async fn copy_expiries(op: &Operation, titles: &[TitleId]) -> Result<HashMap<TitleId, Timestamp>> {
    let Some(reader) = &op.reader else { return Ok(HashMap::new()) };
    let read = read_by_file(op.db(), &reader.account.id, Format::Epub3, titles).await?;
    Ok(read.into_iter().map(|(title, packaged)| (title, packaged + PACKAGE_LIFETIME)).collect())
}

async fn prepare_pages(request: Request) -> Result<(Arc<WebBook>, UnpackedPackage)> {
    let unpacked = UnpackedPackage::get_or_make(&request).await?;
    let recipient = request.recipient.as_ref();
    let recipient =
        recipient.map(|reader| holdings::package::notice_recipient(&unpacked.download, &reader.account));
    let book = request.op.delivery().open_web_book(&unpacked.package, recipient).await?;
    Ok((book, unpacked))
}

impl OpenBook {
    pub fn id(&self) -> TitleId {
        self.title
    }

    /// Returns true if the caller may have the title as audio as well.
    pub fn can_be_heard(&self) -> bool {
        self.can_be_heard
    }

    pub fn book_outline(&self) -> &BookOutline {
        &self.book.outline
    }

    pub fn find_chapter(&self, chapter: usize) -> Result<&OutlineChapter> {
        self.book.outline.chapters.get(chapter).ok_or_else(|| ErrorKey::NotFound.into())
    }

    /// The HTML of a chapter, with placeholders ([`fill_placeholders`]). The first one that is shown is the
    /// fetch of the copy.
    pub async fn chapter_html(&self, op: &Operation, chapter: usize) -> Result<String> {
        let html = self.read_part(op, self.find_chapter(chapter)?.html).await?;
        if self.unpacked.download.status == DownloadStatus::Available {
            let mut tx = op.db().begin().await?;
            store::downloads::complete_fetch(&mut tx, self.unpacked.download.id, op.now).await?;
            tx.commit().await?;
        }
        String::from_utf8(html.into()).map_err(|_| ErrorKey::InternalError.into())
    }

    pub async fn chapter_clips(&self, op: &Operation, chapter: usize) -> Result<Vec<NarrationClip>> {
        parse_part(&self.read_part(op, self.find_chapter(chapter)?.clips).await?)
    }

    /// The pictures of a chapter that have a page of their own.
    pub async fn chapter_pictures(&self, op: &Operation, chapter: usize) -> Result<Vec<ChapterPicture>> {
        parse_part(&self.read_part(op, self.find_chapter(chapter)?.pictures).await?)
    }

    /// The text of a chapter as its source has it. Empty if it was not kept.
    pub async fn chapter_words(&self, op: &Operation, chapter: usize) -> Result<DocumentWords> {
        parse_part(&self.read_part(op, self.find_chapter(chapter)?.words).await?)
    }

    pub async fn chapter_pieces(&self, op: &Operation, chapter: usize) -> Result<Vec<TextPiece>> {
        parse_part(&self.read_part(op, self.find_chapter(chapter)?.text).await?)
    }

    /// The blocks of text with these words, up to `limit`: the chapter and the block. Case, accents and kinds
    /// of apostrophes don't matter.
    pub async fn search_text(
        &self,
        op: &Operation,
        words: &str,
        limit: usize,
    ) -> Result<Vec<(usize, TextPiece)>> {
        let words = fold(words);
        let mut found = Vec::new();
        if words.is_empty() {
            return Ok(found);
        }
        let mut left = MAX_SEARCHED_BYTES;
        for (n, chapter) in self.book_outline().chapters.iter().enumerate() {
            left = left.saturating_sub(chapter.text.length);
            if left == 0 || found.len() >= limit {
                break;
            }
            let text = self.read_part(op, chapter.text).await?;
            let words = words.clone();
            let wanted = limit - found.len();
            let search = move || -> Result<Vec<TextPiece>> {
                let pieces: Vec<TextPiece> = parse_part(&text)?;
                let hits = pieces.into_iter().filter(|piece| fold(&piece.text).contains(&words));
                Ok(hits.take(wanted).collect())
            };
            let hits = tokio::task::spawn_blocking(search).await??;
            found.extend(hits.into_iter().map(|piece| (n, piece)));
        }
        Ok(found)
    }

    /// A cleaned drawing, SVG.
    pub async fn read_drawing(&self, op: &Operation, number: usize) -> Result<Bytes> {
        let drawing = self.book_outline().drawings.get(number).ok_or(ErrorKey::NotFound)?;
        self.read_part(op, *drawing).await
    }

    /// A picture or a recording that pages refer to, by its path in the package: `NOT_FOUND` for every other
    /// file.
    pub async fn open_file(&self, op: &Operation, path: &str) -> Result<TicketFile> {
        if !self.book_outline().files.iter().any(|known| known == path) {
            return Err(ErrorKey::NotFound.into());
        }
        let id = self.unpacked.version.resource_id(path);
        let ticket = extract_resource(op, &self.unpacked, &id, Speed::NORMAL).await?;
        crate::files::open(op, &ticket).await
    }

    async fn read_part(&self, op: &Operation, part: PartRange) -> Result<Bytes> {
        Ok(op.delivery().read_web_part(&self.book, part).await?)
    }
}

/// Parses a part that the library's own program wrote. It writes no part for a chapter that has no such data.
fn parse_part<T: serde::de::DeserializeOwned + Default>(part: &[u8]) -> Result<T> {
    if part.is_empty() {
        return Ok(T::default());
    }
    serde_json::from_slice(part).map_err(|_| ErrorKey::InternalError.into())
}
