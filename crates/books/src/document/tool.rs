//! The programs that documents are read with.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

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
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(self.command)).find(|file| is_program(file))
    }
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// The shell that sets the limits of a program before it becomes that program.
pub(super) fn limited(program: &Path, memory: u64, seconds: u64, file: u64) -> std::process::Command {
    const SCRIPT: &str =
        "ulimit -c 0; ulimit -v \"$1\" 2>/dev/null; ulimit -t \"$2\"; ulimit -f \"$3\"; shift 3; exec \"$@\"";
    let mut command = std::process::Command::new("/bin/sh");
    let number = |value: u64| value.to_string();
    // Memory is counted in KiB, files in blocks of 512 bytes.
    command.args(["-c", SCRIPT, "sh", &number(memory / 1024), &number(seconds), &number(file / 512)]);
    command.arg(AsRef::<OsStr>::as_ref(program));
    command
}

#[cfg(test)]
impl Program {
    pub(super) const fn for_test(command: &'static str) -> Self {
        Self { command, package: "none", purpose: "a test" }
    }
}
