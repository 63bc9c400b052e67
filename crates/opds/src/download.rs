//! Files: an app expects the file in the response, so it waits while a text format is made. What must be
//! spoken takes minutes: that is a loan whose file becomes available.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use domain::formats::Format;
use domain::ids::{EditionId, SeriesId};
use services::downloads::{self, CopyRequest, CopyStatus, DownloadContent};
use services::periodicals::editions;
use services::{files, titles};

use crate::acquisition::Acquisition;
use crate::base::percent_encode;
use crate::media_types;
use crate::problem::{Problem, Result};
use crate::publications;
use crate::state::Opds;
use crate::titles::parse_title_id;
use crate::visitor::Visitor;

/// Time for which an app waits for a file that is being made: shorter than the timeouts of apps and
/// proxies.
pub(crate) const COPY_WAIT_TIMEOUT: Duration = Duration::from_secs(50);
/// Maximum pause between two polls.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// GET /titles/{title}/{format}
pub(crate) async fn send_title(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response> {
    let copy = copy_request(&visitor, DownloadContent::Title(parse_title_id(&id)?), &format)?;
    send_copy(&opds, &visitor, &copy, &method, &headers).await
}

/// GET /periodicals/{series}/{edition}/{format}
pub(crate) async fn send_edition(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition, format)): Path<(String, String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response> {
    let content = DownloadContent::Edition { series: SeriesId(series), edition: EditionId(edition) };
    let copy = copy_request(&visitor, content, &format)?;
    send_copy(&opds, &visitor, &copy, &method, &headers).await
}

/// GET /titles/{title}/{format}/loan
pub(crate) async fn lend_title(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    method: Method,
) -> Result<Response> {
    let id = parse_title_id(&id)?;
    let copy = copy_request(&visitor, DownloadContent::Title(id), &format)?;
    let way = start_loan(&opds, &visitor, &copy, &method, &format!("/titles/{id}")).await?;
    let seen = titles::get(&opds.library, &visitor.caller, id).await?;
    visitor.publication_response(
        &publications::title_publication(&opds, &visitor, &seen).await?.with_acquisition(way),
    )
}

/// GET /periodicals/{series}/{edition}/{format}/loan
pub(crate) async fn lend_edition(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition, format)): Path<(String, String, String)>,
    method: Method,
) -> Result<Response> {
    let path = format!("/periodicals/{}/{}", percent_encode(&series), percent_encode(&edition));
    let content =
        DownloadContent::Edition { series: SeriesId(series.clone()), edition: EditionId(edition.clone()) };
    let copy = copy_request(&visitor, content, &format)?;
    let way = start_loan(&opds, &visitor, &copy, &method, &path).await?;
    let seen = editions::get(&opds.library, &visitor.caller, &series, &edition).await?;
    visitor.publication_response(
        &publications::edition_publication(&opds, &visitor, &seen).await?.with_acquisition(way),
    )
}

/// DELETE /titles/{title}/{format}/loan: cancels the copy while it is being made.
pub(crate) async fn cancel_title_loan(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response> {
    let id = parse_title_id(&id)?;
    downloads::cancel(
        &opds.library,
        &visitor.caller,
        &copy_request(&visitor, DownloadContent::Title(id), &format)?,
    )
    .await?;
    let seen = titles::get(&opds.library, &visitor.caller, id).await?;
    visitor.publication_response(&publications::title_publication(&opds, &visitor, &seen).await?)
}

/// DELETE /periodicals/{series}/{edition}/{format}/loan: cancels the copy of an edition while it is being
/// made.
pub(crate) async fn cancel_edition_loan(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path((series, edition, format)): Path<(String, String, String)>,
) -> Result<Response> {
    let content =
        DownloadContent::Edition { series: SeriesId(series.clone()), edition: EditionId(edition.clone()) };
    downloads::cancel(&opds.library, &visitor.caller, &copy_request(&visitor, content, &format)?).await?;
    let seen = editions::get(&opds.library, &visitor.caller, &series, &edition).await?;
    visitor.publication_response(&publications::edition_publication(&opds, &visitor, &seen).await?)
}

fn copy_request(visitor: &Visitor, content: DownloadContent, format: &str) -> Result<CopyRequest> {
    let format = Format::from_path(format).ok_or_else(Problem::not_found)?;
    Ok(CopyRequest { content, format, for_user: visitor.base.member.clone() })
}

/// Waits for the copy and sends it, or the byte range that the app requests. HEAD starts nothing: a copy
/// that is not ready has a name, by which some apps save it, and no length.
async fn send_copy(
    opds: &Opds,
    visitor: &Visitor,
    copy: &CopyRequest,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response> {
    let media_type = media_types::file_type(copy.format);
    let ticket = if method == Method::HEAD {
        let standing = downloads::copy_status(&opds.library, &visitor.caller, copy).await?;
        let CopyStatus::Ready { ticket } = standing else {
            let name = downloads::file_name(&opds.library, &visitor.caller, copy).await?;
            return Ok(transport::files::respond_without_file(media_type, Some(&name)));
        };
        ticket
    } else {
        let ticket = downloads::deliver_within(
            &opds.library,
            &visitor.caller,
            copy,
            COPY_WAIT_TIMEOUT,
            MAX_POLL_INTERVAL,
        )
        .await?;
        ticket.ok_or_else(|| Problem::in_preparation(15))?
    };
    let file = files::open(&opds.library, &ticket).await?;
    Ok(transport::files::send_file(&file, method, headers, opds.library.current_time(), Some(media_type))
        .await?)
}

/// Starts to make a copy, and returns the way to it. `None` for HEAD, which starts nothing: the way is that
/// of the publication.
async fn start_loan(
    opds: &Opds,
    visitor: &Visitor,
    copy: &CopyRequest,
    method: &Method,
    path: &str,
) -> Result<Option<Acquisition>> {
    if method == Method::HEAD {
        downloads::copy_status(&opds.library, &visitor.caller, copy).await?;
        return Ok(None);
    }
    let loan = downloads::start_loan(&opds.library, &visitor.caller, copy).await?;
    Ok(Some(Acquisition::new_lent(path, copy.format, &loan)))
}
