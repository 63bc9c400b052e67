//! A URL as a QR code, drawn as one path.

use std::fmt::Write as _;

use qrcode::{Color, QrCode};

/// Empty modules around the code, as the standard requires.
const MARGIN_MODULES: usize = 4;

/// A QR code: the side of the drawing in modules, and the path of its dark ones.
pub(crate) struct Qr {
    pub(crate) side: usize,
    pub(crate) path: String,
}

/// Encodes text. `None` if it is too long.
pub(super) fn encode(text: &str) -> Option<Qr> {
    let code = QrCode::new(text).ok()?;
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, color)| **color == Color::Dark) {
            write!(path, "M{} {}h1v1h-1z", x + MARGIN_MODULES, y + MARGIN_MODULES).ok()?;
        }
    }
    Some(Qr { side: code.width() + 2 * MARGIN_MODULES, path })
}

#[cfg(test)]
mod tests {
    use super::{MARGIN_MODULES, encode};

    #[test]
    fn a_code_has_its_three_corners_and_a_margin() {
        let code = encode("https://library.example/opds").unwrap();
        assert_eq!((code.side - 2 * MARGIN_MODULES - 17) % 4, 0, "a width of the standard");
        let last = code.side - MARGIN_MODULES - 1;
        for (x, y) in [(MARGIN_MODULES, MARGIN_MODULES), (last, MARGIN_MODULES), (MARGIN_MODULES, last)] {
            assert!(code.path.contains(&format!("M{x} {y}h1")), "{x} {y}");
        }
        assert!(!code.path.contains(&format!("M{} {}h1", MARGIN_MODULES - 1, MARGIN_MODULES)));
        assert!(encode(&"x".repeat(10_000)).is_none());
    }
}
