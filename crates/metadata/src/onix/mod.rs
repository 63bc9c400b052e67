//! ONIX for Books 2.1, 3.0 and 3.1, with reference names or short tags.

mod accessibility;
mod audience;
mod codes;
mod people;
mod product;
mod release2;
mod rights;
mod tags;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests21;
mod titles;
mod tree;
mod write;

use std::io::BufRead;

use crate::entry::{Broken, Entry, Notes, entries_of};
use crate::plain;
use crate::xml::{Event, MAX_DEPTH, Xml, attribute, too_deep};
pub(crate) use audience::LEXILE;
pub use tags::Tag;
pub use write::Message;

/// The products of a message, one after the other.
pub struct Messages<R> {
    xml: Xml<R>,
    buffer: Vec<u8>,
    /// The release that the message states; empty if it states none.
    release: String,
    /// Whether the start tag of a product has been read.
    is_in_product: bool,
    /// Names of the open elements around the products.
    around: Vec<Vec<u8>>,
    /// The language of texts, if their product does not state it.
    default_language: Option<String>,
    number: u64,
    ended: bool,
}

impl<R: BufRead> Messages<R> {
    /// Reads up to the message's start tag, or to that of a product without a message.
    pub fn new(reader: R) -> Result<Self, Broken> {
        let (mut xml, mut buffer) = (Xml::tolerant(reader)?, Vec::new());
        let (mut release, mut is_in_product, mut around) = (String::new(), false, Vec::new());
        loop {
            match xml.next(&mut buffer)? {
                Event::Start(start) => {
                    let name = start.local_name().as_ref().to_vec();
                    if Tag::of(&name) == Some(Tag::Product) {
                        is_in_product = true;
                        break;
                    }
                    if !name.eq_ignore_ascii_case(b"ONIXMessage") {
                        return Err(Broken::new(xml.line(), "not an ONIX message"));
                    }
                    attribute(&start, b"release").unwrap_or_default().trim().clone_into(&mut release);
                    if !matches!(release.as_bytes(), [] | [b'1'..=b'3', b'.', ..]) {
                        let reason = format!("ONIX {release:.10} is not supported: send 2.1, 3.0 or 3.1");
                        return Err(Broken::new(xml.line(), reason));
                    }
                    around.push(name);
                    break;
                }
                Event::Eof => return Err(Broken::new(xml.line(), "not an ONIX message")),
                _ => {}
            }
        }
        Ok(Self {
            xml,
            buffer,
            release,
            is_in_product,
            around,
            default_language: None,
            number: 0,
            ended: false,
        })
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        self.xml.restart();
        let mut line = self.xml.line();
        while !self.is_in_product {
            line = self.xml.line();
            match self.xml.next(&mut self.buffer)? {
                Event::Start(start) => match Tag::of(start.local_name().as_ref()) {
                    Some(Tag::Product) => self.is_in_product = true,
                    Some(Tag::Header) => {
                        self.default_language = tree::header(&mut self.xml, &mut self.buffer)?;
                    }
                    _ => {
                        self.around.push(start.local_name().as_ref().to_vec());
                        if self.around.len() > MAX_DEPTH {
                            return Err(too_deep(line));
                        }
                    }
                },
                Event::End(end) => {
                    let name = end.local_name();
                    if let Some(at) = self.around.iter().rposition(|open| open == name.as_ref()) {
                        self.around.truncate(at);
                    }
                }
                Event::Eof if self.around.is_empty() => return Ok(None),
                Event::Eof => return Err(Broken::new(line, "the file ends in the middle")),
                Event::Text(_) | Event::Unknown(_) | Event::Other => {}
            }
        }
        let product = tree::product(&mut self.xml, &mut self.buffer)?;
        self.is_in_product = product.is_cut;
        self.number += 1;
        let mut notes = Notes::default();
        self.xml.take_notes().into_iter().for_each(|note| notes.add(note));
        let node = if release2::is_release2(&product.node, &self.release) {
            release2::convert(product.node, &mut notes)
        } else {
            product.node
        };
        let reference = plain::printable(node.code(Tag::RecordReference));
        let result = match product.fault {
            Some(fault) => Err(fault),
            None => product::record(&node, self.default_language.as_deref(), &mut notes),
        };
        let size = self.xml.restart();
        let (number, notes) = (self.number, notes.into_inner());
        Ok(Some(Entry { number, line, reference, result, notes, size }))
    }
}

entries_of!(Messages);
