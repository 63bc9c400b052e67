//! Jobs, lanes and rules in words.

use domain::Privilege;
use jiff::Timestamp;
use services::queue::{JobProgress, JobState};

use crate::{Page, format_moment};

/// The kind of a job; its name in the queue if only another version of the program knows it.
pub(super) fn kind_name(page: &Page<'_>, kind: &str) -> String {
    let message = kind_message(kind);
    if page.has_message(&message) { page.text(&message) } else { kind.to_owned() }
}

fn kind_message(kind: &str) -> String {
    format!("system-kind-{}", kind.replace('_', "-"))
}

pub(crate) fn state_name(page: &Page<'_>, state: JobState) -> String {
    page.value_text("system-state", state)
}

/// The progress of a job in numbers. `None` if it is unknown.
pub(crate) fn count_progress(page: &Page<'_>, progress: &JobProgress) -> Option<String> {
    let (done, total) = (progress.done.unsigned_abs(), progress.total.unsigned_abs());
    let values = [("count", done.into()), ("total", total.into())];
    (total > 0).then(|| page.format("system-job-progress-of", &values))
}

/// When something last happened, or that it never did.
pub(super) fn format_last_time(page: &Page<'_>, at: Option<Timestamp>) -> String {
    at.map_or_else(|| page.text("system-never"), |at| format_moment(page, at))
}

pub(super) fn privilege_name(page: &Page<'_>, privilege: Privilege) -> String {
    page.text(&format!("system-privilege-{privilege}"))
}

#[cfg(test)]
mod tests {
    use domain::confirmations::ReviewRule;
    use domain::joining::OrganizationJoining;
    use domain::{Privilege, WireEnum as _};
    use services::machine::MachineFinding;
    use services::queue::{JOB_KINDS, JobState, Lane};

    use super::kind_message;
    use crate::system::findings::machine_message;
    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn jobs_rules_and_findings_have_words_in_every_language() {
        let mut ids: Vec<String> = JOB_KINDS.iter().map(|kind| kind_message(kind)).collect();
        ids.extend(value_messages::<JobState>("system-state"));
        ids.extend(value_messages::<Lane>("system-lane"));
        ids.extend(Privilege::ALL.iter().map(|privilege| format!("system-privilege-{privilege}")));
        ids.extend(value_messages::<ReviewRule>("system-review"));
        ids.extend(value_messages::<OrganizationJoining>("system-organizations"));
        ids.extend(MachineFinding::ALL.iter().map(|finding| machine_message(*finding)));
        assert_messages(ids);
    }
}
