//! PUT /v2/periodicals/{seriesId}/editions/{editionId} (docs/rules/periodicals.md#rule-5).

use domain::dates::start_of;
use domain::periodicals::EditionEdit;
use jiff::civil::Date;
use services::periodicals::editions::{self, EditionAddress};
use utoipa::openapi::schema::Schema;

use crate::http::{
    Change, CollectionEditor, InRole, InvalidValue, Json, ParamError, Params, Replace, Result, Segments,
    ShortText, Value,
};
use crate::params;
use crate::records::EditionRecord;

params! {
    /// What to change; omitted parameters keep their value.
    pub struct PutEdition {
        /// Name.
        edition_name: Replace<ShortText>,
        /// Date of publication.
        publication_date: Replace<Date>,
        /// The last day on which readers find it, not before `publicationDate`; empty or null for permanent.
        expiration_date: Change<LastDay>,
    }
}

/// A date, or the word `null`: in a form only that and the empty value represent null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastDay(Option<Date>);

impl Value for LastDay {
    const ERROR: ParamError = Date::ERROR;

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        if text.trim() == "null" { Ok(Self(None)) } else { Date::parse(text).map(|date| Self(Some(date))) }
    }

    fn schema() -> Schema {
        Date::schema()
    }
}

/// Change an edition
///
/// Workers apply changes in the order of acceptance; the response waits for that.
#[endpoint::put(
    "/v2/periodicals/{seriesId}/editions/{editionId}", returns "The edition",
    errors(PeriodicalNotFound, EditionNotFound),
)]
pub async fn put_edition(
    InRole { api, op, .. }: InRole<CollectionEditor>,
    Segments((series, id)): Segments<(String, String)>,
    Params(params): Params<PutEdition>,
) -> Result<Json<EditionRecord>> {
    let address = EditionAddress { series: &series, edition: &id };
    let seen = editions::edit(&op, address, params.into_edit()).await?;
    Ok(Json(EditionRecord::new(&api, &seen)))
}

impl PutEdition {
    fn into_edit(self) -> EditionEdit {
        let expires = match self.expiration_date {
            Change::Set(LastDay(date)) => date.map(start_of).map_or(Change::Clear, Change::Set),
            Change::Keep => Change::Keep,
            Change::Clear => Change::Clear,
        };
        EditionEdit {
            name: self.edition_name.0.map(|name| name.0),
            published: self.publication_date.0.map(start_of),
            expires,
        }
    }
}
