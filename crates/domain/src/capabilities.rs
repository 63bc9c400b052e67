//! Formats that an installation can make, by the tools that its machines have
//! (docs/rules/access.md#rule-2).

use crate::formats::RequiredTools;
use crate::{Artifact, AudioTools};

/// The formats that can be made now. They decide what is offered; stored records stay as they are when a
/// tool comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Capabilities {
    pub audio: AudioTools,
    /// The tables for braille are installed.
    pub braille: bool,
}

impl Capabilities {
    /// Capabilities of an installation with every tool.
    pub const ALL: Self = Self { audio: AudioTools::Speech, braille: true };
    /// Capabilities of an installation without tools.
    pub const NONE: Self = Self { audio: AudioTools::None, braille: false };

    pub fn can_make(self, artifact: &Artifact) -> bool {
        match artifact.format.facts().required_tools {
            RequiredTools::Audio => artifact.audio_tools() <= self.audio,
            RequiredTools::Braille => self.braille,
            RequiredTools::None => true,
        }
    }

    /// Capabilities of two machines together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { audio: self.audio.max(other.audio), braille: self.braille || other.braille }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::{ArtifactDetails, Narrator};
    use crate::{Format, NarratorType, fixtures};

    fn audio_artifact(narrator: Option<NarratorType>, audio_tools: Option<AudioTools>) -> Artifact {
        let narrator = narrator.map(|kind| Narrator { name: "Nora".into(), gender: None, kind });
        let details = ArtifactDetails { narrator, audio_tools, ..ArtifactDetails::default() };
        Artifact { details, ..fixtures::artifact(Format::DaisyAudio) }
    }

    #[test]
    fn recorded_narration_needs_no_engine() {
        let spoken = [audio_artifact(Some(NarratorType::Tts), None), audio_artifact(None, None)];
        let recorded = audio_artifact(Some(NarratorType::Human), None);
        let encoder = Capabilities { audio: AudioTools::Encoder, ..Capabilities::NONE };
        for can in [Capabilities::NONE, encoder] {
            assert!(spoken.iter().all(|artifact| !can.can_make(artifact)));
            assert!(can.can_make(&recorded));
        }
        assert!(spoken.iter().all(|artifact| Capabilities::ALL.can_make(artifact)));
        let partly = audio_artifact(Some(NarratorType::Human), Some(AudioTools::Speech));
        assert!(!encoder.can_make(&partly), "what was noted counts more than who speaks");
        let other_form = audio_artifact(None, Some(AudioTools::Encoder));
        assert!(encoder.can_make(&other_form) && !Capabilities::NONE.can_make(&other_form));
    }

    #[test]
    fn text_needs_nothing_and_braille_its_tables() {
        let makes = |can: Capabilities, format| can.can_make(&fixtures::artifact(format));
        for format in [Format::Daisy, Format::Epub3, Format::Pdf, Format::Docx] {
            assert!(makes(Capabilities::NONE, format));
        }
        assert!(!makes(Capabilities::NONE, Format::Brf));
        let braille = Capabilities { braille: true, ..Capabilities::NONE };
        assert!(makes(braille, Format::Brf));
    }

    #[test]
    fn two_machines_make_what_either_makes() {
        let speaks = Capabilities { audio: AudioTools::Speech, braille: false };
        let brailles = Capabilities { audio: AudioTools::None, braille: true };
        assert_eq!(speaks.union(brailles), Capabilities::ALL);
        assert_eq!(brailles.union(Capabilities::NONE), brailles);
    }
}
