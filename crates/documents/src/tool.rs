//! The programs that documents are read with.

use std::path::PathBuf;

/// A program, and where to get it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Program {
    pub(super) command: &'static str,
    pub(super) package: &'static str,
    purpose: &'static str,
}

pub(super) const PDFINFO: Program =
    Program { command: "pdfinfo", package: "poppler-utils", purpose: "reads the structure of PDF documents" };
pub(super) const PDFTOTEXT: Program =
    Program { command: "pdftotext", package: "poppler-utils", purpose: "reads the text of PDF documents" };
pub(super) const PDFTOHTML: Program = Program {
    command: "pdftohtml",
    package: "poppler-utils",
    purpose: "reads fonts and pictures of PDF documents",
};
pub(super) const PDFTOPPM: Program =
    Program { command: "pdftoppm", package: "poppler-utils", purpose: "draws pages of PDF documents" };
pub(super) const QPDF: Program = Program {
    command: "qpdf",
    package: "qpdf",
    purpose: "reads outline, page names and tags of PDF documents",
};
pub(super) const TESSERACT: Program = Program {
    command: "tesseract",
    package: "tesseract-ocr",
    purpose: "recognizes text in pictures and scans",
};
pub(super) const HEIF_CONVERT: Program =
    Program { command: "heif-convert", package: "libheif-examples", purpose: "decodes HEIF pictures" };

const ALL: [Program; 7] = [PDFINFO, PDFTOTEXT, PDFTOHTML, PDFTOPPM, QPDF, TESSERACT, HEIF_CONVERT];

/// A program that documents are read with, as it is on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The command.
    pub name: &'static str,
    /// The Debian package that brings it.
    pub package: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// Whether it is installed.
    pub found: bool,
}

/// All programs that documents are read with. Without them their kinds of document cannot be read, and all
/// else works.
pub fn tools() -> Vec<Tool> {
    ALL.iter()
        .map(|program| Tool {
            name: program.command,
            package: program.package,
            purpose: program.purpose,
            found: program.find().is_some(),
        })
        .collect()
}

impl Program {
    /// Where the program is.
    pub(super) fn find(self) -> Option<PathBuf> {
        speech::program::find_program(self.command)
    }
}

#[cfg(test)]
impl Program {
    pub(super) const fn for_test(command: &'static str) -> Self {
        Self { command, package: "none", purpose: "a test" }
    }
}
