//! The style sheets that another one imports.

const IMPORT_RULE: &str = "@import";

#[derive(Debug, PartialEq, Eq)]
pub(super) struct StyleImport<'t> {
    pub(super) href: &'t str,
    /// The media queries for which it is imported; empty for all.
    pub(super) media: &'t str,
}

pub(super) fn has_imports(sheet: &str) -> bool {
    import_positions(sheet).next().is_some()
}

/// The imports of a sheet without comments, which are before its rules.
pub(super) fn list_imports(sheet: &str) -> impl Iterator<Item = StyleImport<'_>> {
    let head = sheet.split('{').next().unwrap_or_default();
    let starts = import_positions(head).map(|at| at + IMPORT_RULE.len());
    // One that is not closed ends where the next begins.
    let ends = import_positions(head).skip(1).chain([head.len()]);
    let imports = starts.zip(ends).map(move |(start, end)| parse_import(head[start..end].trim_start()));
    imports.filter(|import| !import.href.is_empty())
}

fn import_positions(sheet: &str) -> impl Iterator<Item = usize> {
    let at_signs = sheet.match_indices('@').map(|(at, _)| at);
    at_signs.filter(move |at| begins_with(&sheet[*at..], IMPORT_RULE))
}

/// Reads what follows the name of the rule.
fn parse_import(text: &str) -> StyleImport<'_> {
    let address = if begins_with(text, "url(") { &text[4..] } else { text };
    let address = address.trim_start_matches(['"', '\'', ' ']);
    let (href, rest) = address.split_at(address.find(['"', '\'', ')', ';']).unwrap_or(address.len()));
    let condition = rest.split(';').next().unwrap_or_default();
    StyleImport { href: href.trim(), media: skip_layer(condition) }
}

/// The media queries after the address of an import, without its layer and the properties that programs have
/// to know.
fn skip_layer(condition: &str) -> &str {
    let mut rest = condition.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')'));
    for word in ["layer", "supports"] {
        let Some(after) = rest.get(word.len()..).filter(|_| begins_with(rest, word)) else { continue };
        if after.starts_with(char::is_alphanumeric) {
            continue;
        }
        let inside = after.strip_prefix('(').and_then(|inside| inside.split_once(')'));
        rest = inside.map_or(after, |(_, after)| after).trim_start_matches(')').trim_start();
    }
    rest.trim_end()
}

/// Returns true if a text begins with a word of ASCII letters, in any case.
pub(super) fn begins_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_any_form_with_their_media() {
        for (sheet, href, media) in [
            ("@import 'a.css';", "a.css", ""),
            ("@charset 'x'; @IMPORT URL(a.css) print;", "a.css", "print"),
            ("@import url( \"a b.css\" ) screen , print ;p{}", "a b.css", "screen , print"),
            ("@import \"a.css\" layer(b.c) screen;", "a.css", "screen"),
            ("@import url(a.css)layer Supports(display: grid) not print", "a.css", "not print"),
            ("@import 'a.css' layers;", "a.css", "layers"),
        ] {
            assert!(has_imports(sheet), "{sheet}");
            let found: Vec<StyleImport<'_>> = list_imports(sheet).collect();
            assert_eq!(found, [StyleImport { href, media }], "{sheet}");
        }
        let unclosed: Vec<&str> =
            list_imports("@import a.css @import b.css").map(|import| import.href).collect();
        assert_eq!(unclosed, ["a.css", "b.css"]);
        for sheet in ["p { a: b } @import 'c.css';", "@import url();", "@import"] {
            assert_eq!(list_imports(sheet).count(), 0, "{sheet}");
        }
        assert!(!has_imports("@media print {}"));
    }
}
