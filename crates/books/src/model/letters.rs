//! Letters of blocks and lines.

use super::{Block, BlockKind, Image, Inline, walk_blocks};
use crate::letters::{LetterCount, count_letters};

/// Letters of lines, and of the alternatives and descriptions of their images; without those of notes' signs,
/// page numbers and formulas, which writers write in different ways.
pub(crate) fn letters_of_inlines(inlines: &[Inline]) -> LetterCount {
    let mut letters = LetterCount::default();
    for inline in inlines {
        match inline {
            Inline::Text(text) => letters.text += count_letters(text),
            Inline::Image(image) => letters += letters_of_image(image),
            other => letters += letters_of_inlines(other.children()),
        }
    }
    letters
}

/// Letters of blocks and of all that is in them, counted as by [`letters_of_inlines`].
pub(crate) fn letters_of_blocks(blocks: &[Block]) -> LetterCount {
    let mut letters = LetterCount::default();
    walk_blocks(blocks, &mut |block| {
        letters += letters_of_inlines(block.inlines());
        if let BlockKind::Image(image) = &block.kind {
            letters += letters_of_image(image);
        }
    });
    letters
}

fn letters_of_image(image: &Image) -> LetterCount {
    let mut letters = letters_of_blocks(&image.description);
    letters.alternatives += letters_of_alternative(image);
    letters
}

/// Letters of the alternative of an image. That of a decoration need not be written.
pub(crate) fn letters_of_alternative(image: &Image) -> u64 {
    image.alt.as_deref().filter(|_| !image.decorative).map(count_letters).unwrap_or_default()
}
