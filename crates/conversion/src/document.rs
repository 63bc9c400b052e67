//! Books made from readers' documents (docs/rules/documents.md#rule-3).

use std::fs;

use documents::{ConvertedDocument, DocumentLimits, DocumentOptions, Kind};
use domain::documents::{DocumentType, Found};
use domain::languages;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files::{MADE, SOURCE, read};
use crate::task::{Task, Tools};

/// Makes an EPUB ([`MADE`]) of the document [`SOURCE`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Document {
    /// The type of the document.
    pub kind: DocumentType,
    /// The name given by its owner; if empty, the document's own title.
    pub title: String,
    /// The language (BCP 47) to expect if the document does not state it.
    pub language: Option<String>,
    /// The identifier of the book: unique, and always the same for the same document.
    pub identifier: String,
    /// The date in the book.
    pub modified: Timestamp,
}

impl Task for Document {
    type Made = Found;

    fn run(self, tools: &mut Tools<'_>) -> Result<Found> {
        let options = DocumentOptions {
            title: self.title,
            language: self.language,
            identifier: self.identifier,
            modified: self.modified,
            limits: DocumentLimits::default(),
        };
        let source = read(tools.folder, SOURCE)?;
        let made =
            documents::to_epub(kind(self.kind), source, &options, &mut tools.watch).map_err(unreadable)?;
        fs::write(tools.folder.join(MADE), &made.epub)?;
        Ok(found(&made))
    }
}

/// The converter's name of the document type.
pub fn kind(document: DocumentType) -> Kind {
    match document {
        DocumentType::Pdf => Kind::Pdf,
        DocumentType::Jpeg => Kind::Jpeg,
        DocumentType::Png => Kind::Png,
        DocumentType::Heif => Kind::Heif,
        DocumentType::Presentation => Kind::Pptx,
    }
}

/// Metadata of the book that the owner did not give.
fn found(made: &ConvertedDocument) -> Found {
    let mut codes: Vec<String> = Vec::new();
    for code in made.languages.iter().filter_map(|tag| languages::alpha3(tag)) {
        if code != "und" && !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
    }
    let count = |n: u64| i32::try_from(n).ok();
    Found {
        languages: codes,
        pages: count(made.pages).filter(|pages| *pages > 0),
        images: count(made.images),
    }
}

/// Why no book was made, for the owner. Messages of programs and missing tools are only logged.
fn unreadable(error: documents::Error) -> Error {
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
            assert_eq!(kind(*document).media_type(), document.as_str());
            assert_eq!(kind(*document).extension(), document.extension());
        }
    }
}
