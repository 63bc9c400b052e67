//! Books made from readers' documents (docs/rules/documents.md#rule-3).

use std::fs;

use documents::{ConvertedDocument, DocumentLimits, DocumentOptions, Kind};
use domain::documents::{DocumentFindings, DocumentType};
use domain::languages;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::files::read_file;
use crate::report::run_reporting;
use crate::{Error, OUTPUT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// Makes an EPUB ([`OUTPUT_NAME`]) of the document [`SOURCE_NAME`], and writes to
/// [`REPORT_NAME`](crate::REPORT_NAME) what was repaired or left out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ConvertDocument {
    pub kind: DocumentType,
    /// The name given by its owner; if empty, the document's own title.
    pub title: String,
    /// The language (BCP 47) to expect if the document does not state it.
    pub language: Option<String>,
    /// The identifier of the book: unique, and always the same for the same document.
    pub identifier: String,
    pub modified: Timestamp,
}

impl Task for ConvertDocument {
    type Output = DocumentFindings;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<DocumentFindings> {
        let options = DocumentOptions {
            title: self.title,
            language: self.language,
            identifier: self.identifier,
            modified: self.modified,
            limits: DocumentLimits::default(),
        };
        let source = read_file(tools.folder, SOURCE_NAME)?;
        let kind = document_kind(self.kind);
        let made = run_reporting(tools.folder, tools.watch, |progress| {
            documents::to_epub(kind, source, &options, progress).map_err(to_owner_error)
        })?;
        fs::write(tools.folder.join(OUTPUT_NAME), &made.epub)?;
        Ok(read_metadata(&made))
    }
}

/// The converter's name of the document type.
pub fn document_kind(document: DocumentType) -> Kind {
    match document {
        DocumentType::Pdf => Kind::Pdf,
        DocumentType::Jpeg => Kind::Jpeg,
        DocumentType::Png => Kind::Png,
        DocumentType::Heif => Kind::Heif,
        DocumentType::Presentation => Kind::Pptx,
    }
}

/// Metadata of the book that the owner did not give.
fn read_metadata(made: &ConvertedDocument) -> DocumentFindings {
    let mut codes: Vec<String> = Vec::new();
    for code in made.languages.iter().filter_map(|tag| languages::alpha3(tag)) {
        if code != "und" && !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
    }
    let count = |n: u64| i32::try_from(n).ok();
    DocumentFindings {
        languages: codes,
        pages: count(made.pages).filter(|pages| *pages > 0),
        images: count(made.images),
    }
}

/// Why no book was made, for the owner. Messages of programs and missing tools are only logged.
fn to_owner_error(error: documents::Error) -> Error {
    // The server logs the end of what a worker process writes here only if the process fails.
    tracing::warn!(%error, "a document cannot be read");
    match error {
        documents::Error::Broken { .. } => {
            Error::Book("the document is damaged and cannot be read".to_owned())
        }
        documents::Error::ToolMissing { .. } => {
            Error::Interrupted("this library cannot read such documents now".to_owned())
        }
        documents::Error::Io(_) => Error::Interrupted("it cannot be read now".to_owned()),
        // An owner who has waited this long would wait in vain again.
        documents::Error::TimedOut => Error::Limit(error.to_string()),
        error if error.is_permanent() => Error::Book(error.to_string()),
        error => Error::Interrupted(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use domain::wire::WireEnum as _;

    use super::*;

    #[test]
    fn every_kind_has_one_name() {
        for document in DocumentType::ALL {
            assert_eq!(document_kind(*document).media_type(), document.as_str());
            assert_eq!(document_kind(*document).extension(), document.extension());
        }
    }
}
