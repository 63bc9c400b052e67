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
use crate::missing;
use crate::source::{self, TypstSource};
use crate::world::BookWorld;

pub(crate) fn pdf_options(book: &Book, modified: Timestamp) -> PdfOptions {
    let identifier = book.metadata.identifier();
    PdfOptions {
        ident: if identifier.is_empty() { Smart::Auto } else { Smart::Custom(identifier.to_owned()) },
        timestamp: to_pdf_timestamp(modified),
        ..default_options()
    }
}

/// Typesets the page with the notice of a copy.
pub(crate) fn typeset_notice(text: &str, language: &str) -> Result<Vec<u8>, String> {
    let document = typeset(source::notice_page(text, language))?;
    Ok(export_pdf(&document, &default_options(), true)?.0)
}

/// Options without anything of one book.
pub(crate) fn default_options() -> PdfOptions {
    PdfOptions { creator: Smart::Custom(Some("Openshelf".into())), ..PdfOptions::default() }
}

pub(crate) fn typeset(written: TypstSource) -> Result<PagedDocument, String> {
    let world = BookWorld::new(written.text, written.pictures);
    catch_panics(|| typst::compile::<PagedDocument>(&world).output.map_err(|errors| format_errors(&errors)))
}

/// Exports a tagged PDF; the flag returned states whether it is PDF/UA-1. It is not if that is impossible,
/// or not `wanted`.
pub(crate) fn export_pdf(
    document: &PagedDocument,
    options: &PdfOptions,
    wanted: bool,
) -> Result<(Vec<u8>, bool), String> {
    let joined = catch_panics(|| Ok(clusters::join_clusters(document))).unwrap_or_else(|problem| {
        tracing::warn!(problem, "clusters could not be joined");
        None
    });
    let document = joined.as_ref().unwrap_or(document);
    let boxed = missing::keep_text_of_boxes(document);
    let document = boxed.as_ref().unwrap_or(document);
    let with = |standards: &[PdfStandard]| {
        let standards = PdfStandards::new(standards).map_err(|error| format!("{error:?}"))?;
        let options = PdfOptions {
            standards,
            ident: options.ident.clone(),
            timestamp: options.timestamp,
            ..default_options()
        };
        catch_panics(|| typst_pdf::pdf(document, &options).map_err(|errors| format_errors(&errors)))
    };
    if wanted {
        match with(&[PdfStandard::Ua_1]) {
            Ok(pdf) => return Ok((pdf, true)),
            Err(reasons) => tracing::warn!(reasons, "tagged, but not PDF/UA-1"),
        }
    }
    Ok((with(&[])?, false))
}

/// Runs work whose panics must not lose the whole book.
fn catch_panics<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the typesetter failed".to_owned()))
}

/// Formats the first few errors.
fn format_errors(errors: &[SourceDiagnostic]) -> String {
    let mut all: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    all.dedup();
    all.truncate(5);
    all.join("; ")
}

fn to_pdf_timestamp(time: Timestamp) -> Option<typst_pdf::Timestamp> {
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
