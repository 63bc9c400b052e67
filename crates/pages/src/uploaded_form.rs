//! A form with files: its parts are read as they arrive, the files into temporary places.

use std::hash::{DefaultHasher, Hasher as _};
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, EXPECT};
use domain::Peer;
use multer::{Field, Multipart};
use services::Operation;
use services::uploads::{Spool, Upload, UploadSender};
use tokio::time::{timeout, timeout_at};
use transport::incoming::{BODY_TIMEOUT, Incoming};

use crate::fields::MAX_FORM_BYTES;
use crate::inputs::FileError;
use crate::{Fields, Page, Pages, Problem, Result, Visitor, kept_forms};

/// Maximum number of parts of a form besides the files that it may have.
const MAX_PARTS: usize = 20;
/// More files than the form may have are counted up to this number of times, so that it can say so.
const MAX_FILES_FACTOR: usize = 4;
/// Limits of reading the texts of a form whose sender is not signed in; its files are skipped.
const MAX_GUEST_BYTES: u64 = 32 << 20;
const GUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The form that a signed-in user sent from a page of this server, with up to `MAX_FILES` files of up to
/// `MAX_BYTES` bytes together.
#[derive(Default)]
pub(crate) struct UploadedForm<const MAX_BYTES: u64, const MAX_FILES: usize = 1> {
    /// The parts without a file.
    pub(crate) fields: Fields,
    /// The files. Empty if the visitor chose none, or if they are too large.
    pub(crate) files: Vec<UploadedFile>,
    pub(crate) too_large: bool,
    /// True if there were more files than the form may have.
    pub(crate) too_many: bool,
}

pub(crate) struct UploadedFile {
    pub(crate) content: Upload,
    /// The name on the visitor's computer, without its folder. Empty if the browser sent none.
    pub(crate) name: String,
    /// Distinguishes its content from that of other files which the visitor sends with the same form.
    pub(crate) checksum: u64,
}

impl<const MAX_BYTES: u64> UploadedForm<MAX_BYTES> {
    /// The file of a form that has one. `None` if the visitor chose none, or if it is too large.
    pub(crate) fn file(&self) -> Option<&UploadedFile> {
        self.files.first()
    }

    /// The file of a form that must have one, or the error of its field.
    pub(crate) fn require_file(&self, page: &Page<'_>) -> Result<&UploadedFile, FileError> {
        self.file().ok_or_else(|| {
            let text = if self.too_large {
                page.count("import-too-large", MAX_BYTES >> 20)
            } else {
                page.text("import-missing")
            };
            FileError { text, reason: String::new() }
        })
    }
}

impl<const MAX_BYTES: u64, const MAX_FILES: usize> UploadedForm<MAX_BYTES, MAX_FILES> {
    /// The form of a user whom `check` allows to send it. The body of a request by another user is not read.
    pub(crate) async fn from_allowed_request(
        request: Request,
        pages: &Pages,
        check: fn(&Operation) -> services::Result<()>,
    ) -> Result<Self> {
        let visitor = Visitor::from_request(&request)?;
        if visitor.is_signed_in() {
            check(&visitor.op)?;
        }
        Self::from_request(request, pages).await
    }
}

impl<const MAX_BYTES: u64, const MAX_FILES: usize> FromRequest<Pages> for UploadedForm<MAX_BYTES, MAX_FILES> {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::from_request(&request)?;
        if !visitor.is_signed_in() {
            return Err(keep_texts(&visitor, request).await);
        }
        let (parts, body) = request.into_parts();
        let peer = transport::request_peer(&parts, pages.settings.trust_forwarded_for);
        let body = Incoming::new(body, 1, MAX_BYTES);
        let is_own = layout::origin::is_own(&parts.headers, &pages.settings.base_url);
        let token = visitor.token.as_deref().filter(|_| is_own);
        let boundary = find_boundary(&parts.headers);
        let sent = receive_form(&visitor, &peer, body.clone(), boundary, token).await;
        // Browsers send everything before they show the response.
        body.drain_body(parts.headers.contains_key(EXPECT)).await;
        sent
    }
}

async fn receive_form<const MAX_BYTES: u64, const MAX_FILES: usize>(
    visitor: &Visitor,
    peer: &Peer,
    body: Incoming,
    boundary: Option<String>,
    token: Option<&str>,
) -> Result<UploadedForm<MAX_BYTES, MAX_FILES>> {
    let op = visitor.signed_in_user()?;
    let token = token.ok_or(Problem::Stale)?;
    let boundary = boundary.ok_or(Problem::Unreadable)?;
    let _turn = visitor
        .pages
        .library
        .upload_turns()
        .wait_for_turn(&UploadSender::new(Some(op.account_id()?), peer))
        .await?;
    let parts = Multipart::new(body.clone(), boundary);
    timeout(BODY_TIMEOUT, read_parts(parts, &body, token)).await.map_err(|_| Problem::Unreadable)?
}

fn find_boundary(headers: &HeaderMap) -> Option<String> {
    let media = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(media).ok()
}

/// The problem of a form whose sender is not signed in. Its texts are kept during the sign-in.
async fn keep_texts(visitor: &Visitor, request: Request) -> Problem {
    let (parts, body) = request.into_parts();
    let body = Incoming::new(body, 1, MAX_GUEST_BYTES);
    let boundary = find_boundary(&parts.headers).filter(|_| kept_forms::may_keep(visitor, &parts.headers));
    let mut texts = Vec::new();
    if let Some(boundary) = boundary {
        let read = read_texts(Multipart::new(body.clone(), boundary), &body, &mut texts);
        // An incomplete form must not be mistaken for a complete one.
        if !matches!(timeout(GUEST_TIMEOUT, read).await, Ok(Ok(()))) {
            texts.clear();
        }
    }
    body.drain_body(parts.headers.contains_key(EXPECT)).await;
    let kept = kept_forms::keep_fields(visitor, &parts.headers, Fields::from_pairs(texts));
    kept.map_or(Problem::SignIn, |kept| Problem::SignInWith(Box::new(kept.with_files())))
}

/// Reads the texts of a form, and skips its files. Nothing is read of a form that does not begin with a
/// token.
async fn read_texts(
    mut parts: Multipart<'static>,
    body: &Incoming,
    texts: &mut Vec<(String, String)>,
) -> Result<()> {
    let mut byte_count = 0;
    while texts.len() <= MAX_PARTS {
        let Some(mut part) = next_part(&mut parts, body).await? else { return Ok(()) };
        let name = part.name().unwrap_or_default().to_owned();
        if texts.is_empty() && name != "token" {
            return Ok(());
        }
        if name == "file" {
            while with_progress(body, part.chunk()).await?.is_some() {}
            continue;
        }
        let text = read_text(body, part).await?;
        byte_count += text.len();
        if byte_count > MAX_FORM_BYTES {
            return Err(Problem::Unreadable);
        }
        texts.push((name, text));
    }
    Err(Problem::Unreadable)
}

/// Reads the parts. The token comes before the files: nothing that a page of another server sends is stored.
async fn read_parts<const MAX_BYTES: u64, const MAX_FILES: usize>(
    mut parts: Multipart<'static>,
    body: &Incoming,
    token: &str,
) -> Result<UploadedForm<MAX_BYTES, MAX_FILES>> {
    let mut sent = UploadedForm::default();
    let (mut texts, mut is_own) = (Vec::new(), false);
    for _ in 0..MAX_PARTS + MAX_FILES_FACTOR * MAX_FILES {
        let Some(part) = next_part(&mut parts, body).await? else {
            sent.fields = Fields::from_pairs(texts);
            return if is_own { Ok(sent) } else { Err(Problem::Stale) };
        };
        match part.name().unwrap_or_default() {
            "token" => is_own = layout::session::is_form_token(&read_text(body, part).await?, token),
            _ if !is_own => return Err(Problem::Stale),
            "file" => store_file(body, part, &mut sent).await?,
            name => {
                let name = name.to_owned();
                texts.push((name, read_text(body, part).await?));
            }
        }
    }
    Err(Problem::Unreadable)
}

/// The next part. `None` after the last one.
async fn next_part(parts: &mut Multipart<'static>, body: &Incoming) -> Result<Option<Field<'static>>> {
    body.expect_headers(true);
    let part = with_progress(body, parts.next_field()).await?;
    body.expect_headers(false);
    Ok(part)
}

async fn read_text(body: &Incoming, mut field: Field<'static>) -> Result<String> {
    let mut text = Vec::new();
    while let Some(piece) = with_progress(body, field.chunk()).await? {
        text.extend_from_slice(&piece);
        if text.len() > MAX_FORM_BYTES {
            return Err(Problem::Unreadable);
        }
    }
    String::from_utf8(text).map_err(|_| Problem::Unreadable)
}

async fn store_file<const MAX_BYTES: u64, const MAX_FILES: usize>(
    body: &Incoming,
    mut field: Field<'static>,
    sent: &mut UploadedForm<MAX_BYTES, MAX_FILES>,
) -> Result<()> {
    let name = field.file_name().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().replace('\0', "");
    let is_extra = sent.too_many || sent.files.len() >= MAX_FILES;
    let stored: u64 = sent.files.iter().map(|file| file.content.byte_count()).sum();
    let space = if is_extra || sent.too_large { 0 } else { MAX_BYTES.saturating_sub(stored) };
    let mut spool = Spool::new(space).await.map_err(services::Error::from)?;
    let mut hasher = DefaultHasher::new();
    while let Some(piece) = with_progress(body, field.chunk()).await? {
        hasher.write(&piece);
        spool.write(&piece).await.map_err(services::Error::from)?;
        if spool.is_too_large() {
            *(if is_extra { &mut sent.too_many } else { &mut sent.too_large }) = true;
        }
    }
    // A form in which no file was chosen sends an empty one.
    let content = spool.finish().await.map_err(services::Error::from)?;
    let content = content.filter(|content| content.byte_count() > 0);
    let checksum = hasher.finish();
    sent.files.extend(content.map(|content| UploadedFile { content, name, checksum }));
    if sent.too_large || sent.too_many {
        sent.files.clear();
    }
    Ok(())
}

/// Waits for the next chunk. Fails if the body has stalled or arrives too slowly.
async fn with_progress<T>(body: &Incoming, part: impl Future<Output = multer::Result<T>>) -> Result<T> {
    timeout_at(body.piece_deadline(), part)
        .await
        .map_err(|_| Problem::Unreadable)?
        .map_err(|_| Problem::Unreadable)
}
