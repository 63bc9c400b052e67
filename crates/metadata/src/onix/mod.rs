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

use crate::entry::{Notes, entries_of};
use crate::xml::{MAX_DEPTH, XmlEvent, XmlReader, attribute_value, too_deep_error};
use crate::{BrokenFile, Entry, plain};
pub(crate) use audience::{LEXILE_CODES, READING_AGES, map_lexile};
pub use tags::Tag;
pub use write::MessageWriter;

/// The products of a message, one after the other.
pub struct ProductReader<R> {
    xml: XmlReader<R>,
    buffer: Vec<u8>,
    /// The release that the message states; empty if it states none.
    release: String,
    /// True if the start tag of a product has been read.
    is_in_product: bool,
    /// Names of the open elements around the products.
    enclosing_elements: Vec<Vec<u8>>,
    /// The language of texts, if their product does not state it.
    default_language: Option<String>,
    number: u64,
    has_ended: bool,
}

impl<R: BufRead> ProductReader<R> {
    /// Reads up to the message's start tag, or to that of a product without a message.
    pub fn new(reader: R) -> Result<Self, BrokenFile> {
        let mut xml = XmlReader::new_tolerant(reader)?;
        let mut buffer = Vec::new();
        let (mut release, mut is_in_product, mut around) = (String::new(), false, Vec::new());
        loop {
            match xml.read_event(&mut buffer)? {
                XmlEvent::Start(start) => {
                    let name = start.local_name().as_ref().to_vec();
                    if Tag::from_name(&name) == Some(Tag::Product) {
                        is_in_product = true;
                        break;
                    }
                    if !name.eq_ignore_ascii_case(b"ONIXMessage") {
                        return Err(BrokenFile::new(xml.line_number(), "not an ONIX message"));
                    }
                    attribute_value(&start, b"release").unwrap_or_default().trim().clone_into(&mut release);
                    if !matches!(release.as_bytes(), [] | [b'1'..=b'3', b'.', ..]) {
                        let reason = format!("ONIX {release:.10} is not supported: send 2.1, 3.0 or 3.1");
                        return Err(BrokenFile::new(xml.line_number(), reason));
                    }
                    around.push(name);
                    break;
                }
                XmlEvent::Eof => return Err(BrokenFile::new(xml.line_number(), "not an ONIX message")),
                _ => {}
            }
        }
        Ok(Self {
            xml,
            buffer,
            release,
            is_in_product,
            enclosing_elements: around,
            default_language: None,
            number: 0,
            has_ended: false,
        })
    }

    fn read_entry(&mut self) -> Result<Option<Entry>, BrokenFile> {
        self.xml.restart();
        let mut line = self.xml.line_number();
        while !self.is_in_product {
            line = self.xml.line_number();
            match self.xml.read_event(&mut self.buffer)? {
                XmlEvent::Start(start) => match Tag::from_name(start.local_name().as_ref()) {
                    Some(Tag::Product) => self.is_in_product = true,
                    Some(Tag::Header) => {
                        self.default_language = tree::read_header(&mut self.xml, &mut self.buffer)?;
                    }
                    _ => {
                        self.enclosing_elements.push(start.local_name().as_ref().to_vec());
                        if self.enclosing_elements.len() > MAX_DEPTH {
                            return Err(too_deep_error(line));
                        }
                    }
                },
                XmlEvent::End(end) => {
                    let name = end.local_name();
                    if let Some(at) = self.enclosing_elements.iter().rposition(|open| open == name.as_ref()) {
                        self.enclosing_elements.truncate(at);
                    }
                }
                XmlEvent::Eof if self.enclosing_elements.is_empty() => return Ok(None),
                XmlEvent::Eof => return Err(BrokenFile::new(line, "the file ends in the middle")),
                XmlEvent::Text(_) | XmlEvent::Unknown(_) | XmlEvent::Other => {}
            }
        }
        let product = tree::read_product(&mut self.xml, &mut self.buffer)?;
        self.is_in_product = product.is_cut;
        self.number += 1;
        let mut notes = Notes::default();
        self.xml.take_notes().into_iter().for_each(|note| notes.add(note));
        let node = if release2::is_release2(&product.node, &self.release) {
            release2::convert_product(product.node, &mut notes)
        } else {
            product.node
        };
        let reference = plain::to_printable(node.code_of(Tag::RecordReference));
        let result = match product.fault {
            Some(fault) => Err(fault),
            None => product::map_product(&node, self.default_language.as_deref(), &mut notes),
        };
        let size = self.xml.restart();
        let number = self.number;
        let notes = notes.into_inner();
        Ok(Some(Entry { number, line, reference, result, notes, size }))
    }
}

entries_of!(ProductReader);
