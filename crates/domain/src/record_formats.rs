//! Formats of records that the catalog is exported in (docs/export.md).

use crate::wire_enum;

wire_enum! {
    pub enum RecordFormat {
        /// ONIX for Books 3.1, reference names.
        Onix = "onix",
        /// MARC 21 in XML.
        MarcXml = "marcxml",
        /// A table.
        Csv = "csv",
    }
}

impl RecordFormat {
    /// The extension of the names of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Onix | Self::MarcXml => "xml",
            Self::Csv => "csv",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Onix | Self::MarcXml => "application/xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}
