//! Paragraphs divided into what a listener steps through: sentences, or what the narrator has recorded.

use speech::find_sentence_ends;

use crate::model::{Attrs, Block, BlockKind, Book, Inline, walk_blocks};
use crate::sentences::{flat_text, sentence_ranges};

use super::script::NarrationPlaces;

/// Returns true if this is a phrase that [`divide_into_phrases`] has made.
pub(super) fn is_phrase(inline: &Inline) -> bool {
    matches!(inline, Inline::Span { attrs, .. } if attrs.phrase)
}

/// Returns true if this is an image with ids: what speaks these is its alternative, a step of its own.
pub(super) fn is_picture(inline: &Inline) -> bool {
    matches!(inline, Inline::Span { inlines, .. } if matches!(inlines.as_slice(), [Inline::Image(_)]))
}

/// Returns the book with phrases in its paragraphs. A paragraph that is one phrase stays unchanged.
pub(super) fn divide_into_phrases(book: &Book, places: &NarrationPlaces) -> Book {
    let mut book = book.clone();
    for section in &mut book.sections {
        let divider = Divider { path: &section.path, places };
        section.blocks.iter_mut().for_each(|block| divider.divide_block(block));
    }
    book
}

struct Divider<'a> {
    path: &'a str,
    places: &'a NarrationPlaces,
}

impl Divider<'_> {
    fn divide_block(&self, block: &mut Block) {
        let whole = self.is_any_narrated(&block.attrs.ids);
        match &mut block.kind {
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => {
                if !whole {
                    let text = (block.attrs.sentence > 0).then(|| flat_text(inlines));
                    *inlines = self.divide_line(std::mem::take(inlines));
                    if let Some(text) = text {
                        number_phrases(inlines, &text, block.attrs.sentence);
                    }
                }
            }
            BlockKind::Heading { inlines, .. }
            | BlockKind::Line(inlines)
            | BlockKind::Preformatted(inlines) => {
                if !whole {
                    self.collect_narrated(inlines, &mut block.attrs.ids);
                }
            }
            BlockKind::Definitions(terms) => {
                for term in terms {
                    if term.definition {
                        term.blocks.iter_mut().for_each(|block| self.divide_block(block));
                    } else if !self.is_any_narrated(&term.attrs.ids) {
                        // A term is one line.
                        walk_blocks(&term.blocks, &mut |block| {
                            term.attrs.ids.extend(self.narrated_of(&block.attrs.ids));
                            self.collect_narrated(block.inlines(), &mut term.attrs.ids);
                        });
                    }
                }
            }
            _ => block.child_lists_mut().into_iter().flatten().for_each(|block| self.divide_block(block)),
        }
    }

    fn is_any_narrated(&self, ids: &[String]) -> bool {
        self.narrated_of(ids).next().is_some()
    }

    fn narrated_of<'b>(&'b self, ids: &'b [String]) -> impl Iterator<Item = String> + 'b {
        ids.iter().filter(|id| self.places.is_narrated(self.path, id)).cloned()
    }

    /// Adds the ids in these inlines that narration points at.
    fn collect_narrated(&self, inlines: &[Inline], ids: &mut Vec<String>) {
        for inline in inlines {
            inline.walk(&mut |inline| {
                if let Some(attrs) = inline.attrs().filter(|_| !is_picture(inline)) {
                    ids.extend(self.narrated_of(&attrs.ids));
                }
            });
        }
    }

    fn divide_line(&self, inlines: Vec<Inline>) -> Vec<Inline> {
        let (mut out, mut run) = (Vec::new(), Vec::new());
        for inline in inlines {
            let mut ids = Vec::new();
            self.collect_narrated(std::slice::from_ref(&inline), &mut ids);
            if ids.is_empty() {
                run.push(inline);
            } else {
                divide_sentences(std::mem::take(&mut run), &mut out);
                out.push(phrase_span(ids, vec![inline]));
            }
        }
        divide_sentences(run, &mut out);
        match out.as_mut_slice() {
            [Inline::Span { attrs, inlines }] if attrs.phrase && attrs.ids.is_empty() => {
                std::mem::take(inlines)
            }
            _ => out,
        }
    }
}

/// Gives phrases the numbers of the sentences that they are, or are in.
fn number_phrases(inlines: &mut [Inline], text: &str, first: u32) {
    let begins: Vec<usize> = sentence_ranges(text).map(|range| range.start).collect();
    let mut at = 0;
    for inline in inlines {
        let width = flat_width(inline);
        if let Inline::Span { attrs, .. } = inline
            && attrs.phrase
        {
            let blank = text[at..].len() - text[at..].trim_start().len();
            let before = begins.partition_point(|begin| *begin <= at + blank).saturating_sub(1);
            attrs.sentence = first + u32::try_from(before).unwrap_or(0);
        }
        at += width;
    }
}

fn phrase_span(ids: Vec<String>, inlines: Vec<Inline>) -> Inline {
    let attrs = Attrs { ids, phrase: true, ..Attrs::default() };
    Inline::Span { attrs, inlines }
}

fn divide_sentences(run: Vec<Inline>, out: &mut Vec<Inline>) {
    let text = flat_text(&run);
    let (mut rest, mut done) = (run, 0);
    for end in find_sentence_ends(&text) {
        if end <= done {
            continue;
        }
        let (left, right) = cut_inlines(rest, end - done);
        done += left.iter().map(flat_width).sum::<usize>();
        push_sentence(left, out);
        rest = right;
    }
    push_sentence(rest, out);
}

fn push_sentence(inlines: Vec<Inline>, out: &mut Vec<Inline>) {
    let text = flat_text(&inlines);
    if text.trim().is_empty() {
        out.extend(inlines);
        return;
    }
    // White space and page numbers between sentences belong to neither.
    let (before, inlines) = cut_inlines(inlines, text.len() - text.trim_start().len());
    out.extend(before);
    out.push(phrase_span(Vec::new(), inlines));
}

/// Bytes in [`flat_text`].
fn flat_width(inline: &Inline) -> usize {
    match inline {
        Inline::Text(text) => text.len(),
        Inline::Math(math) => math.text().len(),
        Inline::LineBreak => 1,
        Inline::Image(_) | Inline::PageBreak(_) | Inline::NoteRef { .. } => 0,
        other => other.children().iter().map(flat_width).sum(),
    }
}

/// Cuts inlines in two. What has no width at the cut stays in front of it: a reference to a note belongs to
/// the sentence before. What cannot be divided does too.
fn cut_inlines(inlines: Vec<Inline>, at: usize) -> (Vec<Inline>, Vec<Inline>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut open = at;
    for inline in inlines {
        let width = flat_width(&inline);
        if !right.is_empty() {
            right.push(inline);
        } else if width <= open {
            open -= width;
            left.push(inline);
        } else if open == 0 {
            right.push(inline);
        } else {
            let (front, back) = cut_inline(inline, open);
            left.push(front);
            right.extend(back);
            open = 0;
        }
    }
    (left, right)
}

fn cut_inline(mut inline: Inline, at: usize) -> (Inline, Option<Inline>) {
    if let Inline::Text(text) = &mut inline {
        let back = text.split_off(at);
        return (inline, Some(Inline::Text(back)));
    }
    let Some((_, inlines)) = inline.parts_mut() else { return (inline, None) };
    let (front, back) = cut_inlines(std::mem::take(inlines), at);
    let mut second = inline.clone();
    if let Some((attrs, inlines)) = second.parts_mut() {
        attrs.ids.clear();
        *inlines = back;
    }
    if let Some((_, inlines)) = inline.parts_mut() {
        *inlines = front;
    }
    (inline, Some(second))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{PageBreak, Style, Target, plain_text};
    use crate::recordings::RecordingPiece;

    fn text_inline(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    fn italic_span(ids: &[&str], inlines: Vec<Inline>) -> Inline {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        Inline::Styled { style: Style::Emphasis, attrs: Attrs { ids, ..Attrs::default() }, inlines }
    }

    fn note_reference() -> Inline {
        let target = Target { path: "a".into(), id: Some("n".into()) };
        Inline::NoteRef { attrs: Attrs::default(), target, text: "1".into() }
    }

    fn phrase_texts(inlines: Vec<Inline>) -> Vec<(bool, String)> {
        let mut places = NarrationPlaces::default();
        places.add_clip("a", Some("read"), RecordingPiece { recording: 0, begin: 0, end: 1 });
        let divider = Divider { path: "a", places: &places };
        let made = divider.divide_line(inlines);
        made.iter().map(|inline| (is_phrase(inline), plain_text(std::slice::from_ref(inline)))).collect()
    }

    fn phrase_text(text: &str) -> (bool, String) {
        (true, text.to_owned())
    }

    fn unphrased_text(text: &str) -> (bool, String) {
        (false, text.to_owned())
    }

    #[test]
    fn one_sentence_stays_as_it_is() {
        assert_eq!(phrase_texts(vec![text_inline("Only one.")]), [unphrased_text("Only one.")]);
    }

    #[test]
    fn sentences_are_cut_through_emphasis_too() {
        let inlines = vec![
            italic_span(&["i"], vec![text_inline("One. Two")]),
            text_inline(" more."),
            note_reference(),
            text_inline(" Three."),
        ];
        assert_eq!(
            phrase_texts(inlines),
            [
                phrase_text("One."),
                unphrased_text(" "),
                phrase_text("Two more."),
                unphrased_text(" "),
                phrase_text("Three.")
            ]
        );
    }

    #[test]
    fn a_note_belongs_to_the_sentence_before_and_a_page_to_none() {
        let places = NarrationPlaces::default();
        let divider = Divider { path: "a", places: &places };
        let page = Inline::PageBreak(PageBreak { label: "2".into(), ids: Vec::new() });
        let made = divider.divide_line(vec![
            text_inline("One."),
            note_reference(),
            text_inline(" "),
            page,
            text_inline("Two."),
        ]);
        assert_eq!(made.len(), 4, "{made:?}");
        assert_eq!(made[0].children().len(), 2);
        assert!(matches!(made[2], Inline::PageBreak(_)));
    }

    #[test]
    fn narrated_text_is_a_phrase_of_its_own() {
        let inlines = vec![
            text_inline("Say: "),
            italic_span(&["read"], vec![text_inline("One. Two.")]),
            text_inline(" Then. End."),
        ];
        assert_eq!(
            phrase_texts(inlines),
            [
                phrase_text("Say: "),
                phrase_text("One. Two."),
                unphrased_text(" "),
                phrase_text("Then."),
                unphrased_text(" "),
                phrase_text("End.")
            ]
        );
    }

    proptest! {
        #[test]
        fn no_word_is_lost(words in proptest::collection::vec("[A-Za-z.!?\u{e9} ]{0,12}", 0..8)) {
            let inlines: Vec<Inline> = words
                .iter()
                .enumerate()
                .map(|(n, word)| if n % 2 == 0 { text_inline(word) } else { italic_span(&[], vec![text_inline(word), note_reference()]) })
                .collect();
            let before = plain_text(&inlines);
            let divider = Divider { path: "a", places: &NarrationPlaces::default() };
            prop_assert_eq!(plain_text(&divider.divide_line(inlines)), before);
        }
    }
}
