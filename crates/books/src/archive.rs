//! Writing zip containers.

use std::io::{Read, Seek, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::error::{Error, Result};

/// A container being written; the bytes depend on nothing but what is put in.
pub struct Archive<W: Write + Seek> {
    zip: ZipWriter<W>,
    modified_at: zip::DateTime,
}

impl<W: Write + Seek> Archive<W> {
    /// Starts a container whose new files bear this time.
    pub fn new(out: W, modified: Timestamp) -> Self {
        let civil = modified.to_zoned(TimeZone::UTC).datetime();
        let part = |value: i8| u8::try_from(value).unwrap_or_default();
        let modified = zip::DateTime::from_date_and_time(
            u16::try_from(civil.year()).unwrap_or_default(),
            part(civil.month()),
            part(civil.day()),
            part(civil.hour()),
            part(civil.minute()),
            part(civil.second()),
        );
        // Zip knows no time before 1980.
        Self::with_modified_time(out, modified.unwrap_or_default())
    }

    /// Starts a container whose new files bear this time of a container.
    pub fn with_modified_time(out: W, modified: zip::DateTime) -> Self {
        Self { zip: ZipWriter::new(out), modified_at: modified }
    }

    /// Adds a compressed file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        self.write_file(path, bytes, CompressionMethod::Deflated)
    }

    /// Adds a file unchanged: the `mimetype` of an EPUB, or what is compressed already.
    pub fn store(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        self.write_file(path, bytes, CompressionMethod::Stored)
    }

    /// Adds a file unchanged, piece by piece.
    pub fn store_from(&mut self, path: &str, from: &mut dyn Read) -> Result<()> {
        self.write_file(path, &[], CompressionMethod::Stored)?;
        std::io::copy(from, &mut self.zip)?;
        Ok(())
    }

    fn write_file(&mut self, path: &str, bytes: &[u8], method: CompressionMethod) -> Result<()> {
        let options =
            SimpleFileOptions::default().compression_method(method).last_modified_time(self.modified_at);
        self.zip.start_file(path, options).map_err(write_error)?;
        self.zip.write_all(bytes)?;
        Ok(())
    }

    /// Copies an entry of another container as it is compressed.
    pub fn copy<R: Read + Seek>(&mut self, from: &mut ZipArchive<R>, index: usize) -> Result<()> {
        let file = from.by_index_raw(index).map_err(write_error)?;
        self.zip.raw_copy_file(file).map_err(write_error)
    }

    /// Copies an entry of another container as it is compressed, under this name.
    pub fn copy_with_name<R: Read + Seek>(
        &mut self,
        name: &str,
        from: &mut ZipArchive<R>,
        index: usize,
    ) -> Result<()> {
        let file = from.by_index_raw(index).map_err(write_error)?;
        if file.name().is_ok_and(|own| own == name) {
            return self.zip.raw_copy_file(file).map_err(write_error);
        }
        self.zip.raw_copy_file_rename(file, name).map_err(write_error)
    }

    /// Sets the comment of the container.
    pub fn set_comment(&mut self, text: &str) -> Result<()> {
        self.zip.set_comment(text).map_err(write_error)
    }

    /// Writes the directory.
    pub fn finish(self) -> Result<W> {
        self.zip.finish().map_err(write_error)
    }
}

fn write_error(error: zip::result::ZipError) -> Error {
    Error::Write(match error {
        zip::result::ZipError::Io(error) => error,
        other => std::io::Error::other(other),
    })
}
