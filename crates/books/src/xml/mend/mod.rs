//! Making XML of what was meant to be XML: references, attributes, prefixes and nesting. What is HTML and not
//! nested well is left to [`super::repair_html`], which reads it as browsers do.

mod attributes;
mod names;
mod prolog;
mod references;

use std::collections::HashMap;

use super::entities::{is_xml_character, push_escaped};
use super::{bounds, doctype, tag};
use crate::{Error, Limits, Reporter, Result};

use names::{known_namespace, split_name};
use prolog::Prolog;
use references::ReferenceReplacement;

pub(crate) use names::is_html;

const MAX_ENTITY_DEPTH: usize = 16;

/// The form in which a mended document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MendOutput {
    /// Well-formed XML.
    Xml,
    /// HTML with its tags as they are, for a parser of HTML.
    Tags,
}

/// A document that was made well-formed.
#[derive(Debug)]
pub(super) struct MendedDocument {
    pub(super) text: String,
    /// True if its first element is one of HTML, or it has none.
    pub(super) is_html: bool,
    /// True if there were faults other than in the document type declaration.
    pub(super) is_ill_formed: bool,
    /// True if elements were not nested well.
    pub(super) is_unbalanced: bool,
}

/// Makes a document well-formed. What it declares is expanded, and its document type declaration is left out.
///
/// # Errors
/// It is out of bounds: too deep, with too many attributes or entities, or too large.
pub(super) fn mend_document(
    entry: &str,
    text: &str,
    limits: &Limits,
    reporter: &Reporter,
    output: MendOutput,
) -> Result<MendedDocument> {
    let prolog = Prolog::read_prolog(text);
    let declared = prolog.doctype.map(|doctype| doctype.entities).unwrap_or_default();
    let expands = || Error::ExpandsEntities { entry: entry.to_owned(), limit: Limits::MAX_EXPANSION_BYTES };
    if declared.len() > Limits::MAX_ENTITIES {
        return Err(expands());
    }
    let mut values: HashMap<&str, &str> = HashMap::new();
    for (name, value) in &declared {
        values.entry(name).or_insert(value);
    }
    let mut mender = Mender {
        entry,
        limits,
        reporter,
        output,
        text: String::with_capacity(text.len() + 256),
        open: Vec::new(),
        open_names: HashMap::new(),
        prefixes: HashMap::new(),
        closed_early: HashMap::new(),
        lengths: doctype::expanded_lengths(&declared),
        values,
        expanded_bytes: 0,
        missing: Vec::new(),
        instructions: prolog.instructions,
        leading: prolog.leading,
        has_root: false,
        root_ended: false,
        is_html: false,
        is_ill_formed: prolog.is_ill_formed,
        is_unbalanced: false,
    };
    mender.mend_text(prolog.rest, 0)?;
    Ok(mender.into_document())
}

struct OpenElement {
    name: String,
    prefixes: Vec<String>,
}

type SourceAttribute<'t> = (&'t str, &'t str);

struct Mender<'r, 't> {
    entry: &'r str,
    limits: &'r Limits,
    reporter: &'r Reporter,
    output: MendOutput,
    text: String,
    open: Vec<OpenElement>,
    /// The number of open elements of each name, and of declarations of each prefix.
    open_names: HashMap<String, usize>,
    prefixes: HashMap<String, usize>,
    /// Elements that were closed at their start tags, and whose end tags may follow.
    closed_early: HashMap<String, usize>,
    values: HashMap<&'t str, &'t str>,
    lengths: HashMap<&'t str, u64>,
    expanded_bytes: u64,
    /// End signs that the rest of the text does not have.
    missing: Vec<&'static str>,
    /// Processing instructions that apply to the document.
    instructions: String,
    /// Words before the first tag.
    leading: String,
    has_root: bool,
    root_ended: bool,
    is_html: bool,
    is_ill_formed: bool,
    is_unbalanced: bool,
}

/// A comment, a section or an instruction.
struct MarkupPassage {
    /// The ends of its content and of its end sign. `None` if it has no end.
    ends: Option<(usize, usize)>,
}

impl Mender<'_, '_> {
    fn mend_text(&mut self, text: &str, depth: usize) -> Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find('<').unwrap_or(rest.len());
            self.write_text(&rest[..end], depth)?;
            rest = &rest[end..];
            if !rest.is_empty() {
                let length = self.read_markup(rest)?;
                rest = &rest[length..];
            }
            bounds::check_size(self.entry, self.text.len())?;
        }
        Ok(())
    }

    /// Reads what begins with `<`; returns its length.
    fn read_markup(&mut self, markup: &str) -> Result<usize> {
        if let Some(comment) = self.read_passage(markup, "<!--", "-->") {
            // The words behind a comment without an end are text.
            self.is_ill_formed |= comment.ends.is_none();
            return Ok(comment.ends.map_or(4, |(_, end)| end));
        }
        if let Some(section) = self.read_passage(markup, "<![CDATA[", "]]>") {
            self.is_ill_formed |= section.ends.is_none();
            let (inner, end) = section.ends.unwrap_or((9, 9));
            self.write_literal(&markup[9..inner]);
            return Ok(end);
        }
        let other = self.read_passage(markup, "<?", "?>").or_else(|| self.read_passage(markup, "<!", ">"));
        if let Some(instruction) = other {
            let end = instruction.ends.map(|(_, end)| end);
            self.is_ill_formed |= end.is_none() || markup.starts_with("<!");
            return Ok(end.unwrap_or(2));
        }
        if let Some(inner) = markup.strip_prefix("</") {
            let Some(end) = inner.find(['>', '<']) else {
                self.is_ill_formed = true;
                return Ok(markup.len());
            };
            let name = inner[..end].split_whitespace().next().unwrap_or_default();
            if split_name(name).is_some() {
                self.end_element(name);
            } else {
                self.is_ill_formed = true;
            }
            return Ok(2 + end + usize::from(inner[end..].starts_with('>')));
        }
        self.read_start_tag(markup)
    }

    /// Reads a passage that begins with `open`. `None` if the text begins with something else.
    fn read_passage(&mut self, rest: &str, open: &str, close: &'static str) -> Option<MarkupPassage> {
        let inner = rest.strip_prefix(open)?;
        // A name that was not found before is not searched for again.
        if self.missing.contains(&close) {
            return Some(MarkupPassage { ends: None });
        }
        let ends = inner.find(close).map(|at| (at + open.len(), at + open.len() + close.len()));
        if ends.is_none() {
            self.missing.push(close);
        }
        Some(MarkupPassage { ends })
    }

    /// Reads a start tag; returns its length, with that of text that is not markup.
    fn read_start_tag(&mut self, markup: &str) -> Result<usize> {
        let name_end = markup[1..].find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<'));
        let name = &markup[1..name_end.map_or(markup.len(), |end| end + 1)];
        let Some((_, local)) = split_name(name) else {
            self.is_ill_formed = true;
            self.write_literal("<");
            return Ok(1);
        };
        let after_name = &markup[1 + name.len()..];
        if after_name.starts_with('<') && self.text.ends_with(char::is_alphanumeric)
            || attributes::is_text_after_name(after_name)
        {
            self.is_ill_formed = true;
            self.write_literal("<");
            return Ok(1);
        }
        let Some(tag) = tag::measure_tag(markup, Limits::MAX_ATTRIBUTES) else {
            return Ok(self.cut_tag(markup, name)?.unwrap_or(markup.len()));
        };
        bounds::check_attributes(self.entry, tag.attributes)?;
        let written = &markup[..tag.length];
        // A quotation mark is missing where a value contains other tags.
        if written[1..].contains("</")
            && let Some(length) = self.cut_tag(markup, name)?
        {
            return Ok(length);
        }
        let attributes = self.read_attributes(&written[1 + name.len()..]);
        self.start_element(name, &attributes, tag.is_empty)?;
        let is_raw = matches!(local.to_ascii_lowercase().as_str(), "script" | "style");
        if is_raw && !tag.is_empty && self.is_html {
            let content = &markup[tag.length..];
            let closes = |at: &usize| {
                let after = content.as_bytes().get(at + 2..at + 2 + name.len());
                after.is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            };
            let mut ends = content.match_indices("</").map(|(at, _)| at);
            let end = ends.find(closes).unwrap_or(content.len());
            self.write_raw(&content[..end]);
            return Ok(tag.length + end);
        }
        Ok(tag.length)
    }

    /// Reads a start tag whose last quotation mark is missing: it ends with the first `>`.
    fn cut_tag(&mut self, rest: &str, name: &str) -> Result<Option<usize>> {
        self.is_ill_formed = true;
        let Some(end) = rest.find('>') else { return Ok(None) };
        let inner = rest[1 + name.len()..end].trim_end_matches('/');
        let attributes = self.read_attributes(inner);
        bounds::check_attributes(self.entry, attributes.len())?;
        self.start_element(name, &attributes, rest[..end].ends_with('/'))?;
        Ok(Some(end + 1))
    }

    fn start_element(
        &mut self,
        name: &str,
        attributes: &[SourceAttribute<'_>],
        is_empty: bool,
    ) -> Result<()> {
        if !self.has_root {
            self.has_root = true;
            self.is_html = is_html(name);
            if self.output == MendOutput::Xml {
                self.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
                let instructions = std::mem::take(&mut self.instructions);
                self.text.push_str(&instructions);
                if self.is_html {
                    self.text.push_str("<!DOCTYPE html>\n");
                }
            }
        } else if self.root_ended {
            self.is_unbalanced = true;
            // The content of a second root of the same name is that of the first.
            if self.output == MendOutput::Xml && self.open.first().is_some_and(|root| root.name == name) {
                *self.closed_early.entry(name.to_owned()).or_default() += usize::from(!is_empty);
                return Ok(());
            }
        }
        if self.output == MendOutput::Xml && !self.is_html {
            self.imply_ends(name);
        }
        let has = |wanted: &str| attributes.iter().any(|(name, _)| *name == wanted);
        let closes = is_empty || !self.is_html && names::is_void(name, &has);
        let prefixes = self.write_start_tag(name, attributes)?;
        match (self.output, closes) {
            (MendOutput::Tags, _) => self.text.push_str(if is_empty { "/>" } else { ">" }),
            (MendOutput::Xml, true) => {
                if !is_empty {
                    *self.closed_early.entry(name.to_owned()).or_default() += 1;
                }
                if self.open.is_empty() {
                    // The root has to be able to hold what may follow.
                    self.push_open(name, prefixes)?;
                    self.root_ended = is_empty;
                } else {
                    self.text.push_str("/>");
                }
            }
            (MendOutput::Xml, false) => self.push_open(name, prefixes)?,
        }
        if self.is_html && !is_empty && name.eq_ignore_ascii_case("body") {
            let leading = std::mem::take(&mut self.leading);
            if !leading.is_empty() {
                self.text.push_str("<p>");
                self.write_literal(&leading);
                self.text.push_str("</p>");
            }
        }
        Ok(())
    }

    /// Writes a start tag up to its end; returns the prefixes that it declares.
    fn write_start_tag(&mut self, name: &str, attributes: &[SourceAttribute<'_>]) -> Result<Vec<String>> {
        let is_xml_output = self.output == MendOutput::Xml;
        self.text.extend(["<", name]);
        let mut written: Vec<&str> = Vec::new();
        let mut declared: Vec<String> = Vec::new();
        let mut used: Vec<&str> = split_name(name).and_then(|(prefix, _)| prefix).into_iter().collect();
        for (key, value) in attributes {
            let Some((prefix, local)) = split_name(key) else {
                self.is_ill_formed = true;
                continue;
            };
            if written.contains(key) {
                self.is_ill_formed = true;
                continue;
            }
            if prefix == Some("xmlns") {
                let is_reserved = matches!(local, "xml" | "xmlns") || value.trim().is_empty();
                if is_reserved || !is_xml_output {
                    self.is_ill_formed |= local != "xml";
                    continue;
                }
                declared.push(local.to_owned());
            } else if let Some(prefix) = prefix.filter(|prefix| *prefix != "xml") {
                used.push(prefix);
            }
            written.push(key);
            let mut text = String::new();
            self.write_value(value, &mut text, 0)?;
            self.text.extend([" ", key, "=\"", &text, "\""]);
        }
        if is_xml_output {
            for prefix in used {
                if !declared.iter().any(|own| own == prefix) && !self.prefixes.contains_key(prefix) {
                    self.is_ill_formed = true;
                    self.text.extend([" xmlns:", prefix, "=\"", &known_namespace(prefix), "\""]);
                    declared.push(prefix.to_owned());
                }
            }
        }
        Ok(declared)
    }

    fn push_open(&mut self, name: &str, prefixes: Vec<String>) -> Result<()> {
        self.text.push('>');
        for prefix in &prefixes {
            *self.prefixes.entry(prefix.clone()).or_default() += 1;
        }
        *self.open_names.entry(name.to_owned()).or_default() += 1;
        self.open.push(OpenElement { name: name.to_owned(), prefixes });
        if self.open.len() > self.limits.xml_depth {
            return Err(Error::TooDeep { entry: self.entry.to_owned(), limit: self.limits.xml_depth });
        }
        Ok(())
    }

    fn pop_open(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.text.extend(["</", &open.name, ">"]);
        for (table, key) in
            open.prefixes.iter().map(|prefix| (true, prefix)).chain(std::iter::once((false, &open.name)))
        {
            let table = if table { &mut self.prefixes } else { &mut self.open_names };
            if let Some(count) = table.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    table.remove(key);
                }
            }
        }
    }

    fn end_element(&mut self, name: &str) {
        if self.output == MendOutput::Tags {
            self.text.extend(["</", name, ">"]);
            return;
        }
        if !self.open_names.contains_key(name) {
            match self.closed_early.get_mut(name).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => self.is_unbalanced = true,
            }
            return;
        }
        while self.open.len() > 1 && self.open.last().is_some_and(|open| open.name != name) {
            self.is_unbalanced = true;
            self.pop_open();
        }
        if self.open.len() > 1 {
            self.pop_open();
        } else {
            // Content after the root belongs to it.
            self.is_unbalanced |= self.root_ended;
            self.root_ended = true;
        }
    }

    /// Ends elements that an element cannot be in.
    fn imply_ends(&mut self, name: &str) {
        while self.open.len() > 1
            && let Some(depth) =
                names::count_implied_ends(name, self.open[1..].iter().rev().map(|open| open.name.as_str()))
        {
            self.is_unbalanced = true;
            (0..=depth).for_each(|_| self.pop_open());
        }
    }

    fn write_text(&mut self, text: &str, depth: usize) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if self.output == MendOutput::Xml {
            let is_blank = text.trim().is_empty();
            if !self.has_root && is_blank {
                return Ok(());
            }
            self.is_unbalanced |= !is_blank && (self.root_ended || !self.has_root);
        }
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.write_plain(&rest[..at]);
            rest = &rest[at..];
            let (length, replacement) = self.read_reference(rest, depth)?;
            match replacement {
                ReferenceReplacement::Text(text) => self.text.push_str(&text),
                ReferenceReplacement::Entity(value) => {
                    let missing = std::mem::take(&mut self.missing);
                    self.mend_text(&value, depth + 1)?;
                    self.missing = missing;
                }
            }
            rest = &rest[length..];
        }
        self.write_plain(rest);
        Ok(())
    }

    /// Writes text that has no references.
    fn write_plain(&mut self, text: &str) {
        let is_clean = !text.contains("]]>") && text.chars().all(is_xml_character);
        if is_clean {
            self.text.push_str(text);
            return;
        }
        self.is_ill_formed = true;
        for c in text.chars() {
            match c {
                '>' => self.text.push_str("&gt;"),
                // They separate words.
                '\u{b}' | '\u{c}' => self.text.push(' '),
                c if is_xml_character(c) => self.text.push(c),
                _ => {}
            }
        }
    }

    /// Writes characters that are not markup.
    fn write_literal(&mut self, text: &str) {
        text.chars().filter(|c| is_xml_character(*c)).for_each(|c| push_escaped(&mut self.text, c));
    }

    /// Writes the content of a script or of styles.
    fn write_raw(&mut self, text: &str) {
        if self.output == MendOutput::Tags {
            self.text.push_str(text);
            return;
        }
        self.write_literal(&text.replace("<![CDATA[", "").replace("]]>", ""));
    }

    fn into_document(mut self) -> MendedDocument {
        if self.output == MendOutput::Xml {
            self.is_unbalanced |= self.open.len() > 1 || !self.root_ended;
            while !self.open.is_empty() {
                self.pop_open();
            }
        } else if !self.leading.is_empty() {
            let leading = std::mem::take(&mut self.leading);
            self.write_literal(&leading);
        }
        MendedDocument {
            text: self.text,
            is_html: self.is_html || !self.has_root,
            is_ill_formed: self.is_ill_formed || self.is_unbalanced,
            is_unbalanced: self.is_unbalanced,
        }
    }
}

/// The local name of the first element of a document, or of its beginning.
pub(crate) fn root_name(text: &str) -> Option<String> {
    let rest = Prolog::read_prolog(text).rest.strip_prefix('<')?;
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<'));
    split_name(&rest[..end.unwrap_or(rest.len())]).map(|(_, local)| local.to_owned())
}

#[cfg(test)]
mod tests;
