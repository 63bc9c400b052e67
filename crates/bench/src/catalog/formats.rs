//! The formats of a title.

use domain::artifacts::{ArtifactDetails, BrailleType, Narrator};
use domain::{Artifact, Format, FormatStatus, NarratorType};
use jiff::Timestamp;
use rand::RngExt;
use rand::rngs::StdRng;

use super::people::PeopleGenerator;

/// The artifacts of a title, in the order of [`Format`].
pub fn generate_artifacts(added: Timestamp, people: &PeopleGenerator, rng: &mut StdRng) -> Vec<Artifact> {
    let shares = [
        (Format::Daisy, 0.95),
        (Format::DaisyAudio, 0.2),
        (Format::Brf, 0.6),
        (Format::Epub3, 0.95),
        (Format::Pdf, 0.4),
        (Format::Docx, 0.5),
    ];
    let mut artifacts = Vec::with_capacity(5);
    for (format, share) in shares {
        if rng.random_bool(share) {
            artifacts.push(Artifact {
                format,
                status: if rng.random_bool(0.98) { FormatStatus::Available } else { FormatStatus::Pending },
                date_added: added,
                version: 1,
                details: generate_details(format, people, rng),
            });
        }
    }
    artifacts
}

fn generate_details(format: Format, people: &PeopleGenerator, rng: &mut StdRng) -> ArtifactDetails {
    let mut details = ArtifactDetails::default();
    if format.is_audio() {
        let kind = if rng.random_bool(0.6) { NarratorType::Tts } else { NarratorType::Human };
        details.narrator = Some(Narrator { name: people.draw_name(rng), gender: None, kind });
        details.duration_seconds = Some(rng.random_range(600..72_000));
    }
    if format == Format::Brf {
        let transcribed = rng.random_bool(0.2);
        details.braille_type =
            Some(if transcribed { BrailleType::Transcribed } else { BrailleType::Automated });
    }
    details
}
