//! The document type declaration: the entities that a document declares for itself.

use std::collections::HashMap;

/// A document type declaration.
#[derive(Debug, Default)]
pub(super) struct Doctype<'t> {
    /// Bytes from `<!DOCTYPE` to `>`.
    pub(super) length: usize,
    /// Declared entities with their values, as written. External ones have none and are left out.
    pub(super) entities: Vec<(&'t str, &'t str)>,
}

/// The declaration in a document's prolog. `None` if there is none, or it is not well-formed.
pub(super) fn find(text: &str) -> Option<Doctype<'_>> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        rest = rest.trim_start();
        rest = if let Some(inner) = rest.strip_prefix("<!--") {
            inner.split_once("-->")?.1
        } else if let Some(inner) = rest.strip_prefix("<?") {
            inner.split_once("?>")?.1
        } else {
            return read(rest);
        };
    }
}

/// Reads the declaration that `text` begins with.
pub(super) fn read(text: &str) -> Option<Doctype<'_>> {
    let mut cursor = Cursor { rest: text.strip_prefix("<!DOCTYPE")? };
    cursor.spaces();
    cursor.name()?;
    cursor.external();
    cursor.spaces();
    let mut entities = Vec::new();
    if !cursor.skip(">") {
        cursor.rest = cursor.rest.strip_prefix('[')?;
        loop {
            cursor.spaces();
            if cursor.skip("<!ENTITY") {
                let (name, value) = cursor.entity()?;
                entities.extend(value.map(|value| (name, value)));
            } else if cursor.skip("<!--") {
                cursor.until("-->")?;
            } else if cursor.skip("<?") {
                cursor.until("?>")?;
            } else if cursor.skip("<!") {
                cursor.until(">")?;
            } else {
                cursor.rest = cursor.rest.strip_prefix(']')?;
                cursor.spaces();
                cursor.rest = cursor.rest.strip_prefix('>')?;
                break;
            }
        }
    }
    Some(Doctype { length: text.len() - cursor.rest.len(), entities })
}

struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn skip(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn until(&mut self, end: &str) -> Option<()> {
        self.rest = self.rest.split_once(end)?.1;
        Some(())
    }

    fn name(&mut self) -> Option<&'t str> {
        let end = self.rest.find([' ', '\t', '\n', '\r', '[', '>', '"', '\''])?;
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    fn quoted(&mut self) -> Option<&'t str> {
        self.spaces();
        let quote = self.rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, rest) = self.rest[1..].split_once(quote)?;
        self.rest = rest;
        Some(value)
    }

    /// An external identifier, when one is here.
    fn external(&mut self) -> bool {
        self.spaces();
        if self.skip("PUBLIC") {
            self.quoted();
        } else if !self.skip("SYSTEM") {
            return false;
        }
        self.quoted();
        true
    }

    /// What follows `<!ENTITY`: the name, and the value unless it is in another file. Parameter entities are
    /// returned, too: the parser knows them by the same names.
    fn entity(&mut self) -> Option<(&'t str, Option<&'t str>)> {
        self.spaces();
        self.skip("%");
        self.spaces();
        let name = self.name()?;
        let value = if self.external() {
            self.spaces();
            if self.skip("NDATA") {
                self.spaces();
                self.name()?;
            }
            None
        } else {
            Some(self.quoted()?)
        };
        self.spaces();
        self.rest = self.rest.strip_prefix('>')?;
        Some((name, value))
    }
}

/// How many bytes each entity expands to. One that contains itself expands to more than any limit.
pub(super) fn lengths<'t>(entities: &[(&'t str, &'t str)]) -> HashMap<&'t str, u64> {
    let mut values: HashMap<&str, &str> = HashMap::new();
    for (name, value) in entities {
        // The first declaration is the one that counts.
        values.entry(name).or_insert(value);
    }
    let mut lengths = HashMap::new();
    for name in values.keys() {
        length(name, &values, &mut lengths);
    }
    lengths
}

fn length<'t>(name: &'t str, values: &HashMap<&'t str, &'t str>, known: &mut HashMap<&'t str, u64>) -> u64 {
    if let Some(length) = known.get(name) {
        return *length;
    }
    let Some(value) = values.get(name) else { return 0 };
    known.insert(name, u64::MAX);
    let mut sum = value.len() as u64;
    for inner in references(value) {
        sum = sum.saturating_add(length(inner, values, known));
    }
    known.insert(name, sum);
    sum
}

/// The names of the entities that a text refers to.
pub(super) fn references(text: &str) -> impl Iterator<Item = &str> {
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
        let doctype = find(text).unwrap();
        assert_eq!(doctype.entities, [("one", "1>"), ("two", "2")]);
        let at = text.find("<!DOCTYPE dtbook").unwrap();
        assert_eq!(&text[at + doctype.length..], "<dtbook/>");
        assert_eq!(find("<!DOCTYPE html><html/>").unwrap().entities, []);
        for broken in
            ["<a/>", "<!DOCTYPE", "<!DOCTYPE a [", "<!DOCTYPE a [<!ENTITY b>]>", "<!DOCTYPE a [%b;]>"]
        {
            assert!(find(broken).is_none(), "{broken}");
        }
    }

    #[test]
    fn lengths_are_those_of_the_expanded_text() {
        let of = |entities: &[(&'static str, &'static str)], name: &str| lengths(entities)[name];
        let some =
            [("a", "1234"), ("b", "&a;&a;"), ("c", "&b;-&none;"), ("a", "1"), ("d", "&e;"), ("e", "&d;")];
        assert_eq!((of(&some, "a"), of(&some, "b"), of(&some, "c")), (4, 14, 24));
        assert_eq!(of(&some, "d"), u64::MAX);
    }
}
