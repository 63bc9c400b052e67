//! Reads the parts of a body: texts go to the input, files to temporary places.

use std::error::Error as _;
use std::sync::Arc;

use bytes::Bytes;
use domain::ids::AccountId;
use domain::peers::Peer;
use multer::{Field, Multipart};
use tokio::time::Instant;
use transport::incoming::{Broken, Incoming};

use super::FileParts;
use crate::http::errors::{ErrorKey, Internal, Result};
use crate::http::input::{BODY_LIMIT, Input};
use crate::http::upload::{Sender, Spool, Turns};

/// Limit of parts per body.
const PARTS: usize = 200;

/// How far to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Up to the first file.
    File,
    /// To the end.
    End,
}

/// A body being read.
pub struct Reading {
    body: Incoming,
    /// `None` after the end, or after a fault.
    parts: Option<Multipart<'static>>,
    /// A file whose data was not read yet.
    waiting: Option<Field<'static>>,
    files: FileParts,
    turns: Arc<Turns>,
    peer: Peer,
    seen: usize,
    /// Bytes of texts.
    texts: usize,
}

/// Why reading ended early: reported to the caller when the parameters are extracted.
struct Fault(ErrorKey, String);

impl From<multer::Error> for Fault {
    fn from(error: multer::Error) -> Self {
        let broken = error.source().and_then(|cause| cause.downcast_ref::<Broken>());
        let reason = broken.map_or_else(|| error.to_string(), ToString::to_string);
        Self(ErrorKey::BadRequest, format!("The multipart body cannot be read: {reason}."))
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        tracing::error!(%error, "an uploaded file could not be saved");
        Self(ErrorKey::InternalError, ErrorKey::InternalError.text().to_owned())
    }
}

impl Reading {
    /// A body whose parts are separated by `boundary`; without one there is nothing to read.
    pub fn new(
        body: Incoming,
        boundary: Option<&str>,
        files: FileParts,
        turns: Arc<Turns>,
        peer: Peer,
    ) -> Self {
        let parts = boundary.map(|boundary| Multipart::new(body.clone(), boundary));
        Self { body, parts, waiting: None, files, turns, peer, seen: 0, texts: 0 }
    }

    /// Whether everything is read.
    pub fn is_over(&self) -> bool {
        self.parts.is_none()
    }

    /// Reads the rest when it is the turn of this account to upload files.
    pub async fn read_in_turn(&mut self, input: &mut Input, account: Option<&AccountId>) -> Result<()> {
        let turns = Arc::clone(&self.turns);
        let _turn = turns.take(&Sender::new(account, &self.peer)).await?;
        self.read(input, Until::End).await
    }

    /// Continues reading. Faults of the body are in the input afterwards; the error is the server's.
    pub async fn read(&mut self, input: &mut Input, until: Until) -> Result<()> {
        match self.parts_until(input, until).await {
            Ok(()) => {}
            Err(Fault(ErrorKey::InternalError, reason)) => {
                self.end();
                return Err(Internal(std::io::Error::other(reason)).into());
            }
            Err(Fault(key, reason)) => {
                self.end();
                let too_large = input.has_file_too_large();
                input.set_fault(if too_large { ErrorKey::FileTooLarge } else { key }, reason);
            }
        }
        Ok(())
    }

    fn end(&mut self) {
        self.waiting = None;
        self.parts = None;
    }

    async fn parts_until(&mut self, input: &mut Input, until: Until) -> Result<(), Fault> {
        loop {
            let Some(part) = self.next_part().await? else {
                self.end();
                return Ok(());
            };
            let name = part.name().unwrap_or_default().to_owned();
            if self.files.names.contains(&name.as_str()) {
                if until == Until::File {
                    self.waiting = Some(part);
                    return Ok(());
                }
                self.file(part, name, input).await?;
            } else if part.file_name().is_none() && !name.is_empty() {
                self.text(part, name, input).await?;
            } else {
                self.pass_over(part).await?;
            }
        }
    }

    async fn next_part(&mut self) -> Result<Option<Field<'static>>, Fault> {
        if let Some(waiting) = self.waiting.take() {
            return Ok(Some(waiting));
        }
        self.seen += 1;
        if self.seen > PARTS {
            return Err(bad("it has too many parts"));
        }
        let until = self.patience();
        let Some(parts) = &mut self.parts else { return Ok(None) };
        self.body.expect_headers(true);
        let part = tokio::time::timeout_at(until, parts.next_field()).await.map_err(|_| slow())?;
        self.body.expect_headers(false);
        Ok(part?)
    }

    async fn file(&mut self, mut part: Field<'static>, name: String, input: &mut Input) -> Result<(), Fault> {
        let mut spool = Spool::new(self.files.largest).await?;
        while let Some(piece) = self.piece(&mut part).await? {
            spool.write(&piece).await?;
            if spool.is_too_large() {
                input.note_file_too_large(&name);
            }
        }
        // A form with an empty file field sends an empty file.
        match spool.finish().await? {
            Some(upload) if upload.size() > 0 => input.add_file(name, upload),
            _ => {}
        }
        Ok(())
    }

    async fn text(&mut self, mut part: Field<'static>, name: String, input: &mut Input) -> Result<(), Fault> {
        let mut text = Vec::new();
        while let Some(piece) = self.piece(&mut part).await? {
            self.texts += piece.len();
            if self.texts > BODY_LIMIT {
                return Err(bad("its texts are too long"));
            }
            text.extend_from_slice(&piece);
        }
        let text = String::from_utf8(text).map_err(|_| bad("a text is not in UTF-8"))?;
        input.add_text(name, text);
        Ok(())
    }

    async fn pass_over(&mut self, mut part: Field<'static>) -> Result<(), Fault> {
        while self.piece(&mut part).await?.is_some() {}
        Ok(())
    }

    async fn piece(&mut self, part: &mut Field<'static>) -> Result<Option<Bytes>, Fault> {
        Ok(tokio::time::timeout_at(self.patience(), part.chunk()).await.map_err(|_| slow())??)
    }

    /// The deadline of the next piece.
    fn patience(&self) -> Instant {
        self.body.deadline()
    }
}

fn bad(reason: &str) -> Fault {
    Fault(ErrorKey::BadRequest, format!("The multipart body cannot be read: {reason}."))
}

fn slow() -> Fault {
    bad("it came too slowly")
}
