//! DAISY 3 (ANSI/NISO Z39.86-2005), text and images: `DTBook` 2005-2, NCX, SMIL, resource file and
//! package document in one zip. Read as well.

mod blocks;
mod dates;
mod figures;
mod inlines;
mod levels;
mod ncx;
mod opf;
mod read;
mod smil;
mod text;

use std::io::Cursor;

use jiff::Timestamp;

use crate::archive::Archive;
use crate::error::Result;
use crate::model::Book;
use crate::progress::{Progress, step};

pub(crate) use read::is_daisy;
pub use read::read;

/// Changes whenever the same source would give other bytes.
pub const CONVERTER_VERSION: u32 = 1;

/// The name of the text in the package.
pub(crate) const TEXT: &str = "book.xml";
const PACKAGE: &str = "book.opf";
const NCX: &str = "navigation.ncx";
const RESOURCES: &str = "resources.res";
const GENERATOR: &str = "Openshelf";

/// Writes a text DAISY book. `modified` is the date of production.
///
/// Formulas are written as text. Images in formats that DAISY does not know are left out; their
/// alternatives stay.
///
/// # Errors
/// A file of the book cannot be unpacked, or the run was stopped.
pub fn write(book: &Book, modified: Timestamp, progress: &mut dyn Progress) -> Result<Vec<u8>> {
    let text = text::write(book, progress)?;
    let mut out = Archive::new(Cursor::new(Vec::new()), modified);
    let uid = uid(book);
    let files = opf::Files { smil: text.smil.len(), images: &text.images };
    out.add(PACKAGE, opf::write(book, &uid, modified, &files).as_bytes())?;
    out.add(NCX, ncx::write(book, &uid, &text).as_bytes())?;
    out.add(TEXT, text.dtbook.as_bytes())?;
    for (n, file) in text.smil.iter().enumerate() {
        out.add(&smil::name(n), smil::write(file, &uid).as_bytes())?;
    }
    out.add(RESOURCES, ncx::resources().as_bytes())?;
    let total = text.images.len();
    for (n, image) in text.images.iter().enumerate() {
        step(progress, n, total)?;
        match &image.data {
            figures::Data::File(path) => {
                let bytes = book.resources.read(path)?;
                // JPEG and PNG are compressed already.
                if image.media_type == "image/svg+xml" {
                    out.add(&image.name, &bytes)?;
                } else {
                    out.store(&image.name, &bytes)?;
                }
            }
            figures::Data::Text(svg) => out.add(&image.name, svg.as_bytes())?,
        }
    }
    Ok(out.finish()?.into_inner())
}

/// The identifier that every file of the book repeats.
fn uid(book: &Book) -> String {
    let own = book.metadata.identifier();
    if own.is_empty() { format!("title:{}", book.metadata.title) } else { own.to_owned() }
}
