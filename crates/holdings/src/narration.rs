//! Narrator and duration of audio formats in the catalog.

use std::time::Duration;

use books::daisy::Narration;
use domain::artifacts::{Artifact, ArtifactDetails, Narrator, NarratorType};
use domain::formats::Format;

/// The narrator of an audio format that has not been made yet, and whose source has no recording.
const NOBODY: &str = "Synthetic voice";

/// What is known about an audio format before it is made. `details` comes from the source.
pub(crate) fn expected(details: &ArtifactDetails) -> ArtifactDetails {
    let nobody = || Narrator { name: NOBODY.to_owned(), gender: None, kind: NarratorType::Tts };
    ArtifactDetails {
        narrator: Some(details.narrator.clone().unwrap_or_else(nobody)),
        duration_seconds: None,
        ..details.clone()
    }
}

/// Records narrator and duration of a newly made format; returns whether anything changed.
pub(crate) fn tell(artifacts: &mut [Artifact], format: Format, narration: &Narration) -> bool {
    let Some(artifact) = artifacts.iter_mut().find(|artifact| artifact.format == format) else {
        return false;
    };
    let before = artifact.details.clone();
    artifact.details.duration_seconds = Some(seconds(narration.length));
    artifact.details.narrator = Some(narrator(before.narrator.as_ref(), narration));
    artifact.details != before
}

/// The voice that speaks most. The catalog's description of a person who speaks in the recording stays.
fn narrator(known: Option<&Narrator>, narration: &Narration) -> Narrator {
    if narration.human {
        if let Some(known) = known.filter(|known| known.name != NOBODY) {
            return known.clone();
        }
        if !narration.people.is_empty() {
            let name = narration.people.join(", ");
            return Narrator { name, gender: None, kind: NarratorType::Human };
        }
    }
    let name = narration.engine.clone().unwrap_or_else(|| NOBODY.to_owned());
    Narrator { name, gender: None, kind: NarratorType::Tts }
}

fn seconds(length: Duration) -> u64 {
    length.as_secs() + u64::from(length.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narration(people: &[&str], human: bool) -> Narration {
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
        let expected = expected(&ArtifactDetails::default()).narrator;
        assert_eq!(expected.as_ref().unwrap().kind, NarratorType::Tts);
        assert_eq!(narrator(expected.as_ref(), &narration(&[], false)), engine);
        assert_eq!(narrator(expected.as_ref(), &narration(&["Nora"], true)), nora);
        assert_eq!(narrator(expected.as_ref(), &narration(&["Nora"], false)), engine);
        let known = Narrator { kind: NarratorType::Tts, ..nora };
        assert_eq!(narrator(Some(&known), &narration(&["Nora"], true)), known);
        assert_eq!(narrator(Some(&known), &narration(&["Nora"], false)), engine);
        assert_eq!(seconds(Duration::from_millis(61_001)), 62);
    }
}
