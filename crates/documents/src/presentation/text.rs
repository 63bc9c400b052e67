//! Text bodies: paragraphs, lists, runs.

use roxmltree::Node;

use books::model::{Attrs, Block, BlockKind, Direction, Href, Inline, List, ListItem, Style};
use books::symbol_fonts::read_run_symbols;
use books::xml::{find_child, find_children, well_formed_language};

use super::bullets::{LevelBullets, ListBullet, find_level, read_bullet};
use super::{DeckPart, find_choices, math, parse_bool, symbols};

/// Bullets that say something about their item: ticks, crosses and boxes.
const MEANINGFUL_BULLETS: [&str; 8] = ["✓", "✔", "✗", "✘", "☐", "☑", "☒", "✅"];

/// The bullets of paragraphs that say nothing of them.
#[derive(Debug, Clone, Copy)]
pub(super) enum BulletDefault {
    None,
    /// Those of their levels, and bullets for levels without any.
    Levels(LevelBullets),
}

impl BulletDefault {
    fn find_bullet(self, level: u8) -> ListBullet {
        match self {
            Self::None => None,
            Self::Levels(levels) => {
                levels.get(usize::from(level)).copied().flatten().unwrap_or(Some((None, 1)))
            }
        }
    }
}

/// A paragraph with its place in a list, if it is an item.
struct SlideParagraph {
    level: u8,
    item: ListBullet,
    /// Its direction, if it states that it is from right to left.
    dir: Option<Direction>,
    inlines: Vec<Inline>,
}

impl SlideParagraph {
    fn to_block(&self) -> Block {
        let attrs = Attrs { dir: self.dir, ..Attrs::default() };
        Block { attrs, kind: BlockKind::Paragraph(self.inlines.clone()) }
    }
}

pub(super) fn read_body(node: Node<'_, '_>, deck_part: &DeckPart, bullets: BulletDefault) -> Vec<Block> {
    let paragraphs: Vec<SlideParagraph> = find_paragraphs(node)
        .into_iter()
        .map(|paragraph| read_paragraph(paragraph, node, deck_part, bullets))
        .filter(|paragraph| !is_blank(&paragraph.inlines))
        .collect();
    let mut blocks = Vec::new();
    let mut rest = paragraphs.as_slice();
    while let [first, tail @ ..] = rest {
        if first.item.is_some() {
            blocks.push(Block::new(BlockKind::List(build_list(&mut rest, first.level))));
        } else {
            blocks.push(first.to_block());
            rest = tail;
        }
    }
    blocks
}

/// The whole body as one line.
pub(super) fn read_line(node: Node<'_, '_>, deck_part: &DeckPart) -> Vec<Inline> {
    let mut out = Vec::new();
    for paragraph in find_paragraphs(node) {
        let inlines = read_runs(paragraph, deck_part);
        if is_blank(&inlines) {
            continue;
        }
        if !out.is_empty() {
            out.push(Inline::Text(" ".into()));
        }
        out.extend(inlines);
    }
    // The line breaks of a title mean nothing.
    for inline in &mut out {
        if *inline == Inline::LineBreak {
            *inline = Inline::Text(" ".into());
        }
    }
    out
}

/// The paragraphs of a body. Of a choice between several, those of the first that has some.
fn find_paragraphs<'a, 'i>(body: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let mut paragraphs = Vec::new();
    for inner in body.children().filter(Node::is_element) {
        match inner.tag_name().name() {
            "p" => paragraphs.push(inner),
            "AlternateContent" => {
                let found = find_choices(inner).map(find_paragraphs).find(|found| !found.is_empty());
                paragraphs.extend(found.into_iter().flatten());
            }
            _ => {}
        }
    }
    paragraphs
}

pub(super) fn is_blank(inlines: &[Inline]) -> bool {
    books::model::plain_text(inlines).trim().is_empty()
}

/// The items of this level and below, up to the first paragraph of this level that is not an item. Paragraphs
/// further in belong to the item above them, and its numbers continue after them.
fn build_list(rest: &mut &[SlideParagraph], level: u8) -> List {
    let mut list = List { numbering: None, start: 1, items: Vec::new() };
    while let [next, tail @ ..] = *rest
        && next.level >= level
    {
        let Some((numbering, start)) = next.item else {
            let Some(before) = list.items.last_mut().filter(|_| next.level > level) else { break };
            before.blocks.push(next.to_block());
            *rest = tail;
            continue;
        };
        if next.level > level {
            let inner = Block::new(BlockKind::List(self::build_list(rest, next.level)));
            match list.items.last_mut() {
                Some(before) => before.blocks.push(inner),
                None => list.items.push(ListItem { blocks: vec![inner], ..ListItem::default() }),
            }
            continue;
        }
        if list.items.is_empty() {
            (list.numbering, list.start) = (numbering, start);
        } else if list.numbering != numbering {
            break;
        }
        *rest = tail;
        let block = Block::new(BlockKind::Plain(next.inlines.clone()));
        let attrs = Attrs { dir: next.dir, ..Attrs::default() };
        list.items.push(ListItem { attrs, blocks: vec![block], ..ListItem::default() });
    }
    list
}

fn read_paragraph(
    node: Node<'_, '_>,
    body: Node<'_, '_>,
    deck_part: &DeckPart,
    bullets: BulletDefault,
) -> SlideParagraph {
    let own = find_child(node, "pPr");
    let level =
        own.and_then(|own| own.attribute("lvl")).and_then(|level| level.parse().ok()).unwrap_or(0_u8).min(8);
    // Properties that a paragraph lacks are those of its level in the styles of the body.
    let style = find_child(body, "lstStyle").and_then(|styles| find_level(styles, level.into()));
    let mut both = own.into_iter().chain(style);
    let stated = both.find_map(|properties| Some((properties, read_bullet(properties)?)));
    let mark = stated.and_then(|(properties, _)| read_bullet_mark(properties));
    let item = stated.map_or_else(|| bullets.find_bullet(level), |(_, bullet)| bullet);
    let is_rtl = |properties: Node<'_, '_>| parse_bool(properties.attribute("rtl"));
    let is_rtl = own.and_then(is_rtl).or_else(|| style.and_then(is_rtl)) == Some(true);
    let dir = is_rtl.then_some(Direction::Rtl);
    let mut inlines = read_runs(node, deck_part);
    if let Some(mark) = mark.filter(|_| !is_blank(&inlines)) {
        inlines.insert(0, Inline::Text(format!("{mark} ")));
    }
    SlideParagraph { level, item, dir, inlines }
}

/// The bullet of a paragraph, if it is a sign that says yes or no.
fn read_bullet_mark(properties: Node<'_, '_>) -> Option<String> {
    let font = find_child(properties, "buFont").and_then(|font| font.attribute("typeface"));
    let bullet = read_run_symbols(find_child(properties, "buChar")?.attribute("char")?, font);
    Some(bullet).filter(|bullet| MEANINGFUL_BULLETS.contains(&bullet.as_str()))
}

fn read_runs(paragraph: Node<'_, '_>, deck_part: &DeckPart) -> Vec<Inline> {
    let mut out = Vec::new();
    push_runs(paragraph, deck_part, &mut out);
    // Space at the ends says nothing.
    if let Some(Inline::Text(first)) = out.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Inline::Text(last)) = out.last_mut() {
        *last = last.trim_end().to_owned();
    }
    out.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    while matches!(out.last(), Some(Inline::LineBreak)) {
        out.pop();
    }
    out
}

fn push_runs(node: Node<'_, '_>, deck_part: &DeckPart, out: &mut Vec<Inline>) {
    for inner in node.children().filter(Node::is_element) {
        match inner.tag_name().name() {
            "r" | "fld" => push_run(inner, deck_part, out),
            "br" => out.push(Inline::LineBreak),
            // Formulas are a choice with a picture of them. The first that says something is read.
            "AlternateContent" => {
                let read = find_choices(inner).find_map(|choice| {
                    let mut read = Vec::new();
                    push_runs(choice, deck_part, &mut read);
                    (!read.is_empty()).then_some(read)
                });
                out.extend(read.into_iter().flatten());
            }
            "m" | "oMathPara" => push_runs(inner, deck_part, out),
            "oMath" => out.extend(math::read_formula(inner)),
            _ => {}
        }
    }
}

fn push_run(node: Node<'_, '_>, deck_part: &DeckPart, out: &mut Vec<Inline>) {
    let texts = find_children(node, "t").flat_map(|text| text.descendants());
    let text: String = texts.filter(Node::is_text).filter_map(|text| text.text()).collect();
    let properties = find_child(node, "rPr");
    let font = ["sym", "latin"].iter().find_map(|kind| find_child(properties?, kind)?.attribute("typeface"));
    let text = read_run_symbols(&symbols::unescape_controls(&text), font);
    let text: String =
        text.chars().map(|c| if matches!(c, '\u{B}' | '\t' | '\n' | '\r') { ' ' } else { c }).collect();
    if text.is_empty() {
        return;
    }
    let is =
        |name: &str| parse_bool(properties.and_then(|properties| properties.attribute(name))) == Some(true);
    let value = |name: &str| properties.and_then(|properties| properties.attribute(name));
    let styled = |style: Style, inlines| Inline::Styled { style, attrs: Attrs::default(), inlines };
    let blank = text.trim().is_empty();
    let mut inlines = vec![Inline::Text(text)];
    if !blank {
        let shift: i32 =
            value("baseline").and_then(|shift| shift.trim_end_matches('%').parse().ok()).unwrap_or(0);
        match shift {
            1.. => inlines = vec![styled(Style::Superscript, inlines)],
            ..0 => inlines = vec![styled(Style::Subscript, inlines)],
            0 => {}
        }
        if is("i") {
            inlines = vec![styled(Style::Emphasis, inlines)];
        }
        if is("b") {
            inlines = vec![styled(Style::Strong, inlines)];
        }
        if value("strike").is_some_and(|strike| strike != "noStrike") {
            inlines = vec![styled(Style::Deleted, inlines)];
        }
        let click = properties.and_then(|properties| find_child(properties, "hlinkClick"));
        if let Some(address) = click.and_then(|click| deck_part.find_address(click)) {
            let href = Href::Outside(address.to_owned());
            inlines = vec![Inline::Link { attrs: Attrs::default(), href, inlines }];
        }
        if let Some(lang) = value("lang").and_then(well_formed_language) {
            let attrs = Attrs { lang: Some(lang.to_owned()), ..Attrs::default() };
            // Runs of one language that follow one another are one.
            if let Some(Inline::Span { attrs: last, inlines: before }) = out.last_mut()
                && *last == attrs
            {
                before.append(&mut inlines);
                return;
            }
            inlines = vec![Inline::Span { attrs, inlines }];
        }
    } else if let Some(Inline::Span { inlines: before, .. }) = out.last_mut() {
        before.append(&mut inlines);
        return;
    }
    out.append(&mut inlines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_and_crosses_in_place_of_bullets_are_read() {
        let item = |char: &str, text: &str| {
            format!(
                "<p><pPr><buFont typeface=\"Wingdings\"/><buChar char=\"{char}\"/></pPr><r><t>{text}</t></r></p>"
            )
        };
        let items = [item("\u{FC}", "Ebb"), item("\u{FB}", "Flood"), item("\u{A7}", "Sea")].concat();
        let text = format!("<txBody>{items}</txBody>");
        let part = DeckPart::default();
        let document = roxmltree::Document::parse(&text).unwrap();
        let blocks = read_body(document.root_element(), &part, BulletDefault::None);
        let [Block { kind: BlockKind::List(list), .. }] = blocks.as_slice() else { panic!("{blocks:?}") };
        let items = list.items.iter().flat_map(|item| &item.blocks).map(Block::plain_text);
        assert_eq!(items.collect::<Vec<_>>(), ["✓ Ebb", "✗ Flood", "Sea"]);
    }

    #[test]
    fn the_first_choice_that_says_something_is_read() {
        let text = "<txBody><AlternateContent><Choice><ink/></Choice><Fallback><p><r><t>One</t></r></p></Fallback>\
            </AlternateContent><p><AlternateContent><Choice/><Fallback><r><t>two</t></r></Fallback>\
            </AlternateContent></p></txBody>";
        let part = DeckPart::default();
        let document = roxmltree::Document::parse(text).unwrap();
        let line = read_line(document.root_element(), &part);
        assert_eq!(books::model::plain_text(&line), "One two");
        assert_eq!(read_body(document.root_element(), &part, BulletDefault::None).len(), 2);
    }
}
