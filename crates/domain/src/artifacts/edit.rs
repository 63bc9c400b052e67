//! Changes of what is known about one format.

use serde::Serialize;

use super::{BrailleCode, BrailleGrade, BrailleType, ScoreLayout};
use crate::change::Change;

/// What collection staff change of one format of a title (docs/rules/titles.md#rule-8). It is written as a
/// merge patch (RFC 7396) of [`ArtifactDetails`](super::ArtifactDetails).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactEdit {
    /// Identifier in the partners' common catalog.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub global_book_service_id: Change<String>,
    /// Duration of an audio format, in whole seconds.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub duration_seconds: Change<u64>,
    /// What the braille is written in.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub braille_code: Change<BrailleCode>,
    /// Contracted or not.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub braille_grade: Change<BrailleGrade>,
    /// How the braille was made.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub braille_type: Change<BrailleType>,
    /// Layout of a braille score.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub braille_music_score_layout: Change<ScoreLayout>,
    /// Volumes of embossed braille.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub number_of_volumes: Change<u32>,
    /// A code in an outside catalog.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub external_identifier_code: Change<String>,
    /// Transcriber's name.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub transcriber: Change<String>,
    /// Supplier.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub supplier: Change<String>,
    /// Who paid for it.
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub funding_source: Change<String>,
    /// Producers, in place of the stored ones. `None` if they stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producers: Option<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ArtifactEdit;
    use crate::artifacts::{ArtifactDetails, BrailleCode, BrailleGrade, BrailleType, ScoreLayout};
    use crate::change::Change::{Clear, Set};

    #[test]
    fn it_is_a_patch_of_the_details() {
        let edit = ArtifactEdit { supplier: Clear, producers: Some(Vec::new()), ..ArtifactEdit::default() };
        assert_eq!(serde_json::to_value(&edit).unwrap(), json!({"supplier": null, "producers": []}));
        assert_eq!(serde_json::to_value(ArtifactEdit::default()).unwrap(), json!({}));
    }

    #[test]
    fn every_field_is_one_of_the_details() {
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
        let details: ArtifactDetails = serde_json::from_value(patch.clone()).unwrap();
        let written = serde_json::to_value(&details).unwrap();
        for (name, value) in patch.as_object().unwrap() {
            assert_eq!(written.get(name), Some(value), "{name}");
        }
    }
}
