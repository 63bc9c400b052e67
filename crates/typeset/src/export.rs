//! From source to PDF.

use books::Mark;
use books::model::Book;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst::model::Document as _;
use typst_layout::{Page, PagedDocument};
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::labels;
use crate::numbers::Digits;
use crate::source::{self, Written};
use crate::world::BookWorld;

/// Sets a book.
pub(crate) fn pdf(written: Written, book: &Book, modified: Timestamp) -> Result<Vec<u8>, String> {
    let identifier = book.metadata.identifier();
    let options = PdfOptions {
        ident: if identifier.is_empty() { Smart::Auto } else { Smart::Custom(identifier.to_owned()) },
        timestamp: time(modified),
        ..plain()
    };
    let document = numbered(&set(written)?, book.metadata.language())?;
    export(&document, options, &book.metadata.title)
}

/// Pages with their numbers and names.
fn numbered(document: &PagedDocument, language: &str) -> Result<PagedDocument, String> {
    let digits = Digits::of(&set(source::digits(language))?);
    let mut pages: Vec<Page> = document.pages().to_vec();
    if let Some(digits) = digits {
        pages.iter_mut().enumerate().for_each(|(place, page)| digits.write(page, place));
    }
    labels::name(&mut pages, document);
    Ok(PagedDocument::new(pages.into_iter().collect(), document.info().clone()))
}

/// Sets the page that says whose copy this is.
pub(crate) fn notice(mark: &Mark) -> Result<Vec<u8>, String> {
    export(&set(source::notice(&mark.notice, &mark.language))?, plain(), "the notice")
}

fn plain() -> PdfOptions {
    PdfOptions { creator: Smart::Custom(Some("Openshelf".into())), ..PdfOptions::default() }
}

fn set(written: Written) -> Result<PagedDocument, String> {
    let world = BookWorld::new(written.text, written.pictures);
    typst::compile::<PagedDocument>(&world).output.map_err(|errors| said(&errors))
}

/// PDF/UA-1, or else a tagged PDF that does not claim to be it.
fn export(document: &PagedDocument, options: PdfOptions, title: &str) -> Result<Vec<u8>, String> {
    let standards = PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| format!("{error:?}"))?;
    let strict = PdfOptions { standards, ..options };
    let reasons = match typst_pdf::pdf(document, &strict) {
        Ok(pdf) => return Ok(pdf),
        Err(errors) => said(&errors),
    };
    tracing::warn!(title, reasons, "tagged, but not PDF/UA-1");
    let options = PdfOptions { standards: PdfStandards::default(), ..strict };
    typst_pdf::pdf(document, &options).map_err(|errors| said(&errors))
}

/// The first few faults.
fn said(errors: &[SourceDiagnostic]) -> String {
    let mut all: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    all.dedup();
    all.truncate(5);
    all.join("; ")
}

fn time(time: Timestamp) -> Option<typst_pdf::Timestamp> {
    let civil = time.to_zoned(TimeZone::UTC).datetime();
    let part = |value: i8| u8::try_from(value).ok();
    let datetime = Datetime::from_ymd_hms(
        i32::from(civil.year()),
        part(civil.month())?,
        part(civil.day())?,
        part(civil.hour())?,
        part(civil.minute())?,
        part(civil.second())?,
    )?;
    Some(typst_pdf::Timestamp::new_utc(datetime))
}
