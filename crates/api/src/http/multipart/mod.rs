//! Bodies with files: `multipart/form-data`, at the few endpoints that accept it
//! (docs/rules/requests.md#rule-2).
//!
//! Key and token may be in the query and in a header, or in parts of the body, before or after a file. So the
//! parts before the first file are read first. If they identify the caller, the file waits until the handler
//! extracts its parameters, after the check of the role; otherwise the file is provisionally stored in a
//! temporary place, a few at a time, and deleted unless a key follows.

mod reading;

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{Extensions, HeaderMap, header};
use services::Operation;

pub use reading::{BodyReader, ReadUntil};
use transport::incoming::Incoming;

use super::input::is_compressed;
use crate::http::{ErrorKey, Input, Result};

/// The files that an endpoint accepts.
#[derive(Debug, Clone, Copy)]
pub struct FileParts {
    /// The names of parts with files. Other parts with a file are skipped, like all unknown parameters.
    pub names: &'static [&'static str],
    /// The largest file, bytes.
    pub largest: u64,
}

impl FileParts {
    /// The body of a request to an endpoint that accepts these files.
    pub fn incoming_body(&self, body: Body) -> Incoming {
        Incoming::new(body, self.names.len(), self.largest)
    }
}

/// The media type of a multipart body; `None` for other and for compressed bodies.
pub(crate) fn multipart_type(headers: &HeaderMap) -> Option<&str> {
    if is_compressed(headers) {
        return None;
    }
    let text = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let essence = text.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("multipart/form-data").then_some(text)
}

/// The unread rest of a request's body.
#[derive(Clone)]
pub struct UnreadBody(Arc<Mutex<Option<BodyReader>>>);

impl UnreadBody {
    /// The rest of a partly read body.
    pub fn from_reading(reading: BodyReader) -> Self {
        Self(Arc::new(Mutex::new(Some(reading))))
    }
}

/// Reads the rest of a body with files, if there is one: afterwards the input is complete.
pub async fn complete_reading(extensions: &mut Extensions) -> Result<()> {
    let Some(UnreadBody(rest)) = extensions.remove::<UnreadBody>() else { return Ok(()) };
    let reading = rest.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut reading) = reading.filter(|reading| !reading.is_over()) else { return Ok(()) };
    let mut input = extensions.remove::<Input>().ok_or(ErrorKey::InternalError)?;
    let reader = extensions.get::<Operation>().and_then(|caller| caller.reader.clone());
    let account = reader.as_ref().map(|reader| &reader.account.id);
    let read = reading.read_in_turn(&mut input, account).await;
    extensions.insert(input);
    read
}

#[cfg(test)]
mod tests;
