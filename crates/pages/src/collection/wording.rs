//! Statuses, actions and yes or no, in words for collection staff.

use domain::{FormatStatus, HistoryAction, Title, TitleStatus, WireEnum};
use jiff::Timestamp;
use layout::access::to_message_spelling;

use crate::{Page, format_moment};

/// An event of a history.
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
        let parts = [format_moment(page, date), action_name(page, action), person];
        Self { line: parts.join(" · "), comment: comment.unwrap_or_default().to_owned() }
    }

    /// The event with one more part of its line.
    pub(super) fn with_detail(self, detail: &str) -> Self {
        Self { line: format!("{} · {detail}", self.line), ..self }
    }
}

pub(super) fn status_name(page: &Page<'_>, status: TitleStatus) -> String {
    page.text(&value_message("status", status))
}

pub(super) fn format_status_name(page: &Page<'_>, status: FormatStatus) -> String {
    page.text(match status {
        FormatStatus::Available => "collection-format-available",
        FormatStatus::Unavailable => "collection-format-unavailable",
        FormatStatus::Pending => "collection-format-pending",
    })
}

fn action_name(page: &Page<'_>, action: HistoryAction) -> String {
    page.text(&value_message("action", action))
}

/// The message that names a value of an enumeration.
pub(super) fn value_message(noun: &str, value: impl WireEnum) -> String {
    format!("collection-{noun}-{}", to_message_spelling(value.as_str()))
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
    use domain::formats::FormatStatus;
    use domain::history::HistoryAction;
    use domain::titles::{ContentType, TitleStatus};
    use domain::wire::WireEnum;
    use layout::Language;
    use services::catalog::TitleNeed;
    use services::exports::RecordFormat;

    use super::value_message;
    use crate::texts;

    fn list_messages<E: WireEnum>(noun: &str) -> Vec<String> {
        E::ALL.iter().map(|value| value_message(noun, *value)).collect()
    }

    #[test]
    fn every_value_has_words_in_every_language() {
        let messages = texts::load_messages();
        let all = [
            list_messages::<TitleStatus>("status"),
            list_messages::<FormatStatus>("format"),
            list_messages::<HistoryAction>("action"),
            list_messages::<ContentType>("kind"),
            list_messages::<TitleNeed>("need"),
            RecordFormat::ALL.iter().map(|format| format!("export-format-{format}")).collect(),
        ];
        for id in all.concat() {
            for language in Language::ALL {
                assert!(messages.has_message(language, &id), "{id} in {language:?}");
            }
        }
    }
}
