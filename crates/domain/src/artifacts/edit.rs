//! Changes of what is known about one format.

use super::{ArtifactDetails, BrailleCode, BrailleGrade, BrailleType, ScoreLayout};
use crate::change::{Change, edit};

edit! {
    /// A change of one format of a title by collection staff (docs/rules/titles.md#rule-8).
    pub struct ArtifactEdit of ArtifactDetails {
        global_book_service_id: Change<String>,
        duration_seconds: Change<u64>,
        braille_code: Change<BrailleCode>,
        /// Contracted or not.
        braille_grade: Change<BrailleGrade>,
        braille_type: Change<BrailleType>,
        braille_music_score_layout: Change<ScoreLayout>,
        number_of_volumes: Change<u32>,
        external_identifier_code: Change<String>,
        transcriber: Change<String>,
        supplier: Change<String>,
        /// Sponsor of the production.
        funding_source: Change<String>,
        /// Producers, in place of the stored ones.
        producers: Option<Vec<String>>,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ArtifactEdit;
    use crate::BrailleGrade;
    use crate::artifacts::{ArtifactDetails, BrailleCode, BrailleType, ScoreLayout};
    use crate::change::Change::{Clear, Set};

    #[test]
    fn is_a_patch_of_the_details() {
        let edit = ArtifactEdit { supplier: Clear, producers: Some(Vec::new()), ..ArtifactEdit::default() };
        assert_eq!(serde_json::to_value(&edit).unwrap(), json!({"supplier": null, "producers": []}));
        assert_eq!(serde_json::to_value(ArtifactEdit::default()).unwrap(), json!({}));
    }

    #[test]
    fn changes_only_the_given_fields() {
        let edit = ArtifactEdit {
            global_book_service_id: Set("g".into()),
            duration_seconds: Set(u64::MAX),
            braille_code: Set(BrailleCode::Ueb),
            braille_grade: Set(BrailleGrade::Contracted),
            braille_type: Set(BrailleType::Automated),
            braille_music_score_layout: Set(ScoreLayout::BarOverBar),
            number_of_volumes: Set(u32::MAX),
            external_identifier_code: Set("e".into()),
            transcriber: Set("t".into()),
            supplier: Set("s".into()),
            funding_source: Set("f".into()),
            producers: Some(vec!["p".into()]),
        };
        let patch = serde_json::to_value(&edit).unwrap();
        assert_eq!(serde_json::from_value::<ArtifactEdit>(patch.clone()).unwrap(), edit, "as it is queued");
        let details = edit.apply(&ArtifactDetails::default());
        let written = serde_json::to_value(&details).unwrap();
        for (name, value) in patch.as_object().unwrap() {
            assert_eq!(written.get(name), Some(value), "{name}");
        }
        let edit = ArtifactEdit { supplier: Clear, ..ArtifactEdit::default() };
        assert_eq!(edit.apply(&details), ArtifactDetails { supplier: None, ..details });
    }
}
