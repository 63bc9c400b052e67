//! Steps that several tests share.

use books::model::{Block, Book, plain_text};
use books::{Format, Options, Progress, Report, Reporter, Stop, convert};

/// Collects the report of a run.
#[derive(Debug, Default)]
pub(crate) struct ReportCollector(Reporter);

impl ReportCollector {
    /// The findings so far.
    pub(crate) fn to_report(&self) -> Report {
        self.0.to_report()
    }
}

impl Progress for ReportCollector {
    fn step(&mut self, _done: usize, _total: usize) -> Option<Stop> {
        None
    }

    fn reporter(&self) -> Reporter {
        self.0.clone()
    }
}

/// Options whose date is always the same.
pub(crate) fn dated_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

/// The book in a format.
pub(crate) fn convert_to(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &dated_options(), &mut ()).unwrap()
}

/// All words of a book, block by block.
pub(crate) fn book_words(book: &Book) -> String {
    let mut out = String::new();
    book.walk(&mut |block: &Block| {
        out.push_str(&plain_text(block.inlines()));
        out.push(' ');
    });
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
