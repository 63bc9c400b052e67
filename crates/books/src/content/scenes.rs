//! Breaks between scenes that a text writes as signs in a paragraph of their own: `* * *`, `###`, `⁂`.

use crate::model::{Block, BlockKind, Inline, Section};

/// Signs of which a break has several.
const REPEATED_SIGNS: [char; 8] = ['*', '#', '~', '•', '＊', '∗', '⁎', '✱'];
/// Signs that are a break by themselves.
const ORNAMENTS: [char; 17] =
    ['⁂', '⁑', '☙', '❦', '❧', '⸙', '✢', '✣', '✤', '✥', '✻', '✼', '✽', '❉', '❋', '❖', '◆'];
/// Signs between and around these.
const LINE_SIGNS: [char; 8] = ['-', '–', '—', '―', '=', '·', '◇', '\u{200b}'];
/// Signs that a break has, if none of them is an ornament.
const MIN_SIGNS: usize = 3;
/// Signs of the longest break.
const MAX_SIGNS: usize = 40;

/// Makes separators of paragraphs that are breaks between scenes. Every writer draws them in the way of its
/// format, and speech makes a pause instead of reading the signs.
pub(crate) fn recognize_scene_breaks(sections: &mut [Section]) {
    for section in sections {
        section.drop_uncounted(mark_scene_breaks);
    }
}

/// Visits the paragraphs of the text. Signs in tables, lists, notes and verse may mean something.
fn mark_scene_breaks(blocks: &mut [Block]) {
    for block in blocks {
        match &mut block.kind {
            BlockKind::Paragraph(inlines) if block.attrs.ids.is_empty() => {
                let mut text = String::new();
                if push_unmarked_text(inlines, &mut text) && is_scene_break(&text) {
                    block.kind = BlockKind::Separator;
                }
            }
            BlockKind::Group(inner) | BlockKind::Quote(inner) | BlockKind::Aside(inner) => {
                mark_scene_breaks(inner);
            }
            _ => {}
        }
    }
}

/// Collects the text of a line. Returns false if it holds anything else, or a place that links can lead to.
fn push_unmarked_text(inlines: &[Inline], text: &mut String) -> bool {
    inlines.iter().all(|inline| match inline {
        Inline::Text(own) => {
            text.push_str(own);
            true
        }
        Inline::LineBreak => true,
        Inline::Styled { attrs, inlines, .. } | Inline::Span { attrs, inlines } => {
            attrs.ids.is_empty() && push_unmarked_text(inlines, text)
        }
        _ => false,
    })
}

fn is_scene_break(text: &str) -> bool {
    let signs = || text.chars().filter(|c| !c.is_whitespace());
    let is_sign = |c: char| REPEATED_SIGNS.contains(&c) || ORNAMENTS.contains(&c) || LINE_SIGNS.contains(&c);
    let count = signs().take(MAX_SIGNS + 1).count();
    let has_ornament = || signs().any(|c| ORNAMENTS.contains(&c));
    let is_repeated = || count >= MIN_SIGNS && signs().any(|c| REPEATED_SIGNS.contains(&c));
    count <= MAX_SIGNS && signs().all(is_sign) && (has_ornament() || is_repeated())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_stars_and_single_ornaments_are_breaks() {
        for text in
            ["***", "* * *", " *\u{a0}*\u{a0}* ", "# # #", "—⁂—", "❦", "~ * ~", "•••", "◆◇◆", "＊　＊　＊"]
        {
            assert!(is_scene_break(text), "{text}");
        }
    }

    #[test]
    fn words_lines_and_single_signs_are_text() {
        for text in ["", "*", "**", "—", "———", "...", "___", "* a *", "★★★", "5 * 3", "-"] {
            assert!(!is_scene_break(text), "{text}");
        }
        assert!(!is_scene_break(&"*".repeat(MAX_SIGNS + 1)));
    }
}
