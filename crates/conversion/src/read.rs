//! Reads a book for the catalog: its type and metadata.

use std::fs;

use books::model::{Metadata, Survey};
use books::{Limits, SourceKind};
use bytes::Bytes;
use domain::Format;
use serde::{Deserialize, Serialize};

use crate::files::{MAX_COVER_BYTES, read_file};
use crate::report::run_reporting;
use crate::{COVER_NAME, Error, PACKAGE_DOCUMENT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// Reads the whole book [`SOURCE_NAME`], so that one that cannot be converted is refused now and not at its
/// first download. Writes its cover image, if it has one, to [`COVER_NAME`], as found, and to
/// [`REPORT_NAME`](crate::REPORT_NAME) what was repaired or left out.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ReadBook {
    /// The format declared by the sender: a book of another kind is refused. `None` accepts any kind.
    pub sent_as: Option<Format>,
    /// The name of a sidecar package document, for messages: [`PACKAGE_DOCUMENT`], which corrects the book's
    /// own metadata.
    pub sidecar: Option<String>,
}

/// Type and metadata of a book.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BookReading {
    /// The delivery format that it is in, if any.
    pub format: Option<Format>,
    pub extension: String,
    pub metadata: Metadata,
    /// Its contents.
    pub survey: Survey,
    /// The ISBNs in the sidecar package document.
    pub isbns: Vec<String>,
}

impl Task for ReadBook {
    type Output = BookReading;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<BookReading> {
        let source = read_file(tools.folder, SOURCE_NAME)?;
        let sidecar = self.sidecar.map(|name| read_sidecar(tools, &name)).transpose()?;
        match self.sent_as {
            Some(format) => read_in_format(source, format, tools),
            None => read_any(source, sidecar, tools),
        }
    }
}

fn read_sidecar(tools: &TaskTools<'_>, name: &str) -> Result<Metadata> {
    let bytes = read_file(tools.folder, PACKAGE_DOCUMENT_NAME)?;
    books::epub::read_package_document(&bytes).map_err(|error| Error::Book(format!("{name}: {error}")))
}

fn read_any(bytes: Bytes, sidecar: Option<Metadata>, tools: &mut TaskTools<'_>) -> Result<BookReading> {
    let kind = books::detect_kind(&bytes, &Limits::default()).unwrap_or(SourceKind::Epub);
    let mut reading = read_kind(bytes, kind, tools)?;
    // A score without a title would be named after its first part.
    let mut titled = reading.metadata.music.as_ref().is_none_or(|music| music.titled);
    if let Some(sidecar) = sidecar {
        titled |= !sidecar.title.trim().is_empty();
        reading.isbns.clone_from(&sidecar.isbns);
        reading.metadata = correct_with_sidecar(reading.metadata, sidecar);
    }
    if !titled || reading.metadata.title.trim().is_empty() {
        return Err(Error::Book("the book has no title".into()));
    }
    Ok(reading)
}

/// Reads a book that was sent as one in a format.
fn read_in_format(bytes: Bytes, format: Format, tools: &mut TaskTools<'_>) -> Result<BookReading> {
    let wanted: &[SourceKind] = match format {
        Format::Daisy => &[SourceKind::Daisy, SourceKind::Dtbook],
        Format::DaisyAudio => &[SourceKind::Daisy],
        Format::Daisy2Audio => &[SourceKind::Daisy2],
        _ => &[SourceKind::Epub],
    };
    // A file that is not a book at all is refused with the reason.
    let kind = books::detect_kind(&bytes, &Limits::default()).unwrap_or(wanted[0]);
    if !wanted.contains(&kind) {
        let reason = format!("it is a book of the kind {}, and must be {}", kind.name(), wanted[0].name());
        return Err(Error::Book(reason));
    }
    let reading = read_kind(bytes, kind, tools)?;
    if format == Format::Daisy && reading.metadata.heard_only {
        return Err(Error::Book("it has no text".into()));
    }
    if format == Format::DaisyAudio && reading.survey.clips == 0 {
        return Err(Error::Book("it has no recordings".into()));
    }
    Ok(BookReading { format: Some(format), ..reading })
}

fn read_kind(bytes: Bytes, kind: SourceKind, tools: &mut TaskTools<'_>) -> Result<BookReading> {
    let packed = bytes.starts_with(b"PK");
    let book = run_reporting(tools.folder, tools.watch, |progress| {
        Ok(books::read_book(bytes, &Limits::default(), progress)?)
    })?;
    let survey = book.survey();
    let format = match kind {
        SourceKind::Epub => Some(Format::Epub3),
        SourceKind::Daisy if survey.clips > 0 => Some(Format::DaisyAudio),
        SourceKind::Daisy | SourceKind::Dtbook => Some(Format::Daisy),
        SourceKind::Daisy2 => Some(Format::Daisy2Audio),
        SourceKind::Score => None,
    };
    let extension = match kind {
        SourceKind::Epub => "epub",
        SourceKind::Score if packed => "mxl",
        SourceKind::Score => "musicxml",
        _ if packed => "zip",
        _ => "xml",
    };
    // A cover that cannot be unpacked is not a reason to refuse the book.
    let cover = books::find_cover(&book).ok().flatten();
    if let Some(cover) = cover.filter(|cover| cover.bytes.len() as u64 <= MAX_COVER_BYTES) {
        fs::write(tools.folder.join(COVER_NAME), cover.bytes)?;
    }
    Ok(BookReading {
        format,
        extension: extension.to_owned(),
        survey,
        metadata: book.metadata,
        isbns: Vec::new(),
    })
}

/// A book's metadata, completed and corrected by the sidecar package document.
fn correct_with_sidecar(mut own: Metadata, sidecar: Metadata) -> Metadata {
    macro_rules! texts {
        ($($field:ident),+) => { $(if sidecar.$field.is_some() { own.$field = sidecar.$field; })+ };
    }
    macro_rules! lists {
        ($($field:ident),+) => { $(if !sidecar.$field.is_empty() { own.$field = sidecar.$field; })+ };
    }
    texts!(title_sort, subtitle, publisher, published, description);
    lists!(title, contributors, languages, isbns, source_isbns, subjects, rights, series, sources);
    let (old, new) = (&mut own.accessibility, sidecar.accessibility);
    old.summary = new.summary.or_else(|| old.summary.take());
    for (old, new) in [
        (&mut old.access_modes, new.access_modes),
        (&mut old.access_modes_sufficient, new.access_modes_sufficient),
        (&mut old.features, new.features),
        (&mut old.hazards, new.hazards),
        (&mut old.conforms_to, new.conforms_to),
        (&mut old.exemptions, new.exemptions),
    ] {
        if !new.is_empty() {
            *old = new;
        }
    }
    if !new.certifications.is_empty() {
        old.certifications = new.certifications;
    }
    own
}
