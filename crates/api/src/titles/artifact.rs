//! The description of one format of a title (docs/rules/titles.md#rule-8).
//! `GET /v2/titles/{serviceId}/artifacts/{format}`: the target of an artifact's self link.

use std::sync::Arc;

use axum::http::StatusCode;
use domain::BrailleGrade;
use domain::access::Relation;
use domain::artifacts::{ArtifactEdit, BrailleCode, BrailleType, ScoreLayout};
use services::TitleView;
use services::titles::{TitleFormat, edit_artifact, find_managed};

use crate::http::{
    Change, CollectionStaff, Count, ErrorKey, InRole, IsoDuration, Json, OneOf, ParamDraft, ReplaceList,
    Result, Segments, ShortText, format_with, parse_format, title_id,
};
use crate::records::{ArtifactRecord, StatusKey, StatusRecord, TitleSight};
use crate::{endpoints, params};

endpoints! {
    "Collection": get_title_artifact, put_title_artifact;
}

/// Get the description of a title's format
///
/// The record in the title's `artifacts`, in any status.
#[endpoint::get(
    "/v2/titles/{serviceId}/artifacts/{format}", returns "The artifact",
    errors(InvalidFormat, FormatNotAvailable: "the title does not have the format", TitleNotFound),
)]
pub async fn get_title_artifact(
    InRole { api, op, .. }: InRole<CollectionStaff>,
    Segments((id, word)): Segments<(String, String)>,
) -> Result<Json<ArtifactRecord>> {
    let format = parse_format(&word)?;
    let title = find_managed(&op, title_id(&id)?).await?;
    let artifact = title.artifact(format).ok_or(ErrorKey::FormatNotAvailable)?;
    let seen = TitleView::new(&op, Arc::clone(&title), Relation::default());
    Ok(Json(ArtifactRecord::new(&TitleSight::new(&api, &seen), artifact)))
}

params! {
    /// Description of one format of a title; omitted parameters keep their value, empty values clear it.
    pub struct PutArtifact {
        /// Identifier in the partners' common catalog.
        global_book_service_id: Change<ShortText>,
        /// Duration of an audio format, ISO 8601.
        duration: Change<IsoDuration>,
        /// The braille code.
        braille_code: Change<OneOf<BrailleCode>>,
        /// Contracted or not.
        braille_grade: Change<OneOf<BrailleGrade>>,
        /// How the braille was made.
        braille_type: Change<OneOf<BrailleType>>,
        /// Layout of a braille score.
        braille_music_score_layout: Change<OneOf<ScoreLayout>>,
        /// Volumes of embossed braille.
        number_of_volumes: Change<Count>,
        /// A code in an outside catalog.
        external_identifier_code: Change<ShortText>,
        /// Transcriber's name.
        transcriber: Change<ShortText>,
        /// Supplier.
        supplier: Change<ShortText>,
        /// The funding source.
        funding_source: Change<ShortText>,
        /// Producers; a list replaces the stored one.
        producers: ReplaceList<ShortText>,
    }
}

/// Change the description of a title's format
///
/// Accepted immediately and applied by the workers in the order of acceptance; the history records both.
#[endpoint::put(
    "/v2/titles/{serviceId}/artifacts/{format}", returns 202 "ACCEPTED; messages is null",
    errors(
        InvalidFormat, FormatNotAvailable: "the title does not have the format",
        OperationNotAllowed: "it is another site's, or a reader's own document", TitleNotFound,
    ),
)]
pub async fn put_title_artifact(
    InRole { op, .. }: InRole<CollectionStaff>,
    Segments((id, word)): Segments<(String, String)>,
    draft: ParamDraft<PutArtifact>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    let (format, params) = format_with(&word, draft)?;
    let artifact = TitleFormat { title: title_id(&id)?, format };
    edit_artifact(&op, artifact, params.into_edit()).await?;
    Ok((StatusCode::ACCEPTED, Json(StatusRecord::without_messages(StatusKey::Accepted))))
}

impl PutArtifact {
    fn into_edit(self) -> ArtifactEdit {
        let text = |change: Change<ShortText>| change.map(|text| text.0);
        ArtifactEdit {
            global_book_service_id: text(self.global_book_service_id),
            duration_seconds: self.duration.map(|duration| duration.0),
            braille_code: self.braille_code.map(|code| code.0),
            braille_grade: self.braille_grade.map(|grade| grade.0),
            braille_type: self.braille_type.map(|kind| kind.0),
            braille_music_score_layout: self.braille_music_score_layout.map(|layout| layout.0),
            number_of_volumes: self.number_of_volumes.map(|count| count.0.unsigned_abs()),
            external_identifier_code: text(self.external_identifier_code),
            transcriber: text(self.transcriber),
            supplier: text(self.supplier),
            funding_source: text(self.funding_source),
            producers: self.producers.0.map(|names| names.into_iter().map(|name| name.0).collect()),
        }
    }
}
