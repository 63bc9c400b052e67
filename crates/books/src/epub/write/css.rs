//! Style sheets without references that lead nowhere, and without properties that EPUB 3 forbids.

use std::collections::BTreeSet;

use crate::package::Package;
use crate::path;

/// Properties that are attributes in EPUB 3 (EPUB 3.3, 6.3.1.2).
const FORBIDDEN_PROPERTIES: [&str; 2] = ["direction", "unicode-bidi"];

/// Decodes a style sheet from UTF-8, or else from the encoding that it states, or else as Western letters.
/// EPUB 3 has sheets in UTF-8, so the statement is left out.
pub(super) fn decode_without_charset_rule(bytes: Vec<u8>) -> String {
    let label = bytes.strip_prefix(CHARSET_RULE.as_bytes()).and_then(|rest| {
        let end = rest.iter().take(MAX_LABEL_BYTES).position(|byte| *byte == b'"')?;
        encoding_rs::Encoding::for_label(&rest[..end])
    });
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let encoding = label.unwrap_or(encoding_rs::WINDOWS_1252);
        encoding.decode(error.as_bytes()).0.into_owned()
    });
    let rules = text.strip_prefix(CHARSET_RULE).and_then(|rest| {
        let (_, behind) = rest.split_once('"')?;
        behind.trim_start().strip_prefix(';')
    });
    match rules {
        Some(rules) => rules.to_owned(),
        None => text,
    }
}

/// The beginning of the rule that states an encoding: always in this form, and first.
const CHARSET_RULE: &str = "@charset \"";
/// Bytes of the longest name of an encoding.
const MAX_LABEL_BYTES: usize = 40;

/// Rules of the file at `from`, without declarations that EPUB 3 forbids or that load what the package does
/// not have. Adds the files that stay.
pub(super) fn clean_rules(
    rules: &str,
    from: &str,
    package: &Package,
    files: &mut BTreeSet<String>,
) -> String {
    if !may_need_cleaning(rules) {
        return rules.to_owned();
    }
    let mut out = String::with_capacity(rules.len());
    for part in split_declarations(rules) {
        let (text, end) = match part.char_indices().next_back() {
            Some((at, '{' | '}' | ';')) => part.split_at(at),
            _ => (part, ""),
        };
        if is_forbidden(text) || !references_exist(text, from, package, files) {
            // Text before the declaration, and comments, end with it.
            out.push_str(if end == ";" { "" } else { end });
        } else {
            out.extend([text, end]);
        }
    }
    out
}

fn may_need_cleaning(rules: &str) -> bool {
    let lower = rules.to_ascii_lowercase();
    ["url(", "@import", "direction", "unicode-bidi"].iter().any(|word| lower.contains(word))
}

/// Cuts rules after each brace and semicolon that is not in a string, a comment or brackets.
fn split_declarations(rules: &str) -> impl Iterator<Item = &str> {
    let bytes = rules.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let mut quote = 0_u8;
        let mut brackets = 0_u32;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            match byte {
                b'\\' => at = (at + 1).min(bytes.len()),
                b'\n' if quote != 0 => quote = 0,
                _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
                b'"' | b'\'' => quote = byte,
                b'/' if bytes.get(at) == Some(&b'*') => {
                    at = rules
                        .get(at + 1..)
                        .and_then(|rest| rest.find("*/"))
                        .map_or(bytes.len(), |end| at + 1 + end + 2);
                }
                b'(' => brackets += 1,
                b')' => brackets = brackets.saturating_sub(1),
                b'{' | b'}' => break,
                b';' if brackets == 0 => break,
                _ => {}
            }
        }
        while !rules.is_char_boundary(at) {
            at += 1;
        }
        (at > start).then(|| &rules[start..at])
    })
}

fn is_forbidden(declaration: &str) -> bool {
    let mut text = declaration.trim_start();
    while let Some((_, rest)) = text.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
        text = rest.trim_start();
    }
    let Some((property, _)) = text.split_once(':') else { return false };
    FORBIDDEN_PROPERTIES.iter().any(|forbidden| property.trim().eq_ignore_ascii_case(forbidden))
}

/// Returns true if everything that a declaration loads is in the package.
fn references_exist(declaration: &str, from: &str, package: &Package, files: &mut BTreeSet<String>) -> bool {
    let lower = declaration.to_ascii_lowercase();
    let mut addresses: Vec<&str> = Vec::new();
    for (at, _) in lower.match_indices("url(") {
        let inside = declaration[at + 4..].trim_start();
        let address = match inside.chars().next() {
            Some(quote @ ('"' | '\'')) => inside[1..].split(quote).next(),
            _ => inside.split(')').next(),
        };
        addresses.extend(address.map(str::trim));
    }
    if let Some(at) = lower.find("@import") {
        let inside = declaration[at + 7..].trim_start();
        if let Some(quote @ ('"' | '\'')) = inside.chars().next() {
            addresses.extend(inside[1..].split(quote).next());
        }
    }
    addresses.into_iter().all(|address| {
        if address.starts_with('#') || path::is_data(address, "") {
            return true;
        }
        match package.resolve(from, address).filter(|_| !address.is_empty()) {
            Some((path, _)) if package.contains(&path) => {
                files.insert(path);
                true
            }
            _ => false,
        }
    })
}
