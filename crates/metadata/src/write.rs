//! Writes records into files, one after the other.

use std::io::{self, Write};

use domain::wire_enum;

use crate::{Issue, Sender, csv, marc, onix};

wire_enum! {
    /// A format that records are written in.
    pub enum Output {
        /// ONIX for Books 3.1, reference names.
        Onix = "onix",
        /// MARC 21 in XML.
        MarcXml = "marcxml",
        /// A table.
        Csv = "csv",
    }
}

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
    pub fn new(output: Output, out: W, sender: &Sender) -> io::Result<Self> {
        Ok(match output {
            Output::Onix => Self::Onix(onix::MessageWriter::new(out, sender)?),
            Output::MarcXml => Self::MarcXml(marc::CollectionWriter::new(out)?),
            Output::Csv => Self::Csv(Box::new(csv::TableWriter::new(out)?)),
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
