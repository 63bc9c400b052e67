//! Writes ONIX 3.1 messages with reference names.

mod accessibility;
mod audience;
mod describe;
mod publish;

use std::io::{self, Write};

use domain::languages;

use crate::issue::Issue;
use crate::markup::Markup;
use crate::record::Action;
use crate::sender::Sender;

/// The namespace.
const NAMESPACE: &str = "http://ns.editeur.org/onix/3.1/reference";
/// Identifies the library's own identifiers and categories.
pub(in crate::onix) const OWN: &str = "Openshelf";

/// The attribute for the language of a text, if it is stated (code list 74).
fn language(tag: Option<&str>) -> Option<(&'static str, &'static str)> {
    Some(("language", tag.and_then(languages::alpha3).and_then(languages::bibliographic)?))
}

/// A message in progress.
pub struct Message<W> {
    out: Markup<W>,
    sender: String,
    empty: bool,
}

impl<W: Write> Message<W> {
    /// Writes the header.
    pub fn new(out: W, sender: &Sender) -> io::Result<Self> {
        let mut out = Markup::new(out)?;
        out.begin("ONIXMessage", &[("release", "3.1"), ("xmlns", NAMESPACE)])?;
        let is_named = !crate::markup::line(&sender.name).is_empty();
        let name = if is_named { sender.name.clone() } else { OWN.to_owned() };
        out.within("Header", |out| {
            out.within("Sender", |out| out.line("SenderName", &name))?;
            out.line("SentDateTime", &moment(sender.sent))
        })?;
        Ok(Self { out, sender: name, empty: true })
    }

    /// Writes a product.
    pub fn write(&mut self, issue: &Issue) -> io::Result<()> {
        self.empty = false;
        let record = &issue.record;
        let out = &mut self.out;
        out.begin("Product", &[("datestamp", &moment(issue.changed))])?;
        out.text("RecordReference", &[], &record.reference)?;
        let gone = record.action == Action::Withdraw;
        let kind = match (gone, issue.announced) {
            (true, _) => "05",
            (false, true) => "02",
            (false, false) => "03",
        };
        out.line("NotificationType", kind)?;
        if gone {
            out.line("DeletionText", "Withdrawn from the collection")?;
        }
        // A library.
        out.line("RecordSourceType", "13")?;
        out.line("RecordSourceName", &self.sender)?;
        identifier(out, "01", Some(OWN), &record.reference)?;
        if let Some(isbn) = &record.metadata.isbn13 {
            identifier(out, "15", None, isbn)?;
        }
        if let Some(number) = record.metadata.product_identifier.as_deref().filter(|_| !gone) {
            identifier(out, "01", Some(PRODUCT), number)?;
        }
        if !gone {
            describe::describe(out, issue)?;
            describe::text(out, record)?;
            publish::publish(out, record)?;
        }
        publish::related(out, issue, gone)?;
        out.end()
    }

    /// Ends the message.
    pub fn finish(mut self) -> io::Result<W> {
        if self.empty {
            self.out.text("NoProduct", &[], "")?;
        }
        self.out.finish()
    }
}

/// The name of the library's own product numbers.
pub(in crate::onix) const PRODUCT: &str = "Openshelf productIdentifier";

/// A timestamp with seconds, in UTC.
fn moment(at: jiff::Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn identifier<W: Write>(out: &mut Markup<W>, kind: &str, name: Option<&str>, value: &str) -> io::Result<()> {
    out.within("ProductIdentifier", |out| {
        out.line("ProductIDType", kind)?;
        out.some("IDTypeName", name)?;
        out.line("IDValue", value)
    })
}
