//! Texts that fit into a line of a report.

/// Converts a text to one line without control characters, with its spaces unchanged.
pub fn to_printable(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(is_break) {
        return text.to_owned();
    }
    let words = text.split(is_break).map(str::trim).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
