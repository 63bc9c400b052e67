//! Description of a title's braille before it is first requested: as a reader with default settings gets it.

use books::brf::{Settings, describe_spelling};
use domain::artifacts::{ArtifactDetails, BrailleType};
use domain::preferences::BrailleFormat;
use domain::settings::CopySettings as Copied;
use domain::{Artifact, BrailleGrade, Format, languages};

/// Code and grade of a book in this language (alpha-3). `details` comes from the source.
pub(crate) fn expected_details(details: ArtifactDetails, language: &str) -> ArtifactDetails {
    let spelling = describe_spelling(languages::tag(language).unwrap_or(language), Settings::default());
    let grade = if spelling.is_contracted { BrailleGrade::Contracted } else { BrailleGrade::Uncontracted };
    ArtifactDetails {
        braille_code: spelling.code.map(str::to_owned),
        braille_grade: Some(grade),
        braille_type: Some(BrailleType::Automated),
        ..details
    }
}

/// Records the number of volumes of newly made braille; returns whether anything changed. Only paper has
/// volumes, so braille for displays does not change them once paper was made. A person's transcription keeps
/// the volumes that its record states.
pub(crate) fn set_volumes(artifacts: &mut [Artifact], volumes: usize, settings: Copied) -> bool {
    let artifact = artifacts.iter_mut().find(|artifact| artifact.format == Format::Brf);
    let Some(artifact) = artifact.filter(|a| a.details.braille_type != Some(BrailleType::Transcribed)) else {
        return false;
    };
    let paper = settings.braille().format == BrailleFormat::Embossable;
    let known = artifact.details.number_of_volumes;
    let stated = if paper { u32::try_from(volumes).ok() } else { known.or(Some(1)) };
    artifact.details.number_of_volumes = stated;
    stated != known
}

#[cfg(test)]
mod tests {
    use domain::fixtures;
    use domain::settings::Braille;

    use super::*;

    #[test]
    fn paper_has_volumes() {
        let mut artifacts = fixtures::title().artifacts;
        artifacts[0].format = Format::Brf;
        artifacts[0].details = ArtifactDetails::default();
        let paper = Braille { format: BrailleFormat::Embossable, ..Copied::None.braille() };
        let (display, paper) = (Copied::None, Copied::Braille(paper));
        let volumes = |artifacts: &[Artifact]| artifacts[0].details.number_of_volumes;
        assert!(set_volumes(&mut artifacts, 1, display));
        assert_eq!(volumes(&artifacts), Some(1));
        assert!(set_volumes(&mut artifacts, 4, paper));
        assert!(!set_volumes(&mut artifacts, 4, paper) && !set_volumes(&mut artifacts, 1, display));
        assert_eq!(volumes(&artifacts), Some(4));
        artifacts[0].details.braille_type = Some(BrailleType::Transcribed);
        assert!(!set_volumes(&mut artifacts, 2, paper));
        artifacts[0].format = Format::Daisy;
        assert!(!set_volumes(&mut artifacts, 2, paper));
    }

    #[test]
    fn the_language_decides_code_and_grade() {
        let of = |language| {
            let details = expected_details(ArtifactDetails::default(), language);
            assert_eq!(details.braille_type, Some(BrailleType::Automated));
            (details.braille_code, details.braille_grade)
        };
        assert_eq!(of("eng"), (Some("ebae".into()), Some(BrailleGrade::Contracted)));
        assert_eq!(of("fra"), (Some("frenchUnified".into()), Some(BrailleGrade::Contracted)));
        assert_eq!(of("spa"), (Some("spanish".into()), Some(BrailleGrade::Contracted)));
        assert_eq!(of("ita"), (None, Some(BrailleGrade::Uncontracted)));
        assert_eq!(of("und"), (None, Some(BrailleGrade::Uncontracted)));
    }
}
