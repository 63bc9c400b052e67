//! Reads the parts of a body: texts go to the input, files to temporary places.

use std::error::Error as _;
use std::sync::Arc;

use bytes::Bytes;
use domain::{AccountId, Peer};
use multer::{Field, Multipart};
use services::uploads::{Spool, Turns, UploadSender};
use tokio::time::Instant;
use transport::incoming::{BodyFault, Incoming};

use super::FileParts;
use crate::http::errors::{ErrorKey, InternalError, Result};
use crate::http::fields::mention_name;
use crate::http::input::{BODY_LIMIT, Input};

const MAX_PARTS: usize = 200;

/// The point up to which a body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadUntil {
    /// Up to the first file.
    File,
    /// To the end.
    End,
}

pub struct BodyReader {
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

/// The reason for which reading ended early: reported to the caller when the parameters are extracted.
struct ReadFault(ErrorKey, String);

impl From<multer::Error> for ReadFault {
    fn from(error: multer::Error) -> Self {
        let broken = error.source().and_then(|cause| cause.downcast_ref::<BodyFault>());
        let reason = broken.map_or_else(|| error.to_string(), ToString::to_string);
        Self(ErrorKey::BadRequest, format!("The multipart body cannot be read: {reason}."))
    }
}

impl From<std::io::Error> for ReadFault {
    fn from(error: std::io::Error) -> Self {
        tracing::error!(%error, "an uploaded file could not be saved");
        Self(ErrorKey::InternalError, ErrorKey::InternalError.to_text(mention_name))
    }
}

impl BodyReader {
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

    /// Returns true if everything is read.
    pub fn is_over(&self) -> bool {
        self.parts.is_none()
    }

    /// Reads the rest when it is the turn of this account to upload files.
    pub async fn read_in_turn(&mut self, input: &mut Input, account: Option<&AccountId>) -> Result<()> {
        let turns = Arc::clone(&self.turns);
        let _turn = turns.wait_for_turn(&UploadSender::new(account, &self.peer)).await?;
        self.read(input, ReadUntil::End).await
    }

    /// Continues reading. Faults of the body are in the input afterwards; the error is the server's.
    pub async fn read(&mut self, input: &mut Input, until: ReadUntil) -> Result<()> {
        match self.read_parts_until(input, until).await {
            Ok(()) => {}
            Err(ReadFault(ErrorKey::InternalError, reason)) => {
                self.end_reading();
                return Err(InternalError(std::io::Error::other(reason)).into());
            }
            Err(ReadFault(key, reason)) => {
                self.end_reading();
                let too_large = input.has_file_too_large();
                input.set_fault(if too_large { ErrorKey::FileTooLarge } else { key }, reason);
            }
        }
        Ok(())
    }

    fn end_reading(&mut self) {
        self.waiting = None;
        self.parts = None;
    }

    async fn read_parts_until(&mut self, input: &mut Input, until: ReadUntil) -> Result<(), ReadFault> {
        loop {
            let Some(part) = self.next_part().await? else {
                self.end_reading();
                return Ok(());
            };
            let name = part.name().unwrap_or_default().to_owned();
            if self.files.names.contains(&name.as_str()) {
                if until == ReadUntil::File {
                    self.waiting = Some(part);
                    return Ok(());
                }
                self.read_file(part, name, input).await?;
            } else if part.file_name().is_none() && !name.is_empty() {
                self.read_text(part, name, input).await?;
            } else {
                self.skip_part(part).await?;
            }
        }
    }

    async fn next_part(&mut self) -> Result<Option<Field<'static>>, ReadFault> {
        if let Some(waiting) = self.waiting.take() {
            return Ok(Some(waiting));
        }
        self.seen += 1;
        if self.seen > MAX_PARTS {
            return Err(malformed_body("it has too many parts"));
        }
        let until = self.piece_deadline();
        let Some(parts) = &mut self.parts else { return Ok(None) };
        self.body.expect_headers(true);
        let part = tokio::time::timeout_at(until, parts.next_field()).await.map_err(|_| too_slow())?;
        self.body.expect_headers(false);
        Ok(part?)
    }

    async fn read_file(
        &mut self,
        mut field: Field<'static>,
        name: String,
        input: &mut Input,
    ) -> Result<(), ReadFault> {
        let mut spool = Spool::new(self.files.largest).await?;
        while let Some(piece) = self.read_piece(&mut field).await? {
            spool.write(&piece).await?;
            if spool.is_too_large() {
                input.note_file_too_large(&name);
            }
        }
        // A form with an empty file field sends an empty file.
        match spool.finish().await? {
            Some(upload) if upload.byte_count() > 0 => input.add_file(name, upload),
            _ => {}
        }
        Ok(())
    }

    async fn read_text(
        &mut self,
        mut field: Field<'static>,
        name: String,
        input: &mut Input,
    ) -> Result<(), ReadFault> {
        let mut text = Vec::new();
        while let Some(piece) = self.read_piece(&mut field).await? {
            self.texts += piece.len();
            if self.texts > BODY_LIMIT {
                return Err(malformed_body("its texts are too long"));
            }
            text.extend_from_slice(&piece);
        }
        let text = String::from_utf8(text).map_err(|_| malformed_body("a text is not in UTF-8"))?;
        input.add_text(name, text);
        Ok(())
    }

    async fn skip_part(&mut self, mut part: Field<'static>) -> Result<(), ReadFault> {
        while self.read_piece(&mut part).await?.is_some() {}
        Ok(())
    }

    async fn read_piece(&mut self, part: &mut Field<'static>) -> Result<Option<Bytes>, ReadFault> {
        Ok(tokio::time::timeout_at(self.piece_deadline(), part.chunk()).await.map_err(|_| too_slow())??)
    }

    fn piece_deadline(&self) -> Instant {
        self.body.piece_deadline()
    }
}

fn malformed_body(reason: &str) -> ReadFault {
    ReadFault(ErrorKey::BadRequest, format!("The multipart body cannot be read: {reason}."))
}

fn too_slow() -> ReadFault {
    malformed_body("it came too slowly")
}
