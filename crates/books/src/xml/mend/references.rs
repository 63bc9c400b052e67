//! References in text and in the values of attributes.

use super::super::entities::{
    self, ReferenceKind, is_xml_character, push_escaped, read_reference, replace_references,
};
use super::{MAX_ENTITY_DEPTH, Mender};
use crate::{Error, FindingKind, Limits, Result};

pub(super) enum ReferenceReplacement {
    /// Text, escaped.
    Text(String),
    /// The value of an entity, which may have markup and references.
    Entity(String),
}

impl Mender<'_, '_> {
    pub(super) fn write_value(&mut self, value: &str, out: &mut String, depth: usize) -> Result<()> {
        let mut rest = value;
        while let Some(c) = rest.chars().next() {
            if c == '&' {
                let (length, replacement) = self.read_reference(rest, depth)?;
                match replacement {
                    ReferenceReplacement::Text(text) => out.push_str(&text),
                    ReferenceReplacement::Entity(value) => self.write_value(&value, out, depth + 1)?,
                }
                rest = &rest[length..];
                continue;
            }
            self.is_ill_formed |= c == '<' || !is_xml_character(c);
            if is_xml_character(c) {
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
    pub(super) fn read_reference(
        &mut self,
        rest: &str,
        depth: usize,
    ) -> Result<(usize, ReferenceReplacement)> {
        let text = |text: &str| ReferenceReplacement::Text(text.to_owned());
        let escaped = |c: char| {
            let mut out = String::new();
            push_escaped(&mut out, c);
            ReferenceReplacement::Text(out)
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
                ReferenceKind::Xml(name) => ReferenceReplacement::Text(format!("&{name};")),
                ReferenceKind::Character(c) | ReferenceKind::Windows(c) => escaped(c),
                ReferenceKind::Surrogates(c) => {
                    self.is_ill_formed = true;
                    escaped(c)
                }
                ReferenceKind::NoCharacter => {
                    self.is_ill_formed = true;
                    text("\u{fffd}")
                }
                ReferenceKind::Named(name) => {
                    let value = self.values.get(name).copied().filter(|_| has_end);
                    if let Some(value) = value.filter(|_| depth < MAX_ENTITY_DEPTH) {
                        let length = self.lengths.get(name).copied().unwrap_or_default().max(1);
                        self.expanded_bytes = self.expanded_bytes.saturating_add(length);
                        if self.expanded_bytes > Limits::MAX_EXPANSION_BYTES {
                            return Err(Error::ExpandsEntities {
                                entry: self.entry.to_owned(),
                                limit: Limits::MAX_EXPANSION_BYTES,
                            });
                        }
                        ReferenceReplacement::Entity(replace_numeric_references(value))
                    } else if let Some(characters) = entities::html_characters(name, has_end) {
                        ReferenceReplacement::Text(characters)
                    } else {
                        if has_end {
                            self.reporter.report(FindingKind::UnknownEntity, self.entry, &rest[..length]);
                        }
                        ReferenceReplacement::Text(format!("&amp;{}", &rest[1..length]))
                    }
                }
            },
        ))
    }
}

/// The value of an entity with its numeric references replaced, as they are where it is declared.
fn replace_numeric_references(value: &str) -> String {
    replace_references(value, |rest, out| {
        let numeric = rest.starts_with("&#").then(|| read_reference(rest)).flatten();
        let Some(reference) = numeric else { return 0 };
        if let ReferenceKind::Character(c) | ReferenceKind::Windows(c) | ReferenceKind::Surrogates(c) =
            reference.kind
        {
            out.push(c);
        }
        reference.length
    })
}
