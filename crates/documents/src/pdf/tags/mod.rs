//! Tagged PDF: headings, lists, tables, alternatives and languages as the document itself states them.
//!
//! `qpdf` gives the tree with its attributes, `pdfinfo` the text of each of its leaves in the same order, and
//! the words of the pages tell where spaces belong and how words look.

mod alternatives;
mod blocks;
mod coverage;
mod figures;
mod labels;
mod roles;
mod tree;
mod words;

use crate::error::Result;
use crate::flow::{self, settle_levels};
use crate::layout::count_alphanumeric;
use crate::tool::PDFINFO;
use crate::work::DocumentWork;
use books::draft::{OutlineEntry, tidy_text};
use books::model::{Block, BlockKind, plain_text};

use super::extras::PageComment;
use super::objects::PdfObjects;
use super::text::clean_text;
use super::{INPUT_FILE, VisualPages};
use blocks::TagTextBuilder;

/// Makes the text by its tags; `None` if they do not tell enough. `untagged_words` are read elsewhere.
pub(super) fn read_tagged_text(
    objects: &PdfObjects,
    untagged_words: &[PageComment],
    looks: &mut VisualPages,
    work: &mut DocumentWork<'_>,
) -> Result<Option<Vec<Block>>> {
    let Some(tree) = tree::read_tree(objects) else { return Ok(None) };
    let needs_copy = !tree.unmapped_types.is_empty();
    if needs_copy && !roles::write_mapped_copy(objects, &tree.unmapped_types, work)? {
        return Ok(None);
    }
    let file = if needs_copy { roles::MAPPED_FILE } else { INPUT_FILE };
    let run = work.run_program(PDFINFO, &["-struct-text", file])?;
    if needs_copy {
        work.remove_file(roles::MAPPED_FILE);
    }
    let leaves = parse_leaves(&String::from_utf8_lossy(&run.output));
    if run.code != 0 || leaves.len() != tree.leaves || !tree.tells_structure() {
        return Ok(None);
    }
    let mut covered = coverage::count_tagged_chars(&tree.root, &leaves, looks.pages.len());
    let shown = flow::count_body_letters(&looks.pages);
    if !coverage::covers_pages(&covered, &shown) {
        return Ok(None);
    }
    // These words follow the text.
    for comment in untagged_words {
        if let Some(own) = covered.get_mut(comment.page) {
            *own += count_alphanumeric(&comment.text);
        }
    }
    coverage::report_untagged(&covered, &shown, work);
    let figures = figures::find_figures(objects, &tree.root, looks, work)?;
    let mut builder = TagTextBuilder::new(objects, &looks.pages, &leaves, figures, &tree.root);
    let mut blocks = builder.build_text(&tree.root);
    settle_levels(blocks.iter_mut().filter_map(|block| match &mut block.kind {
        BlockKind::Heading { level, .. } => Some(level),
        _ => None,
    }));
    Ok(Some(blocks))
}

/// The texts of the leaves in the order of the tree. They are in quotation marks, one per line, unless the
/// text itself contains line ends.
fn parse_leaves(said: &str) -> Vec<String> {
    let mut leaves: Vec<String> = Vec::new();
    let mut open = false;
    for line in said.split('\n') {
        if open {
            if let Some(last) = leaves.last_mut() {
                last.push(' ');
                last.push_str(line.strip_suffix('"').unwrap_or(line));
            }
            open = !line.ends_with('"');
            continue;
        }
        let Some(text) = line.trim_start_matches(' ').strip_prefix('"') else { continue };
        let whole = text.strip_suffix('"');
        leaves.push(whole.unwrap_or(text).to_owned());
        open = whole.is_none();
    }
    leaves.iter().map(|leaf| clean_text(&leaf.replace(['\n', '\r', '\t'], " "))).collect()
}

/// Leads entries of the outline to the headings that say the same on the same page.
pub(super) fn link_outline_to_headings(outline: &mut [OutlineEntry], blocks: &[Block]) {
    let same = |text: &str| -> String { tidy_text(text).to_lowercase() };
    let mut page = 0;
    for block in blocks {
        match &block.kind {
            BlockKind::PageBreak(found) => {
                let number =
                    found.ids.first().and_then(|id| id.strip_prefix("page-")).and_then(|n| n.parse().ok());
                page = number.map_or(page, |number: usize| number.saturating_sub(1));
            }
            BlockKind::Heading { inlines, .. } => {
                let text = same(&plain_text(inlines));
                let entry = outline.iter_mut().find(|entry| {
                    entry.page == page
                        && same(&entry.title) == text
                        && entry.id.as_ref().is_none_or(|id| !id.starts_with("heading-"))
                });
                if let (Some(entry), Some(id)) = (entry, block.attrs.ids.first()) {
                    entry.id = Some(id.clone());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse_leaves;

    #[test]
    fn leaves_are_distinguished_from_elements() {
        let said = "Document\n  H1 \"a title\" (block)\n    \"Tides\"\n  TH <id>:\n     /Scope /Column\n    \"say \"so\"\"\n  P\n    \"two\nlines\"\n    \"\"\n    Object 3 0\n";
        assert_eq!(parse_leaves(said), ["Tides", "say \"so\"", "two lines", ""]);
    }
}
