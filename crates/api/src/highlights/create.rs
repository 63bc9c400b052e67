//! POST /v2/myHighlights: sets a highlight; the same range again is a conflict
//! (docs/rules/reading.md#rule-2).

use domain::highlights::{COLOR_LENGTH, Highlight, NOTE_LENGTH, TEXT_LENGTH};
use domain::locations::{BookPosition, LOCATION_LENGTH};
use domain::{Format, TitleId};
use jiff::Timestamp;
use services::highlights;

use crate::http::{InRole, Json, Params, RequiredParam, Result, SignedIn, Text, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// A highlight.
    pub struct CreateHighlight {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Start location in the format's notation; a canonical fragment identifier in EPUB.
        start_location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// End location.
        end_location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
        /// The highlighted text.
        highlight_text: Option<Text<TEXT_LENGTH>>,
        /// The reader's note.
        annotation_note: Option<Text<NOTE_LENGTH>>,
        /// Free text, for example `#ffee00`.
        color: Option<Text<COLOR_LENGTH>>,
        /// Index of the spine item in which it begins.
        start_position: Option<i32>,
        /// Progress within the section at the start.
        start_progression: Option<f64>,
        /// Progress within the title at the start.
        start_total_progression: Option<f64>,
        /// Index of the spine item in which it ends.
        end_position: Option<i32>,
        /// Progress within the section at the end.
        end_progression: Option<f64>,
        /// Progress within the title at the end.
        end_total_progression: Option<f64>,
    }
}

/// Set a highlight
#[endpoint::post(
    "/v2/myHighlights", returns "SUCCESS",
    errors(InvalidFormat, TitleNotFound, HighlightExists: "the same stretch in the same format"),
)]
pub async fn create_highlight(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<CreateHighlight>,
) -> Result<Json<StatusRecord>> {
    let title = title_id(&params.service_id.0)?;
    highlights::create(&op, &params.into_highlight(title, op.now)).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The highlight is set.")))
}

impl CreateHighlight {
    fn into_highlight(self, title: TitleId, now: Timestamp) -> Highlight {
        Highlight {
            title,
            format: self.format.unwrap_or(Format::Epub3),
            start: BookPosition {
                location: self.start_location.0.0,
                position: self.start_position,
                progression: self.start_progression,
                total_progression: self.start_total_progression,
            },
            end: BookPosition {
                location: self.end_location.0.0,
                position: self.end_position,
                progression: self.end_progression,
                total_progression: self.end_total_progression,
            },
            text: self.highlight_text.map(|text| text.0),
            note: self.annotation_note.map(|note| note.0),
            color: self.color.map(|color| color.0),
            updated: now,
        }
    }
}
