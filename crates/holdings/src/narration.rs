//! Narrator and duration of audio formats in the catalog.

use std::time::Duration;

use books::daisy::Narration;
use domain::artifacts::{ArtifactDetails, Narrator};
use domain::{Artifact, Format, NarratorType};

/// The narrator of an audio format that has not been made yet, and whose source has no recording.
const SYNTHETIC_NARRATOR: &str = "Synthetic voice";

/// Details of an audio format before it is made. `details` comes from the source.
pub(crate) fn expected_details(details: &ArtifactDetails) -> ArtifactDetails {
    let synthetic =
        || Narrator { name: SYNTHETIC_NARRATOR.to_owned(), gender: None, kind: NarratorType::Tts };
    ArtifactDetails {
        narrator: Some(details.narrator.clone().unwrap_or_else(synthetic)),
        duration_seconds: None,
        ..details.clone()
    }
}

/// Records narrator and duration of a newly made format; returns true if anything changed.
pub(crate) fn set_narration(artifacts: &mut [Artifact], format: Format, narration: &Narration) -> bool {
    let Some(artifact) = artifacts.iter_mut().find(|artifact| artifact.format == format) else {
        return false;
    };
    let before = artifact.details.clone();
    artifact.details.duration_seconds = Some(to_seconds(narration.length));
    artifact.details.narrator = Some(main_narrator(before.narrator.as_ref(), narration));
    artifact.details != before
}

/// The main voice. The catalog's description of a person who speaks in the recording stays unchanged.
fn main_narrator(known: Option<&Narrator>, narration: &Narration) -> Narrator {
    if narration.human {
        if let Some(known) = known.filter(|known| known.name != SYNTHETIC_NARRATOR) {
            return known.clone();
        }
        if !narration.people.is_empty() {
            let name = narration.people.join(", ");
            return Narrator { name, gender: None, kind: NarratorType::Human };
        }
    }
    let name = narration.engine.clone().unwrap_or_else(|| SYNTHETIC_NARRATOR.to_owned());
    Narrator { name, gender: None, kind: NarratorType::Tts }
}

fn to_seconds(length: Duration) -> u64 {
    length.as_secs() + u64::from(length.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_narration(people: &[&str], human: bool) -> Narration {
        Narration {
            length: Duration::from_millis(61_001),
            people: people.iter().map(|name| (*name).to_owned()).collect(),
            engine: Some("eSpeak NG".into()),
            human,
        }
    }

    #[test]
    fn the_voice_that_speaks_most_is_the_narrator() {
        let nora = Narrator { name: "Nora".into(), gender: None, kind: NarratorType::Human };
        let engine = Narrator { name: "eSpeak NG".into(), gender: None, kind: NarratorType::Tts };
        let expected = expected_details(&ArtifactDetails::default()).narrator;
        assert_eq!(expected.as_ref().unwrap().kind, NarratorType::Tts);
        assert_eq!(main_narrator(expected.as_ref(), &test_narration(&[], false)), engine);
        assert_eq!(main_narrator(expected.as_ref(), &test_narration(&["Nora"], true)), nora);
        assert_eq!(main_narrator(expected.as_ref(), &test_narration(&["Nora"], false)), engine);
        let known = Narrator { kind: NarratorType::Tts, ..nora };
        assert_eq!(main_narrator(Some(&known), &test_narration(&["Nora"], true)), known);
        assert_eq!(main_narrator(Some(&known), &test_narration(&["Nora"], false)), engine);
        assert_eq!(to_seconds(Duration::from_millis(61_001)), 62);
    }
}
