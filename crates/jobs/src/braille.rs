//! What is said of a title's braille before anybody has asked for it: as a reader gets it who has chosen nothing.

use books::brf::{Settings, spelling};
use domain::artifacts::{ArtifactDetails, BrailleGrade, BrailleType};
use domain::languages;

/// Code and grade of a book in this language (alpha-3). `details` is what the source says.
pub(crate) fn expected(details: ArtifactDetails, language: &str) -> ArtifactDetails {
    let spelling = spelling(languages::tag(language).unwrap_or(language), Settings::default());
    let grade = if spelling.contracted { BrailleGrade::Contracted } else { BrailleGrade::Uncontracted };
    ArtifactDetails {
        braille_code: spelling.code.map(str::to_owned),
        braille_grade: Some(grade),
        braille_type: Some(BrailleType::Automated),
        ..details
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_decides_code_and_grade() {
        let of = |language| {
            let details = expected(ArtifactDetails::default(), language);
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
