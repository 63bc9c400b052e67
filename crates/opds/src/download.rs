//! Files: an app expects the file in the response, so it waits while a text format is made. What must be
//! spoken takes minutes: that is a loan whose file becomes available.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use services::downloads::CopyWait;
use services::offers::{self, CopyFile};

use crate::acquisition::Acquisition;
use crate::item_path::{ItemPath, item_path};
use crate::{Opds, Problem, Result, Visitor, publications};

/// Time for which an app waits for a file that is being made: shorter than the timeouts of apps and
/// proxies.
pub(crate) const COPY_WAIT_TIMEOUT: Duration = Duration::from_secs(50);
/// Maximum pause between two polls.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// GET /titles/{title}/{format} and /periodicals/{series}/{edition}/{format}: waits for the copy and sends
/// it, or the byte range that the app requests. HEAD starts nothing: a copy that is not ready has a name, by
/// which some apps save it, and no length.
pub(crate) async fn send_file(
    State(opds): State<Opds>,
    visitor: Visitor,
    path: ItemPath,
    method: Method,
    headers: HeaderMap,
) -> Result {
    let copy = path.copy_request(&visitor)?;
    let media_type = copy.format.facts().feed_media_type;
    let file = if method == Method::HEAD {
        match offers::find_file(&visitor.op, &copy).await? {
            CopyFile::Ready(file) => file,
            CopyFile::Absent { name } => {
                return Ok(transport::files::respond_without_file(media_type, Some(&name)));
            }
        }
    } else {
        let wait = CopyWait { time_limit: COPY_WAIT_TIMEOUT, pause: MAX_POLL_INTERVAL };
        let file = offers::make_file(&visitor.op, &copy, wait).await?;
        file.ok_or_else(|| Problem::in_preparation(15))?
    };
    Ok(transport::files::send_file(&file, &method, &headers, opds.library.current_time(), Some(media_type))
        .await?)
}

/// GET .../loan of a format: starts to make a copy, and shows the publication with the way to it. HEAD
/// starts nothing.
pub(crate) async fn lend(visitor: Visitor, path: ItemPath, method: Method) -> Result {
    let copy = path.copy_request(&visitor)?;
    let starts = method != Method::HEAD;
    let (loan, view, details) = offers::lend(&visitor.op, &copy, starts).await?;
    let way = loan.map(|loan| Acquisition::new_lent(&item_path(&copy.content), copy.format, &loan));
    let publication = publications::from_view(&visitor, &view, &details);
    visitor.publication_response(&publication.with_acquisition(way))
}

/// DELETE .../loan of a format: cancels the copy while it is being made.
pub(crate) async fn cancel_loan(visitor: Visitor, path: ItemPath) -> Result {
    let copy = path.copy_request(&visitor)?;
    let (view, details) = offers::cancel_loan(&visitor.op, &copy).await?;
    visitor.publication_response(&publications::from_view(&visitor, &view, &details))
}
