//! The visitor's position in a book: saved when a chapter is opened, and by the script while it is read.

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use domain::Format;
use domain::reading::{MetricType, ReadingEvent};
use jiff::{SignedDuration, Timestamp};
use services::{book_pages, reading};

use super::{OpenReading, SignedInReadingForm};
use crate::{Problem, Result, Visitor};

/// Maximum age of a position that a browser kept while it was offline.
const MAX_OFFLINE_AGE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The event that a chapter was opened, or a place in it reached.
pub(super) fn reading_event(
    book: &OpenReading,
    chapter: usize,
    at: Option<&str>,
    date: Timestamp,
) -> ReadingEvent {
    let place = book_pages::position_at(book.book.book_outline(), chapter, at);
    let title: String =
        book.chapter_title(chapter).chars().take(domain::reading::DESCRIPTION_LENGTH).collect();
    ReadingEvent {
        title: book.id,
        format: Format::Epub3,
        location: place.location,
        total_progression: place.total_progression,
        metric: 0,
        metric_type: MetricType::Paragraph,
        description: Some(title).filter(|title| !title.is_empty()),
        date,
    }
}

/// The time at which a position that is sent `ago` milliseconds later was reached: a browser keeps
/// positions while it is offline, and an old one must not replace a newer one. An invalid or too large
/// number counts as now.
fn position_date(now: Timestamp, ago: Option<&str>) -> Timestamp {
    let ago = ago.and_then(|ago| ago.parse::<u32>().ok()).map(|ago| SignedDuration::from_millis(ago.into()));
    ago.filter(|ago| *ago <= MAX_OFFLINE_AGE).and_then(|ago| now.checked_sub(ago).ok()).unwrap_or(now)
}

/// POST /read/{id}/place: `chapter`, `at`, how many paragraphs were `read` since the last time, and how many
/// milliseconds `ago` it was reached.
pub(super) async fn save_position(
    visitor: Visitor,
    SignedInReadingForm { fields, chapter: number, opened }: SignedInReadingForm,
) -> Result {
    let op = visitor.signed_in_user()?;
    let Ok(opened) = opened else { return Err(Problem::Unavailable) };
    opened.book.find_chapter(number)?;
    let read = fields.get("read").and_then(|read| read.parse::<i32>().ok()).unwrap_or_default();
    let event = reading_event(&opened, number, fields.get("at"), position_date(op.now, fields.get("ago")));
    let event = ReadingEvent { metric: read.clamp(0, 10_000), ..event };
    reading::record(op, &event).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::position_date;

    #[test]
    fn a_place_that_was_kept_offline_has_the_date_at_which_it_was_reached() {
        let now: Timestamp = "2026-05-02T10:00:00Z".parse().unwrap();
        let at = |ago| position_date(now, ago).to_string();
        assert_eq!(at(Some("90000")), "2026-05-02T09:58:30Z");
        assert_eq!(at(Some("2500000000")), "2026-04-03T11:33:20Z");
        for now in [None, Some(""), Some("-5"), Some("x"), Some("2600000000"), Some("99999999999")] {
            assert_eq!(at(now), "2026-05-02T10:00:00Z", "{now:?}");
        }
    }
}
