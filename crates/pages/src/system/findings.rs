//! Findings in words: a sentence for each, with what to do.

use jiff::Timestamp;
use services::machine::MachineFinding;
use services::queue::JobState;
use services::system_state::{Finding, SystemState};

use super::queue::list_path;
use super::{apps, emails, rehearsal};
use crate::{Link, Page, format_moment};

pub(super) struct FindingView {
    pub(super) text: String,
    /// The page on which to act. `None` if no page helps.
    pub(super) link: Option<Link>,
}

pub(super) fn list_findings(page: &Page<'_>, state: &SystemState) -> Vec<FindingView> {
    let view = |finding: &Finding| FindingView {
        text: finding_text(page, finding),
        link: finding_link(page, finding),
    };
    state.findings.iter().map(view).collect()
}

fn finding_text(page: &Page<'_>, finding: &Finding) -> String {
    let since =
        |id: &str, at: Timestamp| page.format(id, &[("date", format_moment(page, at).as_str().into())]);
    match finding {
        Finding::NoWorkers => page.text("system-finding-no-workers"),
        Finding::SeveralVersions => page.text("system-finding-several-versions"),
        Finding::LaneWaits(lane, at) => {
            let (lane, date) = (page.value_text("system-lane", *lane), format_moment(page, *at));
            let values = [("name", lane.as_str().into()), ("date", date.as_str().into())];
            page.format("system-finding-lane-waits", &values)
        }
        Finding::JobsFailed(count) => page.count("system-finding-jobs-failed", *count),
        Finding::EmailsFailed(count) => page.count("system-finding-emails-failed", *count),
        Finding::JobsForLaterProgram(count) => page.count("system-finding-later-jobs", *count),
        Finding::NoBackup => page.text("system-finding-no-backup"),
        Finding::OldBackup(at) => since("system-finding-old-backup", *at),
        Finding::NoRehearsal => page.text("system-finding-no-rehearsal"),
        Finding::OldRehearsal(at) => since("system-finding-old-rehearsal", *at),
        Finding::IndexFilling => page.text("system-finding-index-filling"),
        Finding::MigrationsPending(count) => page.count("system-finding-migrations", *count),
        Finding::ExposedKeys(names) => page.with_name("system-finding-exposed-keys", &names.join(", ")),
        Finding::NoSpeech => page.text("system-finding-no-speech"),
        Finding::NoBraille => page.text("system-finding-no-braille"),
        Finding::LowSpace => page.text("system-finding-low-space"),
        Finding::Machine(finding) => page.text(&machine_message(*finding)),
    }
}

pub(super) fn machine_message(finding: MachineFinding) -> String {
    format!("system-machine-{finding}")
}

fn finding_link(page: &Page<'_>, finding: &Finding) -> Option<Link> {
    match finding {
        Finding::JobsFailed(_) => {
            Some(Link::new(list_path(Some(JobState::Dead), None), page.text("system-jobs-failed")))
        }
        Finding::EmailsFailed(_) => Some(Link::new(emails::EMAILS_PATH, page.text("system-emails-heading"))),
        Finding::LaneWaits(..) | Finding::NoWorkers | Finding::JobsForLaterProgram(_) => {
            Some(Link::new(list_path(Some(JobState::Ready), None), page.text("system-jobs-waiting")))
        }
        Finding::NoRehearsal | Finding::OldRehearsal(_) => {
            Some(Link::new(rehearsal::REHEARSAL_PATH, page.text("system-rehearsal-heading")))
        }
        Finding::ExposedKeys(_) => Some(Link::new(apps::LIST_PATH, page.text("system-apps-heading"))),
        _ => None,
    }
}
