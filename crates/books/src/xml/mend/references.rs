//! References in text and in the values of attributes.

use super::super::entities::{self, Kind, is_xml, push_escaped, read_reference};
use super::{MAX_ENTITY_DEPTH, Mender};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::report::FindingKind;

/// What a reference is replaced by.
pub(super) enum Replacement {
    /// Text, escaped.
    Text(String),
    /// The value of an entity, which may have markup and references.
    Entity(String),
}

impl Mender<'_, '_> {
    /// Writes the value of an attribute.
    pub(super) fn value(&mut self, value: &str, out: &mut String, depth: usize) -> Result<()> {
        let mut rest = value;
        while let Some(c) = rest.chars().next() {
            if c == '&' {
                let (length, replacement) = self.reference(rest, depth)?;
                match replacement {
                    Replacement::Text(text) => out.push_str(&text),
                    Replacement::Entity(value) => self.value(&value, out, depth + 1)?,
                }
                rest = &rest[length..];
                continue;
            }
            self.is_ill_formed |= c == '<' || !is_xml(c);
            if is_xml(c) {
                match c {
                    '>' | '\'' => out.push(c),
                    c => push_escaped(out, c),
                }
            }
            rest = &rest[c.len_utf8()..];
        }
        Ok(())
    }

    /// Reads a reference; returns its length, and what replaces it.
    pub(super) fn reference(&mut self, rest: &str, depth: usize) -> Result<(usize, Replacement)> {
        let text = |text: &str| Replacement::Text(text.to_owned());
        let escaped = |c: char| {
            let mut out = String::new();
            push_escaped(&mut out, c);
            Replacement::Text(out)
        };
        let Some(reference) = read_reference(rest) else {
            self.is_ill_formed = true;
            return Ok((1, text("&amp;")));
        };
        let length = reference.length;
        let has_end = rest[..length].ends_with(';');
        self.is_ill_formed |= !has_end;
        Ok((
            length,
            match reference.kind {
                Kind::Xml(name) => Replacement::Text(format!("&{name};")),
                Kind::Character(c) | Kind::Windows(c) => escaped(c),
                Kind::NoCharacter => {
                    self.is_ill_formed = true;
                    text("\u{fffd}")
                }
                Kind::Named(name) => {
                    let value = self.values.get(name).copied().filter(|_| has_end);
                    if let Some(value) = value.filter(|_| depth < MAX_ENTITY_DEPTH) {
                        let length = self.lengths.get(name).copied().unwrap_or_default().max(1);
                        self.expanded = self.expanded.saturating_add(length);
                        if self.expanded > Limits::EXPANSION {
                            return Err(Error::ExpandsEntities {
                                entry: self.entry.to_owned(),
                                limit: Limits::EXPANSION,
                            });
                        }
                        Replacement::Entity(literal_value(value))
                    } else if let Some(characters) = entities::html_characters(name, has_end) {
                        Replacement::Text(characters)
                    } else {
                        if has_end {
                            self.reporter.report(FindingKind::UnknownEntity, self.entry, &rest[..length]);
                        }
                        Replacement::Text(format!("&amp;{}", &rest[1..length]))
                    }
                }
            },
        ))
    }
}

/// The value of an entity with its numeric references replaced, as they are where it is declared.
fn literal_value(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find("&#") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(reference) = read_reference(rest) {
            if let Kind::Character(c) | Kind::Windows(c) = reference.kind {
                out.push(c);
            }
            rest = &rest[reference.length..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}
