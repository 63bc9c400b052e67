//! The book model, its readers and its writers: EPUB, DAISY and scores in; EPUB 3, DAISY, braille and Word
//! out, and PDF by a writer that is injected. Bytes in, bytes out: no database, no network, no clock.
//!
//! ```
//! # #[cfg(feature = "testkit")] {
//! use books::{Format, Options, convert};
//!
//! let source = books::testkit::small_book();
//! let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
//! let daisy = convert(Format::Daisy, source.into(), &options, &mut ())?;
//! assert!(daisy.starts_with(b"PK"));
//! # }
//! # Ok::<(), books::Error>(())
//! ```

#![warn(missing_docs)]

mod address;
mod anchors;
mod archive;
mod balance;
pub mod brf;
mod concurrent;
pub mod content;
mod contents;
mod convert;
mod cover;
pub mod css;
pub mod daisy;
pub mod docx;
pub mod draft;
mod dtbook;
pub mod epub;
mod error;
mod footnotes;
mod formula;
mod fractions;
pub mod geometry;
pub mod grid;
mod identity;
pub mod language;
mod letters;
mod limits;
pub mod litter;
pub mod mathml;
mod media_types;
pub mod model;
mod opf;
mod package;
pub mod path;
pub mod pdf;
mod people;
mod picture;
mod progress;
mod quotations;
mod recordings;
pub mod report;
mod resources;
pub mod roman;
mod score;
pub mod sentences;
mod settings;
mod smil;
mod source_kind;
pub mod symbol_fonts;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
pub mod xml;

pub use address::followable_address;
pub use anchors::Anchors;
pub use archive::Archive;
pub use balance::LetterTally;
pub use contents::{Contents, ContentsEntry, read_contents};
pub use convert::{
    ConvertedPackage, Options, convert, convert_book, convert_to, convert_with_map, converter_version,
    detect_kind, locate_sentences, read_book,
};
pub use cover::{Cover, find_cover};
pub use error::{Error, Result};
pub use footnotes::{Footnotes, SkippedInline, leads_back, skip_inline};
pub use formula::{ColumnAlign, Formula, FormulaRenderer, FractionStyle, Strike, TokenKind};
pub use limits::Limits;
pub use package::{Package, PackageFile};
pub use pdf::{NoticeWriter, PdfWriter, WrittenPdf};
pub use picture::{
    Picture, clean_drawing, is_light_drawing, load_picture, read_picture_size, report_missing,
};
pub use progress::{Progress, Stop, report_step};
pub use quotations::quotation_marks;
pub use report::{Finding, FindingKind, Report, Reporter};
pub use resources::{list_resources, read_resource};
pub use settings::Settings;
pub use source_kind::SourceKind;
pub use vocabulary::{Format, WireEnum};
