//! Inline content.

use roxmltree::Node;

use super::Reader;
use super::elements::{has_class, hidden, style};
use crate::model::{Attrs, Href, Inline, Style, Target, has_words, is_reference_sign, plain_text};
use crate::path;
use crate::xml::SVG;

/// A line being collected: white space is collapsed across the borders of elements.
#[derive(Debug, Default)]
pub(super) struct Line {
    inlines: Vec<Inline>,
    /// Whether the text ends with a space, or there is none yet.
    spaced: bool,
    begun: bool,
    preformatted: bool,
}

impl Line {
    pub(super) fn push(&mut self, inline: Inline) {
        match inline {
            Inline::LineBreak => self.begun = false,
            Inline::PageBreak(_) => {}
            _ => {
                self.begun = true;
                self.spaced = false;
            }
        }
        self.inlines.push(inline);
    }

    /// Adds what was read elsewhere.
    pub(super) fn take(&mut self, inline: Inline) {
        match inline {
            Inline::Text(text) => self.text(&text),
            other => self.push(other),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        let mut kept = String::with_capacity(text.len());
        for c in text.chars() {
            let white = matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            if !white || self.preformatted {
                kept.push(c);
                self.spaced = false;
                self.begun = true;
            } else if self.begun && !self.spaced {
                kept.push(' ');
                self.spaced = true;
            }
        }
        if kept.is_empty() {
            return;
        }
        match self.inlines.last_mut() {
            Some(Inline::Text(before)) => before.push_str(&kept),
            _ => self.inlines.push(Inline::Text(kept)),
        }
    }

    /// Collects the content of an element separately, with continuous white space.
    fn nested(&mut self, collect: impl FnOnce(&mut Self)) -> Vec<Inline> {
        let outer = std::mem::take(&mut self.inlines);
        collect(self);
        std::mem::replace(&mut self.inlines, outer)
    }

    /// The line without white space at its end.
    pub(super) fn finish(self) -> Vec<Inline> {
        let mut inlines = self.inlines;
        if !self.preformatted {
            trim_end(&mut inlines);
        }
        inlines
    }
}

/// Drops white space and forced line ends from the end, also inside elements.
fn trim_end(inlines: &mut Vec<Inline>) {
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
    /// Reads the contents of an element as one line.
    pub(super) fn line(&self, node: Node<'_, 'i>) -> Vec<Inline> {
        let mut line = Line::default();
        self.inlines(node, &mut line);
        line.finish()
    }

    /// Reads the contents of an element with all its white space.
    pub(super) fn preformatted(&self, node: Node<'_, 'i>) -> Vec<Inline> {
        let mut line = Line { preformatted: true, ..Line::default() };
        self.inlines(node, &mut line);
        line.finish()
    }

    pub(super) fn inlines(&self, node: Node<'_, 'i>, line: &mut Line) {
        for child in node.children() {
            self.inline(child, line);
        }
    }

    /// Reads a node as part of a line.
    pub(super) fn inline(&self, node: Node<'_, 'i>, line: &mut Line) {
        if node.is_text() {
            line.text(node.text().unwrap_or_default());
            return;
        }
        if !node.is_element() || hidden(node) {
            return;
        }
        if let Some(page) = self.page_break(node, line) {
            line.push(Inline::PageBreak(page));
            return;
        }
        if let Some(drawing) = self.drawing_with_text(node) {
            line.text(" ");
            for inline in super::drawing::as_line(drawing) {
                line.take(inline);
            }
            return line.text(" ");
        }
        match (node.tag_name().namespace(), node.tag_name().name()) {
            (Some(SVG), _) => self.svg(node).into_iter().for_each(|image| line.push(Inline::Image(image))),
            (_, "math") => {
                let picture = node.attribute("altimg").and_then(|href| self.resolve(href));
                line.push(Inline::Math(super::math::read(node, picture)));
            }
            (_, "br") => line.push(Inline::LineBreak),
            (_, "img" | "image") => {
                self.image(node, "src").into_iter().for_each(|image| line.push(Inline::Image(image)));
            }
            (_, "embed" | "iframe") if is_picture(node, "src") => {
                self.image(node, "src").into_iter().for_each(|image| line.push(Inline::Image(image)));
            }
            (_, "object") if is_picture(node, "data") => {
                self.image(node, "data").into_iter().for_each(|image| line.push(Inline::Image(image)));
            }
            (_, "a") => self.anchor(node, line),
            (_, "rt") => self.ruby_text(node, line),
            _ => self.styled(node, line),
        }
    }

    fn styled(&self, node: Node<'_, 'i>, line: &mut Line) {
        let mut attrs = super::attrs(node);
        if has_class(node, &["lnum", "linenum", "linenumber", "line-number"]) {
            attrs.kinds.push("linenum".to_owned());
        }
        // A block that is where only a line is allowed is set off from its neighbors.
        if super::is_block(node) {
            line.text(" ");
        }
        let inlines = line.nested(|line| self.inlines(node, line));
        if inlines.is_empty() && attrs.ids.is_empty() {
            return;
        }
        match style(node) {
            Some(style) => line.inlines.push(Inline::Styled { style, attrs, inlines }),
            None if attrs.is_empty() => line.inlines.extend(inlines),
            None => line.inlines.push(Inline::Span { attrs, inlines }),
        }
        if super::is_block(node) {
            line.text(" ");
        }
    }

    fn anchor(&self, node: Node<'_, 'i>, line: &mut Line) {
        let attrs = super::attrs(node);
        let inlines = line.nested(|line| self.inlines(node, line));
        let Some(href) = node.attribute("href").and_then(|href| self.href(href)) else {
            return target(attrs, inlines, line);
        };
        let refers =
            attrs.kinds.iter().any(|kind| matches!(kind.as_str(), "noteref" | "annoref" | "doc-noteref"));
        match href {
            Href::Inside(target) if refers && target.id.is_some() => {
                line.inlines.extend(note_reference(attrs, target, inlines));
            }
            href if !inlines.is_empty() || !attrs.ids.is_empty() => {
                line.inlines.push(Inline::Link { attrs, href, inlines });
            }
            _ => {}
        }
    }

    pub(super) fn href(&self, href: &str) -> Option<Href> {
        let href = href.trim();
        if let Some((path, id)) = path::resolve(self.path, href) {
            return Some(Href::Inside(Target { path, id }));
        }
        path::has_scheme(href)
            .then(|| Href::Outside(href.to_owned()))
            .filter(|_| !href.to_ascii_lowercase().starts_with("javascript:"))
    }

    /// The reading of ruby text is in parentheses unless the source already has them.
    fn ruby_text(&self, node: Node<'_, 'i>, line: &mut Line) {
        let marked =
            node.parent().is_some_and(|ruby| ruby.children().any(|child| child.tag_name().name() == "rp"));
        if !marked {
            line.text("(");
        }
        self.inlines(node, line);
        if !marked {
            line.text(")");
        }
    }
}

/// A reference to a note. Words are not its sign but part of the sentence: they become a link, and the
/// reference follows it, without a sign or with the raised one at their end.
fn note_reference(attrs: Attrs, target: Target, mut inlines: Vec<Inline>) -> Vec<Inline> {
    let text = plain_text(&inlines).trim().to_owned();
    if !has_words(&inlines) || is_reference_sign(&text) {
        return vec![Inline::NoteRef { attrs, target, text }];
    }
    let raised = inlines.pop_if(|last| {
        matches!(last, Inline::Styled { style: Style::Superscript, .. })
            && is_reference_sign(&plain_text(std::slice::from_ref(last)))
    });
    let text = raised.map(|sign| plain_text(&[sign]).trim().to_owned()).unwrap_or_default();
    let href = Href::Inside(target.clone());
    vec![Inline::Link { attrs, href, inlines }, Inline::NoteRef { attrs: Attrs::default(), target, text }]
}

/// Whether an embedded object is a picture, by its own metadata or by its name.
fn is_picture(node: Node<'_, '_>, attribute: &str) -> bool {
    match node.attribute("type") {
        Some(kind) => kind.trim().starts_with("image/"),
        None => node.attribute(attribute).is_some_and(|href| path::extension(href) == "svg"),
    }
}

/// An anchor without a target: a link destination, or plain text.
fn target(mut attrs: Attrs, inlines: Vec<Inline>, line: &mut Line) {
    attrs.kinds.clear();
    if attrs.is_empty() {
        line.inlines.extend(inlines);
    } else {
        line.inlines.push(Inline::Span { attrs, inlines });
    }
}
