//! Deleted and retained data, in words for staff.

use domain::erasure::{ErasureObstacle, ErasureReason, ErasureReport, RetainedPart};

use crate::texts::value_message;
use crate::{Page, format_day_of};

/// Sentences with the numbers of records that go.
pub(super) fn list_erased(page: &Page<'_>, report: &ErasureReport) -> Vec<String> {
    report
        .erased
        .iter()
        .map(|(noun, rows)| page.count(&value_message("erasure-noun", *noun), *rows))
        .collect()
}

/// Sentences with the numbers of records that stay for a time.
pub(super) fn list_retained(page: &Page<'_>, report: &ErasureReport) -> Vec<String> {
    let sentence = |part: RetainedPart, rows: u64, until: &str| {
        page.format(&value_message("erasure-part", part), &[("count", rows.into()), ("date", until.into())])
    };
    report
        .retained
        .iter()
        .map(|retained| sentence(retained.part, retained.rows, &format_day_of(page, retained.until)))
        .collect()
}

pub(super) fn obstacle_text(page: &Page<'_>, obstacle: ErasureObstacle) -> String {
    page.value_text("erasure-obstacle", obstacle)
}

pub(super) fn reason_text(page: &Page<'_>, reason: ErasureReason) -> String {
    page.value_text("erasure-reason", reason)
}

#[cfg(test)]
mod tests {
    use domain::erasure::{ErasedNoun, ErasureObstacle, ErasureReason, RetainedPart};

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn reasons_and_what_goes_and_what_stays_have_words_in_every_language() {
        assert_messages(value_messages::<ErasedNoun>("erasure-noun"));
        assert_messages(value_messages::<RetainedPart>("erasure-part"));
        assert_messages(value_messages::<ErasureReason>("erasure-reason"));
        assert_messages(value_messages::<ErasureObstacle>("erasure-obstacle"));
    }
}
