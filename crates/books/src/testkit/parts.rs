//! Readers of single parts of a book, which are not public by themselves; for fuzzing and for tests of
//! bounds.

use crate::picture::{self, Drawing};
use crate::{Formula, Limits, Reporter, content, mathml, xml};

/// Reads a text of XHTML or HTML as that of a book, repaired where it is not well-formed. Returns how many
/// blocks it has.
///
/// # Errors
/// It is out of bounds, or not in a known encoding.
pub fn read_markup(bytes: &[u8], limits: &Limits) -> crate::Result<usize> {
    const NAME: &str = "text.xhtml";
    let reporter = Reporter::default();
    let text = xml::DecodedDocument::from_bytes(NAME, bytes.to_vec(), None, &reporter)?;
    xml::with_document(NAME, &text, limits, &reporter, |document, _| {
        content::read_document(NAME, document, &content::PageIds::new(), None).blocks.len()
    })
}

/// Reads a text as HTML, well-formed or not, and makes XHTML of it.
///
/// # Errors
/// It is out of bounds.
pub fn repair_markup(text: &str, limits: &Limits) -> crate::Result<String> {
    xml::repair::repair_html("text.html", text, limits)
}

/// Parses XML.
///
/// # Errors
/// It is out of bounds, or not well-formed.
pub fn read_xml(text: &str, limits: &Limits) -> crate::Result<()> {
    xml::parse("text.xml", text, limits).map(drop)
}

/// Draws a drawing (SVG), as PNG. `None` if it cannot be read, or is too much work.
pub fn draw_svg(text: &str) -> Option<Vec<u8>> {
    picture::draw_png(&Drawing { text, longest: 200, enlarged: 2.0, picture: &|_| None })
}

/// A drawing without what could run or load. `None` if it cannot be read.
pub fn clean_drawing(text: &str) -> Option<String> {
    picture::clean_drawing(text).map(std::borrow::Cow::into_owned)
}

/// Decodes a picture and writes it as PNG. `None` if it cannot be read, or is too large.
pub fn decode_picture(bytes: &[u8]) -> Option<Vec<u8>> {
    picture::to_png(bytes)
}

/// Reads a formula (MathML) in both ways in which it is handed on. Returns whether it can be.
pub fn read_formula(text: &str) -> bool {
    let inside = mathml::parse_formula(text).and_then(|document| {
        mathml::rewrite_content(document.root_element(), "m:", &mut mathml::UsedMarkup::new())
    });
    Formula::from_mathml(text).is_some() || inside.is_some()
}
