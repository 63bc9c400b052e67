//! What a source file of Rust names of its own crate. A scanner, and no parser: it knows comments, texts, `use` trees,
//! paths, and which items are for tests alone; types and macros it does not follow.

/// What a file names.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Paths that begin with `crate`, `self` or `super`, and everything that is imported.
    pub(crate) paths: Vec<Named>,
    /// Modules of this file that only tests have, as paths below it.
    pub(crate) tests: Vec<Vec<String>>,
    /// Macros that the file defines.
    pub(crate) macros: Vec<String>,
}

/// A path, and where it stands.
#[derive(Debug)]
pub(crate) struct Named {
    /// The modules of the file that it stands in, outermost first; none at the top.
    pub(crate) within: Vec<String>,
    /// Its segments.
    pub(crate) path: Vec<String>,
    /// What an import is known by from then on; none for a path that is no import.
    pub(crate) known_by: Option<String>,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Source {
    let mut scanner = Scanner { tokens: tokens(text), ..Scanner::default() };
    while scanner.at < scanner.tokens.len() {
        scanner.step();
    }
    scanner.found
}

/// A word, a text, `::`, or another single sign.
#[derive(Debug, Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: usize,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = length(rest, first);
        let (token, after) = rest.split_at(length);
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        // Letters and lifetimes name nothing; in a macro, `$crate` is this crate.
        if !first.is_whitespace() && !is_comment && !matches!(first, '\'' | '$') {
            tokens.push(Token { text: token, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The bytes of the next token, comment or space.
fn length(rest: &str, first: char) -> usize {
    if first.is_whitespace() {
        return rest.find(|letter: char| !letter.is_whitespace()).unwrap_or(rest.len());
    }
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    let prefixes: &[&str] = if matches!(first, 'b' | 'c' | 'r') { &["br", "cr", "b", "c", "r"] } else { &[] };
    let prefix = prefixes.iter().find(|prefix| {
        let after = rest.strip_prefix(**prefix).map(|after| (after, after.trim_start_matches('#')));
        after.is_some_and(|(all, open)| open.starts_with('"') && (all == open || prefix.ends_with('r')))
    });
    let prefix = prefix.copied().unwrap_or_default();
    if prefix.ends_with('r') {
        let open = rest.find('"').unwrap_or_default() + 1;
        let close = format!("\"{}", "#".repeat(open - 1 - prefix.len()));
        return rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len());
    }
    if rest[prefix.len()..].starts_with('"') {
        return prefix.len() + quoted(&rest[prefix.len()..], '"');
    }
    if first == '\'' {
        let mut next = rest[1..].chars();
        let is_letter = next.next() == Some('\\') || next.next() == Some('\'');
        return if is_letter { quoted(rest, '\'') } else { 1 };
    }
    if is_word(first) {
        return rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
    }
    if rest.starts_with("::") { 2 } else { first.len_utf8() }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The bytes up to the closing quote.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[derive(Default)]
struct Scanner<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// Braces that are open.
    depth: usize,
    /// The modules that are open, and the depth that each stands at.
    within: Vec<(&'t str, usize)>,
    found: Source,
}

impl<'t> Scanner<'t> {
    /// The token so far ahead; empty behind the end.
    fn ahead(&self, by: usize) -> &'t str {
        self.tokens.get(self.at + by).map_or("", |token| token.text)
    }

    fn modules(&self) -> Vec<String> {
        self.within.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn step(&mut self) {
        match (self.ahead(0), self.ahead(1), self.ahead(2)) {
            ("#", "[", _) => self.attribute(1),
            ("#", "!", "[") => self.attribute(2),
            ("mod", name, "{") => {
                self.within.push((name, self.depth));
                self.at += 2;
            }
            ("macro_rules", "!", name) => {
                self.found.macros.push(name.to_owned());
                self.at += 3;
            }
            // `use<...>` says what a type captures.
            ("use", next, _) if next != "<" => {
                self.at += 1;
                self.tree(&[]);
            }
            ("{", ..) => {
                self.depth += 1;
                self.at += 1;
            }
            ("}", ..) => {
                self.depth = self.depth.saturating_sub(1);
                if self.within.last().is_some_and(|(_, depth)| *depth == self.depth) {
                    self.within.pop();
                }
                self.at += 1;
            }
            ("crate" | "self" | "super", "::", _) => self.path(),
            _ => self.at += 1,
        }
    }

    /// Passes over what an attribute keeps for tests: the item behind it, or with `#!` the rest of the file.
    fn attribute(&mut self, open: usize) {
        let end = self.behind_brackets(self.at + open);
        let words: Vec<&str> = self.tokens[self.at..end].iter().map(|token| token.text).collect();
        let conditional = words.get(open + 1) == Some(&"cfg") && !words.contains(&"not");
        if !conditional || !(words.contains(&"test") || words.contains(&"\"testkit\"")) {
            // What it names counts.
            self.at += open + 1;
        } else if open == 2 {
            self.at = self.tokens.len();
        } else {
            self.at = end;
            while self.ahead(0) == "#" {
                self.at = self.behind_brackets(self.at + 1);
            }
            self.item_of_tests();
        }
    }

    /// Passes over an item; a module that lies in another file is noted.
    fn item_of_tests(&mut self) {
        loop {
            match self.ahead(0) {
                "" | "}" => break,
                ";" => {
                    self.at += 1;
                    break;
                }
                "{" => {
                    self.at = self.behind_brackets(self.at);
                    break;
                }
                "(" | "[" => self.at = self.behind_brackets(self.at),
                "mod" if self.ahead(2) == ";" => {
                    let mut module = self.modules();
                    module.push(self.ahead(1).to_owned());
                    self.found.tests.push(module);
                    self.at += 2;
                }
                _ => self.at += 1,
            }
        }
    }

    /// The place behind the bracket that closes the one at `open`.
    fn behind_brackets(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.tokens.len()
    }

    /// A path that is no import.
    fn path(&mut self) {
        let (line, mut path) = (self.tokens[self.at].line, vec![self.ahead(0).to_owned()]);
        self.at += 1;
        while self.ahead(0) == "::" && self.ahead(1).starts_with(is_word) {
            path.push(self.ahead(1).to_owned());
            self.at += 2;
        }
        self.found.paths.push(Named { within: self.modules(), path, known_by: None, line });
    }

    /// An import, or a branch of one whose beginning is known: up to its `;`, `,` or `}`.
    fn tree(&mut self, begin: &[String]) {
        let mut path = begin.to_vec();
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        let mut known_by = None;
        loop {
            match self.ahead(0) {
                "" | ";" | "," | "}" => break,
                "{" => {
                    self.at += 1;
                    while !matches!(self.ahead(0), "" | ";" | "}") {
                        self.tree(&path);
                        self.at += usize::from(self.ahead(0) == ",");
                    }
                    self.at += 1;
                    return;
                }
                "as" => {
                    known_by = Some(self.ahead(1).to_owned());
                    self.at += 2;
                }
                "::" => self.at += 1,
                "self" if !path.is_empty() => self.at += 1,
                segment => {
                    path.push(segment.to_owned());
                    self.at += 1;
                }
            }
        }
        let known_by = known_by.or_else(|| path.last().cloned());
        self.found.paths.push(Named { within: self.modules(), path, known_by, line });
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, read};

    fn paths(source: &Source) -> Vec<String> {
        source.paths.iter().map(|named| named.path.join("::")).collect()
    }

    #[test]
    fn imports_and_paths_are_found() {
        let source = read(
            "use std::fmt;\npub(crate) use crate::{a::{self, B as C}, d};\n\
             fn f<'a>(x: &'a str) -> super::E { crate::g::H::new('\\'', x) }",
        );
        let expected = ["std::fmt", "crate::a", "crate::a::B", "crate::d", "super::E", "crate::g::H::new"];
        assert_eq!(paths(&source), expected);
        assert_eq!(source.paths[2].known_by.as_deref(), Some("C"));
        assert_eq!(source.paths[4].line, 3);
    }

    #[test]
    fn comments_and_texts_name_nothing() {
        let source = read(
            "// crate::a\n/* crate::b */ const T: &str = \"crate::c \\\" crate::d\";\n\
             const R: &str = r#\"crate::e \" crate::f\"#; const B: &[u8] = b\"crate::g\"; use crate::h;",
        );
        assert_eq!(paths(&source), ["crate::h"]);
    }

    #[test]
    fn what_tests_alone_have_is_passed_over() {
        let source = read(
            "#[cfg(test)]\nmod tests;\n#[cfg(any(test, feature = \"testkit\"))]\npub mod kit;\n\
             #[cfg(test)]\n#[expect(dead_code)]\nfn f(x: [crate::a::A; 2]) { crate::b::b() }\n\
             #[cfg(not(test))]\nuse crate::c;\n#[cfg(test)] mod own { use crate::d; } use crate::e;",
        );
        assert_eq!(paths(&source), ["crate::c", "crate::e"]);
        assert_eq!(source.tests, [["tests"], ["kit"]]);
    }

    #[test]
    fn modules_within_a_file_are_known() {
        let source = read("mod a { mod b { use super::c; } } use self::d;");
        let within: Vec<String> = source.paths.iter().map(|named| named.within.join("::")).collect();
        assert_eq!(within, ["a::b", ""]);
    }
}
