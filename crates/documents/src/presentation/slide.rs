//! A slide: its title, its shapes in their order, and the notes of the speaker.

use roxmltree::Node;

use crate::error::Result;
use books::model::{Attrs, Block, BlockKind, Image, ImageSource, Inline, plain_text};
use books::xml::child;

use super::text::{Bullets, body, is_blank, line};
use super::{Deck, Part, all, chart, diagram, reference, table, truth};

/// Groups deeper than this are not read.
const DEPTH: u8 = 20;

/// Reads a slide; `None` for a hidden one.
pub(super) fn read(deck: &mut Deck, part: &Part, number: usize) -> Result<Option<Vec<Block>>> {
    let limits = *deck.limits();
    let document = part.parse(&limits)?;
    let root = document.root_element();
    if truth(root.attribute("show")) == Some(false) {
        return Ok(None);
    }
    let tree = child(root, "cSld").and_then(|slide| child(slide, "spTree"));
    let mut slide = Slide { title: None, blocks: Vec::new() };
    if let Some(tree) = tree {
        shapes(deck, part, tree, &mut slide, 0)?;
    }
    let attrs = Attrs { ids: vec![format!("heading-{}", number + 1)], ..Attrs::default() };
    let inlines = slide.title.unwrap_or_else(|| vec![Inline::Text(format!("Slide {}", number + 1))]);
    let mut blocks = vec![Block { attrs, kind: BlockKind::Heading { level: 1, inlines } }];
    blocks.append(&mut slide.blocks);
    let read = |target: Part| notes(&target, &limits);
    let notes = deck.read_related(part, part.related("notesSlide"), read)?;
    if !notes.is_empty() {
        let label = BlockKind::Heading { level: 2, inlines: vec![Inline::Text("Notes".into())] };
        let inside = std::iter::once(Block::new(label)).chain(notes).collect();
        blocks.push(Block::new(BlockKind::Aside(inside)));
    }
    Ok(Some(blocks))
}

struct Slide {
    title: Option<Vec<Inline>>,
    blocks: Vec<Block>,
}

/// A shape's name and description.
struct About {
    alt: Option<String>,
    decorative: bool,
    hidden: bool,
}

fn about(shape: Node<'_, '_>) -> About {
    let own = all(shape, "cNvPr").next();
    let text = |name: &str| {
        own.and_then(|own| own.attribute(name)).map(books::draft::tidy).filter(|text| !text.is_empty())
    };
    About {
        alt: text("descr").or_else(|| text("title")),
        decorative: own
            .is_some_and(|own| all(own, "decorative").any(|mark| truth(mark.attribute("val")) == Some(true))),
        hidden: truth(own.and_then(|own| own.attribute("hidden"))) == Some(true),
    }
}

fn shapes(deck: &mut Deck, part: &Part, tree: Node<'_, '_>, slide: &mut Slide, depth: u8) -> Result<()> {
    if depth > DEPTH {
        return Ok(());
    }
    for shape in tree.children().filter(Node::is_element) {
        let name = shape.tag_name().name();
        match name {
            "AlternateContent" => {
                if let Some(choice) = child(shape, "Choice").or_else(|| child(shape, "Fallback")) {
                    shapes(deck, part, choice, slide, depth + 1)?;
                }
                continue;
            }
            "sp" | "grpSp" | "pic" | "graphicFrame" | "cxnSp" => {}
            _ => continue,
        }
        let about = about(shape);
        if about.hidden {
            continue;
        }
        match name {
            "grpSp" => {
                // The description of a group replaces its pictures; its texts are read in addition.
                if let Some(alt) = about.alt.filter(|_| !about.decorative) {
                    slide.blocks.push(described(alt));
                }
                shapes(deck, part, shape, slide, depth + 1)?;
            }
            "pic" => slide.blocks.extend(picture(deck, part, shape, about)?),
            "graphicFrame" => {
                let found = frame(deck, part, shape)?;
                if let Some(alt) = about.alt.filter(|_| !about.decorative) {
                    slide.blocks.push(described(alt));
                }
                slide.blocks.extend(found);
            }
            _ => text_shape(part, shape, about, slide),
        }
    }
    Ok(())
}

/// A description of something visual.
fn described(alt: String) -> Block {
    Block::new(BlockKind::Paragraph(vec![Inline::Text(alt)]))
}

/// The kind of placeholder that a shape fills; empty for one that says none.
fn placeholder<'a>(shape: Node<'a, '_>) -> Option<&'a str> {
    all(shape, "ph").next().map(|placeholder| placeholder.attribute("type").unwrap_or_default())
}

fn text_shape(part: &Part, shape: Node<'_, '_>, about: About, slide: &mut Slide) {
    let kind = placeholder(shape);
    if matches!(kind, Some("dt" | "ftr" | "sldNum" | "hdr" | "sldImg")) {
        return;
    }
    let Some(text) = child(shape, "txBody").filter(|text| !is_blank(&line(*text, part))) else {
        slide.blocks.extend(about.alt.filter(|_| !about.decorative).map(described));
        return;
    };
    if matches!(kind, Some("title" | "ctrTitle")) && slide.title.is_none() {
        slide.title = Some(line(text, part));
        return;
    }
    // Bodies have bullets unless they override that; subtitles, captions and boxes have none.
    let bullets = match kind {
        Some("" | "body" | "obj") => Bullets::Usual,
        _ => Bullets::None,
    };
    slide.blocks.extend(body(text, part, bullets));
}

fn picture(deck: &mut Deck, part: &Part, shape: Node<'_, '_>, about: About) -> Result<Option<Block>> {
    let id = all(shape, "blip").find_map(|blip| reference(blip, "embed").or_else(|| reference(blip, "link")));
    let target = id.and_then(|id| part.relation(id)).filter(|relation| !relation.outside);
    let path = match target {
        Some(relation) => deck.picture(&relation.target, &part.path)?,
        None => None,
    };
    let alt = about.alt.filter(|_| !about.decorative);
    let block = match (path, alt) {
        (Some(path), alt) => {
            let decorative = about.decorative;
            let image = Image {
                source: ImageSource::File(path),
                alt,
                description: Vec::new(),
                decorative,
                words_follow: false,
            };
            Some(Block::new(BlockKind::Image(image)))
        }
        (None, Some(alt)) => Some(described(alt)),
        (None, None) => None,
    };
    Ok(block)
}

/// A table, a diagram or a chart.
fn frame(deck: &mut Deck, part: &Part, shape: Node<'_, '_>) -> Result<Vec<Block>> {
    let limits = *deck.limits();
    if let Some(table) = all(shape, "tbl").next() {
        return Ok(table::read(table, part).into_iter().collect());
    }
    if let Some(diagram) = all(shape, "relIds").next() {
        let read = |target: Part| diagram::read(&target, &limits);
        return deck.read_related(part, reference(diagram, "dm"), read);
    }
    if let Some(chart) = all(shape, "chart").next() {
        let read = |target: Part| chart::read(&target, &limits);
        return deck.read_related(part, reference(chart, "id"), read);
    }
    Ok(Vec::new())
}

/// The text of the notes.
fn notes(part: &Part, limits: &books::Limits) -> Result<Vec<Block>> {
    let document = part.parse(limits)?;
    let shapes = all(document.root_element(), "sp").filter(|shape| placeholder(*shape) == Some("body"));
    let texts = shapes.filter_map(|shape| child(shape, "txBody"));
    let mut blocks: Vec<Block> = texts.flat_map(|text| body(text, part, Bullets::None)).collect();
    blocks.retain(|block| block.has_content() || !plain_text(block.inlines()).is_empty());
    Ok(blocks)
}
