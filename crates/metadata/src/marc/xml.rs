//! MARCXML: the same record as XML elements.

use std::io::BufRead;

use quick_xml::events::BytesStart;

use super::charset::without_marks;
use super::{Field, Marc, PARTS, map};
use crate::entry::{Broken, Entry, Notes, entries_of};
use crate::xml::{Event, Xml, attribute};

/// The records of a collection, one after the other.
pub struct Collection<R> {
    xml: Xml<R>,
    buffer: Vec<u8>,
    number: u64,
    /// Whether a MARC element has been found.
    known: bool,
    ended: bool,
}

/// Destination of the next text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Nothing,
    Leader,
    Control,
    Subfield,
}

impl<R: BufRead> Collection<R> {
    /// A reader of these bytes.
    pub fn new(reader: R) -> Result<Self, Broken> {
        let mut xml = Xml::new(reader)?;
        // References to the marks around articles that are ignored in sorting.
        xml.keep_control_characters();
        Ok(Self { xml, buffer: Vec::new(), number: 0, known: false, ended: false })
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        self.xml.restart();
        loop {
            let line = self.xml.line();
            match self.xml.next(&mut self.buffer)? {
                Event::Start(start) => {
                    let name = start.local_name();
                    self.known |= matches!(name.as_ref(), b"collection" | b"record");
                    if name.as_ref() != b"record" {
                        continue;
                    }
                    let mut notes = Notes::default();
                    let (mut marc, fault) = self.record(&mut notes)?;
                    self.number += 1;
                    self.xml.take_notes().into_iter().for_each(|note| notes.add(note));
                    marc.use_linked_title(&mut notes);
                    let reference = map::reference(&marc);
                    let result = fault.map_or_else(|| map::record(&marc, &mut notes), Err);
                    let (number, size, notes) = (self.number, self.xml.restart(), notes.into_inner());
                    return Ok(Some(Entry { number, line, reference, result, notes, size }));
                }
                Event::Eof if !self.known => {
                    return Err(Broken::new(line, "there is no MARC record in it"));
                }
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    /// Reads a record after its start tag.
    fn record(&mut self, notes: &mut Notes) -> Result<(Marc, Option<String>), Broken> {
        let outside = self.xml.depth() - 1;
        let (mut marc, mut fault, mut at, mut parts) = (Marc::default(), None, At::Nothing, 0);
        loop {
            match self.xml.next(&mut self.buffer)? {
                Event::Start(start) => {
                    parts += 1;
                    if parts > PARTS {
                        fault = Some(format!("more than {PARTS} fields and subfields"));
                        at = At::Nothing;
                    } else {
                        at = open(&mut marc, &start, notes);
                    }
                }
                Event::End(_) => {
                    at = At::Nothing;
                    if self.xml.depth() == outside {
                        return Ok((marc, fault));
                    }
                }
                Event::Text(text) => {
                    let place = match at {
                        At::Nothing => None,
                        At::Leader => Some(&mut marc.leader),
                        At::Control => marc.control.last_mut().map(|(_, text)| text),
                        At::Subfield => {
                            marc.fields.last_mut().and_then(|f| f.subfields.last_mut()).map(|(_, t)| t)
                        }
                    };
                    if let Some(place) = place {
                        place.push_str(&without_marks(&text));
                    }
                }
                Event::Unknown(name) => fault = Some(format!("the entity &{name:.40}; is not known")),
                Event::Other => {}
                Event::Eof => return Err(Broken::new(self.xml.line(), "the file ends in the middle")),
            }
        }
    }
}

fn open(marc: &mut Marc, start: &BytesStart<'_>, notes: &mut Notes) -> At {
    let value = |name: &[u8]| attribute(start, name).unwrap_or_default();
    let mut require = |name: &[u8]| {
        let value = value(name);
        if value.is_empty() {
            notes.add("a field without a tag or a subfield without a code is left out");
        }
        value
    };
    match start.local_name().as_ref() {
        b"leader" => At::Leader,
        b"controlfield" => {
            marc.control.push((require(b"tag"), String::new()));
            At::Control
        }
        b"datafield" => {
            let indicator = |name: &[u8]| value(name).chars().next().unwrap_or(' ');
            let indicators = [indicator(b"ind1"), indicator(b"ind2")];
            marc.fields.push(Field { tag: require(b"tag"), indicators, subfields: Vec::new() });
            At::Nothing
        }
        b"subfield" => match (marc.fields.last_mut(), require(b"code").chars().next()) {
            (Some(field), Some(code)) => {
                field.subfields.push((code, String::new()));
                At::Subfield
            }
            _ => At::Nothing,
        },
        _ => At::Nothing,
    }
}

entries_of!(Collection);
