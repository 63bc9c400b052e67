//! Downloads of titles and of editions of periodicals (docs/rules/downloads.md#rule-1): who may have a copy,
//! its package, the package's single files, and the history of downloads.

pub mod batches;
pub mod browser;
mod cancel;
mod file_info;
mod files;
pub mod history;
mod order;
mod package;
mod quota;
mod refusals;
mod request;
pub mod speech;
mod streams;
mod unpacked;

pub use cancel::cancel;
pub use delivery::Speed;
pub use delivery::tickets::ResourceTicket;
pub use file_info::{FileInfo, file_info};
pub use files::{FileRequest, PackageFile, file_by_ticket, issue_file_ticket, list_files, open_ticket};
pub use order::OrderedCopy;
pub(crate) use order::{CopyOrder, order_for_person};
pub use package::{
    CopyStatus, CopyWait, DeliveryOutcome, Loan, LoanFile, copy_status, deliver, deliver_within, file_name,
    start_loan, wish_email,
};
pub(crate) use quota::find_next_book;
pub use quota::{NextBookTimes, find_next_book_times};
pub use refusals::{CopyOutcome, CopyWishes, RequestedCopy, request_copy, view_copy};
pub use request::CopyRequest;
pub use streams::{
    Contents, ContentsEntry, Resource, Stream, StreamedFile, existing_stream, open_stream, open_streamed_file,
};
