//! Inline content.

use std::borrow::Cow;

use roxmltree::Node;

use super::elements::{has_class, inline_style, is_note_reference};
use super::link_targets::{id_attrs, ids_of_inlines, push_with_attrs, with_ids};
use super::pages::PageStart;
use super::positioned::PieceJoin;
use super::text_style::TextStyle;
use super::{CONCEALED_KIND, Reader};
use crate::model::{
    Attrs, Href, Inline, Style, Target, any_inline, has_words, is_reference_sign, plain_text,
};
use crate::path;
use crate::xml::SVG_NAMESPACE;

/// Words of the longest alternative of a picture that is the sign of a note.
const MAX_SIGN_WORDS: usize = 2;

/// A line being collected: white space is collapsed across the borders of elements.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) inlines: Vec<Inline>,
    /// True if the text ends with a space, or there is none yet.
    ends_with_space: bool,
    has_begun: bool,
    preformatted: bool,
    pub(super) forced_ends: usize,
    /// Ids of elements that show nothing, for what comes next.
    waiting: Vec<String>,
}

impl Line {
    /// Returns true if nothing follows the last forced line end.
    pub(super) fn is_at_line_start(&self) -> bool {
        !self.has_begun
    }

    pub(super) fn push_inline(&mut self, inline: Inline) {
        let inline = match inline {
            Inline::LineBreak => {
                self.has_begun = false;
                self.forced_ends += 1;
                Inline::LineBreak
            }
            Inline::PageBreak(mut page) => {
                page.ids.append(&mut self.waiting);
                Inline::PageBreak(page)
            }
            other => {
                self.has_begun = true;
                self.ends_with_space = false;
                with_ids(other, std::mem::take(&mut self.waiting))
            }
        };
        self.inlines.push(inline);
    }

    /// Adds what was read elsewhere.
    pub(super) fn push_read(&mut self, inline: Inline) {
        match inline {
            Inline::Text(text) => self.push_text(&text),
            other => self.push_inline(other),
        }
    }

    /// Adds ids of an element without words: links to them lead to what comes next.
    pub(super) fn push_place(&mut self, ids: Vec<String>) {
        self.waiting.extend(ids);
    }

    /// Takes the ids that are left in a line without words and pictures.
    pub(super) fn take_places(&mut self) -> Vec<String> {
        if self.inlines.iter().all(is_blank) { std::mem::take(&mut self.waiting) } else { Vec::new() }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        let mut kept = String::with_capacity(text.len());
        for c in text.chars() {
            let white = matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            if !white || self.preformatted {
                kept.push(c);
                self.ends_with_space = false;
                self.has_begun = true;
            } else if self.has_begun && !self.ends_with_space {
                kept.push(' ');
                self.ends_with_space = true;
            }
        }
        if kept.is_empty() {
            return;
        }
        let words = kept.trim_start_matches(' ');
        if !self.waiting.is_empty() && !words.trim().is_empty() {
            self.append_text(&kept[..kept.len() - words.len()]);
            let attrs = id_attrs(std::mem::take(&mut self.waiting));
            self.inlines.push(Inline::Span { attrs, inlines: Vec::new() });
            return self.append_text(words);
        }
        self.append_text(&kept);
    }

    fn append_text(&mut self, text: &str) {
        if !text.is_empty() {
            push_text(&mut self.inlines, text);
        }
    }

    /// Adds text whose line ends are kept. Empty lines stay one.
    fn push_lines(&mut self, text: &str) {
        for (n, part) in text.split('\n').enumerate() {
            let is_begun = self.has_begun || matches!(self.inlines.last(), Some(Inline::LineBreak));
            let is_third = self.inlines.ends_with(&[Inline::LineBreak, Inline::LineBreak]);
            if n > 0 && is_begun && !is_third {
                if let Some(Inline::Text(text)) = self.inlines.last_mut() {
                    text.truncate(text.trim_end_matches(' ').len());
                }
                self.push_inline(Inline::LineBreak);
            }
            self.push_text(part);
        }
    }

    /// Ends the line, if it has begun.
    pub(super) fn break_line(&mut self) {
        if self.has_begun && !self.preformatted {
            self.push_inline(Inline::LineBreak);
        }
    }

    /// Collects the content of an element separately, with continuous white space.
    pub(super) fn collect_nested(&mut self, collect: impl FnOnce(&mut Self)) -> Vec<Inline> {
        let outer = std::mem::take(&mut self.inlines);
        collect(self);
        std::mem::replace(&mut self.inlines, outer)
    }

    /// The line without white space at its end.
    pub(super) fn finish(self) -> Vec<Inline> {
        let Self { mut inlines, waiting, preformatted, .. } = self;
        if !preformatted {
            trim_end(&mut inlines);
        }
        if !waiting.is_empty() {
            inlines.push(Inline::Span { attrs: id_attrs(waiting), inlines: Vec::new() });
        }
        inlines
    }
}

/// Adds text to a line with its white space.
pub(super) fn push_text(line: &mut Vec<Inline>, text: &str) {
    match line.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ => line.push(Inline::Text(text.to_owned())),
    }
}

/// A text without the ends of lines between characters that have no spaces between them (Chinese, Japanese).
fn join_ideographs(text: &str) -> Cow<'_, str> {
    const WHITE: [char; 4] = [' ', '\t', '\r', '\n'];
    let is_ideograph =
        |c: char| matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF01}'..='\u{FF60}');
    if !text.contains(is_ideograph) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split('\n').enumerate() {
        let after = line.trim_start_matches(WHITE);
        let before = (n > 0 && after.starts_with(is_ideograph)).then(|| out.trim_end_matches(WHITE));
        if let Some(kept) = before.filter(|before| before.ends_with(is_ideograph)).map(str::len) {
            out.truncate(kept);
            out.push_str(after);
        } else {
            if n > 0 {
                out.push('\n');
            }
            out.push_str(line);
        }
    }
    Cow::Owned(out)
}

pub(super) fn drop_hyphen(inlines: &mut [Inline]) {
    match inlines.last_mut() {
        Some(Inline::Text(text)) if text.ends_with(['-', '\u{2010}']) => drop(text.pop()),
        Some(
            Inline::Styled { inlines, .. } | Inline::Span { inlines, .. } | Inline::Link { inlines, .. },
        ) => drop_hyphen(inlines),
        _ => {}
    }
}

/// Returns true for white space and for forced line ends.
pub(super) fn is_blank(inline: &Inline) -> bool {
    match inline {
        Inline::Text(text) => text.trim().is_empty(),
        other => *other == Inline::LineBreak,
    }
}

pub(super) fn drop_leading_breaks(inlines: &mut Vec<Inline>) {
    let count = inlines.iter().take_while(|inline| **inline == Inline::LineBreak).count();
    inlines.drain(..count);
}

/// The paragraphs of a line in which empty lines (`<br/><br/>`) divide them.
pub(super) fn split_at_empty_lines(line: Vec<Inline>) -> Vec<Vec<Inline>> {
    let mut parts: Vec<Vec<Inline>> = vec![Vec::new()];
    let mut ends: Vec<Inline> = Vec::new();
    for inline in line {
        let has_end = !ends.is_empty();
        if inline == Inline::LineBreak || has_end && is_blank(&inline) {
            ends.push(inline);
            continue;
        }
        let is_divided = ends.iter().filter(|end| **end == Inline::LineBreak).count() > 1;
        if is_divided && parts.last().is_some_and(|part| !part.is_empty()) {
            ends.clear();
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.append(&mut ends);
            part.push(inline);
        }
    }
    if let Some(part) = parts.last_mut() {
        part.append(&mut ends);
    }
    parts
}

/// Drops white space and forced line ends from the end, also inside elements.
pub(super) fn trim_end(inlines: &mut Vec<Inline>) {
    while let Some(last) = inlines.last_mut() {
        match last {
            Inline::Text(text) => {
                text.truncate(text.trim_end_matches([' ', '\n', '\t', '\r']).len());
                if !text.is_empty() {
                    return;
                }
            }
            Inline::LineBreak => {}
            Inline::Styled { inlines, attrs, .. }
            | Inline::Span { inlines, attrs }
            | Inline::Link { inlines, attrs, .. } => {
                trim_end(inlines);
                if !inlines.is_empty() || !attrs.ids.is_empty() {
                    return;
                }
            }
            _ => return,
        }
        inlines.pop();
    }
}

impl<'i> Reader<'_, 'i> {
    pub(super) fn read_line(&self, node: Node<'_, 'i>) -> Vec<Inline> {
        let mut line = Line::default();
        self.read_inlines(node, &mut line);
        line.finish()
    }

    /// Reads the contents of an element with all its white space.
    pub(super) fn read_preformatted(&self, node: Node<'_, 'i>) -> Vec<Inline> {
        let mut line = Line { preformatted: true, ..Line::default() };
        self.read_inlines(node, &mut line);
        line.finish()
    }

    pub(super) fn read_inlines(&self, node: Node<'_, 'i>, line: &mut Line) {
        if let Some(text) = self.generated_text.text_before(node) {
            line.push_text(text);
        }
        for child in node.children() {
            self.read_inline(child, line);
        }
        if let Some(text) = self.generated_text.text_after(node) {
            line.push_text(text);
        }
    }

    pub(super) fn read_inline(&self, node: Node<'_, 'i>, line: &mut Line) {
        if node.is_text() {
            if !self.presentation.mutes_text(node) && !self.positioned.is_between(node) {
                let text = self.displayed_text(node);
                if !text.contains('\n') || line.preformatted {
                    line.push_text(&text);
                } else if self.keeps_lines(node) {
                    line.push_lines(&text);
                } else {
                    line.push_text(&join_ideographs(&text));
                }
            }
            return;
        }
        if !node.is_element() {
            return;
        }
        if self.presentation.is_never_read(node) {
            return line.push_place(self.all_ids(node));
        }
        match self.positioned.join_before(node) {
            Some(PieceJoin::Space) => line.push_text(" "),
            Some(PieceJoin::Divided) => drop_hyphen(&mut line.inlines),
            Some(PieceJoin::Word) | None => {}
        }
        match self.page_start(node) {
            Some(PageStart::Whole(page)) => return line.push_inline(Inline::PageBreak(page)),
            Some(PageStart::With(page)) => {
                line.push_inline(Inline::PageBreak(page));
                return self.read_inlines(node, line);
            }
            Some(PageStart::Before(page)) => line.push_inline(Inline::PageBreak(page)),
            None => {}
        }
        if self.presentation.is_concealed(node) {
            return self.read_concealed_inline(node, line);
        }
        if let Some(blocks) = self.read_embedded_blocks(node) {
            if blocks.is_empty() {
                line.push_place(self.all_ids(node));
            }
            line.push_text(" ");
            for inline in super::drawing::to_line(blocks) {
                line.push_read(inline);
            }
            return line.push_text(" ");
        }
        self.read_shown_inline(node, line);
    }

    pub(super) fn read_shown_inline(&self, node: Node<'_, 'i>, line: &mut Line) {
        if self.image_label(node).is_some() {
            return self.read_labelled(node, line);
        }
        match (node.tag_name().namespace(), node.tag_name().name()) {
            (Some(SVG_NAMESPACE), _) => {
                let ids = self.all_ids(node);
                match self.read_wordless_svg(node) {
                    Some(image) => line.push_inline(with_ids(Inline::Image(image), ids)),
                    None => line.push_place(ids),
                }
            }
            (_, "math") => {
                let picture = node.attribute("altimg").and_then(|href| self.resolve_path(href));
                let math = Inline::Math(super::math::read_math(node, picture));
                line.push_inline(with_ids(math, self.all_ids(node)));
            }
            (_, "br") => {
                line.push_inline(Inline::LineBreak);
                line.push_place(self.all_ids(node));
            }
            // A place where a line may end, and nothing else.
            (_, "wbr") => line.push_place(self.all_ids(node)),
            (
                _,
                "img" | "image" | "embed" | "iframe" | "frame" | "object" | "video" | "audio" | "canvas"
                | "picture" | "applet",
            ) => {
                self.read_embedded(node, line);
            }
            (_, "select" | "input" | "textarea" | "progress" | "meter" | "area") => {
                self.read_control(node, line);
            }
            (_, "ruby") => self.read_ruby(node, line),
            (_, name) => {
                let style = self.text_style(node);
                let is_set_apart = style.is_set_apart(node);
                if style.has_own_line() {
                    line.break_line();
                } else if is_set_apart || self.follows_box(node, &style) {
                    line.push_text(" ");
                }
                if name == "a" {
                    self.read_anchor(node, line);
                } else {
                    self.read_styled(node, &style, line);
                }
                if style.has_own_line() {
                    line.break_line();
                } else if is_set_apart {
                    line.push_text(" ");
                }
            }
        }
    }

    /// Reads what the book hides in a line, for references to it. The line around it stays as if nothing was
    /// there.
    fn read_concealed_inline(&self, node: Node<'_, 'i>, line: &mut Line) {
        if !self.presentation.holds_target(node) {
            return;
        }
        let mut inner = Line::default();
        self.read_shown_inline(node, &mut inner);
        let inlines = inner.finish();
        if !inlines.is_empty() {
            let attrs = Attrs { kinds: vec![CONCEALED_KIND.to_owned()], ..Attrs::default() };
            line.inlines.push(Inline::Span { attrs, inlines });
        }
    }

    /// The contents of an element; its name if it shows nothing which could be read.
    fn read_contents_or_name(&self, node: Node<'_, 'i>, line: &mut Line) -> Vec<Inline> {
        let inlines = line.collect_nested(|line| self.read_inlines(node, line));
        match inlines.is_empty().then(|| self.empty_element_name(node)).flatten() {
            Some(name) => line.collect_nested(|line| line.push_text(&name)),
            None => inlines,
        }
    }

    pub(super) fn read_styled(&self, node: Node<'_, 'i>, text_style: &TextStyle, line: &mut Line) {
        let mut attrs = super::read_attrs(node);
        if has_class(node, &["lnum", "linenum", "linenumber", "line-number"]) {
            attrs.kinds.push("linenum".to_owned());
        }
        // A block that is where only a line is allowed is set off from its neighbors.
        if super::is_block(node) {
            line.push_text(" ");
        }
        let mut inlines = self.read_contents_or_name(node, line);
        if inlines.is_empty() && text_style.is_gap() {
            // An empty box is a gap between words.
            line.push_text(" ");
        }
        if inlines.is_empty() && attrs.ids.is_empty() {
            return;
        }
        let has_marks = self.generated_text.has_stated_marks(node);
        let named = inline_style(node).filter(|style| *style != Style::Quotation || !has_marks);
        let mut styles: Vec<Style> = named.into_iter().collect();
        if !plain_text(&inlines).trim().is_empty() {
            styles.extend(text_style.unnamed_styles(node));
        }
        // The outermost style has the attributes of the element.
        let outermost = (!styles.is_empty()).then(|| styles.remove(0));
        for style in styles.into_iter().rev() {
            inlines = vec![Inline::Styled { style, attrs: Attrs::default(), inlines }];
        }
        match outermost {
            Some(style) => line.inlines.push(Inline::Styled { style, attrs, inlines }),
            None => push_with_attrs(inlines, attrs, &mut line.inlines),
        }
        if super::is_block(node) {
            line.push_text(" ");
        }
    }

    fn read_anchor(&self, node: Node<'_, 'i>, line: &mut Line) {
        let attrs = super::read_attrs(node);
        let inlines = self.read_contents_or_name(node, line);
        let Some(href) = node.attribute("href").and_then(|href| self.resolve_href(href)) else {
            // A link destination, or plain text.
            let attrs = Attrs { kinds: Vec::new(), ..attrs };
            return push_with_attrs(inlines, attrs, &mut line.inlines);
        };
        match href {
            Href::Inside(target) if target.id.is_some() && is_note_reference(node) => {
                line.inlines.extend(build_note_reference(attrs, target, inlines));
            }
            href if !inlines.is_empty() || !attrs.ids.is_empty() => {
                line.inlines.push(Inline::Link { attrs, href, inlines });
            }
            _ => {}
        }
    }

    pub(super) fn resolve_href(&self, href: &str) -> Option<Href> {
        let href = href.trim();
        if let Some((path, id)) = self.resolve_place(href) {
            return Some(Href::Inside(Target { path, id }));
        }
        path::has_scheme(href)
            .then(|| Href::Outside(href.to_owned()))
            .filter(|_| !href.to_ascii_lowercase().starts_with("javascript:"))
    }
}

/// A reference to a note. Words are not its sign but part of the sentence: they become a link, and the
/// reference follows it, without a sign or with the raised one at their end.
fn build_note_reference(mut attrs: Attrs, target: Target, mut inlines: Vec<Inline>) -> Vec<Inline> {
    let text = plain_text(&inlines).trim().to_owned();
    let is_sign = !has_words(&inlines) || is_reference_sign(&text);
    // A picture that is called `note` is a sign.
    if is_sign || is_picture(&inlines) && text.split_whitespace().count() <= MAX_SIGN_WORDS {
        attrs.ids.splice(0..0, ids_of_inlines(&inlines));
        return vec![Inline::NoteRef { attrs, target, text: if is_sign { text } else { String::new() } }];
    }
    let raised = inlines.pop_if(|last| {
        matches!(last, Inline::Styled { style: Style::Superscript, .. })
            && is_reference_sign(&plain_text(std::slice::from_ref(last)))
    });
    let sign: Vec<Inline> = raised.into_iter().collect();
    let text = plain_text(&sign).trim().to_owned();
    let href = Href::Inside(target.clone());
    let of_sign = id_attrs(ids_of_inlines(&sign));
    vec![Inline::Link { attrs, href, inlines }, Inline::NoteRef { attrs: of_sign, target, text }]
}

/// Returns true if a line has nothing but pictures.
fn is_picture(inlines: &[Inline]) -> bool {
    !any_inline(inlines, |inner| match inner {
        Inline::Text(text) => !text.trim().is_empty(),
        other => matches!(other, Inline::Math(_)),
    })
}
