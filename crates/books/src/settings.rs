//! What a reader chooses, for all formats together.

use crate::brf;

/// The settings of a copy. Each format reads its own part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Settings {
    /// How braille is laid out and spelled.
    pub braille: brf::Settings,
}
