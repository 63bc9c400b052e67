//! Writers that the program injects into conversions.

use std::sync::Arc;

use books::{FormulaRenderer, NoticeWriter, PdfWriter};

/// Writers that this crate does not link, because they take minutes to build. What is missing is not made:
/// PDF, or pictures of formulas. The process that starts workers has the same ones as they: it sets the
/// notices of copies.
#[derive(Debug, Clone, Default)]
pub struct Writers {
    /// Writes PDF, and the notices of its copies.
    pub pdf: Option<Arc<dyn PdfWriter>>,
    /// Draws formulas for DAISY.
    pub formulas: Option<Arc<dyn FormulaRenderer>>,
}

impl Writers {
    /// The writer of notices for copies that are PDF.
    pub fn notices(&self) -> Option<&dyn NoticeWriter> {
        self.pdf.as_deref().map(|writer| writer as &dyn NoticeWriter)
    }
}
