//! Highlights in the HTML of a page.

use std::collections::HashMap;

use crate::words::letter_count;

/// Begins highlighted text.
const MARK_START: &str = "<mark class=\"b-kept\">";
const MARK_END: &str = "</mark>";
/// Classes of elements whose text the source does not have in this way.
const UNCOUNTED_CLASSES: [&str; 6] =
    ["b-abbreviations", "b-page", "b-described", "b-enlarge", "b-formula", "b-image"];

/// Highlighted text of a page, by blocks and letters ([`DocumentWords`](crate::DocumentWords)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHighlight {
    /// The id of the first block, and the letters in it before the beginning.
    pub from: (String, u64),
    /// The id of the last block, and the letters in it before the end. `None` for its end.
    pub to: (String, Option<u64>),
}

enum HtmlToken<'a> {
    Open { name: &'a str, id: Option<&'a str>, is_uncounted: bool },
    Close,
    Void,
    Text(&'a str),
}

pub fn mark_highlights(html: &str, highlights: &[PageHighlight]) -> String {
    if highlights.is_empty() {
        return html.to_owned();
    }
    let blocks = measure_blocks(html);
    let ranges: Vec<(u64, u64)> = highlights
        .iter()
        .filter_map(|one| {
            let (from, to) = (blocks.get(one.from.0.as_str())?, blocks.get(one.to.0.as_str())?);
            Some((from.0 + one.from.1, one.to.1.map_or(to.1, |letters| to.0 + letters)))
        })
        .collect();
    let mut out = String::with_capacity(html.len() + 64 * highlights.len());
    let mut count = 0;
    visit_tokens(html, |raw, token, other| match token {
        HtmlToken::Text(text) if !other => count = write_marked(text, count, &ranges, &mut out),
        _ => out.push_str(raw),
    });
    out
}

/// The letters before the beginning and before the end of each element with an id.
fn measure_blocks(html: &str) -> HashMap<&str, (u64, u64)> {
    let mut found: HashMap<&str, (u64, u64)> = HashMap::new();
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut count = 0;
    visit_tokens(html, |_, token, other| match token {
        HtmlToken::Open { id, .. } => {
            if let Some(id) = *id {
                found.entry(id).or_insert((count, count));
            }
            open.push(*id);
        }
        HtmlToken::Close => {
            if let Some(place) = open.pop().flatten().and_then(|id| found.get_mut(id)) {
                place.1 = count;
            }
        }
        HtmlToken::Text(text) if !other => {
            count += escaped_characters(text).map(|(_, c)| letter_count(c)).sum::<u64>();
        }
        HtmlToken::Void | HtmlToken::Text(_) => {}
    });
    found
}

/// Visits the pieces of a page: each as it is written, what it is, and whether it is inside other text.
fn visit_tokens<'a>(html: &'a str, mut visit: impl FnMut(&'a str, &HtmlToken<'a>, bool)) {
    let mut open: Vec<(&str, bool)> = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let end = if rest.starts_with('<') { rest.find('>').map(|at| at + 1) } else { rest.find('<') };
        let (raw, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let token = read_token(raw);
        let other = open.last().is_some_and(|(_, other)| *other);
        visit(raw, &token, other);
        match token {
            HtmlToken::Open { name, is_uncounted: own, .. } => open.push((name, other || own)),
            HtmlToken::Close => drop(open.pop()),
            HtmlToken::Void | HtmlToken::Text(_) => {}
        }
    }
}

fn read_token(raw: &str) -> HtmlToken<'_> {
    let Some(tag) = raw.strip_prefix('<') else { return HtmlToken::Text(raw) };
    if tag.starts_with('/') {
        return HtmlToken::Close;
    }
    let tag = tag.trim_end_matches('>');
    let name = tag.split([' ', '/']).next().unwrap_or_default();
    if tag.ends_with('/') || matches!(name, "br" | "hr" | "img") {
        return HtmlToken::Void;
    }
    let value = |attribute: &str| Some(tag.split_once(attribute)?.1.split_once('"')?.0);
    let class = value(" class=\"").unwrap_or_default();
    let other = matches!(name, "math" | "summary" | "svg")
        || UNCOUNTED_CLASSES.contains(&class)
        || value(" role=\"") == Some("doc-backlink");
    HtmlToken::Open { name, id: value(" id=\""), is_uncounted: other }
}

/// The characters of escaped text, each as it is written.
fn escaped_characters(text: &str) -> impl Iterator<Item = (&str, char)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let named = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];
        let entity = named.into_iter().find(|(name, _)| first == '&' && rest.starts_with(name));
        let (written, c) = entity.map_or((first.len_utf8(), first), |(name, c)| (name.len(), c));
        let (raw, after) = rest.split_at(written);
        rest = after;
        Some((raw, c))
    })
}

/// Writes text with what is highlighted in it, and returns the letters up to its end.
fn write_marked(text: &str, mut count: u64, ranges: &[(u64, u64)], out: &mut String) -> u64 {
    let mut open = false;
    for (raw, c) in escaped_characters(text) {
        let own = letter_count(c);
        // White space is highlighted between letters that are.
        let inside = ranges.iter().any(|(from, to)| {
            if own > 0 { count >= *from && count < *to } else { count > *from && count < *to }
        });
        if inside != open {
            out.push_str(if inside { MARK_START } else { MARK_END });
            open = inside;
        }
        out.push_str(raw);
        count += own;
    }
    if open {
        out.push_str(MARK_END);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{PageHighlight, mark_highlights};

    fn new_highlight(from: (&str, u64), to: (&str, Option<u64>)) -> PageHighlight {
        PageHighlight { from: (from.0.into(), from.1), to: (to.0.into(), to.1) }
    }

    #[test]
    fn highlights_are_exact_and_never_cross_an_element() {
        let html = "<div id=\"b.c\"><p id=\"b.1\">The <em>wind</em> rose &amp; fell.</p>\n\
                    <p id=\"b.2\"><span class=\"b-page\"><span class=\"hidden\">\u{1}p </span>7</span>Then<br> rain</p></div>";
        let one = mark_highlights(html, &[new_highlight(("b.1", 3), ("b.1", Some(12)))]);
        assert!(
            one.contains("The <em><mark class=\"b-kept\">wind</mark></em><mark class=\"b-kept\"> rose &amp;</mark> fell."),
            "{one}"
        );
        let two = mark_highlights(html, &[new_highlight(("b.1", 12), ("b.2", Some(4)))]);
        assert!(
            two.contains("&amp; <mark class=\"b-kept\">fell.</mark></p>")
                && two.contains("7</span><mark class=\"b-kept\">Then</mark><br> rain"),
            "{two}"
        );
        let whole = mark_highlights(html, &[new_highlight(("b.2", 0), ("b.2", None))]);
        assert!(
            whole.contains("<mark class=\"b-kept\">Then</mark><br><mark class=\"b-kept\"> rain</mark>"),
            "{whole}"
        );
        assert!(whole.contains(">The <em>wind</em> rose"), "{whole}");
    }

    #[test]
    fn words_of_the_page_are_not_counted_whatever_their_language() {
        let html = "<div id=\"b.1\"><details class=\"b-description\"><summary \u{1}l;>\u{1}d</summary></details>\
                    <a role=\"doc-backlink\" href=\"#b.2\" \u{1}lfr;>\u{1}b 1</a><a class=\"b-picture\" href=\"1/pictures/1\">\
                    <img src=\"a\" alt=\"A boat\"><span class=\"b-enlarge\" \u{1}l;><span class=\"hidden\">. </span>\u{1}e</span></a>\
                    <a class=\"b-enlarge\" href=\"1/pictures/2\" \u{1}l;>\u{1}e 2</a><span>Tide</span></div>";
        let one = mark_highlights(html, &[new_highlight(("b.1", 0), ("b.1", Some(2)))]);
        assert_eq!(one, html.replace("Tide", "<mark class=\"b-kept\">Ti</mark>de"));
    }

    #[test]
    fn places_that_the_page_does_not_have_mark_nothing() {
        let html = "<p id=\"b.1\">Tide</p>";
        for one in [
            new_highlight(("b.9", 0), ("b.1", None)),
            new_highlight(("b.1", 9), ("b.1", Some(12))),
            new_highlight(("b.1", 3), ("b.1", Some(1))),
        ] {
            assert_eq!(mark_highlights(html, &[one]), html);
        }
        assert_eq!(mark_highlights(html, &[]), html);
    }
}
