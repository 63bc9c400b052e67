//! Documents that are shown inside others.

use crate::model::{Block, BlockKind, Href, Inline, Target};

/// The id of the beginning of a framed document.
pub(super) fn start_id(prefix: &str) -> String {
    format!("{prefix}start")
}

pub(super) fn visit_ids(block: &mut Block, visit: &mut dyn FnMut(&mut Vec<String>)) {
    visit(&mut block.attrs.ids);
    match &mut block.kind {
        BlockKind::PageBreak(page) => visit(&mut page.ids),
        BlockKind::List(list) => list.items.iter_mut().for_each(|item| visit(&mut item.attrs.ids)),
        BlockKind::Definitions(terms) => terms.iter_mut().for_each(|term| visit(&mut term.attrs.ids)),
        BlockKind::Table(table) => {
            for row in table.rows_mut() {
                visit(&mut row.attrs.ids);
                row.cells.iter_mut().for_each(|cell| visit(&mut cell.attrs.ids));
            }
        }
        BlockKind::Image(image) => image.description.iter_mut().for_each(|block| visit_ids(block, visit)),
        _ => {}
    }
    for inline in block.inlines_mut().into_iter().flatten() {
        visit_inline(inline, visit);
    }
    for child in block.child_lists_mut().into_iter().flatten() {
        visit_ids(child, visit);
    }
}

fn visit_inline(inline: &mut Inline, visit: &mut dyn FnMut(&mut Vec<String>)) {
    match inline {
        Inline::NoteRef { attrs, .. } => visit(&mut attrs.ids),
        Inline::PageBreak(page) => visit(&mut page.ids),
        Inline::Image(image) => image.description.iter_mut().for_each(|block| visit_ids(block, visit)),
        other => {
            if let Some((attrs, inlines)) = other.parts_mut() {
                visit(&mut attrs.ids);
                for inner in inlines {
                    visit_inline(inner, visit);
                }
            }
        }
    }
}

pub(super) fn prefix_ids(block: &mut Block, prefix: &str) {
    visit_ids(block, &mut |ids| ids.iter_mut().for_each(|id| id.insert_str(0, prefix)));
}

pub(super) fn clear_ids(block: &mut Block) {
    visit_ids(block, &mut Vec::clear);
}

/// The blocks from the one with an id on: that alone, or with a heading all that is below it. All blocks if
/// none has it.
pub(super) fn blocks_from_id<'b>(blocks: &'b [Block], id: Option<&str>) -> &'b [Block] {
    let Some(id) = id else { return blocks };
    let holds = |block: &Block| {
        let mut found = false;
        block.walk(&mut |block| found |= block.attrs.ids.iter().any(|own| own == id));
        found
    };
    let Some(start) = blocks.iter().position(holds) else { return blocks };
    let BlockKind::Heading { level, .. } = blocks[start].kind else { return &blocks[start..=start] };
    let ends =
        |block: &Block| matches!(block.kind, BlockKind::Heading { level: other, .. } if other <= level);
    let rest = &blocks[start + 1..];
    let length = rest.iter().position(ends).unwrap_or(rest.len());
    &blocks[start..=start + length]
}

pub(crate) fn visit_targets(block: &mut Block, visit: &mut dyn FnMut(&mut Target)) {
    block.walk_mut(&mut |block| {
        block.inlines_mut().into_iter().flatten().for_each(|inline| visit_inline_targets(inline, visit));
    });
}

fn visit_inline_targets(inline: &mut Inline, visit: &mut dyn FnMut(&mut Target)) {
    if let Inline::NoteRef { target, .. } | Inline::Link { href: Href::Inside(target), .. } = inline {
        visit(target);
    }
    for inner in inline.children_mut() {
        visit_inline_targets(inner, visit);
    }
}
