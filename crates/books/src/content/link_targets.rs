//! Ids of elements that show nothing, or that are read without what is in them. Links lead to what is in
//! their place, or to what follows.

use std::collections::HashSet;

use roxmltree::Node;

use super::files::BookFiles;
use super::{Reader, element_ids};
use crate::anchors::visit_ids;
use crate::model::{Attrs, Block, BlockKind, Inline, walk_blocks};

impl<'i> Reader<'_, 'i> {
    /// The ids of an element of an EPUB and of all elements in it, its own last.
    pub(super) fn all_ids(&self, node: Node<'_, 'i>) -> Vec<String> {
        let mut ids = self.inner_ids(node);
        ids.extend(self.own_ids(node));
        ids
    }

    /// The ids of an element of an EPUB alone.
    pub(super) fn own_ids(&self, node: Node<'_, 'i>) -> Vec<String> {
        if !self.files.is_some_and(BookFiles::has_manifest) {
            return Vec::new();
        }
        element_ids(node).map(str::to_owned).collect()
    }

    /// The ids of all elements in an element of an EPUB.
    pub(super) fn inner_ids(&self, node: Node<'_, 'i>) -> Vec<String> {
        if !self.files.is_some_and(BookFiles::has_manifest) {
            return Vec::new();
        }
        node.descendants().skip(1).flat_map(element_ids).map(str::to_owned).collect()
    }
}

/// Gives the first block of an element the ids inside the element that none of its blocks has.
pub(super) fn add_missing_ids(node: Node<'_, '_>, blocks: &mut [Block]) {
    let known: HashSet<String> = ids_of_blocks(blocks).into_iter().collect();
    let missing = node.descendants().skip(1).flat_map(element_ids).filter(|id| !known.contains(*id));
    if let Some(first) = blocks.first_mut() {
        first.attrs.ids.splice(0..0, missing.map(str::to_owned));
    }
}

/// The ids of inlines and of all that is in them.
pub(super) fn ids_of_inlines(inlines: &[Inline]) -> Vec<String> {
    let mut ids = Vec::new();
    for inline in inlines {
        inline.walk(&mut |inner| ids.extend(inner.ids().iter().cloned()));
    }
    ids
}

pub(super) fn id_attrs(ids: Vec<String>) -> Attrs {
    Attrs { ids, ..Attrs::default() }
}

/// An inline with these ids: among its own, or around it.
pub(super) fn with_ids(mut inline: Inline, ids: Vec<String>) -> Inline {
    if let Inline::Styled { attrs, .. }
    | Inline::Span { attrs, .. }
    | Inline::Link { attrs, .. }
    | Inline::NoteRef { attrs, .. } = &mut inline
    {
        attrs.ids.splice(0..0, ids);
        return inline;
    }
    with_attrs(inline, id_attrs(ids))
}

/// An inline with these attributes around it, if there are any.
pub(super) fn with_attrs(inline: Inline, attrs: Attrs) -> Inline {
    if attrs.is_empty() { inline } else { Inline::Span { attrs, inlines: vec![inline] } }
}

/// Adds inlines to a line, in an element with these attributes if there are any.
pub(super) fn push_with_attrs(inlines: Vec<Inline>, attrs: Attrs, line: &mut Vec<Inline>) {
    if attrs.is_empty() {
        line.extend(inlines);
    } else {
        line.push(Inline::Span { attrs, inlines });
    }
}

/// Gives a block ids before its own.
pub(super) fn prepend_ids(block: &mut Block, ids: Vec<String>) {
    match &mut block.kind {
        BlockKind::PageBreak(page) => page.ids.extend(ids),
        _ => drop(block.attrs.ids.splice(0..0, ids)),
    }
}

/// Returns true for an inline of a kind, or one with ids and a language of its own.
pub(super) fn is_of_kind(inline: &Inline, is_kind: fn(&Inline) -> bool) -> bool {
    match inline {
        Inline::Span { attrs, inlines } => {
            let is_plain = attrs.kinds.is_empty() && attrs.dir.is_none();
            is_plain && matches!(inlines.as_slice(), [inner] if is_of_kind(inner, is_kind))
        }
        other => is_kind(other),
    }
}

/// An inline without the elements that have its ids and its language; other content unchanged.
pub(super) fn take_attrs(inline: Inline) -> (Attrs, Inline) {
    match inline {
        Inline::Span { attrs, mut inlines } if inlines.len() == 1 => {
            let (own, inner) = take_attrs(inlines.swap_remove(0));
            let ids = attrs.ids.into_iter().chain(own.ids).collect();
            (Attrs { ids, lang: own.lang.or(attrs.lang), ..Attrs::default() }, inner)
        }
        other => (Attrs::default(), other),
    }
}

/// Returns true for blocks that show nothing, but may have ids.
pub(super) fn are_places(blocks: &[Block]) -> bool {
    let is_place = |inline: &Inline| matches!(inline, Inline::Span { inlines, .. } if inlines.is_empty());
    blocks.iter().all(|block| {
        matches!(block.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_))
            && block.inlines().iter().all(is_place)
    })
}

/// The ids of blocks and of all that is in them.
pub(super) fn ids_of_blocks(blocks: &[Block]) -> Vec<String> {
    let mut found = Vec::new();
    walk_blocks(blocks, &mut |block| visit_ids(block, &mut |ids| found.extend(ids.iter().cloned())));
    found
}

#[cfg(test)]
mod tests {
    use crate::anchors::Anchors;
    use crate::model::{Block, BlockKind, Book, Target};
    use crate::testkit::{EpubBuilder, MINIMAL_PNG};

    /// Reads a chapter with a link to the id `x`, which is in the markup.
    fn read_linked(markup: &str) -> Book {
        let text = format!("<p>See <a href='#x'>it</a>.</p>{markup}<p>End.</p>");
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg'><text>Bow</text></svg>";
        let book = EpubBuilder::new("Links")
            .file("a.png", "image/png", MINIMAL_PNG)
            .file("d.svg", "image/svg+xml", drawing.as_bytes())
            .chapter("", &text)
            .build();
        crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap()
    }

    /// The blocks of the markup.
    fn read_blocks(markup: &str) -> Vec<Block> {
        let blocks = read_linked(markup).sections.swap_remove(0).blocks;
        blocks[1..blocks.len() - 1].to_vec()
    }

    #[test]
    fn links_lead_to_elements_that_show_nothing_or_are_read_without_what_is_in_them() {
        const MATHML: &str = "xmlns='http://www.w3.org/1998/Math/MathML'";
        const SVG: &str = "xmlns='http://www.w3.org/2000/svg'";
        let cells = "<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>";
        for markup in [
            format!("<p>a <math id='x' {MATHML}><mi>n</mi></math> b</p>").as_str(),
            format!("<p><math {MATHML}><mtable><mtr id='x'><mtd><mi>n</mi></mtd></mtr></mtable></math></p>")
                .as_str(),
            format!("<p>a <svg id='x' {SVG}><rect width='9' height='9'/></svg> b</p>").as_str(),
            format!("<p>a <svg {SVG}><rect id='x' width='9' height='9'/></svg> b</p>").as_str(),
            format!("<p>a <svg id='x' {SVG}/> b</p>").as_str(),
            format!("<svg {SVG}><g id='x'><text>Bow</text></g></svg>").as_str(),
            format!("<p>a <svg {SVG}><text id='x'>Bow</text></svg> b</p>").as_str(),
            format!("<svg role='presentation' {SVG}><text id='x'>Bow</text></svg>").as_str(),
            "<p>a<br id='x'/>b</p>",
            "<p>a<wbr id='x'/>b</p>",
            "<hr id='x'/>",
            "<p>a <script id='x' type='text/plain'>b</script> c</p>",
            "<template id='x'><p>a</p></template>",
            "<p>a <img id='x' src='gone.png'/> b</p>",
            "<p><img id='x' src='a.png' alt='T'/>he sea</p>",
            "<p><img id='x' src='d.svg'/></p>",
            "<p><picture id='x'><img src='a.png' alt='b'/></picture></p>",
            "<p><picture><source id='x' srcset='a.png'/><img src='a.png' alt='b'/></picture></p>",
            "<p><object data='a.png'><b id='x'>b</b></object></p>",
            "<p>a <object data='gone'><param id='x' name='n'/>b</object></p>",
            "<p>a <audio src='a.mp3'><source id='x' src='b.mp3'/></audio> b</p>",
            "<p>a <select><option id='x'>b</option></select></p>",
            "<p><ruby>a<rp>(</rp><rt id='x'> </rt></ruby> b</p>",
            "<p>a<a epub:type='noteref' href='#n'><sup id='x'>1</sup></a></p>\
             <aside epub:type='footnote' id='n'><p>Note.</p></aside>",
            "<p>a <span epub:type='pagebreak' title='5'><b id='x'/></span> b</p>",
            "<p>a <span role='img' aria-label='smile'><b id='x'>:)</b></span></p>",
            format!("<table><colgroup><col id='x'/></colgroup>{cells}</table>").as_str(),
            format!("<table><col id='x'/>{cells}</table>").as_str(),
            format!("<table><tbody id='x'>{cells}</tbody></table>").as_str(),
            format!("<table>{cells}<tr id='x'/></table>").as_str(),
            format!("<table><tr hidden='hidden'><td id='x'>h</td></tr>{cells}</table>").as_str(),
            format!("<table><tr><td hidden='hidden' id='x'>h</td><td>i</td></tr>{cells}</table>").as_str(),
            "<dl><div id='x'><dt>a</dt><dd>b</dd></div></dl>",
            "<dl><script id='x' type='text/plain'>s</script><dt>a</dt><dd>b</dd></dl>",
            "<p class='verse'><span class='line'>a</span><br id='x'/><span class='line'>b</span></p>",
            "<figure><img src='a.png' alt='b'/><figcaption id='x'/></figure>",
            "<aside id='x'/>",
            "<blockquote><p><wbr id='x'/></p></blockquote>",
            "<figure><script id='x' type='text/plain'>s</script></figure>",
            "<ul><table id='x'/><li>a</li></ul>",
            "<ul><br id='x'/></ul>",
            "<ul><li>a</li><ol><br id='x'/></ol></ul>",
            "<dl><script id='x' type='text/plain'>s</script></dl>",
            "<p class='verse'><span class='line' id='x'/><span class='line'>a</span></p>",
            "<hgroup><h2>a</h2><br id='x'/></hgroup>",
        ] {
            let book = read_linked(markup);
            let target = Target { path: book.sections[0].path.clone(), id: Some("x".to_owned()) };
            assert!(Anchors::from_book(&book).target_id(&target).is_some(), "{markup}: {:?}", book.sections);
        }
    }

    #[test]
    fn ids_of_what_shows_nothing_change_nothing_else() {
        let formula = "<math id='x' xmlns='http://www.w3.org/1998/Math/MathML'><mi>n</mi></math>";
        let blocks = read_blocks(&format!("<p>{formula}</p>"));
        let [Block { attrs, kind: BlockKind::Math(_) }] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert_eq!(attrs.ids, ["x"]);
        let blocks = read_blocks("<script id='x' type='text/plain'>s</script><p>a</p>");
        let [Block { attrs, kind: BlockKind::Paragraph(_) }] = blocks.as_slice() else {
            panic!("{blocks:?}")
        };
        assert_eq!(attrs.ids, ["x"]);
        let blocks = read_blocks("<p>a<br/><br id='x'/>b</p><p>c <wbr id='y'/> d</p>");
        let words: Vec<String> = blocks.iter().map(Block::plain_text).collect();
        assert_eq!(words, ["a", "b", "c d"]);
        let blocks = read_blocks("<ul><br id='x'/><li>a</li></ul>");
        let [Block { kind: BlockKind::List(list), .. }] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert_eq!(list.items.len(), 1);
        assert_eq!(list.items[0].attrs.ids, ["x"]);
        let blocks = read_blocks("<aside id='x'><wbr id='y'/></aside><p>a</p>");
        let [Block { attrs, kind: BlockKind::Paragraph(_) }] = blocks.as_slice() else {
            panic!("{blocks:?}")
        };
        assert_eq!(attrs.ids, ["x", "y"]);
        let words: Vec<String> =
            read_blocks("<hgroup>a<h2>b</h2>c</hgroup>").iter().map(Block::plain_text).collect();
        assert_eq!(words, ["a", "b", "c"]);
    }
}
