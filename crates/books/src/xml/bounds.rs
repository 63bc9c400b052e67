//! Estimates the cost of parsing a document before it is parsed, in one pass. A parser bounds neither
//! the length of what entities expand to nor attributes, and reserves memory for every sign of markup that it
//! sees.

use std::collections::HashMap;

use super::{doctype, tag};
use crate::{Error, Limits, Result};

pub(super) fn check_size(entry: &str, length: usize) -> Result<()> {
    if length > Limits::MAX_DOCUMENT_BYTES {
        return Err(Error::EntryTooLarge {
            entry: entry.to_owned(),
            limit: Limits::MAX_DOCUMENT_BYTES as u64,
        });
    }
    Ok(())
}

pub(super) fn check_attributes(entry: &str, count: usize) -> Result<()> {
    if count > Limits::MAX_ATTRIBUTES {
        return Err(Error::TooManyAttributes { entry: entry.to_owned(), limit: Limits::MAX_ATTRIBUTES });
    }
    Ok(())
}

/// Checks a document that is to be parsed as XML with up to `nodes` nodes. A document that is not well-formed
/// is checked up to the place where the parser stops.
///
/// # Errors
/// The document is too large, or has too many tags, attributes or namespaces, or its entities expand to too
/// much.
pub(super) fn check_document(entry: &str, text: &str, nodes: u32) -> Result<()> {
    check_size(entry, text.len())?;
    // The parser reserves memory for a node for each of the first, and for an attribute for each of the
    // second.
    for delimiter in [b'<', b'='] {
        if text.bytes().filter(|byte| *byte == delimiter).count() > nodes as usize {
            return Err(Error::TooManyNodes { entry: entry.to_owned(), limit: nodes });
        }
    }
    let nodes = u64::from(nodes);
    BoundsScan { entry, nodes, lengths: HashMap::new(), expanded_bytes: 0, scopes: Scopes::default() }
        .scan_document(text)
}

struct BoundsScan<'e, 't> {
    entry: &'e str,
    nodes: u64,
    /// The expanded length of each declared entity.
    lengths: HashMap<&'t str, u64>,
    expanded_bytes: u64,
    scopes: Scopes,
}

impl<'t> BoundsScan<'_, 't> {
    fn scan_document(mut self, text: &'t str) -> Result<()> {
        let mut at = 0;
        let mut in_prolog = true;
        while let Some(found) = text[at..].find('<') {
            self.count_references(&text[at..at + found])?;
            at += found;
            let markup = &text[at..];
            // Where nothing is returned here, the parser refuses the document at this place.
            let length = if markup.starts_with("<!--") {
                length_through(markup, 4, "-->")
            } else if markup.starts_with("<?") {
                length_through(markup, 2, "?>")
            } else if markup.starts_with("<![CDATA[") {
                length_through(markup, 9, "]]>")
            } else if markup.starts_with("<!DOCTYPE") && in_prolog {
                in_prolog = false;
                let doctype = doctype::read_doctype(markup);
                if let Some(doctype) = &doctype {
                    self.declare_entities(&doctype.entities)?;
                }
                doctype.map(|doctype| doctype.length)
            } else if markup.starts_with("<!") {
                None
            } else if markup.starts_with("</") {
                self.scopes.close_scope();
                length_through(markup, 2, ">")
            } else {
                in_prolog = false;
                self.scan_tag(markup)?
            };
            let Some(length) = length else { return Ok(()) };
            at += length;
        }
        self.count_references(&text[at..])
    }

    fn scan_tag(&mut self, rest: &'t str) -> Result<Option<usize>> {
        let Some(tag) = tag::measure_tag(rest, Limits::MAX_ATTRIBUTES) else { return Ok(None) };
        check_attributes(self.entry, tag.attributes)?;
        if !self.scopes.open_scope(tag, self.nodes) {
            return Err(Error::TooManyNamespaces {
                entry: self.entry.to_owned(),
                limit: Limits::MAX_NAMESPACES,
            });
        }
        self.count_references(&rest[..tag.length])?;
        Ok(Some(tag.length))
    }

    fn declare_entities(&mut self, entities: &[(&'t str, &'t str)]) -> Result<()> {
        if entities.len() > Limits::MAX_ENTITIES {
            return Err(self.expansion_error());
        }
        for (_, value) in entities {
            // Elements in entities are rare; what they may hold is checked here, once for all references.
            for (at, _) in value.match_indices('<').take(Limits::MAX_ATTRIBUTES) {
                let tag = tag::measure_tag(&value[at..], Limits::MAX_ATTRIBUTES);
                check_attributes(self.entry, tag.map_or(0, |tag| tag.attributes))?;
            }
            let tags = value.matches('<').count();
            if tags > Limits::MAX_ATTRIBUTES || (tags > 0 && value.contains("xmlns")) {
                return Err(self.expansion_error());
            }
        }
        self.lengths = doctype::expanded_lengths(entities);
        Ok(())
    }

    fn count_references(&mut self, text: &str) -> Result<()> {
        if self.lengths.is_empty() {
            return Ok(());
        }
        for name in doctype::entity_references(text) {
            if let Some(length) = self.lengths.get(name) {
                self.expanded_bytes = self.expanded_bytes.saturating_add((*length).max(1));
            }
        }
        if self.expanded_bytes > Limits::MAX_EXPANSION_BYTES { Err(self.expansion_error()) } else { Ok(()) }
    }

    fn expansion_error(&self) -> Error {
        Error::ExpandsEntities { entry: self.entry.to_owned(), limit: Limits::MAX_EXPANSION_BYTES }
    }
}

/// The length of what begins here and ends with `end`, which is searched for from `from` on.
fn length_through(rest: &str, from: usize, end: &str) -> Option<usize> {
    rest.get(from..)?.find(end).map(|at| from + at + end.len())
}

/// The namespaces that apply. The parser lists all of them again for each element that declares one.
#[derive(Default)]
struct Scopes {
    depth: usize,
    /// Elements that declare some: their depths, and the namespaces that apply in them.
    open: Vec<(usize, usize)>,
    listed_namespaces: u64,
}

impl Scopes {
    /// Enters an element; `false` if its namespaces are too many.
    fn open_scope(&mut self, tag: tag::MeasuredTag, most: u64) -> bool {
        if tag.namespaces > 0 {
            let applying = self.open.last().map_or(0, |(_, applying)| *applying) + tag.namespaces;
            self.listed_namespaces += applying as u64;
            if applying > Limits::MAX_NAMESPACES || self.listed_namespaces > most {
                return false;
            }
            if !tag.is_empty {
                self.open.push((self.depth, applying));
            }
        }
        self.depth += usize::from(!tag.is_empty);
        true
    }

    fn close_scope(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.open.last().is_some_and(|(depth, _)| *depth >= self.depth) {
            self.open.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn check_text(text: &str) -> Result<()> {
        check_document("a.xml", text, 10_000)
    }

    #[test]
    fn ordinary_documents_pass() {
        let mut entities = String::from("<!DOCTYPE dtbook [");
        for n in 0..250 {
            write!(entities, "<!ENTITY e{n} '&#{};'>", 160 + n).unwrap();
        }
        let entities = format!("{entities}]><dtbook>{}</dtbook>", "<p>&e1;&e249;&amp;</p>".repeat(1000));
        let declared = "<a xmlns='urn:a' xmlns:b='urn:b'><b:c xmlns:d='urn:d'/><e>5 = 5</e></a>".repeat(500);
        let illustrator = "<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]><svg xmlns='&ns;'/>";
        for text in [&entities, &declared, illustrator, "", "<", "<a", "<!DOCTYPE", "<![CDATA[", "a < b & c;"]
        {
            assert!(check_text(text).is_ok(), "{text:.80}");
        }
    }

    #[test]
    fn entities_are_counted_expanded() {
        let bomb = |value: &str, times: usize| {
            format!("<!DOCTYPE a [<!ENTITY b '{value}'>]><a>{}</a>", "&b;".repeat(times))
        };
        let letters = "x".repeat(100_000);
        let attribute = format!("<!DOCTYPE a [<!ENTITY b '{letters}'>]><a c='{}'/>", "&b;".repeat(100));
        let mut doubled = String::from("<!DOCTYPE a [<!ENTITY b0 'ha'>");
        for n in 1..40 {
            write!(doubled, "<!ENTITY b{n} '&b{};&b{};'>", n - 1, n - 1).unwrap();
        }
        doubled.push_str("]><a>&b39;</a>");
        let itself = bomb("&b;", 1);
        let parameter = format!("<!DOCTYPE a [<!ENTITY % b '{letters}'>]><a>{}</a>", "&b;".repeat(100));
        let many = format!("<!DOCTYPE a [{}]><a/>", "<!ENTITY b 'c'>".repeat(600));
        let late = format!(
            "<?xml version='1.0'?><!-- a --><!DOCTYPE a [<!ENTITY b '{letters}'>]><a>{}",
            "&b;".repeat(60_000)
        );
        for text in [
            bomb(&letters, 60_000),
            bomb("<i>x</i>", 600_000),
            attribute,
            doubled,
            itself,
            parameter,
            many,
            late,
        ] {
            assert!(
                matches!(check_text(&text), Err(Error::ExpandsEntities { .. } | Error::TooManyNodes { .. })),
                "{text:.80}"
            );
        }
        assert!(check_text(&bomb(&letters, 40)).is_ok());
        // In CDATA and comments they are not references.
        let named = format!(
            "<!DOCTYPE a [<!ENTITY b '{letters}'>]><a><![CDATA[{0}]]><!--{0}--></a>",
            "&b;".repeat(900)
        );
        assert!(check_text(&named).is_ok());
    }

    #[test]
    fn attributes_and_namespaces_are_counted() {
        let attributes = |count: usize| {
            (0..count).fold(String::new(), |mut all, n| {
                write!(all, " a{n}='{n}'").unwrap();
                all
            })
        };
        let inside = format!("<!DOCTYPE a [<!ENTITY b \"<i{}/>\">]><a>&b;</a>", attributes(201));
        for text in [format!("<p{}>", attributes(5000)), format!("<p{}/>", attributes(201)), inside] {
            assert!(
                matches!(check_text(&text), Err(Error::TooManyAttributes { limit: 200, .. })),
                "{text:.80}"
            );
        }
        assert!(check_text(&format!("<p{}>", attributes(200))).is_ok());
        // Few for each element, many for all.
        let root = (0..199).fold(String::new(), |all, n| format!("{all} xmlns:a{n}='urn:{n}'"));
        let children = "<b xmlns:c='urn:c'/>".repeat(100);
        assert!(matches!(
            check_text(&format!("<a{root}>{children}</a>")),
            Err(Error::TooManyNamespaces { .. })
        ));
        assert!(check_text(&format!("<a{root}/>{children}")).is_ok());
    }

    #[test]
    fn markup_is_counted_before_memory_is_reserved_for_it() {
        for text in ["<".repeat(20_000), "=".repeat(20_000), "<p>".repeat(20_000)] {
            assert!(matches!(check_text(&text), Err(Error::TooManyNodes { limit: 10_000, .. })), "{text:.8}");
        }
    }
}
