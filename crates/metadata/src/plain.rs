//! Converts descriptions with markup to plain text.

use std::borrow::Cow;

/// Limit of a description, in characters.
const LONGEST: usize = 8_000;

/// The text of a description without markup: tags removed, character references resolved, white space
/// collapsed, paragraphs and line breaks as line breaks. `None` if nothing is left.
pub fn text(markup: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = markup;
    // There is no tag after the last of these characters; avoids searching repeatedly.
    let behind_tags = markup.rfind('>').map_or(markup.len(), |at| markup.len() - at);
    while let Some(c) = rest.chars().next() {
        if out.len() > LONGEST * 4 {
            break;
        }
        match c {
            '<' if rest.len() > behind_tags || rest.starts_with("<!--") => rest = skip_tag(rest, &mut out),
            '&' => rest = reference(rest, &mut out),
            c => {
                out.push(if is_space(c) { ' ' } else { c });
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    let lines = out.split('\n').map(one_line);
    let text = lines.filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
    let text: String = text.chars().take(LONGEST).collect();
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A text on one line: white space is collapsed. No-break spaces are kept: French sets them before
/// punctuation.
pub fn one_line(text: &str) -> String {
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\u{a0}' | '\u{202f}')
}

/// Converts plain text to markup that [`text`] reads as the same text; unchanged if it already is.
pub fn markup(plain: &str) -> Cow<'_, str> {
    if text(plain).is_some_and(|read| read == plain) {
        return Cow::Borrowed(plain);
    }
    let lines: Vec<String> =
        plain.lines().map(|line| line.replace('&', "&amp;").replace('<', "&lt;")).collect();
    Cow::Owned(lines.join("<br>"))
}

/// Block elements.
const BLOCKS: [&str; 14] =
    ["p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "tr"];

/// Elements whose content is not text.
const HIDDEN: [&str; 2] = ["script", "style"];

/// The text after the tag at the beginning; a `<` that begins no tag is literal.
fn skip_tag<'a>(text: &'a str, out: &mut String) -> &'a str {
    let after = &text[1..];
    if let Some(comment) = after.strip_prefix("!--") {
        return comment.split_once("-->").map_or("", |(_, rest)| rest);
    }
    let name: String = after
        .trim_start_matches(['/', '!', '?'])
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let Some((_, mut rest)) = after.split_once('>').filter(|_| !name.is_empty()) else {
        out.push('<');
        return after;
    };
    if BLOCKS.contains(&name.as_str()) {
        out.push('\n');
    }
    if HIDDEN.contains(&name.as_str()) && !after.starts_with('/') {
        let end = format!("</{name}");
        rest = rest.find(&end).map_or("", |at| &rest[at..]);
    }
    rest
}

/// The text after the character reference at the beginning; an `&` that begins none is literal.
fn reference<'a>(text: &'a str, out: &mut String) -> &'a str {
    let end = text.bytes().skip(1).take(9).position(|byte| byte == b';');
    let found = end.map(|end| (&text[1..=end], &text[end + 2..]));
    let resolved = found.and_then(|(name, rest)| Some((character(name)?, rest)));
    let (c, rest) = resolved.unwrap_or(('&', &text[1..]));
    out.push(c);
    rest
}

pub(crate) fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control() || c.is_whitespace());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '\u{2013}',
        "mdash" => '\u{2014}',
        "lsquo" => '\u{2018}',
        "rsquo" => '\u{2019}',
        "ldquo" => '\u{201c}',
        "rdquo" => '\u{201d}',
        "hellip" => '\u{2026}',
        "copy" => '\u{a9}',
        "reg" => '\u{ae}',
        "euro" => '\u{20ac}',
        "bull" => '\u{2022}',
        "laquo" => '\u{ab}',
        "raquo" => '\u{bb}',
        "eacute" => 'é',
        "egrave" => 'è',
        "ecirc" => 'ê',
        "agrave" => 'à',
        "aacute" => 'á',
        "acirc" => 'â',
        "ccedil" => 'ç',
        "iacute" => 'í',
        "ntilde" => 'ñ',
        "oacute" => 'ó',
        "ocirc" => 'ô',
        "uacute" => 'ú',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "Auml" => 'Ä',
        "Ouml" => 'Ö',
        "Uuml" => 'Ü',
        "szlig" => 'ß',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_plain_lines() {
        let markup = "<p>A <i>Time</i>&nbsp;Traveller &amp; his\n  machine.</p><p>&#8220;Look&#x201D; &mdash; he said.</p>";
        assert_eq!(
            text(markup).unwrap(),
            "A Time Traveller & his machine.\n\u{201c}Look\u{201d} \u{2014} he said."
        );
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(text("If 1 < 2 & 3 > 2; AT&T").unwrap(), "If 1 < 2 & 3 > 2; AT&T");
        assert_eq!(text("Une leçon.").unwrap(), "Une leçon.");
    }

    #[test]
    fn scripts_and_comments_are_removed() {
        assert_eq!(text("a<script>alert(1)</script>b<!-- c -->d").unwrap(), "abd");
        assert_eq!(text("<p> </p>"), None);
        assert_eq!(text("<p"), Some("<p".into()));
        assert_eq!(text("a &unknown; &#xD800; &"), Some("a &unknown; &#xD800; &".into()));
    }

    #[test]
    fn text_that_looks_like_markup_round_trips() {
        assert_eq!(markup("If 1 < 2 & 3"), "If 1 < 2 & 3");
        assert_eq!(markup("a <b> & &amp;\nc"), "a &lt;b> &amp; &amp;amp;<br>c");
        for said in ["One.\nTwo.", "a <b>bold</b> &lt;", "<script>x</script>", "&#65; &eacute;", "<", "x &"] {
            assert_eq!(text(&markup(said)).as_deref(), Some(said));
        }
    }

    #[test]
    fn a_long_description_is_truncated() {
        assert_eq!(text(&"ä".repeat(100_000)).unwrap().chars().count(), LONGEST);
    }
}
