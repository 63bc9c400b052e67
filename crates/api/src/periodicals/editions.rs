//! Editions of periodicals (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).
//! `DELETE /v2/periodicals/{seriesId}/editions/{editionId}`: docs/rules/periodicals.md#rule-5.
//! `PUT /v2/periodicals/{seriesId}/editions/{editionId}`: docs/rules/periodicals.md#rule-5.

use axum::http::StatusCode;
use domain::dates::start_of;
use domain::periodicals::EditionEdit;
use jiff::civil::Date;
use services::periodicals::editions::{self, EditionAddress, EditionSort};
use utoipa::openapi::schema::Schema;

use crate::http::{
    AnyKey, Change, CollectionEditor, InRole, InvalidValue, Json, Link, ListAddress, OrderParams, ParamError,
    Params, Replace, Result, Segments, ShortText, Value,
};
use crate::records::{EditionRecord, StatusKey, StatusRecord};
use crate::{endpoints, params};

endpoints! {
    "Periodicals": list_editions, get_edition;
    "Collection": put_edition, delete_edition;
}

/// A page of editions (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct EditionList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Always null.
    pub message: Option<StatusRecord>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub periodical_editions: Vec<EditionRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// List the editions of a periodical
///
/// Those that are neither withdrawn nor expired.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions", returns "A page of editions", errors(PeriodicalNotFound),
)]
pub async fn list_editions(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Segments(id): Segments<String>,
    Params(order): Params<OrderParams<EditionSort>>,
) -> Result<Json<EditionList>> {
    let list = order.open(&api.cursor_key, op.now, &("editions", &id))?;
    let rows = editions::list(&op, &id, list.page_request()).await?;
    let page = list.to_page(rows, &address)?;
    let periodical_editions = page.items.iter().map(|seen| EditionRecord::new(&api, seen)).collect();
    Ok(Json(EditionList {
        allows: None,
        limit: page.limit,
        links: page.links,
        message: None,
        next: page.next,
        periodical_editions,
        total_results: page.total_results,
    }))
}

/// Get an edition
///
/// Withdrawn and expired editions are visible to collection staff only.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions/{editionId}", returns "The edition",
    errors(PeriodicalNotFound, EditionNotFound),
)]
pub async fn get_edition(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<Json<EditionRecord>> {
    let address = EditionAddress { series: &series, edition: &id };
    let seen = editions::get(&op, address).await?;
    Ok(Json(EditionRecord::new(&api, &seen)))
}

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

/// Withdraw an edition
///
/// Accepted now and applied within seconds.
#[endpoint::delete(
    "/v2/periodicals/{seriesId}/editions/{editionId}", returns 202 "SUCCESS: accepted",
    errors(PeriodicalNotFound, EditionNotFound, InvalidTransition: "it is withdrawn already, or will be"),
)]
pub async fn delete_edition(
    InRole { op, .. }: InRole<CollectionEditor>,
    Segments((series, id)): Segments<(String, String)>,
) -> Result<(StatusCode, Json<StatusRecord>)> {
    let address = EditionAddress { series: &series, edition: &id };
    editions::withdraw(&op, address, None).await?;
    let body = StatusRecord::new(StatusKey::Success, "The edition will be withdrawn.");
    Ok((StatusCode::ACCEPTED, Json(body)))
}
