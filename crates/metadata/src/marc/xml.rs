//! MARCXML: the same record as XML elements.

use std::io::BufRead;

use quick_xml::events::BytesStart;

use super::charset::remove_nonsorting_marks;
use super::{MAX_PARTS_PER_RECORD, MarcField, MarcRecord, map};
use crate::entry::{Notes, entries_of};
use crate::xml::{XmlEvent, XmlReader, attribute_value};
use crate::{BrokenFile, Entry};

const LEADER_CHARS: usize = 24;
const DELETED_REASON: &str =
    "deleted in the catalog that it comes from, without its number: withdraw its title, if there is one";
/// The last characters of a leader: the lengths of the parts of the directory.
const LEADER_END: &str = "4500";

/// The records of a collection, one after the other.
pub struct CollectionReader<R> {
    xml: XmlReader<R>,
    buffer: Vec<u8>,
    number: u64,
    /// True if a MARC element has been found.
    has_marc_element: bool,
    has_ended: bool,
}

/// Destination of the next text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextTarget {
    Nothing,
    Leader,
    Control,
    Subfield,
}

impl<R: BufRead> CollectionReader<R> {
    /// A reader of these bytes.
    pub fn new(reader: R) -> Result<Self, BrokenFile> {
        let mut xml = XmlReader::new(reader)?;
        // References to the marks around articles that are ignored in sorting.
        xml.keep_control_characters();
        Ok(Self { xml, buffer: Vec::new(), number: 0, has_marc_element: false, has_ended: false })
    }

    fn read_entry(&mut self) -> Result<Option<Entry>, BrokenFile> {
        self.xml.restart();
        loop {
            let line = self.xml.line_number();
            match self.xml.read_event(&mut self.buffer)? {
                XmlEvent::Start(start) => {
                    let name = start.local_name();
                    self.has_marc_element |= matches!(name.as_ref(), b"collection" | b"record");
                    if name.as_ref() != b"record" {
                        continue;
                    }
                    let mut notes = Notes::default();
                    let (mut marc, fault) = self.read_record(&mut notes)?;
                    self.number += 1;
                    self.xml.take_notes().into_iter().for_each(|note| notes.add(note));
                    marc.use_linked_fields(&mut notes);
                    let reference = map::find_reference(&marc);
                    let result = fault.map_or_else(|| map::map_record(&marc, &mut notes), Err);
                    let number = self.number;
                    let size = self.xml.restart();
                    let notes = notes.into_inner();
                    return Ok(Some(Entry { number, line, reference, result, notes, size }));
                }
                XmlEvent::Eof if !self.has_marc_element => {
                    return Err(BrokenFile::new(line, "there is no MARC record in it"));
                }
                XmlEvent::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    /// Reads a record after its start tag.
    fn read_record(&mut self, notes: &mut Notes) -> Result<(MarcRecord, Option<String>), BrokenFile> {
        let outside = self.xml.depth() - 1;
        let mut marc = MarcRecord::default();
        let mut fault = None;
        let mut at = TextTarget::Nothing;
        let mut parts = 0;
        loop {
            match self.xml.read_event(&mut self.buffer)? {
                XmlEvent::Start(start) => {
                    parts += 1;
                    if parts > MAX_PARTS_PER_RECORD {
                        fault = Some(format!("more than {MAX_PARTS_PER_RECORD} fields and subfields"));
                        at = TextTarget::Nothing;
                    } else {
                        if is_deleted_header(&start) {
                            fault = Some(DELETED_REASON.to_owned());
                        }
                        at = open_element(&mut marc, &start, notes);
                    }
                }
                XmlEvent::End(_) => {
                    at = TextTarget::Nothing;
                    if self.xml.depth() == outside {
                        marc.leader = align_leader(&marc.leader);
                        return Ok((marc, fault));
                    }
                }
                XmlEvent::Text(text) => {
                    let place = match at {
                        TextTarget::Nothing => None,
                        TextTarget::Leader => Some(&mut marc.leader),
                        TextTarget::Control => marc.control.last_mut().map(|(_, text)| text),
                        TextTarget::Subfield => {
                            marc.fields.last_mut().and_then(|f| f.subfields.last_mut()).map(|(_, t)| t)
                        }
                    };
                    if let Some(place) = place {
                        place.push_str(&remove_nonsorting_marks(&text));
                    }
                }
                XmlEvent::Unknown(name) => fault = Some(format!("the entity &{name:.40}; is not known")),
                XmlEvent::Other => {}
                XmlEvent::Eof => {
                    return Err(BrokenFile::new(self.xml.line_number(), "the file ends in the middle"));
                }
            }
        }
    }
}

/// Returns true for the header of a record that a catalog with OAI-PMH has deleted. It has no fields.
fn is_deleted_header(start: &BytesStart<'_>) -> bool {
    start.local_name().as_ref() == b"header"
        && attribute_value(start, b"status").is_some_and(|status| status == "deleted")
}

/// A leader whose characters are at their positions, although it is on a line of its own, or a program has
/// removed the blanks at its beginning.
fn align_leader(leader: &str) -> String {
    let trimmed = leader.trim();
    let has_no_blanks = trimmed.len() < LEADER_CHARS && trimmed.ends_with(LEADER_END);
    if has_no_blanks || leader.starts_with(['\n', '\r', '\t']) {
        return format!("{trimmed:>LEADER_CHARS$}");
    }
    leader.to_owned()
}

fn open_element(marc: &mut MarcRecord, start: &BytesStart<'_>, notes: &mut Notes) -> TextTarget {
    let value = |name: &[u8]| attribute_value(start, name).unwrap_or_default();
    let mut require = |name: &[u8]| {
        let value = value(name);
        if value.is_empty() {
            notes.add("a field without a tag or a subfield without a code is left out");
        }
        value
    };
    match start.local_name().as_ref() {
        b"leader" => TextTarget::Leader,
        b"controlfield" => {
            marc.control.push((require(b"tag"), String::new()));
            TextTarget::Control
        }
        b"datafield" => {
            let indicator = |name: &[u8]| value(name).chars().next().unwrap_or(' ');
            let indicators = [indicator(b"ind1"), indicator(b"ind2")];
            marc.fields.push(MarcField { tag: require(b"tag"), indicators, subfields: Vec::new() });
            TextTarget::Nothing
        }
        b"subfield" => match (marc.fields.last_mut(), require(b"code").chars().next()) {
            (Some(field), Some(code)) => {
                field.subfields.push((code, String::new()));
                TextTarget::Subfield
            }
            _ => TextTarget::Nothing,
        },
        _ => TextTarget::Nothing,
    }
}

entries_of!(CollectionReader);
