//! PUT /v2/myHighlights: changes note and color; an empty value clears (docs/rules/reading.md#rule-2,
//! docs/rules/requests.md#rule-3).

use domain::Format;
use domain::highlights::{COLOR_LENGTH, NOTE_LENGTH};
use services::highlights::{self, FieldChange, HighlightChange, HighlightRange};

use crate::http::{Change, InRole, Json, Params, RequiredParam, Result, SignedIn, Text, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

params! {
    /// A highlight, and its changes.
    pub struct UpdateHighlight {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Start location, exactly as it was set.
        start_location: RequiredParam<String>,
        /// End location, exactly as it was set.
        end_location: RequiredParam<String>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
        /// The reader's note; an empty value clears it.
        annotation_note: Change<Text<NOTE_LENGTH>>,
        /// Free text; an empty value clears it.
        color: Change<Text<COLOR_LENGTH>>,
    }
}

/// Change a highlight
///
/// Omitted parameters keep their value; an empty value clears it.
#[endpoint::put(
    "/v2/myHighlights", returns "SUCCESS", errors(InvalidFormat, TitleNotFound, HighlightNotFound),
)]
pub async fn update_highlight(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<UpdateHighlight>,
) -> Result<Json<StatusRecord>> {
    let title = title_id(&params.service_id.0)?;
    let format = params.format.unwrap_or(Format::Epub3);
    let stretch =
        HighlightRange { title, format, start: &params.start_location.0, end: &params.end_location.0 };
    let change = HighlightChange { note: to_edit(&params.annotation_note), color: to_edit(&params.color) };
    highlights::change(&op, stretch, change).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The highlight is changed.")))
}

fn to_edit<const MAX: usize>(change: &Change<Text<MAX>>) -> FieldChange<'_> {
    match change {
        Change::Keep => None,
        Change::Clear => Some(None),
        Change::Set(text) => Some(Some(&text.0)),
    }
}
