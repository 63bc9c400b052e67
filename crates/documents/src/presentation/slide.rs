//! A slide: its title, its shapes in their order, and the notes of the speaker.

use roxmltree::Node;

use crate::error::Result;
use books::model::{Attrs, Block, BlockKind, Image, ImageSource, Inline, plain_text};
use books::xml::find_child;

use super::text::{BulletDefault, is_blank, read_body, read_line};
use super::{DeckPart, SlideDeck, chart, descendants_named, diagram, parse_bool, reference_attribute, table};

/// Groups deeper than this are not read.
const MAX_GROUP_DEPTH: u8 = 20;

/// Reads a slide; `None` for a hidden one.
pub(super) fn read_slide(deck: &mut SlideDeck, part: &DeckPart, number: usize) -> Result<Option<Vec<Block>>> {
    let limits = *deck.limits();
    let document = part.parse(&limits)?;
    let root = document.root_element();
    if parse_bool(root.attribute("show")) == Some(false) {
        return Ok(None);
    }
    let tree = find_child(root, "cSld").and_then(|slide| find_child(slide, "spTree"));
    let mut slide = SlideContent { title: None, blocks: Vec::new() };
    if let Some(tree) = tree {
        read_shapes(deck, part, tree, &mut slide, 0)?;
    }
    let attrs = Attrs { ids: vec![format!("heading-{}", number + 1)], ..Attrs::default() };
    let inlines = slide.title.unwrap_or_else(|| vec![Inline::Text(format!("Slide {}", number + 1))]);
    let mut blocks = vec![Block { attrs, kind: BlockKind::Heading { level: 1, inlines } }];
    blocks.append(&mut slide.blocks);
    let read = |target: DeckPart| read_notes(&target, &limits);
    let notes = deck.read_related(part, part.find_related_id("notesSlide"), read)?;
    if !notes.is_empty() {
        let label = BlockKind::Heading { level: 2, inlines: vec![Inline::Text("Notes".into())] };
        let inside = std::iter::once(Block::new(label)).chain(notes).collect();
        blocks.push(Block::new(BlockKind::Aside(inside)));
    }
    Ok(Some(blocks))
}

struct SlideContent {
    title: Option<Vec<Inline>>,
    blocks: Vec<Block>,
}

/// A shape's name and description.
struct ShapeDescription {
    alt: Option<String>,
    decorative: bool,
    is_hidden: bool,
}

fn describe_shape(shape: Node<'_, '_>) -> ShapeDescription {
    let own = descendants_named(shape, "cNvPr").next();
    let text = |name: &str| {
        own.and_then(|own| own.attribute(name)).map(books::draft::tidy_text).filter(|text| !text.is_empty())
    };
    ShapeDescription {
        alt: text("descr").or_else(|| text("title")),
        decorative: own.is_some_and(|own| {
            descendants_named(own, "decorative").any(|mark| parse_bool(mark.attribute("val")) == Some(true))
        }),
        is_hidden: parse_bool(own.and_then(|own| own.attribute("hidden"))) == Some(true),
    }
}

fn read_shapes(
    deck: &mut SlideDeck,
    part: &DeckPart,
    tree: Node<'_, '_>,
    slide: &mut SlideContent,
    depth: u8,
) -> Result<()> {
    if depth > MAX_GROUP_DEPTH {
        return Ok(());
    }
    for shape in tree.children().filter(Node::is_element) {
        let name = shape.tag_name().name();
        match name {
            "AlternateContent" => {
                if let Some(choice) = find_child(shape, "Choice").or_else(|| find_child(shape, "Fallback")) {
                    read_shapes(deck, part, choice, slide, depth + 1)?;
                }
                continue;
            }
            "sp" | "grpSp" | "pic" | "graphicFrame" | "cxnSp" => {}
            _ => continue,
        }
        let about = describe_shape(shape);
        if about.is_hidden {
            continue;
        }
        match name {
            "grpSp" => {
                // The description of a group replaces its pictures; its texts are read in addition.
                if let Some(alt) = about.alt.filter(|_| !about.decorative) {
                    slide.blocks.push(description_block(alt));
                }
                read_shapes(deck, part, shape, slide, depth + 1)?;
            }
            "pic" => slide.blocks.extend(read_picture(deck, part, shape, about)?),
            "graphicFrame" => {
                let found = read_frame(deck, part, shape)?;
                if let Some(alt) = about.alt.filter(|_| !about.decorative) {
                    slide.blocks.push(description_block(alt));
                }
                slide.blocks.extend(found);
            }
            _ => read_text_shape(part, shape, about, slide),
        }
    }
    Ok(())
}

/// A description of something visual.
fn description_block(alt: String) -> Block {
    Block::new(BlockKind::Paragraph(vec![Inline::Text(alt)]))
}

/// The kind of placeholder that a shape fills; empty for one that says none.
fn placeholder_kind<'a>(shape: Node<'a, '_>) -> Option<&'a str> {
    descendants_named(shape, "ph").next().map(|placeholder| placeholder.attribute("type").unwrap_or_default())
}

fn read_text_shape(part: &DeckPart, shape: Node<'_, '_>, about: ShapeDescription, slide: &mut SlideContent) {
    let kind = placeholder_kind(shape);
    if matches!(kind, Some("dt" | "ftr" | "sldNum" | "hdr" | "sldImg")) {
        return;
    }
    let Some(text) = find_child(shape, "txBody").filter(|text| !is_blank(&read_line(*text, part))) else {
        slide.blocks.extend(about.alt.filter(|_| !about.decorative).map(description_block));
        return;
    };
    if matches!(kind, Some("title" | "ctrTitle")) && slide.title.is_none() {
        slide.title = Some(read_line(text, part));
        return;
    }
    // Bodies have bullets unless they override that; subtitles, captions and boxes have none.
    let bullets = match kind {
        Some("" | "body" | "obj") => BulletDefault::Usual,
        _ => BulletDefault::None,
    };
    slide.blocks.extend(read_body(text, part, bullets));
}

fn read_picture(
    deck: &mut SlideDeck,
    part: &DeckPart,
    shape: Node<'_, '_>,
    about: ShapeDescription,
) -> Result<Option<Block>> {
    let id = descendants_named(shape, "blip")
        .find_map(|blip| reference_attribute(blip, "embed").or_else(|| reference_attribute(blip, "link")));
    let target = id.and_then(|id| part.find_relation(id)).filter(|relation| !relation.is_external);
    let path = match target {
        Some(relation) => deck.read_picture(&relation.target, &part.path)?,
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
        (None, Some(alt)) => Some(description_block(alt)),
        (None, None) => None,
    };
    Ok(block)
}

/// A table, a diagram or a chart.
fn read_frame(deck: &mut SlideDeck, part: &DeckPart, shape: Node<'_, '_>) -> Result<Vec<Block>> {
    let limits = *deck.limits();
    if let Some(table) = descendants_named(shape, "tbl").next() {
        return Ok(table::read_table(table, part).into_iter().collect());
    }
    if let Some(diagram) = descendants_named(shape, "relIds").next() {
        let read = |target: DeckPart| diagram::read_diagram(&target, &limits);
        return deck.read_related(part, reference_attribute(diagram, "dm"), read);
    }
    if let Some(chart) = descendants_named(shape, "chart").next() {
        let read = |target: DeckPart| chart::read_chart(&target, &limits);
        return deck.read_related(part, reference_attribute(chart, "id"), read);
    }
    Ok(Vec::new())
}

fn read_notes(part: &DeckPart, limits: &books::Limits) -> Result<Vec<Block>> {
    let document = part.parse(limits)?;
    let shapes = descendants_named(document.root_element(), "sp")
        .filter(|shape| placeholder_kind(*shape) == Some("body"));
    let texts = shapes.filter_map(|shape| find_child(shape, "txBody"));
    let mut blocks: Vec<Block> = texts.flat_map(|text| read_body(text, part, BulletDefault::None)).collect();
    blocks.retain(|block| block.has_content() || !plain_text(block.inlines()).is_empty());
    Ok(blocks)
}
