//! GET /v2/titles/{serviceId} (docs/rules/titles.md#rule-1, docs/rules/records.md#rule-10).

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use services::titles;
use utoipa::openapi::schema::{AnyOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::http::{AnyKey, InRole, InternalError, Result, Segments, SerializedJson, title_id};
use crate::records::{TitleComplete, TitleDetail, TitleSight};

/// Get a title
///
/// The title's metadata; collection staff of its site get the complete record.
#[endpoint::get("/v2/titles/{serviceId}", returns 200 "The title", body TitleAnswer, errors(TitleNotFound))]
pub async fn get_title(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments(id): Segments<String>,
) -> Result<Response> {
    let seen = titles::get(&op, title_id(&id)?).await?;
    let sight = TitleSight::new(&api, &seen);
    let body = api.responses.get(&seen, || {
        serde_json::to_vec(&if sight.is_staff() {
            TitleAnswer::Complete(Box::new(TitleComplete::new(&sight)))
        } else {
            TitleAnswer::Detail(Box::new(TitleDetail::new(&sight)))
        })
    });
    Ok(SerializedJson(body.map_err(InternalError)?).into_response())
}

/// A title's record for a caller (docs/rules/titles.md#rule-1).
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum TitleAnswer {
    /// Readers and guests.
    Detail(Box<TitleDetail>),
    /// Collection staff of the title's site.
    Complete(Box<TitleComplete>),
}

// `anyOf`, because a complete record is a detail with more members; it comes first, so that clients that take
// the first match miss nothing.
impl PartialSchema for TitleAnswer {
    fn schema() -> RefOr<Schema> {
        let records = [TitleComplete::name(), TitleDetail::name()];
        let any =
            records.iter().fold(AnyOfBuilder::new(), |any, name| any.item(Ref::from_schema_name(&**name)));
        any.description(Some("The complete record for collection staff of the title's site.")).into()
    }
}

impl ToSchema for TitleAnswer {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((TitleDetail::name().into_owned(), TitleDetail::schema()));
        schemas.push((TitleComplete::name().into_owned(), TitleComplete::schema()));
        TitleDetail::schemas(schemas);
        TitleComplete::schemas(schemas);
    }
}
