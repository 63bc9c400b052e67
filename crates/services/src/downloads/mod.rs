//! Downloads of titles and of editions of periodicals (docs/rules/downloads.md#rule-1): who may have a copy,
//! its package, the package's single files, and the history of downloads.

pub mod browser;
mod cancel;
mod files;
pub mod history;
mod known;
mod package;
mod quota;
mod request;
pub mod speech;
mod streams;
mod unpacked;

pub use cancel::cancel;
pub use delivery::Speed;
pub use delivery::tickets::ResourceTicket;
pub use files::{PackageFile, file, file_by_ticket, files, open_ticket};
pub use known::{Holding, Known, known};
pub use package::{
    Delivered, Loan, LoanFile, Standing, deliver, deliver_within, file_name, lend, standing, wish_email,
};
pub use quota::{NextBooks, next_books};
pub use request::{Content, CopyRequest};
pub use streams::{Contents, ContentsEntry, Resource, Stream, existing_stream, stream, streamed};
