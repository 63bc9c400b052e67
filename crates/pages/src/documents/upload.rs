//! A form with a file: its parts are read as they arrive, the file into a temporary place.

use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_TYPE, EXPECT};
use domain::documents::LARGEST;
use domain::peers::Peer;
use multer::{Field, Multipart};
use services::uploads::{Sender, Spool, Upload};
use tokio::time::{timeout, timeout_at};
use transport::incoming::{Incoming, LONGEST};

use crate::fields::{FORM, Fields};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// Parts of a form.
const PARTS: usize = 20;

/// What was sent by a user who is signed in, from a page of this server.
pub(super) struct Sent {
    /// The parts without a file.
    pub(super) fields: Fields,
    /// The file. `None` if the visitor chose none, or if it is too large.
    pub(super) file: Option<Upload>,
    /// Whether the file is too large.
    pub(super) too_large: bool,
}

impl FromRequest<Pages> for Sent {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::of(&request)?;
        let (parts, body) = request.into_parts();
        let peer = transport::peer(&parts, pages.settings.trust_forwarded_for);
        let body = Incoming::new(body, 1, LARGEST);
        let is_own = layout::origin::is_own(&parts.headers, &pages.settings.base_url);
        let token = visitor.token.as_deref().filter(|_| is_own);
        let media = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let sent = receive(pages, &visitor, &peer, body.clone(), media, token).await;
        // Browsers send everything before they show the response.
        body.drain(parts.headers.contains_key(EXPECT)).await;
        sent
    }
}

async fn receive(
    pages: &Pages,
    visitor: &Visitor,
    peer: &Peer,
    body: Incoming,
    media: Option<&str>,
    token: Option<&str>,
) -> Result<Sent> {
    let user = visitor.user()?;
    let token = token.ok_or(Problem::Stale)?;
    let boundary = media.and_then(|media| multer::parse_boundary(media).ok()).ok_or(Problem::Unreadable)?;
    let _turn = pages.library.turns().take(&Sender::new(Some(user.id()), peer)).await?;
    let parts = Multipart::new(body.clone(), boundary);
    timeout(LONGEST, read(parts, &body, token)).await.map_err(|_| Problem::Unreadable)?
}

/// Reads the parts. The token comes before the file: nothing that a page of another server sends is stored.
async fn read(mut parts: Multipart<'static>, body: &Incoming, token: &str) -> Result<Sent> {
    let mut sent = Sent { fields: Fields::default(), file: None, too_large: false };
    let (mut texts, mut is_own) = (Vec::new(), false);
    for _ in 0..PARTS {
        body.expect_headers(true);
        let part = moving(body, parts.next_field()).await?;
        body.expect_headers(false);
        let Some(part) = part else {
            sent.fields = Fields::of(texts);
            return if is_own { Ok(sent) } else { Err(Problem::Stale) };
        };
        match part.name().unwrap_or_default() {
            "token" => is_own = layout::session::is_form_token(&text(body, part).await?, token),
            _ if !is_own => return Err(Problem::Stale),
            "file" => file(body, part, &mut sent).await?,
            name => {
                let name = name.to_owned();
                texts.push((name, text(body, part).await?));
            }
        }
    }
    Err(Problem::Unreadable)
}

async fn text(body: &Incoming, mut part: Field<'static>) -> Result<String> {
    let mut text = Vec::new();
    while let Some(piece) = moving(body, part.chunk()).await? {
        text.extend_from_slice(&piece);
        if text.len() > FORM {
            return Err(Problem::Unreadable);
        }
    }
    String::from_utf8(text).map_err(|_| Problem::Unreadable)
}

async fn file(body: &Incoming, mut part: Field<'static>, sent: &mut Sent) -> Result<()> {
    let mut spool = Spool::new(LARGEST).await.map_err(services::Error::from)?;
    while let Some(piece) = moving(body, part.chunk()).await? {
        spool.write(&piece).await.map_err(services::Error::from)?;
        if spool.is_too_large() {
            sent.too_large = true;
        }
    }
    // A form in which no file was chosen sends an empty one.
    let file = spool.finish().await.map_err(services::Error::from)?;
    sent.file = file.filter(|file| file.size() > 0);
    Ok(())
}

/// The next piece, unless the body has stalled or comes too slowly.
async fn moving<T>(body: &Incoming, part: impl Future<Output = multer::Result<T>>) -> Result<T> {
    timeout_at(body.deadline(), part).await.map_err(|_| Problem::Unreadable)?.map_err(|_| Problem::Unreadable)
}
