//! EPUB titles file by file, for apps that read a book without fetching it whole.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId};
use services::downloads::{self, CopyRequest, DownloadContent};
use services::titles;

use crate::answer::document_response;
use crate::download::COPY_WAIT_TIMEOUT;
use crate::json;
use crate::manifest::WebManifest;
use crate::media_types;
use crate::problem::{Problem, Result};
use crate::publication::Publication;
use crate::publications;
use crate::state::Opds;
use crate::titles::parse_title_id;
use crate::visitor::Visitor;

/// GET /titles/{title}/manifest
pub(crate) async fn title_manifest(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    method: Method,
) -> Result<Response> {
    let id = parse_title_id(&id)?;
    let seen = titles::get(&opds.library, &visitor.caller, id).await?;
    let publication = publications::title_publication(&opds, &visitor, &seen).await?;
    manifest_response(&opds, &visitor, &publication, DownloadContent::Title(id), &method).await
}

/// GET /periodicals/{series}/{edition}/manifest
pub(crate) async fn edition_manifest(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition)): Path<(String, String)>,
    method: Method,
) -> Result<Response> {
    let seen =
        services::periodicals::editions::get(&opds.library, &visitor.caller, &series, &edition).await?;
    let publication = publications::edition_publication(&opds, &visitor, &seen).await?;
    let content = DownloadContent::Edition { series: SeriesId(series), edition: EditionId(edition) };
    manifest_response(&opds, &visitor, &publication, content, &method).await
}

/// Waits for the copy, as long as an app waits for a file. HEAD starts nothing.
async fn manifest_response(
    opds: &Opds,
    visitor: &Visitor,
    publication: &Publication,
    content: DownloadContent,
    method: &Method,
) -> Result<Response> {
    let copy = CopyRequest { content, format: Format::Epub3, for_user: visitor.base.member.clone() };
    let stream = if method == Method::HEAD {
        match downloads::existing_stream(&opds.library, &visitor.caller, &copy).await? {
            Some(stream) => stream,
            None => return Ok(transport::files::respond_without_file(media_types::MANIFEST, None)),
        }
    } else {
        let stream = downloads::open_stream(&opds.library, &visitor.caller, &copy);
        tokio::time::timeout(COPY_WAIT_TIMEOUT, stream).await.map_err(|_| Problem::in_preparation(15))??
    };
    let path = format!("{}/manifest", publication.path);
    let manifest = WebManifest::from_stream(visitor, publication, &path, &stream);
    Ok(document_response(json::to_bytes(&manifest, 1)?, media_types::MANIFEST))
}

/// GET /titles/{title}/files/{ticket}/{path}
pub(crate) async fn title_file(
    State(opds): State<Opds>,
    Path((_, ticket, path)): Path<(String, String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response> {
    send_file(&opds, &ticket, &path, &method, &headers).await
}

/// GET /periodicals/{series}/{edition}/files/{ticket}/{path}
pub(crate) async fn edition_file(
    State(opds): State<Opds>,
    Path((_, _, ticket, path)): Path<(String, String, String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response> {
    send_file(&opds, &ticket, &path, &method, &headers).await
}

/// GET /streams/{ticket}/{path}: the addresses in manifests of earlier versions, which are valid for a day.
pub(crate) async fn stream_file(
    State(opds): State<Opds>,
    Path((ticket, path)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response> {
    send_file(&opds, &ticket, &path, &method, &headers).await
}

/// Sends a file of a copy. Anyone with the address may read it, like a delivery.
async fn send_file(
    opds: &Opds,
    ticket: &str,
    path: &str,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response> {
    let file = downloads::open_streamed_file(&opds.library, ticket, path).await?;
    Ok(transport::files::send_file(&file, method, headers, opds.library.current_time(), None).await?)
}
