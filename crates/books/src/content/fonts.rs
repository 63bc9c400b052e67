//! The fonts that elements state.

use crate::symbol_fonts::SymbolFont;

/// The first font that an element states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatedFont {
    Letters,
    Symbols(SymbolFont),
}

impl StatedFont {
    /// Reads a list of fonts. `None` if it is that of the element around.
    pub(super) fn from_families(families: &str) -> Option<Self> {
        let first = families.split(',').next().unwrap_or_default().trim();
        let font = SymbolFont::from_name(first);
        (!first.is_empty() && !first.eq_ignore_ascii_case("inherit"))
            .then(|| font.map_or(Self::Letters, Self::Symbols))
    }

    /// Reads all properties of a font in one (`12pt Symbol`).
    pub(super) fn from_shorthand(value: &str) -> Option<Self> {
        let first = value.split(',').next().unwrap_or_default().trim();
        let start =
            first.find(['"', '\'']).or_else(|| Some(first.rfind(|c: char| c.is_ascii_whitespace())? + 1));
        Self::from_families(&first[start.unwrap_or_default()..])
    }

    pub(super) fn symbol_font(self) -> Option<SymbolFont> {
        match self {
            Self::Letters => None,
            Self::Symbols(font) => Some(font),
        }
    }
}
