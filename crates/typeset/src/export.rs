//! From source to PDF.

use std::panic::{AssertUnwindSafe, catch_unwind};

use books::model::Book;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::clusters;
use crate::source::{self, Written};
use crate::world::BookWorld;

/// PDF options for the parts of a book.
pub(crate) fn options(book: &Book, modified: Timestamp) -> PdfOptions {
    let identifier = book.metadata.identifier();
    PdfOptions {
        ident: if identifier.is_empty() { Smart::Auto } else { Smart::Custom(identifier.to_owned()) },
        timestamp: time(modified),
        ..plain()
    }
}

/// Typesets the page with the notice of a copy.
pub(crate) fn notice(text: &str, language: &str) -> Result<Vec<u8>, String> {
    let document = set(source::notice(text, language))?;
    Ok(pdf(&document, &plain(), true)?.0)
}

/// Options without anything of one book.
pub(crate) fn plain() -> PdfOptions {
    PdfOptions { creator: Smart::Custom(Some("Openshelf".into())), ..PdfOptions::default() }
}

/// Typesets a source.
pub(crate) fn set(written: Written) -> Result<PagedDocument, String> {
    let world = BookWorld::new(written.text, written.pictures);
    caught(|| typst::compile::<PagedDocument>(&world).output.map_err(|errors| said(&errors)))
}

/// A tagged PDF, and whether it is PDF/UA-1: not if impossible, or if not `wanted`.
pub(crate) fn pdf(
    document: &PagedDocument,
    options: &PdfOptions,
    wanted: bool,
) -> Result<(Vec<u8>, bool), String> {
    let joined = caught(|| Ok(clusters::joined(document))).unwrap_or_else(|problem| {
        tracing::warn!(problem, "clusters could not be joined");
        None
    });
    let document = joined.as_ref().unwrap_or(document);
    let with = |standards: &[PdfStandard]| {
        let standards = PdfStandards::new(standards).map_err(|error| format!("{error:?}"))?;
        let options =
            PdfOptions { standards, ident: options.ident.clone(), timestamp: options.timestamp, ..plain() };
        caught(|| typst_pdf::pdf(document, &options).map_err(|errors| said(&errors)))
    };
    if wanted {
        match with(&[PdfStandard::Ua_1]) {
            Ok(pdf) => return Ok((pdf, true)),
            Err(reasons) => tracing::warn!(reasons, "tagged, but not PDF/UA-1"),
        }
    }
    Ok((with(&[])?, false))
}

/// A panic in a library must not lose the whole book.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the typesetter failed".to_owned()))
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
