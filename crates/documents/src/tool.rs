//! The programs that documents are read with.

use std::path::{Path, PathBuf};

/// A program, and where to get it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExternalProgram {
    pub(super) command: &'static str,
    pub(super) package: &'static str,
    purpose: &'static str,
}

pub(super) const PDFINFO: ExternalProgram =
    ExternalProgram::new("pdfinfo", "poppler-utils", "reads the structure of PDF documents");
pub(super) const PDFTOTEXT: ExternalProgram =
    ExternalProgram::new("pdftotext", "poppler-utils", "reads the text of PDF documents");
pub(super) const PDFTOHTML: ExternalProgram =
    ExternalProgram::new("pdftohtml", "poppler-utils", "reads fonts and pictures of PDF documents");
pub(super) const PDFTOPPM: ExternalProgram =
    ExternalProgram::new("pdftoppm", "poppler-utils", "draws pages of PDF documents");
pub(super) const QPDF: ExternalProgram =
    ExternalProgram::new("qpdf", "qpdf", "reads outline, page names and tags of PDF documents");
pub(super) const TESSERACT: ExternalProgram =
    ExternalProgram::new("tesseract", "tesseract-ocr", "recognizes text in pictures and scans");
pub(super) const HEIF_CONVERT: ExternalProgram =
    ExternalProgram::new("heif-convert", "libheif-examples", "decodes HEIF pictures");

/// The Debian package with the names of Chinese, Japanese and Korean characters of PDF documents, and the
/// folder that it brings.
pub(super) const MAP_PACKAGE: &str = "poppler-data";
const MAP_FOLDER: &str = "/usr/share/poppler/cMap";

const ALL_PROGRAMS: [ExternalProgram; 7] =
    [PDFINFO, PDFTOTEXT, PDFTOHTML, PDFTOPPM, QPDF, TESSERACT, HEIF_CONVERT];

/// A program that documents are read with, as it is on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledTool {
    /// The command.
    pub name: &'static str,
    /// The Debian package that brings it.
    pub package: &'static str,
    /// Its purpose.
    pub purpose: &'static str,
    /// True if it is installed.
    pub is_installed: bool,
}

/// All programs that documents are read with. Without them their kinds of document cannot be read, and all
/// else works.
pub fn list_tools() -> Vec<InstalledTool> {
    ALL_PROGRAMS
        .iter()
        .map(|program| InstalledTool {
            name: program.command,
            package: program.package,
            purpose: program.purpose,
            is_installed: program.find_path().is_some(),
        })
        .collect()
}

/// The package that names the Chinese, Japanese and Korean characters of PDF documents, if it is not
/// installed: text in fonts without their own names for them cannot be read then.
pub fn missing_map_package() -> Option<&'static str> {
    (!Path::new(MAP_FOLDER).exists()).then_some(MAP_PACKAGE)
}

impl ExternalProgram {
    const fn new(command: &'static str, package: &'static str, purpose: &'static str) -> Self {
        Self { command, package, purpose }
    }

    pub(super) fn find_path(self) -> Option<PathBuf> {
        programs::find_program(self.command)
    }
}

#[cfg(test)]
impl ExternalProgram {
    pub(super) const fn for_test(command: &'static str) -> Self {
        Self { command, package: "none", purpose: "a test" }
    }
}
