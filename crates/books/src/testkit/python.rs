//! Python scripts that inspect the output with independent libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::validators::{report_missing, temporary_folder};

/// Runs a script over a file of these bytes; returns the JSON that it prints. `None` if the Python
/// packages of the tests (`scripts/tools.sh`) are not there.
///
/// # Panics
/// The script fails; `CI` is set and the packages are missing.
pub fn run_python(script: &Path, file: &str, bytes: &[u8]) -> Option<serde_json::Value> {
    let cache = std::env::var_os("OPENSHELF_CACHE")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/openshelf")));
    let program = std::env::var_os("OPENSHELF_TEST_PYTHON")
        .map(PathBuf::from)
        .or_else(|| Some(cache?.join("venv/bin/python")))
        .filter(|program| program.exists());
    let Some(program) = program else { return report_missing("Python with the packages of the tests") };
    let folder = temporary_folder("python");
    let path = folder.join(file);
    std::fs::write(&path, bytes).expect("a temporary file");
    let output = Command::new(program).arg(script).arg(&path).output().expect("Python");
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// The text of a DAISY 3 book as its own stylesheet for players without MathML makes it.
///
/// # Panics
/// The package has no such stylesheet, or it fails; as [`run_python`].
pub fn formulas_as_pictures(package: &[u8]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/show-formulas-as-pictures.py");
    Some(run_python(&script, "book.zip", package)?["text"].as_str().expect("a text").to_owned())
}

/// Facts that python-docx finds in a Word document (see `scripts/look-into-docx.py` of this crate).
pub fn inspect_docx(document: &[u8]) -> Option<serde_json::Value> {
    run_python(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/look-into-docx.py"),
        "book.docx",
        document,
    )
}

/// Facts that pikepdf, qpdf, poppler and a validator find in a PDF (see `scripts/look-into-pdf.py` of the
/// crate `typeset`).
pub fn inspect_pdf(document: &[u8]) -> Option<serde_json::Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../typeset/scripts/look-into-pdf.py");
    run_python(&script, "book.pdf", document)
}
