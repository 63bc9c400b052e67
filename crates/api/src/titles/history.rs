//! GET /v2/titles/{serviceId}/history: who did what and when (docs/rules/titles.md#rule-6,
//! docs/rules/records.md#rule-15, docs/rules/titles.md#rule-5).

use domain::HistoryEvent;
use services::titles;

use crate::http::{CollectionStaff, InRole, Json, Link, ListAddress, Result, Segments, title_id};
use crate::records::{FormatRecord, format_timestamp};

/// One event.
#[endpoint::record]
pub struct TitleEvent {
    /// When.
    pub date: String,
    /// Display name of the person; null for the server itself.
    pub person_name: Option<String>,
    /// What.
    #[schema(value_type = String)]
    pub action: domain::history::HistoryAction,
    /// A comment.
    pub comment: Option<String>,
    /// The format concerned.
    pub format: Option<FormatRecord>,
}

impl From<HistoryEvent> for TitleEvent {
    fn from(event: HistoryEvent) -> Self {
        Self {
            date: format_timestamp(event.date),
            person_name: event.person,
            action: event.action,
            comment: event.comment,
            format: event.format.map(FormatRecord::from),
        }
    }
}

/// A title's history, newest first; the list is sent under both names that clients use.
#[endpoint::record]
pub struct TitleHistory {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// The events.
    pub title_events: Vec<TitleEvent>,
    /// The same events.
    pub events: Vec<TitleEvent>,
    /// self.
    pub links: Vec<Link>,
}

/// List the history of a title
#[endpoint::get("/v2/titles/{serviceId}/history", returns "The events, newest first", errors(TitleNotFound))]
pub async fn list_title_history(
    InRole { op, .. }: InRole<CollectionStaff>,
    address: ListAddress,
    Segments(id): Segments<String>,
) -> Result<Json<TitleHistory>> {
    let events = titles::list_history(&op, title_id(&id)?).await?;
    let events: Vec<TitleEvent> = events.into_iter().map(TitleEvent::from).collect();
    Ok(Json(TitleHistory {
        allows: None,
        title_events: events.clone(),
        events,
        links: address.page_links(None),
    }))
}
