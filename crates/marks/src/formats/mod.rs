//! Positions of the marks in each format. They are decided here only, for copies of prepared packages and
//! others.

mod brf;
mod daisy;
mod daisy202;
mod docx;
mod epub;

use std::io::{Read, Seek};

use books::{Error, Format, Result};

use crate::{PackageChanges, PackageRewriter};

type FindChanges<R> = fn(&mut PackageRewriter<R>) -> Result<PackageChanges>;

/// Returns the function that finds the changes of packages of this format.
///
/// # Errors
/// [`Error::NoConversion`] for a format that is not a package.
pub(crate) fn changes_finder<R: Read + Seek>(format: Format) -> Result<FindChanges<R>> {
    match format {
        Format::Brf => Ok(brf::find_changes),
        Format::Epub3 => Ok(epub::find_changes),
        Format::Daisy | Format::DaisyAudio => Ok(daisy::find_changes),
        Format::Daisy2Audio => Ok(daisy202::find_changes),
        Format::Docx => Ok(docx::find_changes),
        Format::Pdf => Err(Error::NoConversion(format)),
    }
}
