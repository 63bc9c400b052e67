//! A reader's settings, for all formats together.

use crate::brf;

/// The settings of a copy. Each format reads its own part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Settings {
    /// Layout and spelling of braille.
    pub braille: brf::Settings,
}
