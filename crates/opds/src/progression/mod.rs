//! A reader's place in a title, in both forms that reading apps use: the draft OPDS Progression 1.0, and the
//! older one with a locator of Readium. Both have the same place, which is that of reading events too.

mod draft;
mod readium;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use jiff::Timestamp;
use serde_json::Value;
use services::Operation;
use services::progressions::{self, ProgressionDocument, Put, ReadingDevice};

use crate::answer::document_response;
use crate::titles::parse_title_id;
use crate::{Problem, Result, Visitor, media_types};

pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024;

/// A body, or the reason why it cannot be read.
type BodyResult = Result<Bytes, BytesRejection>;

/// GET /titles/{title}/progression: empty if there is no position yet, as the draft requires.
pub(crate) async fn show_progression(visitor: Visitor, Path(id): Path<String>) -> Result {
    let place = progressions::get(require_reader(&visitor)?, parse_title_id(&id)?).await?;
    let text = place.map(|place| draft::to_json(&place, visitor.root_url()).to_string());
    Ok(document_response(text.unwrap_or_default(), media_types::PROGRESSION))
}

/// PUT /titles/{title}/progression
pub(crate) async fn put_progression(visitor: Visitor, Path(id): Path<String>, body: BodyResult) -> Result {
    let reader = require_reader(&visitor)?;
    let document = draft::parse(&parse_body(body)?, visitor.root_url()).map_err(Problem::bad_progression)?;
    let answer = |document: &ProgressionDocument| {
        document_response(draft::to_json(document, visitor.root_url()).to_string(), media_types::PROGRESSION)
    };
    Ok(match store_position(reader, &id, document).await? {
        // The draft allows 201 for a first place, too; strict apps take only 200 for success.
        Put::Created(document) | Put::Updated(document) => answer(&document),
        Put::Outdated => return Err(Problem::outdated_progression()),
    })
}

/// GET /titles/{title}/locator: 204 if there is no position yet.
pub(crate) async fn show_locator(visitor: Visitor, Path(id): Path<String>) -> Result {
    let place = progressions::get_in_file(require_reader(&visitor)?, parse_title_id(&id)?).await?;
    Ok(match place {
        Some(place) => {
            document_response(readium::to_json(&place, visitor.root_url()).to_string(), media_types::LOCATOR)
        }
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// PUT /titles/{title}/locator
pub(crate) async fn put_locator(visitor: Visitor, Path(id): Path<String>, body: BodyResult) -> Result {
    let reader = require_reader(&visitor)?;
    let document =
        readium::parse(&parse_body(body)?, visitor.root_url()).map_err(Problem::bad_progression)?;
    match store_position(reader, &id, document).await? {
        Put::Created(_) | Put::Updated(_) => Ok(StatusCode::NO_CONTENT.into_response()),
        Put::Outdated => Err(Problem::outdated_progression()),
    }
}

/// The reader whose position it is: 401 for guests. A sponsor may not read the positions of members.
fn require_reader(visitor: &Visitor) -> Result<&Operation> {
    if visitor.base.member.is_some() {
        return Err(Problem::not_found());
    }
    visitor.op.reader()?;
    Ok(&visitor.op)
}

async fn store_position(op: &Operation, id: &str, document: ProgressionDocument) -> Result<Put> {
    if !document.is_valid() {
        return Err(Problem::bad_progression("place-limits"));
    }
    Ok(progressions::put(op, parse_title_id(id)?, document).await?)
}

fn parse_body(body: BodyResult) -> Result<Value> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_progression("place-body"),
    })?;
    serde_json::from_slice(&body).map_err(|_| Problem::bad_progression("place-json"))
}

/// The common members of both forms: timestamp and device; the error is the message that explains what is
/// wrong.
fn parse_head(of: &Value) -> Result<(Timestamp, ReadingDevice), &'static str> {
    let modified = of["modified"].as_str().and_then(|text| text.parse().ok());
    let text = |name: &str| of["device"][name].as_str().map(str::to_owned);
    let device = text("id").zip(text("name")).map(|(id, name)| ReadingDevice { id: Some(id), name });
    Ok((modified.ok_or("place-modified")?, device.ok_or("place-device")?))
}

/// A reference in stored form: the path of a file inside the book, even if the app read that from an
/// address of this server, which is valid for a day, or uses the relative address of the manifest.
fn to_local_reference<'a>(reference: &'a str, root: &str) -> &'a str {
    let path = reference.strip_prefix(root).unwrap_or(reference);
    let below = |folder: &str| {
        let (before, rest) = path.split_once(folder)?;
        let (ticket, inside) = rest.split_once('/')?;
        let is_address = before.starts_with(crate::base::CATALOG_ROOT);
        let is_relative = before.is_empty() && folder == RELATIVE_PREFIX;
        (is_address || (is_relative && is_ticket(ticket))).then_some(inside)
    };
    ["/streams/", "/files/", RELATIVE_PREFIX].into_iter().find_map(below).unwrap_or(reference)
}

/// The prefix of relative addresses in a manifest.
const RELATIVE_PREFIX: &str = "files/";

/// Returns true if the name of a folder is a ticket of the library, and not a folder in a book.
fn is_ticket(name: &str) -> bool {
    let is_code =
        |text: &str| text.len() > 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    name.split_once('.').is_some_and(|(claims, signature)| !claims.is_empty() && is_code(signature))
}

#[cfg(test)]
mod tests {
    use super::to_local_reference;

    #[test]
    fn a_reference_to_a_streamed_file_is_stored_without_its_ticket() {
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
            assert_eq!(to_local_reference(reference, root), kept);
        }
    }
}
