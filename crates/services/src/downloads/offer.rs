//! A title or an edition as a catalog offers it, and what an app does with it: borrowing, fetching, reading
//! it file by file.

use std::time::Duration;

use domain::downloads::ItemAddress;

use super::file_info::{FileInfo, file_info};
use super::package::{CopyStatus, Loan, copy_status, deliver_within, file_name, start_loan};
use super::quota::{NextBooks, next_books};
use super::request::CopyRequest;
use super::streams::{Stream, existing_stream, open_stream};
use crate::caller::Caller;
use crate::error::Result;
use crate::files::{self, TicketFile};
use crate::items;
use crate::library::Library;
use crate::views::View;

/// A title or an edition with what is known of its files.
#[derive(Debug, Clone)]
pub struct ItemOffer {
    pub view: View,
    /// Sizes of files, and the caller's copies.
    pub files: FileInfo,
    /// Times at which used-up quotas have room again.
    pub next_books: NextBooks,
}

/// The title or edition at an address.
///
/// # Errors
/// Those of [`items::get`].
pub async fn get_offer(library: &Library, caller: &Caller, address: &ItemAddress) -> Result<ItemOffer> {
    let view = items::get(library, caller, address).await?;
    let files = file_info(library, caller, [&view]).await?;
    let next_books = next_books(library, caller, [&view]).await?;
    Ok(ItemOffer { view, files, next_books })
}

/// Starts to make a copy, if `starts`; and returns its state, with the title or edition as it is offered
/// then.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub async fn borrow_copy(
    library: &Library,
    caller: &Caller,
    copy: &CopyRequest,
    starts: bool,
) -> Result<(Option<Loan>, ItemOffer)> {
    let loan = if starts {
        Some(start_loan(library, caller, copy).await?)
    } else {
        copy_status(library, caller, copy).await?;
        None
    };
    Ok((loan, get_offer(library, caller, &copy.content).await?))
}

/// Cancels the caller's copy ([`cancel`](super::cancel)), and returns the title or edition as it is offered
/// then.
pub async fn cancel_loan(library: &Library, caller: &Caller, copy: &CopyRequest) -> Result<ItemOffer> {
    super::cancel(library, caller, copy).await?;
    get_offer(library, caller, &copy.content).await
}

/// The file of a copy.
#[derive(Debug)]
pub enum CopyFile {
    Ready(TicketFile),
    /// It is not ready.
    Absent {
        /// The name that it will have.
        name: String,
    },
}

/// The file of the caller's copy, without starting anything.
///
/// # Errors
/// Those of [`copy_status`].
pub async fn find_copy(library: &Library, caller: &Caller, copy: &CopyRequest) -> Result<CopyFile> {
    Ok(match copy_status(library, caller, copy).await? {
        CopyStatus::Ready { ticket } => CopyFile::Ready(files::open(library, &ticket).await?),
        _ => CopyFile::Absent { name: file_name(library, caller, copy).await? },
    })
}

/// The file of the caller's copy, which is made now if it is not ready. `None` if that takes longer than
/// `time_limit`.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub async fn fetch_copy(
    library: &Library,
    caller: &Caller,
    copy: &CopyRequest,
    time_limit: Duration,
    pause: Duration,
) -> Result<Option<TicketFile>> {
    match deliver_within(library, caller, copy, time_limit, pause).await? {
        Some(ticket) => Ok(Some(files::open(library, &ticket).await?)),
        None => Ok(None),
    }
}

/// The title or edition of a copy, and the copy as files. It is made now, for at most `time_limit`, or not at
/// all without a limit. `None` if it is not ready then.
///
/// # Errors
/// Those of [`open_stream`].
pub async fn offer_stream(
    library: &Library,
    caller: &Caller,
    copy: &CopyRequest,
    time_limit: Option<Duration>,
) -> Result<(ItemOffer, Option<Stream>)> {
    let offer = get_offer(library, caller, &copy.content).await?;
    let stream = match time_limit {
        Some(limit) => {
            let stream = tokio::time::timeout(limit, open_stream(library, caller, copy)).await;
            stream.ok().transpose()?
        }
        None => existing_stream(library, caller, copy).await?,
    };
    Ok((offer, stream))
}
