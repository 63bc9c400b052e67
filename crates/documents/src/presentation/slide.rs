//! A slide: its title, its shapes in their order, and the notes of the speaker.

use roxmltree::Node;

use crate::error::Result;
use books::model::{Attrs, Block, BlockKind, Href, Image, Inline, plain_text};
use books::report::FindingKind;
use books::xml::{find_child, text_of};

use super::bullets::LayoutBullets;
use super::text::{BulletDefault, is_blank, read_body, read_line};
use super::{
    DeckPart, SlideDeck, chart, comments, descendants_named, diagram, find_choices, parse_bool,
    reference_attribute, table,
};

/// Groups deeper than this are not read.
const MAX_GROUP_DEPTH: u8 = 20;

/// Reads a slide, by its number and the level of its heading; `None` for a hidden one.
pub(super) fn read_slide(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    (number, level): (usize, u8),
    commenters: &comments::CommentAuthors,
) -> Result<Option<Vec<Block>>> {
    let document = deck_part.parse()?;
    let root = document.root_element();
    if parse_bool(root.attribute("show")) == Some(false) {
        return Ok(None);
    }
    let tree = find_child(root, "cSld").and_then(|slide| find_child(slide, "spTree"));
    let bullets = deck.find_layout_bullets(deck_part)?;
    let mut slide = SlideContent { title: None, blocks: Vec::new(), bullets };
    if let Some(tree) = tree {
        read_shapes(deck, deck_part, tree, &mut slide, 0)?;
    }
    if parse_bool(root.attribute("showMasterSp")) != Some(false) {
        slide.blocks.extend(read_layout_and_master(deck, deck_part)?);
    }
    let attrs = Attrs { ids: vec![format!("heading-{}", number + 1)], ..Attrs::default() };
    let inlines = slide.title.unwrap_or_else(|| vec![Inline::Text(format!("Slide {}", number + 1))]);
    let mut blocks = vec![Block { attrs, kind: BlockKind::Heading { level, inlines } }];
    blocks.append(&mut slide.blocks);
    let notes_id = deck_part.find_related_id("notesSlide");
    let notes = deck.read_related(deck_part, notes_id, |notes| read_notes(&notes))?;
    blocks.extend(build_aside("Notes", level + 1, notes));
    let comments = comments::read_comments(deck, deck_part, commenters)?;
    blocks.extend(build_aside("Comments", level + 1, comments));
    Ok(Some(blocks))
}

/// Content that goes with a slide, under a heading of its own. `None` if there is none.
fn build_aside(name: &str, level: u8, content: Vec<Block>) -> Option<Block> {
    if content.is_empty() {
        return None;
    }
    let label = BlockKind::Heading { level, inlines: vec![Inline::Text(name.to_owned())] };
    let inside = std::iter::once(Block::new(label)).chain(content).collect();
    Some(Block::new(BlockKind::Aside(inside)))
}

/// Reads the words that slides take from a layout and its master, with the first slide that shows them.
fn read_layout_and_master(deck: &mut SlideDeck, deck_part: &DeckPart) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut path = deck_part.find_related_path("slideLayout");
    while let Some(own) = path.take() {
        if deck.find_entry(&own).is_none() || !deck.inherited.insert(own.clone()) {
            break;
        }
        blocks.extend(deck.read_part_or_report(&own, &deck_part.path, |layout| {
            let document = layout.parse()?;
            let root = document.root_element();
            if parse_bool(root.attribute("showMasterSp")) != Some(false) {
                // A master has none.
                path = layout.find_related_path("slideMaster");
            }
            Ok(read_static_text(root, &layout))
        })?);
    }
    Ok(blocks)
}

/// The texts of shapes, and the descriptions of pictures, that no slide fills.
fn read_static_text(root: Node<'_, '_>, deck_part: &DeckPart) -> Vec<Block> {
    let is_hidden = |shape: Node<'_, '_>| {
        let names = shape.children().filter(|inner| inner.tag_name().name().starts_with("nv"));
        names
            .filter_map(|names| find_child(names, "cNvPr"))
            .any(|own| parse_bool(own.attribute("hidden")) == Some(true))
    };
    let shapes = descendants_named(root, "sp")
        .filter(|shape| placeholder_kind(*shape).is_none() && !shape.ancestors().any(is_hidden));
    let texts = shapes.filter_map(|shape| find_child(shape, "txBody"));
    let texts = texts.flat_map(|text| read_body(text, deck_part, BulletDefault::None));
    let pictures = descendants_named(root, "pic")
        .filter(|picture| placeholder_kind(*picture).is_none() && !picture.ancestors().any(is_hidden));
    texts.chain(pictures.filter_map(|picture| describe_shape(picture).alt).map(Block::from_text)).collect()
}

struct SlideContent {
    title: Option<Vec<Inline>>,
    blocks: Vec<Block>,
    /// The bullets of its placeholders, if they state none.
    bullets: LayoutBullets,
}

/// A shape's name and description.
struct ShapeDescription {
    /// `None` for a decorative shape.
    alt: Option<String>,
    decorative: bool,
    is_hidden: bool,
}

fn describe_shape(shape: Node<'_, '_>) -> ShapeDescription {
    let own = descendants_named(shape, "cNvPr").next();
    let text = |name: &str| {
        own.and_then(|own| own.attribute(name)).map(books::draft::tidy_text).filter(|text| !text.is_empty())
    };
    let alt = match (text("title"), text("descr")) {
        (Some(title), Some(own)) if !own.contains(&title) => Some(format!("{title}: {own}")),
        (title, own) => own.or(title),
    };
    let decorative = own.is_some_and(|own| {
        descendants_named(own, "decorative").any(|mark| parse_bool(mark.attribute("val")) == Some(true))
    });
    let is_hidden = parse_bool(own.and_then(|own| own.attribute("hidden"))) == Some(true);
    ShapeDescription { alt: alt.filter(|_| !decorative), decorative, is_hidden }
}

fn read_shapes(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    tree: Node<'_, '_>,
    slide: &mut SlideContent,
    depth: u8,
) -> Result<()> {
    if depth > MAX_GROUP_DEPTH {
        deck_part.report(FindingKind::UnreadableEmbedding, "a group in many others");
        return Ok(());
    }
    for shape in tree.children().filter(Node::is_element) {
        let name = shape.tag_name().name();
        match name {
            "AlternateContent" => {
                // The first that says something: many choices are of kinds that few programs know.
                let before = (slide.blocks.len(), slide.title.is_some());
                for choice in find_choices(shape) {
                    read_shapes(deck, deck_part, choice, slide, depth + 1)?;
                    if before != (slide.blocks.len(), slide.title.is_some()) {
                        break;
                    }
                }
                continue;
            }
            "sp" | "grpSp" | "pic" | "graphicFrame" | "cxnSp" => {}
            _ => continue,
        }
        let about = describe_shape(shape);
        if about.is_hidden {
            let words = descendants_named(shape, "t").map(text_of).find(|text| !text.is_empty());
            if let Some(words) = words {
                deck_part.report(FindingKind::HiddenContent, &words);
            }
            continue;
        }
        match name {
            "grpSp" => {
                // The description of a group replaces its pictures; its texts are read in addition.
                slide.blocks.extend(about.alt.map(Block::from_text));
                read_shapes(deck, deck_part, shape, slide, depth + 1)?;
            }
            "pic" => slide.blocks.extend(read_picture(deck, deck_part, shape, about)?),
            "graphicFrame" => {
                let found = read_frame(deck, deck_part, shape, about.alt.is_some())?;
                slide.blocks.extend(about.alt.map(Block::from_text));
                slide.blocks.extend(found);
            }
            _ => {
                let filling = read_filling(deck, deck_part, shape, &about)?;
                // The alternative of a shape is that of its picture.
                let alt = about.alt.filter(|_| filling.is_none());
                match placeholder_kind(shape) {
                    Some("ftr" | "hdr") => slide.blocks.extend(read_footer(deck, deck_part, shape)),
                    _ => read_text_shape(deck_part, shape, ShapeDescription { alt, ..about }, slide),
                }
                slide.blocks.extend(filling);
            }
        }
        slide.blocks.extend(read_shape_link(shape, deck_part));
    }
    Ok(())
}

/// The link of a whole shape: its tip, or else its address. Links of words are with their words.
fn read_shape_link(shape: Node<'_, '_>, deck_part: &DeckPart) -> Option<Block> {
    let click = find_child(descendants_named(shape, "cNvPr").next()?, "hlinkClick")?;
    let address = deck_part.find_address(click)?;
    let tip = click.attribute("tooltip").map(books::draft::tidy_text).filter(|tip| !tip.is_empty());
    let text = Inline::Text(tip.unwrap_or_else(|| address.to_owned()));
    let href = Href::Outside(address.to_owned());
    let link = Inline::Link { attrs: Attrs::default(), href, inlines: vec![text] };
    Some(Block::new(BlockKind::Paragraph(vec![link])))
}

/// The words at the edge of a slide, with the first slide that has them.
fn read_footer(deck: &mut SlideDeck, deck_part: &DeckPart, shape: Node<'_, '_>) -> Option<Block> {
    let text = plain_text(&read_line(find_child(shape, "txBody")?, deck_part)).trim().to_owned();
    (!text.is_empty() && deck.footers.insert(text.clone())).then(|| Block::from_text(text))
}

/// The kind of placeholder that a shape fills; empty for one that says none.
fn placeholder_kind<'a>(shape: Node<'a, '_>) -> Option<&'a str> {
    descendants_named(shape, "ph").next().map(|placeholder| placeholder.attribute("type").unwrap_or_default())
}

/// The index of the placeholder that a shape fills; empty if it has none.
fn placeholder_index<'a>(shape: Node<'a, '_>) -> &'a str {
    let placeholder = descendants_named(shape, "ph").next();
    placeholder.and_then(|placeholder| placeholder.attribute("idx")).unwrap_or_default()
}

/// Returns true for a kind of placeholder that repeats what all slides have, or the slide itself.
fn is_furniture(kind: &str) -> bool {
    matches!(kind, "dt" | "ftr" | "sldNum" | "hdr" | "sldImg")
}

/// The picture that a shape is filled with.
fn read_filling(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    shape: Node<'_, '_>,
    about: &ShapeDescription,
) -> Result<Option<Block>> {
    let filling = find_child(shape, "spPr").and_then(|look| find_child(look, "blipFill"));
    let id = filling.and_then(|filling| find_child(filling, "blip"));
    let id = id.and_then(|blip| reference_attribute(blip, "embed"));
    let Some(relation) = id.and_then(|id| deck_part.find_relation(id)).filter(|own| !own.is_external) else {
        return Ok(None);
    };
    let Some(path) = deck.read_picture(&relation.target, &deck_part.path)? else {
        deck_part.report(FindingKind::MissingPicture, &relation.target);
        return Ok(None);
    };
    let image = Image { decorative: about.decorative, ..Image::from_file(path, about.alt.clone()) };
    Ok(Some(Block::new(BlockKind::Image(image))))
}

fn read_text_shape(
    deck_part: &DeckPart,
    shape: Node<'_, '_>,
    about: ShapeDescription,
    slide: &mut SlideContent,
) {
    let kind = placeholder_kind(shape);
    if kind.is_some_and(is_furniture) {
        return;
    }
    let text = find_child(shape, "txBody").map(|text| (text, read_line(text, deck_part)));
    let Some((text, line)) = text.filter(|(_, line)| !is_blank(line)) else {
        slide.blocks.extend(about.alt.map(Block::from_text));
        return;
    };
    let words = plain_text(&line);
    let alt = about.alt.filter(|alt| !words.contains(alt.as_str()));
    slide.blocks.extend(alt.map(Block::from_text));
    if matches!(kind, Some("title" | "ctrTitle")) && slide.title.is_none() {
        slide.title = Some(line);
        return;
    }
    // Bodies have bullets unless they override that; subtitles, captions and boxes have none.
    let bullets = match kind {
        Some(kind @ ("" | "body" | "obj")) => {
            BulletDefault::Levels(slide.bullets.find_levels(kind, placeholder_index(shape)))
        }
        _ => BulletDefault::None,
    };
    slide.blocks.extend(read_body(text, deck_part, bullets));
}

fn read_picture(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    shape: Node<'_, '_>,
    about: ShapeDescription,
) -> Result<Option<Block>> {
    let id = descendants_named(shape, "blip")
        .find_map(|blip| reference_attribute(blip, "embed").or_else(|| reference_attribute(blip, "link")));
    let relation = id.and_then(|id| deck_part.find_relation(id));
    let path = match relation.filter(|relation| !relation.is_external) {
        Some(relation) => deck.read_picture(&relation.target, &deck_part.path)?,
        None => None,
    };
    if path.is_none() {
        let is_remote = relation.is_some_and(|relation| relation.is_external);
        let kind = if is_remote { FindingKind::RemotePicture } else { FindingKind::MissingPicture };
        let target = relation.map(|relation| relation.target.as_str()).or(id);
        deck_part.report(kind, target.unwrap_or_default());
    }
    report_media(deck_part, shape);
    let Some(path) = path else { return Ok(about.alt.map(Block::from_text)) };
    let image = Image { decorative: about.decorative, ..Image::from_file(path, about.alt) };
    Ok(Some(Block::new(BlockKind::Image(image))))
}

/// Reports a film or sound that a picture represents.
fn report_media(deck_part: &DeckPart, shape: Node<'_, '_>) {
    for kind in ["videoFile", "audioFile", "quickTimeFile", "wavAudioFile"] {
        for media in descendants_named(shape, kind) {
            let id = reference_attribute(media, "link").or_else(|| reference_attribute(media, "embed"));
            let target =
                id.and_then(|id| deck_part.find_relation(id)).map(|relation| relation.target.as_str());
            deck_part.report(FindingKind::UnreadableEmbedding, target.unwrap_or(kind));
        }
    }
}

/// A table, a diagram or a chart; of anything else its texts and its picture.
fn read_frame(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    shape: Node<'_, '_>,
    is_described: bool,
) -> Result<Vec<Block>> {
    if let Some(table) = descendants_named(shape, "tbl").next() {
        return Ok(table::read_table(table, deck_part).into_iter().collect());
    }
    if let Some(diagram) = descendants_named(shape, "relIds").next() {
        return read_diagram_frame(deck, deck_part, reference_attribute(diagram, "dm"));
    }
    if let Some(chart) = descendants_named(shape, "chart").next() {
        let mut drawing = None;
        let read = |target: DeckPart| {
            drawing = target.find_related_path("chartUserShapes");
            chart::read_chart(&target)
        };
        let mut blocks = deck.read_related(deck_part, reference_attribute(chart, "id"), read)?;
        // Texts that somebody drew onto the chart.
        if let Some(path) = drawing {
            let read = |drawn: DeckPart| read_drawn_texts(&drawn);
            blocks.extend(deck.read_part_or_report(&path, &deck_part.path, read)?);
        }
        return Ok(blocks);
    }
    read_object(deck, deck_part, shape, is_described)
}

/// A diagram by its data. Without them, as it is drawn, which has the same texts.
fn read_diagram_frame(deck: &mut SlideDeck, deck_part: &DeckPart, id: Option<&str>) -> Result<Vec<Block>> {
    let read_drawing = |drawn: DeckPart| read_drawn_texts(&drawn);
    let drawings = deck_part.related_ids("diagramDrawing");
    let drawing = match drawings.as_slice() {
        [only] if deck.has_related(deck_part, only) => Some(only.as_str()),
        _ => None,
    };
    let has_data = id.is_some_and(|id| deck.has_related(deck_part, id));
    if drawing.is_some() && !has_data {
        return deck.read_related(deck_part, drawing, read_drawing);
    }
    let blocks = deck.read_related(deck_part, id, |data| diagram::read_diagram(&data))?;
    if blocks.is_empty() { deck.read_related(deck_part, drawing, read_drawing) } else { Ok(blocks) }
}

fn read_drawn_texts(drawn: &DeckPart) -> Result<Vec<Block>> {
    let document = drawn.parse()?;
    Ok(read_static_text(document.root_element(), drawn))
}

/// An object of another program, of which a slide has a picture.
fn read_object(
    deck: &mut SlideDeck,
    deck_part: &DeckPart,
    shape: Node<'_, '_>,
    is_described: bool,
) -> Result<Vec<Block>> {
    let texts = descendants_named(shape, "txBody");
    let mut blocks: Vec<Block> =
        texts.flat_map(|text| read_body(text, deck_part, BulletDefault::None)).collect();
    if let Some(picture) = descendants_named(shape, "pic").next() {
        let about = describe_shape(picture);
        let alt = about.alt.filter(|_| !is_described);
        blocks.extend(read_picture(deck, deck_part, picture, ShapeDescription { alt, ..about })?);
    }
    let object = descendants_named(shape, "oleObj").next();
    let kind = object.and_then(|object| object.attribute("progId").or_else(|| object.attribute("name")));
    let data = descendants_named(shape, "graphicData").next().and_then(|data| data.attribute("uri"));
    let kind = kind.or(data).unwrap_or("an object");
    // Slides that a slide shows small are read in their own places.
    if !kind.ends_with("zoom") {
        deck_part.report(FindingKind::UnreadableEmbedding, kind);
    }
    Ok(blocks)
}

fn read_notes(deck_part: &DeckPart) -> Result<Vec<Block>> {
    let document = deck_part.parse()?;
    // Some programs do not name the kind of the placeholder, and people add boxes.
    let is_text = |shape: &Node<'_, '_>| !placeholder_kind(*shape).is_some_and(is_furniture);
    let shapes = descendants_named(document.root_element(), "sp").filter(is_text);
    let texts = shapes.filter_map(|shape| find_child(shape, "txBody"));
    let mut blocks: Vec<Block> =
        texts.flat_map(|text| read_body(text, deck_part, BulletDefault::None)).collect();
    let tables = descendants_named(document.root_element(), "tbl");
    blocks.extend(tables.filter_map(|table| table::read_table(table, deck_part)));
    for picture in descendants_named(document.root_element(), "pic") {
        let about = describe_shape(picture);
        if !about.decorative && !about.is_hidden {
            deck_part.report(FindingKind::MissingPicture, "notes");
            blocks.extend(about.alt.map(Block::from_text));
        }
    }
    blocks.retain(|block| block.has_content() || !plain_text(block.inlines()).is_empty());
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use roxmltree::Document;

    use super::*;
    use crate::presentation::PartRelation;

    fn sample_part() -> DeckPart {
        let kind = "hyperlink".to_owned();
        let site = PartRelation { kind, target: "https://example.org/".to_owned(), is_external: true };
        let relations = HashMap::from([("rId1".to_owned(), site)]);
        DeckPart { relations, ..DeckPart::default() }
    }

    #[test]
    fn the_description_of_a_shape_with_words_is_read_before_them() {
        let read = |about: &str| {
            let text = format!(
                "<sp><nvSpPr><cNvPr {about}/></nvSpPr><txBody><p><r><t>Ebb now</t></r></p></txBody></sp>"
            );
            let document = Document::parse(&text).unwrap();
            let shape = document.root_element();
            let mut slide =
                SlideContent { title: None, blocks: Vec::new(), bullets: LayoutBullets::default() };
            read_text_shape(&sample_part(), shape, describe_shape(shape), &mut slide);
            slide.blocks.iter().map(Block::plain_text).collect::<Vec<_>>()
        };
        assert_eq!(read("descr=\"From sea to harbor\""), ["From sea to harbor", "Ebb now"]);
        assert_eq!(read("title=\"Arrow\" descr=\"To the sea\""), ["Arrow: To the sea", "Ebb now"]);
        assert_eq!(read("descr=\"Ebb\""), ["Ebb now"]);
        assert_eq!(read(""), ["Ebb now"]);
    }

    #[test]
    fn the_link_of_a_shape_is_read() {
        let read = |click: &str| {
            let text = format!(
                "<sp xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
                 <nvSpPr><cNvPr><hlinkClick {click}/></cNvPr></nvSpPr></sp>"
            );
            let document = Document::parse(&text).unwrap();
            read_shape_link(document.root_element(), &sample_part()).map(|block| block.plain_text())
        };
        assert_eq!(read("r:id=\"rId1\" tooltip=\"Our site\"").as_deref(), Some("Our site"));
        assert_eq!(read("r:id=\"rId1\"").as_deref(), Some("https://example.org/"));
        assert_eq!(read("r:id=\"\" action=\"ppaction://media\""), None);
    }
}
