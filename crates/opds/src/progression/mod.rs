//! A reader's place in a title, in both forms that reading apps use: the draft OPDS Progression 1.0, and the
//! older one with a locator of Readium. Both have the same place, which is that of reading events too.

mod draft;
mod readium;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use serde_json::Value;
use services::progressions::{self, ProgressionDocument, Put, ReadingDevice};
use services::roles::{FromCaller as _, SignedIn};

use crate::answer::written;
use crate::media_types;
use crate::problem::{Problem, Result};
use crate::state::Opds;
use crate::titles::number;
use crate::visitor::Visitor;

/// Longest body, bytes.
pub(crate) const BODY_LIMIT: usize = 64 * 1024;

/// A body, or why it cannot be read.
type Body = Result<Bytes, BytesRejection>;

/// GET /titles/{title}/progression: empty if there is no place yet, as the draft says.
pub(crate) async fn get(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let place = progressions::get(&opds.library, &reader(&visitor)?, number(&id)?).await?;
    let text = place.map(|place| draft::write(&place, visitor.root()).to_string());
    Ok(written(text.unwrap_or_default(), media_types::PROGRESSION))
}

/// PUT /titles/{title}/progression
pub(crate) async fn put(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response> {
    let reader = reader(&visitor)?;
    let document = draft::read(&json(body)?, visitor.root()).map_err(Problem::bad_progression)?;
    let answer = |document: &ProgressionDocument| {
        written(draft::write(document, visitor.root()).to_string(), media_types::PROGRESSION)
    };
    Ok(match keep(&opds, &reader, &id, document).await? {
        // The draft allows 201 for a first place, too; strict apps take only 200 for success.
        Put::Created(document) | Put::Updated(document) => answer(&document),
        Put::Outdated => return Err(Problem::outdated()),
    })
}

/// GET /titles/{title}/locator: 204 if there is no place yet.
pub(crate) async fn get_locator(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let place = progressions::get_in_file(&opds.library, &reader(&visitor)?, number(&id)?).await?;
    Ok(match place {
        Some(place) => written(readium::write(&place, visitor.root()).to_string(), media_types::LOCATOR),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// PUT /titles/{title}/locator
pub(crate) async fn put_locator(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response> {
    let reader = reader(&visitor)?;
    let document = readium::read(&json(body)?, visitor.root()).map_err(Problem::bad_progression)?;
    match keep(&opds, &reader, &id, document).await? {
        Put::Created(_) | Put::Updated(_) => Ok(StatusCode::NO_CONTENT.into_response()),
        Put::Outdated => Err(Problem::outdated()),
    }
}

/// The reader whose place it is: 401 for guests. A sponsor has no part in the places of members.
fn reader(visitor: &Visitor) -> Result<SignedIn> {
    if visitor.base.member.is_some() {
        return Err(Problem::not_found());
    }
    Ok(SignedIn::from_caller(&visitor.caller)?)
}

async fn keep(opds: &Opds, reader: &SignedIn, id: &str, document: ProgressionDocument) -> Result<Put> {
    if !document.is_valid() {
        return Err(Problem::bad_progression("place-limits"));
    }
    Ok(progressions::put(&opds.library, reader, number(id)?, document).await?)
}

fn json(body: Body) -> Result<Value> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_progression("place-body"),
    })?;
    serde_json::from_slice(&body).map_err(|_| Problem::bad_progression("place-json"))
}

/// What both forms have: the moment, and the device; or the message that says why not.
fn head(of: &Value) -> Result<(Timestamp, ReadingDevice), &'static str> {
    let modified = of["modified"].as_str().and_then(|text| text.parse().ok());
    let text = |name: &str| of["device"][name].as_str().map(str::to_owned);
    let device = text("id").zip(text("name")).map(|(id, name)| ReadingDevice { id: Some(id), name });
    Ok((modified.ok_or("place-modified")?, device.ok_or("place-device")?))
}

/// A reference as it is kept: the path of a file inside the book, even if the app read that from an address
/// of this server, which holds for a day, or names it as the manifest does.
fn local<'a>(reference: &'a str, root: &str) -> &'a str {
    let path = reference.strip_prefix(root).unwrap_or(reference);
    let below = |folder: &str| {
        let (before, rest) = path.split_once(folder)?;
        let (ticket, inside) = rest.split_once('/')?;
        let is_address = before.starts_with(crate::base::ROOT);
        let is_relative = before.is_empty() && folder == RELATIVE;
        (is_address || (is_relative && is_ticket(ticket))).then_some(inside)
    };
    ["/streams/", "/files/", RELATIVE].into_iter().find_map(below).unwrap_or(reference)
}

/// How the relative addresses in a manifest begin.
const RELATIVE: &str = "files/";

/// Whether the name of a folder is a ticket of the library, and not a folder in a book.
fn is_ticket(name: &str) -> bool {
    let is_code =
        |text: &str| text.len() > 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    name.split_once('.').is_some_and(|(claims, signature)| !claims.is_empty() && is_code(signature))
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn a_reference_to_a_streamed_file_is_kept_without_its_ticket() {
        let root = "https://books.example";
        for (reference, kept) in [
            ("https://books.example/opds/streams/abc.def/OEBPS/c1.xhtml#p2", "OEBPS/c1.xhtml#p2"),
            ("/opds/sites/lab/streams/abc.def/c1.xhtml", "c1.xhtml"),
            ("OEBPS/c1.xhtml#p2", "OEBPS/c1.xhtml#p2"),
            ("streams/a/c1.xhtml", "streams/a/c1.xhtml"),
            ("https://books.example/opds/titles/7/files/abc.def/OEBPS/c1.xhtml#p2", "OEBPS/c1.xhtml#p2"),
            ("/opds/v1.2/periodicals/a/b/files/abc.def/c1.xhtml", "c1.xhtml"),
            ("files/eyJhIjoxfQ.0123456789-0123456789_0123456789abcdefghijk/OEBPS/c1.xhtml", "OEBPS/c1.xhtml"),
            ("files/part.one/c1.xhtml", "files/part.one/c1.xhtml"),
            (
                "https://other.example/opds/streams/abc/c1.xhtml",
                "https://other.example/opds/streams/abc/c1.xhtml",
            ),
            ("#t=5", "#t=5"),
        ] {
            assert_eq!(local(reference, root), kept);
        }
    }
}
