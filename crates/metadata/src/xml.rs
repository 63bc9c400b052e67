//! XML as a stream of bounded pieces, without namespaces, and with only the predefined entities.

use std::borrow::Cow;
use std::io::BufRead;

use quick_xml::events::{BytesEnd, BytesStart, Event as Raw};
use quick_xml::{Error, Reader};

use crate::decode::Utf8;
use crate::entry::Broken;
use crate::meter::{Meter, TooLarge};
use crate::plain;

/// Depth limit of elements.
const DEPTH: usize = 64;
/// Limit of an element's attributes that are read.
const ATTRIBUTES: usize = 200;
/// Size limit of a record, and of everything before the first, bytes.
const RECORD: u64 = 8 << 20;

/// The stream.
pub(crate) struct Xml<R> {
    reader: Reader<Meter<Utf8<R>>>,
    depth: usize,
}

/// A piece of it.
#[derive(Debug)]
pub(crate) enum Event<'b> {
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

impl<R: BufRead> Xml<R> {
    pub(crate) fn new(reader: R) -> Result<Self, Broken> {
        let utf8 = Utf8::new(reader).map_err(|error| Broken::new(1, error.to_string()))?;
        let mut reader = Reader::from_reader(Meter::new(utf8, RECORD));
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        Ok(Self { reader, depth: 0 })
    }

    /// The current line.
    pub(crate) fn line(&self) -> u64 {
        self.reader.get_ref().line()
    }

    /// Number of open elements.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Begins a new record; returns the size of the previous one in bytes.
    pub(crate) fn restart(&mut self) -> u64 {
        self.reader.get_mut().restart()
    }

    /// Reads the next event into `buffer`.
    pub(crate) fn next<'b>(&mut self, buffer: &'b mut Vec<u8>) -> Result<Event<'b>, Broken> {
        buffer.clear();
        let raw = match self.reader.read_event_into(buffer) {
            Ok(raw) => raw,
            Err(error) => return Err(Broken::new(self.line(), reason(&error))),
        };
        match raw {
            Raw::Start(start) => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(Broken::new(
                        self.line(),
                        format!("more than {DEPTH} levels of nested elements"),
                    ));
                }
                Ok(Event::Start(start))
            }
            Raw::End(end) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(Event::End(end))
            }
            Raw::Text(text) => self.text(text.into_inner()).map(Event::Text),
            Raw::CData(text) => self.text(text.into_inner()).map(Event::Text),
            Raw::GeneralRef(name) => {
                let name = self.text(name.into_inner())?;
                Ok(match plain::character(&name) {
                    Some(sign) => Event::Text(sign.to_string().into()),
                    None => Event::Unknown(name.into_owned()),
                })
            }
            Raw::Eof if self.depth > 0 => Err(Broken::new(self.line(), "the file ends in the middle")),
            Raw::Eof => Ok(Event::Eof),
            Raw::Empty(_) | Raw::Comment(_) | Raw::Decl(_) | Raw::PI(_) | Raw::DocType(_) => Ok(Event::Other),
        }
    }

    fn text<'b>(&self, bytes: Cow<'b, [u8]>) -> Result<Cow<'b, str>, Broken> {
        let broken = |_| Broken::new(self.line(), "not in UTF-8, and no other encoding is declared");
        match bytes {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(broken),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| broken(error.utf8_error()))
            }
        }
    }
}

/// The value of an attribute.
pub(crate) fn attribute(start: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    // Checking for repeated names would compare each with all others.
    let mut attributes = start.attributes();
    let attributes = attributes.with_checks(false).take(ATTRIBUTES);
    let found = attributes.flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    String::from_utf8(found.value.into_owned()).ok()
}

fn reason(error: &Error) -> String {
    match error {
        Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<TooLarge>()) {
            Some(large) => format!("a record is {large}"),
            None => error.to_string(),
        },
        Error::Syntax(_) => "not well-formed XML, or the file ends in the middle".to_owned(),
        error => format!("not well-formed XML: {error}"),
    }
}
