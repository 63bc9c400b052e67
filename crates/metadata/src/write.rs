//! Writes records into files, one after the other.

use std::io::{self, Write};

use domain::record_formats::RecordFormat;

use crate::{Issue, Sender, csv, marc, onix};

/// A file in progress; it is not buffered in memory.
pub enum RecordWriter<W: Write> {
    /// An ONIX message.
    Onix(onix::MessageWriter<W>),
    /// A MARCXML collection.
    MarcXml(marc::CollectionWriter<W>),
    /// A table.
    Csv(Box<csv::TableWriter<W>>),
}

impl<W: Write> RecordWriter<W> {
    /// Writes everything before the first record.
    pub fn new(output: RecordFormat, out: W, sender: &Sender) -> io::Result<Self> {
        Ok(match output {
            RecordFormat::Onix => Self::Onix(onix::MessageWriter::new(out, sender)?),
            RecordFormat::MarcXml => Self::MarcXml(marc::CollectionWriter::new(out)?),
            RecordFormat::Csv => Self::Csv(Box::new(csv::TableWriter::new(out)?)),
        })
    }

    /// Writes a record.
    pub fn write_record(&mut self, issue: &Issue) -> io::Result<()> {
        match self {
            Self::Onix(message) => message.write_product(issue),
            Self::MarcXml(collection) => collection.write_record(issue),
            Self::Csv(table) => table.write_record(&issue.record),
        }
    }

    /// Writes everything after the last record.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Onix(message) => message.finish(),
            Self::MarcXml(collection) => collection.finish(),
            Self::Csv(table) => table.finish(),
        }
    }
}
