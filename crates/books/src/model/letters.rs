//! Letters of blocks and lines.

use super::{Block, BlockKind, Inline};
use crate::letters::count_letters;

/// Letters of lines and of the descriptions of their images, without those of notes' signs, page numbers,
/// formulas and alternatives, which writers write in different ways.
pub(crate) fn letters_of_inlines(inlines: &[Inline]) -> u64 {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text(text) => count_letters(text),
            Inline::Image(image) => letters_of_blocks(&image.description),
            other => letters_of_inlines(other.children()),
        })
        .sum()
}

/// Letters of blocks and of all that is in them, counted as by [`letters_of_inlines`].
pub(crate) fn letters_of_blocks(blocks: &[Block]) -> u64 {
    let mut letters = 0;
    for block in blocks {
        block.walk(&mut |block| {
            letters += letters_of_inlines(block.inlines());
            if let BlockKind::Image(image) = &block.kind {
                letters += letters_of_blocks(&image.description);
            }
        });
    }
    letters
}
