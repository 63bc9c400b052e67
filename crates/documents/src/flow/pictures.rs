//! Pictures between the pieces of a page.

use crate::layout::{DocumentPage, Rect};
use books::model::Image;

use super::pieces::PagePiece;

/// Puts the pictures of a page where they are among its pieces.
pub(super) fn place_pictures(page: &DocumentPage, number: usize, pieces: &mut Vec<PagePiece>) {
    let letters = page.count_alphanumeric();
    for placed in &page.pictures {
        let rect = placed.rect;
        // A picture of the whole page behind its text is the scan that the text was made from, or a
        // background.
        let whole = rect.width() * rect.height() > page.width * page.height * 0.8;
        if whole && letters > 0 && placed.alt.is_none() {
            continue;
        }
        let image = Image::from_file(&placed.path, placed.alt.clone());
        let at = pieces.iter().position(|piece| is_below(piece.rect, rect)).unwrap_or(pieces.len());
        pieces.insert(at, PagePiece::from_picture(number, rect, image));
    }
}

/// Returns true if text is below a picture, in the same column.
fn is_below(text: Rect, picture: Rect) -> bool {
    let (_, middle) = picture.center();
    let side_by_side = text.x0.max(picture.x0) >= text.x1.min(picture.x1);
    text.y0 >= middle && !side_by_side
}
