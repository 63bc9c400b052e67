//! What a reader chooses, for all formats together.

use crate::brf;
use crate::format::Format;

/// The settings of a copy. Each format looks at its own part ([`Format::has_settings`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Settings {
    /// How braille is laid out and spelled.
    pub braille: brf::Settings,
}

impl Format {
    /// Whether what is made depends on [`Settings`].
    pub fn has_settings(self) -> bool {
        self == Self::Brf
    }
}
