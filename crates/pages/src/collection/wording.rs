//! Statuses, actions and yes or no, in words for collection staff.

use domain::{HistoryAction, Title, TitleStatus};
use jiff::Timestamp;

use crate::{Page, format_moment};

pub(crate) struct EventView {
    pub(crate) line: String,
    /// Empty without a comment.
    pub(crate) comment: String,
}

impl EventView {
    /// An event at a moment. The operator has acted if there is no person.
    pub(crate) fn new(
        page: &Page<'_>,
        (date, action): (Timestamp, HistoryAction),
        person: Option<&str>,
        comment: Option<&str>,
    ) -> Self {
        let person = person.map_or_else(|| page.text("desk-by-operator"), str::to_owned);
        let parts = [format_moment(page, date), page.value_text("collection-action", action), person];
        Self { line: parts.join(" · "), comment: comment.unwrap_or_default().to_owned() }
    }

    /// The event with one more part of its line.
    pub(super) fn with_detail(self, detail: &str) -> Self {
        Self { line: format!("{} · {detail}", self.line), ..self }
    }
}

pub(super) fn status_name(page: &Page<'_>, status: TitleStatus) -> String {
    page.value_text("collection-status", status)
}

/// Whether the library has the book of a title, or only a record.
pub(super) fn book_text(page: &Page<'_>, title: &Title) -> String {
    let has_book = title.files.has_book();
    page.text(if has_book { "collection-has-book" } else { "collection-record-only" })
}

/// The name of the act that gives a title another file for its book, or the first one.
pub(super) fn replacement_text(page: &Page<'_>, title: &Title) -> String {
    page.text(if title.files.has_book() { "replace-heading" } else { "replace-heading-first" })
}

#[cfg(test)]
mod tests {
    use domain::conversion_reports::Severity;
    use domain::formats::FormatStatus;
    use domain::history::HistoryAction;
    use domain::titles::{ContentType, TitleStatus};
    use services::catalog::TitleNeed;
    use services::exports::RecordFormat;

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_value_has_words_in_every_language() {
        let all = [
            value_messages::<TitleStatus>("collection-status"),
            value_messages::<FormatStatus>("collection-format"),
            value_messages::<HistoryAction>("collection-action"),
            value_messages::<ContentType>("collection-kind"),
            value_messages::<TitleNeed>("collection-need"),
            value_messages::<Severity>("conversion-report"),
            value_messages::<RecordFormat>("export-format"),
        ];
        assert_messages(all.concat());
    }
}
