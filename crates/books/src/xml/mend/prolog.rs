//! The part of a document before its first element.

use super::super::doctype::{self, Doctype};
use super::names::split_name;

pub(super) struct Prolog<'t> {
    pub(super) doctype: Option<Doctype<'t>>,
    /// Processing instructions that apply to the document, such as its style sheets.
    pub(super) instructions: String,
    /// Words before the first element.
    pub(super) leading: String,
    /// True if there is anything that does not belong here.
    pub(super) is_ill_formed: bool,
    /// The document from its first element.
    pub(super) rest: &'t str,
}

impl<'t> Prolog<'t> {
    pub(super) fn read_prolog(text: &'t str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let mut prolog = Self {
            doctype: None,
            instructions: String::new(),
            leading: String::new(),
            is_ill_formed: text.starts_with(char::is_whitespace) && text.trim_start().starts_with("<?xml"),
            rest: "",
        };
        let mut rest = text;
        while !rest.is_empty() {
            let length = prolog.read_piece(rest);
            if length == 0 {
                break;
            }
            rest = &rest[length..];
        }
        prolog.rest = rest;
        // A document without any element is text.
        if rest.is_empty() && !prolog.leading.is_empty() {
            prolog.leading.clear();
            prolog.rest = text;
        }
        prolog
    }

    /// Reads a piece; returns its length, 0 for the first element.
    fn read_piece(&mut self, markup: &'t str) -> usize {
        let length = |end: Option<usize>, close: &str| end.map_or(markup.len(), |at| at + close.len());
        if markup.starts_with("<!--") {
            return length(markup.find("-->"), "-->");
        }
        if let Some(inner) = markup.strip_prefix("<?") {
            let length = length(markup.find("?>"), "?>").min(length(markup.find('>'), ">"));
            if inner.starts_with("xml-stylesheet") && markup[..length].ends_with("?>") {
                self.instructions.push_str(&markup[..length]);
                self.instructions.push('\n');
            }
            return length;
        }
        // The first is the one that counts.
        if self.doctype.is_none()
            && let Some(doctype) = doctype::read_leniently(markup)
        {
            self.is_ill_formed |= doctype::read_doctype(markup).is_none();
            return self.doctype.insert(doctype).length;
        }
        if let Some(inner) = markup.strip_prefix('<') {
            let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<'));
            if split_name(&inner[..end.unwrap_or(inner.len())]).is_some() || markup.starts_with("<![CDATA[") {
                return 0;
            }
            if markup.starts_with("</") || markup.starts_with("<!") {
                self.is_ill_formed = true;
                return length(markup.find('>'), ">");
            }
        }
        let end = markup.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(markup.len(), |(at, _)| at);
        let words = markup[..end].trim();
        if words.chars().filter(|c| c.is_alphanumeric()).nth(1).is_some() {
            self.leading.push_str(words);
        }
        self.is_ill_formed |= !words.is_empty();
        end
    }
}
