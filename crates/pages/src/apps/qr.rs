//! A URL as a QR code, drawn as one path.

use std::fmt::Write as _;

use qrcode::{Color, QrCode};

/// Empty modules around the code, as the standard requires.
const MARGIN: usize = 4;

/// A QR code: the side of the drawing in modules, and the path of its dark ones.
pub(crate) struct Qr {
    pub(crate) side: usize,
    pub(crate) path: String,
}

/// Encodes a text. `None` if it is too long.
pub(super) fn qr(text: &str) -> Option<Qr> {
    let code = QrCode::new(text).ok()?;
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
            write!(path, "M{} {}h1v1h-1z", x + MARGIN, y + MARGIN).ok()?;
        }
    }
    Some(Qr { side: code.width() + 2 * MARGIN, path })
}

#[cfg(test)]
mod tests {
    use super::{MARGIN, qr};

    #[test]
    fn a_code_has_its_three_corners_and_a_margin() {
        let code = qr("https://library.example/opds").unwrap();
        assert_eq!((code.side - 2 * MARGIN - 17) % 4, 0, "a width of the standard");
        let last = code.side - MARGIN - 1;
        for (x, y) in [(MARGIN, MARGIN), (last, MARGIN), (MARGIN, last)] {
            assert!(code.path.contains(&format!("M{x} {y}h1")), "{x} {y}");
        }
        assert!(!code.path.contains(&format!("M{} {}h1", MARGIN - 1, MARGIN)));
        assert!(qr(&"x".repeat(10_000)).is_none());
    }
}
