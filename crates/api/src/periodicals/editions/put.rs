//! PUT /v2/periodicals/{seriesId}/editions/{editionId} (document 3, "Periodicals").

use std::sync::Arc;

use axum::extract::State;
use domain::dates::start_of;
use domain::periodicals::{Edition, Issue};
use jiff::civil::Date;
use jobs::apply_periodical_update::{Change as Update, edited_edition};
use utoipa::openapi::schema::Schema;

use super::record;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Params, Replace};
use crate::http::patch::Patch;
use crate::http::path::Segments;
use crate::http::roles::{As, CollectionEditor};
use crate::http::values::{Invalid, ShortText, Value};
use crate::params;
use crate::periodicals::changes::{applied, impossible};
use crate::periodicals::{issue, managed};
use crate::records::EditionRecord;
use crate::state::Api;

params! {
    /// What to change; what is not sent stays.
    pub struct PutEdition {
        /// Name.
        edition_name: Replace<ShortText>,
        /// Date of publication.
        publication_date: Replace<Date>,
        /// The last day on which readers find it, not before `publicationDate`; empty or null is for good.
        expiration_date: Change<LastDay>,
    }
}

/// A date, or the word `null`: a form knows no other null than that and the empty value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastDay(Option<Date>);

impl Value for LastDay {
    fn parse(text: &str) -> Result<Self, Invalid> {
        if text.trim() == "null" { Ok(Self(None)) } else { Date::parse(text).map(|date| Self(Some(date))) }
    }

    fn schema() -> Schema {
        Date::schema()
    }
}

/// Change an edition
///
/// The workers apply changes in the order of their acceptance; the answer waits for it.
#[utoipa::path(
    put, path = "/v2/periodicals/{seriesId}/editions/{editionId}", tag = "Collection",
    operation_id = "put_edition",
    params(
        ("seriesId" = String, Path, description = "Identifier of the periodical"),
        ("editionId" = String, Path, description = "Identifier of the edition"),
    ),
    request_body(content = PutEdition, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Collection assistants of the periodical's site, administrators"))),
    responses(
        (status = 200, description = "The edition", body = EditionRecord),
        (status = 400, description = "INVALID_PARAMETER, INVALID_DATE", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND, EDITION_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn put_edition(
    State(api): State<Api>,
    As(CollectionEditor(staff)): As<CollectionEditor>,
    Segments((series, id)): Segments<(String, String)>,
    Params(params): Params<PutEdition>,
) -> Result<Json<EditionRecord>> {
    let (caller, now) = (&staff.0.caller, staff.0.now());
    let series = managed(&api, &staff, &series).await?;
    let found = issue(&api, series, &id, now).await?;
    let patch = patch(params)?.into_map();
    let changed = edited_edition(&found.edition, &patch).map_err(|error| impossible(&error))?;
    let change = Update::Edition { edition: changed.id.clone(), patch };
    let edition: Edition = if applied(&api, &staff, &found.series.id, change).await? {
        let stands = store::periodicals::editions::get(&api.db, &changed.id).await?;
        stands.ok_or(ErrorKey::EditionNotFound)?
    } else {
        changed
    };
    let issue = Issue::new(Arc::clone(&found.series), edition, now);
    Ok(Json(record(&api, caller, &issue).await?))
}

fn patch(params: PutEdition) -> Result<Patch> {
    let mut patch = Patch::default();
    patch.set("name", params.edition_name.0.map(|name| name.0))?;
    patch.set("published", params.publication_date.0.map(start_of))?;
    let expires = match params.expiration_date {
        Change::Set(LastDay(date)) => date.map(start_of).map_or(Change::Clear, Change::Set),
        Change::Keep => Change::Keep,
        Change::Clear => Change::Clear,
    };
    patch.change("expires", expires)?;
    Ok(patch)
}
