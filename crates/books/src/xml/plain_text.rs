//! Plain text as a document.

use std::fmt::Write as _;

use super::{XHTML_NAMESPACE, escape};
use crate::path;

/// Minimum number of characters of the lines of a paragraph that a program has wrapped.
const MIN_WRAPPED_CHARS: usize = 45;

/// Bytes of a text; lines and paragraphs of a longer one would take too much memory.
const MAX_TEXT_BYTES: usize = 8 << 20;

/// Returns true if a file is named as plain text and has no markup.
pub(crate) fn is_plain_text(path: &str, text: &str) -> bool {
    path::extension(path) == "txt"
        && text.len() <= MAX_TEXT_BYTES
        && !text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// Makes a document of plain text. Empty lines divide paragraphs; without any, each line is one. Short lines,
/// such as those of poems, stay lines.
pub(crate) fn plain_text_document(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches(['\u{feff}', '\n', '\r', ' ']).lines().map(str::trim).collect();
    let paragraphs: Vec<&[&str]> = if lines.iter().any(|line| line.is_empty()) {
        lines.split(|line| line.is_empty()).filter(|paragraph| !paragraph.is_empty()).collect()
    } else {
        lines.chunks(1).collect()
    };
    let mut out = format!("<html xmlns=\"{XHTML_NAMESPACE}\"><head><title></title></head><body>\n");
    for paragraph in paragraphs {
        let mut inner = paragraph.iter().rev().skip(1);
        let is_wrapped = inner.all(|line| line.chars().count() >= MIN_WRAPPED_CHARS);
        let lines: Vec<_> = paragraph.iter().map(|line| escape(line)).collect();
        let text = lines.join(if is_wrapped { "\n" } else { "<br/>" });
        // Writing into a string cannot fail.
        let _ = writeln!(out, "<p>{text}</p>");
    }
    out.push_str("</body></html>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_divide_paragraphs_and_short_lines_stay() {
        let text = "\u{feff}The tide comes in twice a day and covers the rocks,\r\nwhich are black & cold.\r\n\r\n\r\nThe bell,\r\nthe sea.\r\n";
        let document = plain_text_document(text);
        let body = document.split_once("<body>\n").unwrap().1;
        assert_eq!(
            body,
            "<p>The tide comes in twice a day and covers the rocks,\nwhich are black &amp; cold.</p>\n\
             <p>The bell,<br/>the sea.</p>\n</body></html>"
        );
        assert!(plain_text_document("One.\nTwo.").contains("<p>One.</p>\n<p>Two.</p>"));
        assert!(is_plain_text("a.txt", "a < b") && !is_plain_text("a.txt", "\u{feff}\n<!DOCTYPE html>"));
    }
}
