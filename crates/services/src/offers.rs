//! Titles and editions as feeds offer them: with the sizes of their files, the caller's copies, and when a
//! used-up quota has room again; and the copies themselves. What a feed shows is read by one operation.

use std::sync::Arc;
use std::time::Duration;

use domain::popular_lists::PopularList;
use domain::{AsOffering, Item, ItemAddress, Series};

use crate::downloads::{
    CopyRequest, CopyStatus, CopyWait, FileInfo, Loan, NextBookTimes, Stream, cancel, copy_status,
    deliver_within, existing_stream, file_info, file_name, find_next_book_times, open_stream, start_loan,
};
use crate::files::{self, TicketFile};
use crate::periodicals::editions::{self, EditionAddress, EditionSort};
use crate::shelves::{self, NarrowedShelf, ShelfFilter, ShelfName, TitleShelf};
use crate::titles::{CollectionSearch, Cursor, SearchPage};
use crate::views::{EditionView, View};
use crate::{
    ListPart, Operation, PageRequest, Result, RowPosition, Rows, TitleView, items, periodicals, popular_lists,
};

/// What is known of some titles and editions besides their records.
#[derive(Debug, Clone, Default)]
pub struct OfferDetails {
    /// Sizes of files, and the caller's copies.
    pub files: FileInfo,
    /// When used-up quotas have room again.
    pub next_book_times: NextBookTimes,
}

/// Details of titles and editions: one statement for all, and one for each quota that is used up. Closed ones
/// have no files.
async fn load_details<T: AsOffering>(op: &Operation, views: &[View<T>]) -> Result<OfferDetails> {
    let open: Vec<&View<T>> = views.iter().filter(|view| view.decision.is_open()).collect();
    let files = file_info(op, open).await?;
    Ok(OfferDetails { files, next_book_times: find_next_book_times(op, views).await? })
}

/// One title or edition.
///
/// # Errors
/// Those of [`items::get`].
pub async fn find(op: &Operation, address: &ItemAddress) -> Result<(View, OfferDetails)> {
    let view = items::get(op, address).await?;
    let details = load_details(op, std::slice::from_ref(&view)).await?;
    Ok((view, details))
}

/// Starts to make a copy as [`start_loan`] does, and returns the title or edition with it. `starts` is false
/// for callers who only ask what would be: nothing is started, and there is no loan.
///
/// # Errors
/// Those of [`start_loan`] and [`copy_status`].
pub async fn lend(
    op: &Operation,
    copy: &CopyRequest,
    starts: bool,
) -> Result<(Option<Loan>, View, OfferDetails)> {
    let loan = if starts {
        Some(start_loan(op, copy).await?)
    } else {
        copy_status(op, copy).await?;
        None
    };
    let (view, details) = find(op, &copy.content).await?;
    Ok((loan, view, details))
}

/// Cancels a copy while it is being made, and returns the title or edition.
///
/// # Errors
/// Those of [`cancel`].
pub async fn cancel_loan(op: &Operation, copy: &CopyRequest) -> Result<(View, OfferDetails)> {
    cancel(op, copy).await?;
    find(op, &copy.content).await
}

/// The file of a copy that may not be there yet.
pub enum CopyFile {
    Ready(TicketFile),
    /// There is no copy, or it is being made. Its file will have this name.
    Absent {
        name: String,
    },
}

/// The file of the caller's copy, without starting anything.
///
/// # Errors
/// Those of [`copy_status`].
pub async fn find_file(op: &Operation, copy: &CopyRequest) -> Result<CopyFile> {
    match copy_status(op, copy).await? {
        CopyStatus::Ready { ticket } => Ok(CopyFile::Ready(files::open(op, &ticket).await?)),
        CopyStatus::Absent | CopyStatus::InPreparation { .. } | CopyStatus::Failed => {
            Ok(CopyFile::Absent { name: file_name(op, copy).await? })
        }
    }
}

/// The file of the caller's copy, for an interface that waits while it is being made. `None` if it is not
/// ready after that time.
///
/// # Errors
/// Those of [`deliver_within`].
pub async fn make_file(op: &Operation, copy: &CopyRequest, wait: CopyWait) -> Result<Option<TicketFile>> {
    match deliver_within(op, copy, wait).await? {
        Some(ticket) => Ok(Some(files::open(op, &ticket).await?)),
        None => Ok(None),
    }
}

/// A title or edition with the caller's copy as files.
pub struct OfferedStream {
    pub view: View,
    pub details: OfferDetails,
    pub stream: Stream,
}

/// The caller's copy as files, without starting anything. `None` if there is no package.
///
/// # Errors
/// Those of [`find`] and [`existing_stream`].
pub async fn find_stream(op: &Operation, copy: &CopyRequest) -> Result<Option<OfferedStream>> {
    let (view, details) = find(op, &copy.content).await?;
    let stream = existing_stream(op, copy).await?;
    Ok(stream.map(|stream| OfferedStream { view, details, stream }))
}

/// The caller's copy as files. If there is no package, this call makes it. `None` if it is not ready after
/// `time_limit`.
///
/// # Errors
/// Those of [`find`] and [`open_stream`].
pub async fn make_stream(
    op: &Operation,
    copy: &CopyRequest,
    time_limit: Duration,
) -> Result<Option<OfferedStream>> {
    let (view, details) = find(op, &copy.content).await?;
    match tokio::time::timeout(time_limit, open_stream(op, copy)).await {
        Ok(stream) => Ok(Some(OfferedStream { view, details, stream: stream? })),
        Err(_) => Ok(None),
    }
}

/// An edition with the sizes of its files, and the caller's copies.
///
/// # Errors
/// `PERIODICAL_NOT_FOUND`, `EDITION_NOT_FOUND`.
pub async fn find_edition(op: &Operation, address: EditionAddress<'_>) -> Result<(EditionView, FileInfo)> {
    let view = editions::get(op, address).await?;
    let files = file_info(op, [&view]).await?;
    Ok((view, files))
}

/// A page of the editions of a periodical.
#[derive(Debug)]
pub struct OfferedEditions {
    pub series: Series,
    pub rows: Rows<RowPosition<String>, EditionView>,
    pub details: OfferDetails,
}

/// A page of the editions of a periodical.
///
/// # Errors
/// `PERIODICAL_NOT_FOUND`.
pub async fn list_editions(
    op: &Operation,
    series: &str,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<OfferedEditions> {
    let found = periodicals::find_visible(op, series).await?;
    let rows = editions::list_in_series(op, Arc::new(found.clone()), page_request).await?;
    let details = load_details(op, &rows.items).await?;
    Ok(OfferedEditions { series: found, rows, details })
}

/// A page of a search.
///
/// # Errors
/// Those of [`CollectionSearch::find_page`].
pub async fn search(
    op: &Operation,
    search: CollectionSearch<'_>,
    list_part: ListPart<Cursor>,
) -> Result<(SearchPage, OfferDetails)> {
    let found = search.find_part(list_part).await?;
    let details = load_details(op, &found.titles).await?;
    Ok((found, details))
}

/// A page of titles with their details.
#[derive(Debug)]
pub struct OfferedTitles {
    pub name: ShelfName,
    pub rows: Rows<i64, TitleView>,
    pub details: OfferDetails,
}

/// A page of a shelf of titles.
///
/// # Errors
/// Those of [`shelves::open`].
pub async fn list_titles(
    op: &Operation,
    shelf: TitleShelf<'_>,
    list_part: &ListPart<i64>,
) -> Result<OfferedTitles> {
    let (name, rows) = shelves::open(op, shelf, list_part).await?;
    let details = load_details(op, &rows.items).await?;
    Ok(OfferedTitles { name, rows, details })
}

/// A page of the titles and editions that the reader has copies of.
#[derive(Debug)]
pub struct OfferedCopies {
    /// The part of the shelf that is asked for.
    pub narrowed: NarrowedShelf,
    pub rows: Rows<String, View>,
    pub details: OfferDetails,
}

/// A page of the reader's copies that a filter leaves.
///
/// # Errors
/// Those of [`shelves::narrow_downloads`].
pub async fn list_copies(
    op: &Operation,
    by: &ShelfFilter,
    list_part: &ListPart<String>,
) -> Result<OfferedCopies> {
    let narrowed = shelves::narrow_downloads(op, by).await?;
    let page = list_part.select(&narrowed.items, Item::to_string);
    let items = items::view_many(op, &page.items).await?;
    let details = load_details(op, &items).await?;
    Ok(OfferedCopies { rows: page.with_items(items), narrowed, details })
}

/// The beginning of a list in a catalog's start.
#[derive(Debug)]
pub struct OfferedGroup<T> {
    pub items: Vec<T>,
    /// The number of items in the whole list.
    pub total: u64,
    pub details: OfferDetails,
}

/// The beginnings of lists, for the start of a catalog.
#[derive(Debug)]
pub struct StartGroups {
    /// The reader's copies. `None` for guests.
    pub copies: Option<OfferedGroup<View>>,
    /// Titles that are assigned to the reader. `None` for guests.
    pub assigned: Option<OfferedGroup<TitleView>>,
    /// Titles that the reader reads. `None` for guests.
    pub reading: Option<OfferedGroup<TitleView>>,
    pub newest: OfferedGroup<TitleView>,
    /// The first popular list. `None` if there is none.
    pub popular: Option<(PopularList, OfferedGroup<TitleView>)>,
    /// Recommended titles. `None` for guests, and in the catalog of a member.
    pub recommended: Option<OfferedGroup<TitleView>>,
}

/// The beginnings of the caller's own lists and of the collection's, each of at most `limit` items.
pub async fn list_start_groups(
    op: &Operation,
    newest: CollectionSearch<'_>,
    limit: usize,
) -> Result<StartGroups> {
    let (mut copies, mut assigned, mut reading, mut recommended) = (None, None, None, None);
    if op.reader.is_some() {
        copies = Some(list_first_copies(op, limit).await?);
        assigned = Some(list_first_titles(op, TitleShelf::Assigned, limit).await?);
        reading = Some(list_first_titles(op, TitleShelf::Reading, limit).await?);
    }
    let found = newest.find_page(None, limit).await?;
    let details = load_details(op, &found.titles).await?;
    let newest = OfferedGroup { items: found.titles, total: found.total, details };
    let popular = match popular_lists::list(op).await?.into_iter().next() {
        Some(first) => {
            let id = popular_lists::list_id(&first);
            Some((first, list_first_titles(op, TitleShelf::Popular(&id), limit).await?))
        }
        None => None,
    };
    if op.reader.is_some() && op.recipient.is_none() {
        recommended = Some(list_first_titles(op, TitleShelf::Recommended, limit).await?);
    }
    Ok(StartGroups { copies, assigned, reading, newest, popular, recommended })
}

async fn list_first_titles(
    op: &Operation,
    shelf: TitleShelf<'_>,
    limit: usize,
) -> Result<OfferedGroup<TitleView>> {
    let part = ListPart::first_part(limit);
    let OfferedTitles { rows, details, .. } = list_titles(op, shelf, &part).await?;
    Ok(OfferedGroup { items: rows.items, total: rows.total, details })
}

async fn list_first_copies(op: &Operation, limit: usize) -> Result<OfferedGroup<View>> {
    let all = shelves::list_downloaded(op).await?;
    let items = items::view_many(op, &all[..all.len().min(limit)]).await?;
    let details = load_details(op, &items).await?;
    Ok(OfferedGroup { items, total: all.len() as u64, details })
}
