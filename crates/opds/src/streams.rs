//! EPUB titles file by file, for apps that read a book without fetching it whole.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use domain::Format;
use serde::Deserialize;
use services::Operation;
use services::downloads::{self, CopyRequest, StreamedFile};
use services::offers::{self, OfferedStream};

use crate::answer::document_response;
use crate::download::COPY_WAIT_TIMEOUT;
use crate::item_path::ItemPath;
use crate::manifest::WebManifest;
use crate::{Opds, Problem, Result, Visitor, json, media_types, publications};

/// GET /titles/{title}/manifest and /periodicals/{series}/{edition}/manifest: waits for the copy, as long as
/// an app waits for a file. HEAD starts nothing.
pub(crate) async fn show_manifest(visitor: Visitor, path: ItemPath, method: Method) -> Result {
    let for_user = visitor.base.member.clone();
    let copy = CopyRequest { content: path.address, format: Format::Epub3, for_user };
    let offered = if method == Method::HEAD {
        match offers::find_stream(&visitor.op, &copy).await? {
            Some(offered) => offered,
            None => return Ok(transport::files::respond_without_file(media_types::MANIFEST, None)),
        }
    } else {
        let offered = offers::make_stream(&visitor.op, &copy, COPY_WAIT_TIMEOUT).await?;
        offered.ok_or_else(|| Problem::in_preparation(15))?
    };
    let OfferedStream { view, details, stream } = offered;
    let publication = publications::from_view(&visitor, &view, &details);
    let path = format!("{}/manifest", publication.path);
    let manifest = WebManifest::from_stream(&visitor, &publication, &path, &stream);
    Ok(document_response(json::to_bytes(&manifest, 1)?, media_types::MANIFEST))
}

#[derive(Deserialize)]
pub(crate) struct FilePath {
    ticket: String,
    path: String,
}

/// GET .../files/{ticket}/{path} of a title or an edition, and /streams/{ticket}/{path}: the addresses in
/// manifests of earlier versions, which are valid for a day. Sends a file of a copy. Anyone with the address
/// may read it, like a delivery.
pub(crate) async fn send_file(
    State(opds): State<Opds>,
    Path(FilePath { ticket, path }): Path<FilePath>,
    method: Method,
    headers: HeaderMap,
) -> Result {
    let file = StreamedFile { ticket: &ticket, path: &path };
    let file = downloads::open_streamed_file(&Operation::by_anybody(&opds.library), file).await?;
    Ok(transport::files::send_file(&file, &method, &headers, opds.library.current_time(), None).await?)
}
