//! The names of its own crate that a Rust source file uses. It scans tokens and is not a parser: it knows
//! `use` trees, paths, and which items are for tests only; it does not follow types and macros.

use proc_macro2::TokenTree::{self, Group, Ident, Punct};
use proc_macro2::{Delimiter, Spacing, TokenStream};

/// The paths that a file names.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Paths that begin with `crate`, `self` or `super`, and everything that is imported.
    pub(crate) paths: Vec<NamedPath>,
    /// Modules of this file that only tests have, as paths below it.
    pub(crate) tests: Vec<Vec<String>>,
    /// Macros that the file defines.
    pub(crate) macros: Vec<String>,
    /// Lines of the program that need what only tests switch on: imports under a feature of tests, which
    /// tidying merges with others, and names of a testkit.
    pub(crate) lines_for_tests: Vec<usize>,
}

/// A path, and where it is.
#[derive(Debug)]
pub(crate) struct NamedPath {
    /// The enclosing modules of the file, outermost first; empty at the top.
    pub(crate) within: Vec<String>,
    /// Its segments.
    pub(crate) path: Vec<String>,
    /// The name that an import introduces; `None` for a path that is not an import.
    pub(crate) known_by: Option<String>,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Source {
    let mut source = Source::default();
    source.walk(&[], text.parse().expect("a source file is tokens of Rust"));
    source
}

impl Source {
    /// Scans a file, or the content of brackets.
    fn walk(&mut self, within: &[String], stream: TokenStream) {
        // In a macro, `$crate` is this crate.
        let trees: Vec<TokenTree> = stream.into_iter().filter(|tree| !is_sign(tree, '$')).collect();
        let mut rest = trees.as_slice();
        while let [tree, after @ ..] = rest {
            rest = after;
            match (tree, after) {
                (Punct(hash), [attribute, after @ ..])
                    if hash.as_char() == '#' && is_for_tests(attribute) =>
                {
                    rest = self.item_of_tests(within, attribute, after);
                }
                // With `#!` it is the rest that tests alone have.
                (Punct(hash), [Punct(_), attribute, ..])
                    if hash.as_char() == '#' && is_for_tests(attribute) =>
                {
                    return;
                }
                (Ident(word), [Ident(name), Group(body), after @ ..]) if word == "mod" => {
                    self.walk(&[within, &[name.to_string()]].concat(), body.stream());
                    rest = after;
                }
                (Ident(word), [Punct(_), Ident(name), ..]) if word == "macro_rules" => {
                    self.macros.push(name.to_string());
                }
                // `use<...>` says what a type captures.
                (Ident(word), [next, ..]) if word == "use" && !is_sign(next, '<') => {
                    let end = after.iter().position(|tree| is_sign(tree, ';')).unwrap_or(after.len());
                    self.import(within, &[], &after[..end]);
                    rest = &after[end..];
                }
                (Ident(word), _) if word == "testkit" => {
                    self.lines_for_tests.push(tree.span().start().line);
                }
                (Ident(word), _) if word == "crate" || word == "self" || word == "super" => {
                    rest = self.path(within, tree, after);
                }
                (Group(group), _) => self.walk(within, group.stream()),
                _ => {}
            }
        }
    }

    /// Skips an item; a module in another file is noted.
    fn item_of_tests<'t>(
        &mut self,
        within: &[String],
        attribute: &TokenTree,
        rest: &'t [TokenTree],
    ) -> &'t [TokenTree] {
        let is_end = |tree: &TokenTree| is_block(tree) || is_sign(tree, ';');
        let end = rest.iter().position(is_end).map_or(rest.len(), |last| last + 1);
        let (item, after) = rest.split_at(end);
        // What is exported to tests alone stays apart: it has another visibility than its neighbors.
        let is_import = item.first().is_some_and(|tree| is_word(tree, "use"));
        if is_import && attribute.to_string().contains("testkit") {
            self.lines_for_tests.push(attribute.span().start().line);
        }
        if let [.., Ident(word), Ident(name), Punct(_)] = item
            && word == "mod"
        {
            self.tests.push([within, &[name.to_string()]].concat());
        }
        after
    }

    /// A path that is not an import.
    fn path<'t>(
        &mut self,
        within: &[String],
        first: &TokenTree,
        mut rest: &'t [TokenTree],
    ) -> &'t [TokenTree] {
        let mut path = vec![first.to_string()];
        while let [Punct(colon), second, Ident(segment), after @ ..] = rest
            && (colon.as_char(), colon.spacing()) == (':', Spacing::Joint)
            && is_sign(second, ':')
        {
            path.push(segment.to_string());
            rest = after;
        }
        if path.len() > 1 {
            self.note(within, path, None, first);
        }
        rest
    }

    /// An import, or a branch of one whose beginning is known.
    fn import(&mut self, within: &[String], begin: &[String], branch: &[TokenTree]) {
        let mut path = begin.to_vec();
        let mut known_by = None;
        for (at, tree) in branch.iter().enumerate() {
            match tree {
                Group(branches) => {
                    let branches: Vec<TokenTree> = branches.stream().into_iter().collect();
                    for branch in branches.split(|tree| is_sign(tree, ',')) {
                        self.import(within, &path, branch);
                    }
                    return;
                }
                Ident(word) if word == "as" => {
                    known_by = branch.get(at + 1).map(TokenTree::to_string);
                    break;
                }
                Ident(word) if word == "self" && !path.is_empty() => {}
                Ident(segment) => path.push(segment.to_string()),
                tree if is_sign(tree, '*') => path.push("*".to_owned()),
                _ => {}
            }
        }
        if let Some(first) = branch.first() {
            let known_by = known_by.or_else(|| path.last().cloned());
            self.note(within, path, known_by, first);
        }
    }

    fn note(&mut self, within: &[String], path: Vec<String>, known_by: Option<String>, first: &TokenTree) {
        let line = first.span().start().line;
        if path.iter().any(|segment| segment == "testkit") {
            self.lines_for_tests.push(line);
        }
        self.paths.push(NamedPath { within: within.to_vec(), path, known_by, line });
    }
}

/// Returns true if these are braces with their content.
pub(crate) fn is_block(tree: &TokenTree) -> bool {
    matches!(tree, Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Returns true if this is the word.
pub(crate) fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, Ident(own) if own == word)
}

/// Returns true if this is the sign.
pub(crate) fn is_sign(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, Punct(punct) if punct.as_char() == sign)
}

/// Returns true if these are the brackets of an attribute that keeps something for tests.
fn is_for_tests(attribute: &TokenTree) -> bool {
    let Group(group) = attribute else { return false };
    let text = group.stream().to_string();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    words[0] == "cfg" && !words.contains(&"not") && (words.contains(&"test") || words.contains(&"testkit"))
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
    fn test_only_items_are_skipped() {
        let source = read(
            "#[cfg(test)]\nmod tests;\n#[cfg(any(test, feature = \"testkit\"))]\npub mod kit;\n\
             #[cfg(test)]\n#[expect(dead_code)]\nfn f(x: [crate::a::A; 2]) { crate::b::b() }\n\
             #[cfg(not(test))]\nuse crate::c;\n#[cfg(test)] mod own { use crate::d; } use crate::e;",
        );
        assert_eq!(paths(&source), ["crate::c", "crate::e"]);
        assert_eq!(source.tests, [["tests"], ["kit"]]);
    }

    #[test]
    fn lines_that_only_compile_with_tests_are_found() {
        let text = "#[cfg(feature = \"testkit\")]\npub mod testkit;\n#[cfg(feature = \"testkit\")]\nuse crate::{A, B};\n\
                    #[cfg(test)]\nuse crate::testkit::C;\nuse {d::E, crate::testkit::F};\nfn f() {\n g::testkit::h();\n}\n\
                    #[cfg(test)]\nmod tests {\n use crate::testkit::I;\n}\n";
        assert_eq!(read(text).lines_for_tests, [3, 7, 9]);
    }

    #[test]
    fn modules_within_a_file_are_known() {
        let source = read("mod a { mod b { use super::c; } } use self::d;");
        let within: Vec<String> = source.paths.iter().map(|named| named.within.join("::")).collect();
        assert_eq!(within, ["a::b", ""]);
    }
}
