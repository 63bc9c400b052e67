//! Where the marks of each format go: the one place where it is decided, whether a copy is made of a prepared
//! package or not.

mod brf;
mod daisy;
mod daisy202;
mod docx;
mod epub;

use std::io::{Read, Seek};

use books::{Error, Format, Result};

use crate::changes::Changes;
use crate::rewrite::Rewrite;

/// Finds the changes of a package.
type Find<R> = fn(&mut Rewrite<R>) -> Result<Changes>;

/// Returns what finds the changes of a package of this format.
///
/// # Errors
/// [`Error::NoConversion`] for a format that is not a package.
pub(crate) fn finder<R: Read + Seek>(format: Format) -> Result<Find<R>> {
    match format {
        Format::Brf => Ok(brf::changes),
        Format::Epub3 => Ok(epub::changes),
        Format::Daisy | Format::DaisyAudio => Ok(daisy::changes),
        Format::Daisy2Audio => Ok(daisy202::changes),
        Format::Docx => Ok(docx::changes),
        Format::Pdf => Err(Error::NoConversion(format)),
    }
}
