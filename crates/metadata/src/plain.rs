//! Converts descriptions with markup to plain text.

use std::borrow::Cow;

use quick_xml::escape::minimal_escape;

use crate::entry::Notes;
use crate::references;

pub use crate::printable::to_printable;

/// Limit of a description, in characters.
const MAX_DESCRIPTION_CHARS: usize = 8_000;

/// Converts a description to text without markup: tags removed, character references resolved, white space
/// collapsed, paragraphs, items, rows and line breaks as line breaks. `None` if nothing is left.
pub fn to_plain_text(markup: &str) -> Option<String> {
    to_limited_text(markup).0
}

/// Converts a description to text; reports that its end is cut off if it is longer than descriptions may be.
pub(crate) fn to_plain_text_with_notes(markup: &str, name: &str, notes: &mut Notes) -> Option<String> {
    let (text, is_cut) = to_limited_text(markup);
    if is_cut {
        notes.add(format!("{name}: longer than {MAX_DESCRIPTION_CHARS} characters, the rest is left out"));
    }
    text
}

/// The text, and whether its end is missing.
fn to_limited_text(markup: &str) -> (Option<String>, bool) {
    let markup = &*unescape_tags(markup);
    let mut out = String::new();
    let mut rest = markup;
    // There is no tag after the last of these characters; avoids searching repeatedly.
    let behind_tags = markup.rfind('>').map_or(markup.len(), |at| markup.len() - at);
    while let Some(c) = rest.chars().next() {
        if out.len() > MAX_DESCRIPTION_CHARS * 4 {
            break;
        }
        match c {
            '<' if rest.len() > behind_tags => rest = skip_tag(rest, &mut out),
            '&' => rest = resolve_reference(rest, &mut out),
            c => {
                out.extend(references::to_visible(c).map(|c| if is_collapsible_space(c) { ' ' } else { c }));
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    let is_cut = !rest.trim().is_empty();
    let lines = out.split('\n').map(collapse_white_space);
    let text = lines.filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
    let is_cut = is_cut || text.chars().nth(MAX_DESCRIPTION_CHARS).is_some();
    let text: String = text.chars().take(MAX_DESCRIPTION_CHARS).collect();
    let text = text.trim_end();
    ((!text.is_empty()).then(|| text.to_owned()), is_cut)
}

/// A title or a name: on one line, with its character references resolved, and without markup if it has any.
pub(crate) fn to_plain_line(text: &str) -> String {
    let text = &*unescape_tags(text);
    if text.contains('<') && has_markup(text) {
        return self::to_plain_text(text).map(|text| collapse_white_space(&text)).unwrap_or_default();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '&' {
            rest = resolve_reference(rest, &mut out);
        } else {
            out.extend(references::to_visible(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    collapse_white_space(&out)
}

/// Text whose markup was escaped twice, `&lt;p&gt;`, as markup. A text with real tags, or without an escaped
/// tag that ends an element or a line, is unchanged.
fn unescape_tags(text: &str) -> Cow<'_, str> {
    let is_tag = |rest: &str| {
        let Some((tag, _)) = rest.split_once("&gt;") else { return false };
        let (name, ends) = match tag.strip_prefix('/') {
            Some(name) => (name, true),
            None => (tag.trim_end_matches([' ', '/']), false),
        };
        let name = name.to_ascii_lowercase();
        is_html_element(&name) && (ends || matches!(name.as_str(), "p" | "br" | "hr"))
    };
    if text.contains('<') || !text.split("&lt;").skip(1).any(is_tag) {
        return Cow::Borrowed(text);
    }
    let tags = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Cow::Owned(tags.replace("&amp;", "&"))
}

/// Returns true if a text has a tag that people put into titles.
fn has_markup(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_tag = |rest: &str| {
        let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        is_html_element(&name) && rest[name.len()..].trim_start_matches([' ', '/']).starts_with('>')
    };
    lower
        .split('<')
        .skip(1)
        .any(|rest| rest.strip_prefix('/').is_some_and(is_tag) || rest.starts_with("br") && is_tag(rest))
}

/// Returns true if this is the name of an element that occurs in descriptions.
pub(crate) fn is_html_element(name: &str) -> bool {
    BLOCK_ELEMENTS.contains(&name) || CELL_ELEMENTS.contains(&name) || INLINE_ELEMENTS.contains(&name)
}

/// Escapes plain text so that [`to_plain_line`] reads it as the same text.
pub(crate) fn protect_line(plain: &str) -> Cow<'_, str> {
    if to_plain_line(plain) == collapse_white_space(plain) {
        return Cow::Borrowed(plain);
    }
    Cow::Owned(minimal_escape(plain).into_owned())
}

/// A text on one line: white space is collapsed. No-break spaces are kept, because French sets them before
/// punctuation.
pub fn collapse_white_space(text: &str) -> String {
    text.split(is_collapsible_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A name with a space after each comma: `Doyle,Arthur` is `Doyle, Arthur`. Numbers stay (`10,000`).
pub(crate) fn space_commas(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 1);
    let mut last = ' ';
    for c in name.chars() {
        if last == ',' && c.is_alphabetic() {
            spaced.push(' ');
        }
        spaced.push(c);
        last = c;
    }
    spaced
}

fn is_collapsible_space(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\u{a0}' | '\u{202f}')
}

/// Converts plain text to markup that [`to_plain_text`] reads as the same text; unchanged if it already is.
pub fn to_markup(plain: &str) -> Cow<'_, str> {
    if to_plain_text(plain).is_some_and(|read| read == plain) {
        return Cow::Borrowed(plain);
    }
    let lines: Vec<Cow<'_, str>> = plain.lines().map(minimal_escape).collect();
    Cow::Owned(lines.join("<br>"))
}

/// Elements that begin and end a line.
const BLOCK_ELEMENTS: [&str; 44] = [
    "p", "br", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote",
    "tr", "table", "caption", "thead", "tbody", "tfoot", "hr", "pre", "address", "section", "article",
    "aside", "header", "footer", "main", "nav", "figure", "figcaption", "details", "summary", "center",
    "form", "fieldset", "legend", "option", "menu", "body", "title",
];

/// Elements that are apart from each other on a line.
const CELL_ELEMENTS: [&str; 2] = ["td", "th"];

/// Elements within a line.
const INLINE_ELEMENTS: [&str; 18] = [
    "i", "b", "em", "strong", "sub", "sup", "span", "a", "u", "small", "big", "font", "cite", "q", "abbr",
    "code", "s", "img",
];

/// Elements whose content is not text.
const HIDDEN_ELEMENTS: [&str; 2] = ["script", "style"];

/// The text after the tag at the beginning; a `<` that begins no tag is literal.
fn skip_tag<'a>(text: &'a str, out: &mut String) -> &'a str {
    let after = &text[1..];
    if let Some((_, rest)) = after.strip_prefix("!--").and_then(|comment| comment.split_once("-->")) {
        return rest;
    }
    if let Some((data, rest)) = after.strip_prefix("![CDATA[").and_then(|data| data.split_once("]]>")) {
        out.push_str(data);
        return rest;
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
    if BLOCK_ELEMENTS.contains(&name.as_str()) {
        out.push('\n');
    } else if CELL_ELEMENTS.contains(&name.as_str()) {
        out.push(' ');
    }
    if HIDDEN_ELEMENTS.contains(&name.as_str()) && !after.starts_with('/') {
        // The text of one without an end is read rather than lost.
        rest = find_end_tag(rest, &name).map_or(rest, |at| &rest[at..]);
    }
    rest
}

/// Finds the start of an element's end tag, in any case.
fn find_end_tag(text: &str, name: &str) -> Option<usize> {
    let is_end = |at: &usize| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    text.match_indices("</").map(|(at, _)| at).find(is_end)
}

/// The text after the character reference at the beginning; an `&` that begins none is literal.
fn resolve_reference<'a>(text: &'a str, out: &mut String) -> &'a str {
    let end = text.bytes().skip(1).take(references::MAX_NAME_BYTES).position(|byte| byte == b';');
    if let Some(end) = end
        && references::push_resolved(&text[1..=end], out)
    {
        return &text[end + 2..];
    }
    out.push('&');
    &text[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_plain_lines() {
        let markup = "<p>A <i>Time</i>&nbsp;Traveller &amp; his\n  machine.</p><p>&#8220;Look&#x201D; &mdash; he said.</p>";
        assert_eq!(
            to_plain_text(markup).unwrap(),
            "A Time Traveller & his machine.\n\u{201c}Look\u{201d} \u{2014} he said."
        );
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(to_plain_text("If 1 < 2 & 3 > 2; AT&T").unwrap(), "If 1 < 2 & 3 > 2; AT&T");
        assert_eq!(to_plain_text("Une leçon.").unwrap(), "Une leçon.");
    }

    #[test]
    fn scripts_and_comments_are_removed() {
        assert_eq!(to_plain_text("a<script>alert(1)</script>b<!-- c -->d").unwrap(), "abd");
        assert_eq!(to_plain_text("<p> </p>"), None);
        assert_eq!(to_plain_text("<p"), Some("<p".into()));
        assert_eq!(to_plain_text("a &unknown; &#xD800; &"), Some("a &unknown; &#xD800; &".into()));
        assert_eq!(to_plain_text("a<STYLE>p {}</Style>b<!-- c"), Some("ab<!-- c".into()));
        assert_eq!(to_plain_text("<p><![CDATA[Ebb & flow]]></p>"), Some("Ebb & flow".into()));
    }

    #[test]
    fn items_and_cells_are_apart() {
        let markup = "Tides<ul><li>One</li><li>Two</li></ul><dl><dt>Format</dt><dd>Paper</dd></dl>\
            <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>end";
        assert_eq!(to_plain_text(markup).unwrap(), "Tides\nOne\nTwo\nFormat\nPaper\nA B\n1 2\nend");
        assert_eq!(to_plain_text("one<BR/>two<hr>three<H2>four</H2>").unwrap(), "one\ntwo\nthree\nfour");
    }

    #[test]
    fn named_characters_are_resolved() {
        let markup = "L&Eacute;toile, une &oelig;uvre d&rsquo;Andr&eacute;&trade; &agrave; l&icirc;le &frac12; prix &#146;";
        assert_eq!(to_plain_text(markup).unwrap(), "LÉtoile, une œuvre d’André™ à lîle ½ prix ’");
        assert_eq!(to_plain_line("Caf&eacute; &amp;  quai\n\u{92}"), "Café & quai ’");
        assert_eq!(to_plain_line("AT&T; R&D & more"), "AT&T; R&D & more");
    }

    #[test]
    fn titles_lose_their_markup_and_keep_their_words() {
        assert_eq!(to_plain_line("<i>Emma</i> and H<sub>2</sub>O<br/>&lt;3"), "Emma and H2O <3");
        assert_eq!(to_plain_line("If a < b and b > c"), "If a < b and b > c");
        assert_eq!(to_plain_line("Reading <title> and <b>"), "Reading <title> and <b>");
        for plain in ["a &amp; b", "<b>x</b>", "x</i>", "a < b", "&#65; &eacute;", "AT&T"] {
            assert_eq!(to_plain_line(&protect_line(plain)), plain);
        }
    }

    #[test]
    fn markup_that_was_escaped_twice_is_read_as_markup() {
        assert_eq!(
            to_plain_text("&lt;p&gt;Sand &amp;amp; sea.&lt;br /&gt;One&lt;/p&gt;").unwrap(),
            "Sand & sea.\nOne"
        );
        assert_eq!(to_plain_text("&lt;p class=&quot;a&quot;&gt;Sea&lt;/p&gt;").unwrap(), "Sea");
        assert_eq!(to_plain_line("&lt;i&gt;Emma&lt;/i&gt; again"), "Emma again");
        for (text, plain) in [
            ("<p>Write &lt;b&gt;bold&lt;/b&gt;</p>", "Write <b>bold</b>"),
            ("a &lt;b&gt; c", "a <b> c"),
            ("1 &lt; 2 &gt; 1", "1 < 2 > 1"),
        ] {
            assert_eq!(to_plain_text(text).unwrap(), plain);
        }
        for plain in ["&lt;p&gt;x&lt;/p&gt;", "<p>x</p>", "<br>"] {
            assert_eq!(to_plain_text(&to_markup(plain)).unwrap(), plain);
            assert_eq!(to_plain_line(&protect_line(plain)), plain);
        }
    }

    #[test]
    fn references_are_one_printable_line() {
        assert_eq!(to_printable("a  b"), "a  b");
        assert_eq!(to_printable("\u{1}a\r\nb\u{2028}c\u{85}"), "a b c");
    }

    #[test]
    fn text_that_looks_like_markup_round_trips() {
        assert_eq!(to_markup("If 1 < 2 & 3"), "If 1 < 2 & 3");
        assert_eq!(to_markup("a <b> & &amp;\nc"), "a &lt;b> &amp; &amp;amp;<br>c");
        for said in ["One.\nTwo.", "a <b>bold</b> &lt;", "<script>x</script>", "&#65; &eacute;", "<", "x &"] {
            assert_eq!(to_plain_text(&to_markup(said)).as_deref(), Some(said));
        }
    }

    #[test]
    fn a_long_description_is_truncated() {
        assert_eq!(to_plain_text(&"ä".repeat(100_000)).unwrap().chars().count(), MAX_DESCRIPTION_CHARS);
        let mut notes = Notes::default();
        assert!(to_plain_text_with_notes("<p>short</p> ", "Text", &mut notes).is_some());
        to_plain_text_with_notes(&"ä".repeat(MAX_DESCRIPTION_CHARS + 1), "Text", &mut notes);
        assert_eq!(notes.into_inner(), ["Text: longer than 8000 characters, the rest is left out"]);
    }
}
