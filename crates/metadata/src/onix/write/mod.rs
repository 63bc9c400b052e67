//! Writes ONIX 3.1 messages with reference names.

mod accessibility;
mod audience;
mod describe;
mod publish;

use std::io::{self, Write};

use domain::languages;

use crate::markup::XmlWriter;
use crate::{Action, Issue, Sender};

const ONIX_NAMESPACE: &str = "http://ns.editeur.org/onix/3.1/reference";
/// Identifies the library's own identifiers and categories.
pub(in crate::onix) const OPENSHELF_SOURCE: &str = "Openshelf";

/// The attribute for the language of a text, if it is stated (code list 74).
fn language_attribute(tag: Option<&str>) -> Option<(&'static str, &'static str)> {
    Some(("language", tag.and_then(languages::alpha3).and_then(languages::to_bibliographic)?))
}

/// A message in progress.
pub struct MessageWriter<W> {
    output: XmlWriter<W>,
    sender: String,
    is_empty: bool,
}

impl<W: Write> MessageWriter<W> {
    /// Writes the header.
    pub fn new(out: W, sender: &Sender) -> io::Result<Self> {
        let mut out = XmlWriter::new(out)?;
        out.begin_element("ONIXMessage", &[("release", "3.1"), ("xmlns", ONIX_NAMESPACE)])?;
        let is_named = !crate::markup::xml_line(&sender.name).is_empty();
        let name = if is_named { sender.name.clone() } else { OPENSHELF_SOURCE.to_owned() };
        out.write_nested("Header", |out| {
            out.write_nested("Sender", |out| out.write_line("SenderName", &name))?;
            out.write_line("SentDateTime", &format_timestamp(sender.sent_at))
        })?;
        Ok(Self { output: out, sender: name, is_empty: true })
    }

    /// Writes a product.
    pub fn write_product(&mut self, issue: &Issue) -> io::Result<()> {
        self.is_empty = false;
        let record = &issue.record;
        let out = &mut self.output;
        out.begin_element("Product", &[("datestamp", &format_timestamp(issue.changed))])?;
        out.write_text("RecordReference", &[], &record.reference)?;
        let is_withdrawn = record.action == Action::Withdraw;
        let kind = match (is_withdrawn, issue.announced) {
            (true, _) => "05",
            (false, true) => "02",
            (false, false) => "03",
        };
        out.write_line("NotificationType", kind)?;
        if is_withdrawn {
            out.write_line("DeletionText", "Withdrawn from the collection")?;
        }
        // A library.
        out.write_line("RecordSourceType", "13")?;
        out.write_line("RecordSourceName", &self.sender)?;
        write_identifier(out, "01", OPENSHELF_SOURCE, &record.reference)?;
        if let Some(isbn) = &record.metadata.isbn13 {
            write_identifier(out, "15", "", isbn)?;
        }
        if let Some(number) = record.metadata.product_identifier.as_deref().filter(|_| !is_withdrawn) {
            write_identifier(out, "01", PRODUCT_ID_NAME, number)?;
        }
        if !is_withdrawn {
            describe::write_description(out, issue)?;
            describe::write_synopsis(out, record)?;
            publish::write_publishing(out, record)?;
        }
        publish::write_related(out, issue, is_withdrawn)?;
        out.end_element()
    }

    /// Ends the message.
    pub fn finish(mut self) -> io::Result<W> {
        if self.is_empty {
            self.output.write_text("NoProduct", &[], "")?;
        }
        self.output.finish()
    }
}

/// The name of the library's own product numbers.
pub(in crate::onix) const PRODUCT_ID_NAME: &str = "Openshelf productIdentifier";

/// A timestamp with seconds, in UTC.
fn format_timestamp(at: jiff::Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Writes an identifier; `name` is that of the type, and empty for a type that needs none.
fn write_identifier<W: Write>(out: &mut XmlWriter<W>, kind: &str, name: &str, value: &str) -> io::Result<()> {
    let lines = [("ProductIDType", kind), ("IDTypeName", name), ("IDValue", value)];
    out.write_lines("ProductIdentifier", &lines)
}
