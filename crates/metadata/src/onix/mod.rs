//! ONIX for Books 3.0 and 3.1, with reference names or short tags.

mod accessibility;
mod audience;
mod codes;
mod people;
mod product;
mod rights;
mod tags;
#[cfg(test)]
mod tests;
mod titles;
mod tree;
mod write;

use std::io::BufRead;

use crate::entry::{Broken, Entry, Notes, entries_of};
use crate::xml::{Event, Xml, attribute};
pub(crate) use audience::LEXILE;
pub(crate) use product::year;
pub use tags::Tag;
pub use write::Message;

/// The products of a message, one after the other.
pub struct Messages<R> {
    xml: Xml<R>,
    buffer: Vec<u8>,
    number: u64,
    ended: bool,
}

impl<R: BufRead> Messages<R> {
    /// Reads up to the message's start tag.
    pub fn new(reader: R) -> Result<Self, Broken> {
        let (mut xml, mut buffer) = (Xml::new(reader)?, Vec::new());
        loop {
            match xml.next(&mut buffer)? {
                Event::Start(start) => {
                    let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
                    let release = attribute(&start, b"release").unwrap_or_default();
                    if !name.eq_ignore_ascii_case("ONIXMessage") {
                        return Err(Broken::new(xml.line(), "not an ONIX message"));
                    }
                    if !release.trim().starts_with("3.") {
                        let reason = "not ONIX 3: the message must state its release, 3.0 or 3.1";
                        return Err(Broken::new(xml.line(), reason));
                    }
                    break;
                }
                Event::Eof => return Err(Broken::new(xml.line(), "not an ONIX message")),
                _ => {}
            }
        }
        Ok(Self { xml, buffer, number: 0, ended: false })
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        self.xml.restart();
        loop {
            let line = self.xml.line();
            match self.xml.next(&mut self.buffer)? {
                Event::Start(start) if tags::Tag::of(start.local_name().as_ref()) == Some(Tag::Product) => {
                    let product = tree::product(&mut self.xml, &mut self.buffer)?;
                    self.number += 1;
                    let mut notes = Notes::default();
                    let reference = product.node.code(Tag::RecordReference).to_owned();
                    let result = match product.fault {
                        Some(fault) => Err(fault),
                        None => product::record(&product.node, &mut notes),
                    };
                    let size = self.xml.restart();
                    let (number, notes) = (self.number, notes.into_inner());
                    return Ok(Some(Entry { number, line, reference, result, notes, size }));
                }
                // A header or another element between products.
                Event::Start(_) => {
                    let outside = self.xml.depth() - 1;
                    while self.xml.depth() > outside {
                        self.xml.next(&mut self.buffer)?;
                    }
                }
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }
}

entries_of!(Messages);
