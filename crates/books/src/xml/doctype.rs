//! The document type declaration: the entities that a document declares for itself.

use std::collections::HashMap;

use crate::limits::Limits;

/// A document type declaration.
#[derive(Debug, Default)]
pub(super) struct Doctype<'t> {
    /// Bytes from `<!DOCTYPE` to `>`.
    pub(super) length: usize,
    /// Declared entities with their values, as written. External ones have none and are left out.
    pub(super) entities: Vec<(&'t str, &'t str)>,
}

/// Parameter entities in parameter entities, and all references to them in one document.
const MAX_PARAMETER_DEPTH: usize = 8;
const MAX_PARAMETER_REFERENCES: usize = 64;

/// The declaration in a document's prolog. `None` if there is none, or it is not well-formed.
pub(super) fn find_doctype(text: &str) -> Option<Doctype<'_>> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        rest = rest.trim_start();
        rest = if let Some(inner) = rest.strip_prefix("<!--") {
            inner.split_once("-->")?.1
        } else if let Some(inner) = rest.strip_prefix("<?") {
            inner.split_once("?>")?.1
        } else {
            return read_doctype(rest);
        };
    }
}

/// Reads the declaration that `text` begins with. `None` if it is not well-formed.
pub(super) fn read_doctype(text: &str) -> Option<Doctype<'_>> {
    let mut cursor = DoctypeCursor { rest: text.strip_prefix("<!DOCTYPE")? };
    cursor.skip_spaces();
    cursor.read_name()?;
    cursor.skip_external_id();
    cursor.skip_spaces();
    let mut subset = InternalSubset::default();
    if !cursor.skip_word(">") {
        cursor.rest = cursor.rest.strip_prefix('[')?;
        subset.read_declarations(&mut cursor, 0)?;
        cursor.rest = cursor.rest.strip_prefix(']')?;
        cursor.skip_spaces();
        cursor.rest = cursor.rest.strip_prefix('>')?;
    }
    Some(Doctype { length: text.len() - cursor.rest.len(), entities: subset.entities })
}

/// Reads the declaration that `text` begins with, in whatever state it is: it ends where a reader would say
/// that it ends, and the entities that can be read are declared. `None` if none begins here.
pub(super) fn read_leniently(text: &str) -> Option<Doctype<'_>> {
    let word = text.get(..9).filter(|word| word.eq_ignore_ascii_case("<!DOCTYPE"))?;
    if let Some(doctype) = read_doctype(text) {
        return Some(doctype);
    }
    let close = text.find('>').unwrap_or(text.len());
    let open = text[word.len()..close].find('[').map(|at| at + word.len());
    let Some(open) = open else {
        return Some(Doctype { length: (close + 1).min(text.len()), entities: Vec::new() });
    };
    let end = text[open..].match_indices(']').find_map(|(at, _)| {
        let after = text[open + at + 1..].trim_start();
        after.starts_with('>').then(|| (open + at, text.len() - after.len() + 1))
    });
    // Without an end, all that is not a declaration is text.
    let (inner, length) = end.unwrap_or_else(|| {
        let mut cursor = DoctypeCursor { rest: &text[open + 1..] };
        let is_read = InternalSubset::default().read_declarations(&mut cursor, 0).is_some();
        let at = if is_read { text.len() - cursor.rest.len() } else { (close + 1).min(text.len()) };
        (at, at)
    });
    let mut entities = Vec::new();
    for (at, declaration) in text[open..inner].match_indices("<!ENTITY").take(Limits::MAX_ENTITIES + 1) {
        let mut cursor = DoctypeCursor { rest: &text[open + at + declaration.len()..inner] };
        if let Some((name, Some(value), false)) = cursor.read_entity() {
            entities.push((name, value));
        }
    }
    Some(Doctype { length, entities })
}

/// Declarations in a document type declaration.
#[derive(Default)]
struct InternalSubset<'t> {
    entities: Vec<(&'t str, &'t str)>,
    /// Parameter entities, which other declarations refer to.
    parameters: HashMap<&'t str, &'t str>,
    references: usize,
}

impl<'t> InternalSubset<'t> {
    /// Reads declarations up to what is none. What external parameter entities declare is never read.
    fn read_declarations(&mut self, cursor: &mut DoctypeCursor<'t>, depth: usize) -> Option<()> {
        loop {
            cursor.skip_spaces();
            if cursor.skip_word("<!ENTITY") {
                let (name, value, is_parameter) = cursor.read_entity()?;
                // The parser knows parameter entities by the same names.
                self.entities.extend(value.map(|value| (name, value)));
                if let Some(value) = value.filter(|_| is_parameter) {
                    self.parameters.entry(name).or_insert(value);
                }
            } else if cursor.skip_word("%") {
                let name = cursor.read_parameter_name()?;
                self.references += 1;
                let value = self.parameters.get(name).copied();
                if let Some(value) = value
                    && depth < MAX_PARAMETER_DEPTH
                    && self.references <= MAX_PARAMETER_REFERENCES
                {
                    // Declarations after a fault are ignored.
                    let _ = self.read_declarations(&mut DoctypeCursor { rest: value }, depth + 1);
                }
            } else if cursor.skip_word("<!--") {
                cursor.skip_through("-->")?;
            } else if cursor.skip_word("<?") {
                cursor.skip_through("?>")?;
            } else if cursor.skip_word("<!") {
                cursor.skip_through(">")?;
            } else {
                return Some(());
            }
        }
    }
}

struct DoctypeCursor<'t> {
    rest: &'t str,
}

impl<'t> DoctypeCursor<'t> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn skip_word(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_through(&mut self, end: &str) -> Option<()> {
        self.rest = self.rest.split_once(end)?.1;
        Some(())
    }

    fn read_name(&mut self) -> Option<&'t str> {
        let end = self.rest.find([' ', '\t', '\n', '\r', '[', '>', '"', '\''])?;
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    fn read_quoted(&mut self) -> Option<&'t str> {
        self.skip_spaces();
        let quote = self.rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, rest) = self.rest[1..].split_once(quote)?;
        self.rest = rest;
        Some(value)
    }

    /// An external identifier, when one is here.
    fn skip_external_id(&mut self) -> bool {
        self.skip_spaces();
        if self.skip_word("PUBLIC") {
            self.read_quoted();
        } else if !self.skip_word("SYSTEM") {
            return false;
        }
        self.read_quoted();
        true
    }

    /// Reads the name after `%` in a reference.
    fn read_parameter_name(&mut self) -> Option<&'t str> {
        let (name, rest) = self.rest.split_once(';')?;
        let is_name =
            !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "<>[]%&\"'".contains(c));
        self.rest = rest;
        is_name.then_some(name)
    }

    /// Reads the declaration after `<!ENTITY`: the name, the value unless it is in another file, and
    /// whether it is a parameter entity.
    fn read_entity(&mut self) -> Option<(&'t str, Option<&'t str>, bool)> {
        self.skip_spaces();
        let is_parameter = self.skip_word("%");
        self.skip_spaces();
        let name = self.read_name()?;
        let value = if self.skip_external_id() {
            self.skip_spaces();
            if self.skip_word("NDATA") {
                self.skip_spaces();
                self.read_name()?;
            }
            None
        } else {
            Some(self.read_quoted()?)
        };
        self.skip_spaces();
        self.rest = self.rest.strip_prefix('>')?;
        Some((name, value, is_parameter))
    }
}

/// The number of bytes that each entity expands to. One that contains itself expands to more than any
/// limit.
pub(super) fn expanded_lengths<'t>(entities: &[(&'t str, &'t str)]) -> HashMap<&'t str, u64> {
    let mut values: HashMap<&str, &str> = HashMap::new();
    for (name, value) in entities {
        // The first declaration is the one that counts.
        values.entry(name).or_insert(value);
    }
    let mut lengths = HashMap::new();
    for name in values.keys() {
        expanded_length(name, &values, &mut lengths);
    }
    lengths
}

fn expanded_length<'t>(
    name: &'t str,
    values: &HashMap<&'t str, &'t str>,
    known: &mut HashMap<&'t str, u64>,
) -> u64 {
    if let Some(length) = known.get(name) {
        return *length;
    }
    let Some(value) = values.get(name) else { return 0 };
    known.insert(name, u64::MAX);
    let mut sum = value.len() as u64;
    for inner in entity_references(value) {
        sum = sum.saturating_add(expanded_length(inner, values, known));
    }
    known.insert(name, sum);
    sum
}

/// The names of the entities that a text refers to.
pub(super) fn entity_references(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').skip(1).filter_map(|rest| Some(rest.split_once(';')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_entities_are_found_wherever_the_declaration_is() {
        let text = "\u{feff}<?xml version='1.0'?>\n<!-- <!DOCTYPE x [<!ENTITY no 'a'>]> -->\n\
            <!DOCTYPE dtbook PUBLIC \"-//NISO//DTD > [\" 'http://example.org/a.dtd' [\n\
            <!ELEMENT a ANY> <!ENTITY one \"1>\"> <!-- ]> --> <?a ]>?>\n\
            <!ENTITY % two '2'> <!ENTITY three SYSTEM 'file:///etc/passwd'>\n\
            <!ENTITY four PUBLIC 'a' 'b' NDATA c>] ><dtbook/>";
        let doctype = find_doctype(text).unwrap();
        assert_eq!(doctype.entities, [("one", "1>"), ("two", "2")]);
        let at = text.find("<!DOCTYPE dtbook").unwrap();
        assert_eq!(&text[at + doctype.length..], "<dtbook/>");
        assert_eq!(find_doctype("<!DOCTYPE html><html/>").unwrap().entities, []);
        for broken in
            ["<a/>", "<!DOCTYPE", "<!DOCTYPE a [", "<!DOCTYPE a [<!ENTITY b>]>", "<!DOCTYPE a [%b ;]>"]
        {
            assert!(find_doctype(broken).is_none(), "{broken}");
        }
    }

    #[test]
    fn parameter_entities_declare_what_is_in_them() {
        let text = "<!DOCTYPE dtbook PUBLIC 'a' 'b' [<!ENTITY % math PUBLIC 'c' 'd'> %math;\n\
            <!ENTITY % own '<!ENTITY tide \"high\">'> %own; <!ENTITY % flow '| m:math'>]><dtbook/>";
        let doctype = read_doctype(text).unwrap();
        assert!(doctype.entities.contains(&("tide", "high")), "{:?}", doctype.entities);
        assert_eq!(&text[doctype.length..], "<dtbook/>");
        // Entities that refer to themselves, or are referred to again and again, end.
        let itself = "<!DOCTYPE a [<!ENTITY % b '%b; <!ENTITY c \"d\">'>%b;]>";
        assert!(read_doctype(itself).unwrap().entities.len() <= 2 * MAX_PARAMETER_DEPTH);
        let many = format!("<!DOCTYPE a [<!ENTITY % b '<!ENTITY c \"d\">'>{}]>", "%b;".repeat(10_000));
        assert!(read_doctype(&many).unwrap().entities.len() <= MAX_PARAMETER_REFERENCES + 1);
    }

    #[test]
    fn a_broken_declaration_ends_where_it_was_meant_to_end() {
        for (text, rest, entities) in [
            ("<!doctype html><p>", "<p>", 0),
            ("<!DOCTYPE a [<!ENTITY b 'c'> <<>> <!ENTITY d 'e'> ] ><a>", "<a>", 2),
            ("<!DOCTYPE a [<!ENTITY b 'c'><p>a", "<p>a", 1),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" http://x><p>", "<p>", 0),
            ("<!DOCTYPE", "", 0),
        ] {
            let doctype = read_leniently(text).unwrap();
            assert_eq!(&text[doctype.length..], rest, "{text}");
            assert_eq!(doctype.entities.len(), entities, "{text}");
        }
        assert!(read_leniently("<p>").is_none());
    }

    #[test]
    fn lengths_are_those_of_the_expanded_text() {
        let of = |entities: &[(&'static str, &'static str)], name: &str| expanded_lengths(entities)[name];
        let some =
            [("a", "1234"), ("b", "&a;&a;"), ("c", "&b;-&none;"), ("a", "1"), ("d", "&e;"), ("e", "&d;")];
        assert_eq!((of(&some, "a"), of(&some, "b"), of(&some, "c")), (4, 14, 24));
        assert_eq!(of(&some, "d"), u64::MAX);
    }
}
