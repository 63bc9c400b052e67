//! XML as a stream of bounded pieces, without namespaces, and with the named characters of HTML.

use std::borrow::Cow;
use std::io::BufRead;

use encoding_rs::Encoding;
use quick_xml::events::{BytesEnd, BytesStart, Event as Raw};
use quick_xml::{Error, Reader};

use crate::decode::{self, AsciiSuperset};
use crate::markup_escaper::MarkupEscaper;
use crate::meter::{MeteredReader, RecordTooLarge};
use crate::{BrokenFile, references};

pub(crate) const MAX_DEPTH: usize = 64;
/// Limit of an element's attributes that are read.
const MAX_ATTRIBUTES: usize = 200;
/// Size limit of a record, and of everything before the first, bytes.
const MAX_RECORD_BYTES: u64 = 8 << 20;
/// Limit of the notes about a record.
const MAX_NOTES: usize = 20;

pub(crate) struct XmlReader<R> {
    reader: Reader<MeteredReader<MarkupEscaper<AsciiSuperset<R>>>>,
    encoding: &'static Encoding,
    depth: usize,
    is_tolerant: bool,
    keeps_controls: bool,
    notes: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum XmlEvent<'b> {
    /// An element begins.
    Start(BytesStart<'b>),
    /// The most recent open element ends.
    End(BytesEnd<'b>),
    /// Characters.
    Text(Cow<'b, str>),
    /// A reference to an undefined entity.
    Unknown(String),
    /// Comments and the like.
    Other,
    /// The document has ended, and is complete.
    Eof,
}

impl<R: BufRead> XmlReader<R> {
    /// A reader of well-formed XML.
    pub(crate) fn new(reader: R) -> Result<Self, BrokenFile> {
        Self::with_tolerance(reader, false)
    }

    /// A reader of XML whose elements may not end, or end twice, and whose texts may have `<` as such. The
    /// caller matches starts and ends, and limits their depth.
    pub(crate) fn new_tolerant(reader: R) -> Result<Self, BrokenFile> {
        Self::with_tolerance(reader, true)
    }

    fn with_tolerance(reader: R, is_tolerant: bool) -> Result<Self, BrokenFile> {
        let reader = AsciiSuperset::new(reader).map_err(|error| BrokenFile::new(1, error.to_string()))?;
        let encoding = reader.encoding();
        let reader = MarkupEscaper::new(reader, is_tolerant);
        let mut reader = Reader::from_reader(MeteredReader::new(reader, MAX_RECORD_BYTES));
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        config.check_end_names = !is_tolerant;
        config.allow_unmatched_ends = is_tolerant;
        Ok(Self { reader, encoding, depth: 0, is_tolerant, keeps_controls: false, notes: Vec::new() })
    }

    /// Reads references to the control characters 128 to 159 as such, not as characters of Windows.
    pub(crate) fn keep_control_characters(&mut self) {
        self.keeps_controls = true;
    }

    /// Returns the doubts about texts since the last call.
    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    pub(crate) fn line_number(&self) -> u64 {
        self.reader.get_ref().line_number()
    }

    /// Number of open elements, if the XML is well-formed.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Begins a new record; returns the size of the previous one in bytes.
    pub(crate) fn restart(&mut self) -> u64 {
        self.reader.get_mut().restart()
    }

    /// Reads the next event into `buffer`.
    pub(crate) fn read_event<'b>(&mut self, buffer: &'b mut Vec<u8>) -> Result<XmlEvent<'b>, BrokenFile> {
        buffer.clear();
        let raw = match self.reader.read_event_into(buffer) {
            Ok(raw) => raw,
            Err(error) => return Err(BrokenFile::new(self.line_number(), format_error(&error))),
        };
        match raw {
            Raw::Start(start) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH && !self.is_tolerant {
                    return Err(too_deep_error(self.line_number()));
                }
                Ok(XmlEvent::Start(start))
            }
            Raw::End(end) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(XmlEvent::End(end))
            }
            Raw::Text(text) => Ok(XmlEvent::Text(self.decode_text(text.into_inner()))),
            Raw::CData(text) => Ok(XmlEvent::Text(self.decode_text(text.into_inner()))),
            Raw::GeneralRef(name) => {
                let name = self.decode_text(name.into_inner());
                let control = references::resolve_control_char(&name).filter(|_| self.keeps_controls);
                let mut characters = String::from_iter(control);
                Ok(if !characters.is_empty() || references::push_resolved(&name, &mut characters) {
                    XmlEvent::Text(characters.into())
                } else {
                    XmlEvent::Unknown(name.into_owned())
                })
            }
            Raw::Eof if self.depth > 0 && !self.is_tolerant => {
                Err(BrokenFile::new(self.line_number(), "the file ends in the middle"))
            }
            Raw::Eof => Ok(XmlEvent::Eof),
            Raw::Empty(_) | Raw::Comment(_) | Raw::Decl(_) | Raw::PI(_) | Raw::DocType(_) => {
                Ok(XmlEvent::Other)
            }
        }
    }

    fn decode_text<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Cow<'b, str> {
        let (text, note) = match bytes {
            Cow::Borrowed(bytes) => decode::decode_text(bytes, self.encoding),
            Cow::Owned(bytes) => {
                let (text, note) = decode::decode_text(&bytes, self.encoding);
                (text.into_owned().into(), note)
            }
        };
        self.notes.extend(note.filter(|_| self.notes.len() < MAX_NOTES));
        text
    }
}

/// The error about elements that are nested too deep.
pub(crate) fn too_deep_error(line: u64) -> BrokenFile {
    BrokenFile::new(line, format!("more than {MAX_DEPTH} levels of nested elements"))
}

pub(crate) fn attribute_value(start: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    // Checking for repeated names would compare each with all others.
    let mut attributes = start.attributes();
    let attributes = attributes.with_checks(false).take(MAX_ATTRIBUTES);
    let found = attributes.flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(String::from_utf8_lossy(&found.value).into_owned())
}

fn format_error(error: &Error) -> String {
    match error {
        Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<RecordTooLarge>()) {
            Some(large) => format!("a record is {large}"),
            None => error.to_string(),
        },
        Error::Syntax(_) => "not well-formed XML, or the file ends in the middle".to_owned(),
        error => format!("not well-formed XML: {error}"),
    }
}
