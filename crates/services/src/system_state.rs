//! The state of the installation in one view, for administrators (docs/rules/access.md#rule-27).

use std::sync::Arc;

use domain::upkeep::{DiskSpace, MAX_BACKUP_AGE, MAX_JOB_WAIT, MAX_REHEARSAL_AGE, is_overdue};
use domain::{AudioTools, Client, WireEnum as _};
use jiff::Timestamp;
use store::backup_times::{BackupTask, find_last_success, has_folder};
use store::jobs::{JobCount, JobState, Lane};
use store::{PROGRAM_VERSION, SchemaState};

pub use store::makers::Maker;

use crate::machine::MachineFinding;
use crate::{Operation, Result};

/// Something that an administrator should act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// No process does background work.
    NoWorkers,
    /// The processes run several versions of the program.
    SeveralVersions,
    /// A job of this lane has waited for a worker since this moment.
    LaneWaits(Lane, Timestamp),
    /// The number of jobs that have failed, apart from emails.
    JobsFailed(u64),
    /// The number of emails that could not be sent.
    EmailsFailed(u64),
    /// The number of jobs that wait for a later version of the program.
    JobsForLaterProgram(u64),
    /// No backup was ever taken.
    NoBackup,
    /// The last backup is older than it should be.
    OldBackup(Timestamp),
    /// No restore was ever rehearsed.
    NoRehearsal,
    /// The last rehearsal is older than it should be.
    OldRehearsal(Timestamp),
    /// The search index of this process is being filled for the first time.
    IndexFilling,
    /// The number of migrations that the database lacks.
    MigrationsPending(u64),
    /// Anybody can use the privileges of these apps, because browsers show their keys.
    ExposedKeys(Vec<String>),
    /// Books cannot be read aloud.
    NoSpeech,
    /// Braille cannot be made.
    NoBraille,
    /// The disk with the data folder is nearly full.
    LowSpace,
    Machine(MachineFinding),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneState {
    pub lane: Lane,
    pub waiting: u64,
    pub running: u64,
    pub failed: u64,
    /// Since when the job that has waited longest could have run. `None` if none waits for a worker.
    pub oldest: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemState {
    pub findings: Vec<Finding>,
    pub version: &'static str,
    /// The processes that work in the background, silent ones too.
    pub makers: Vec<Maker>,
    pub lanes: Vec<LaneState>,
    pub last_backup: Option<Timestamp>,
    pub last_rehearsal: Option<Timestamp>,
    /// True if a running process has a folder for backups, so that administrators can start one.
    pub has_backup_folder: bool,
    /// The number of titles in the search index of this process. `None` for a process without an index.
    pub indexed_titles: Option<u64>,
    /// Space of the disk with the data folder. `None` if it is unknown.
    pub disk: Option<DiskSpace>,
}

/// Reads the state of the installation.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn load(op: &Operation) -> Result<SystemState> {
    op.require_administrator()?;
    let probe = Arc::clone(op.library().machine_probe());
    let machine = tokio::task::spawn_blocking(move || probe()).await?;
    let db = op.db();
    let counts = store::jobs::count_by_lane(db).await?;
    let oldest = store::jobs::oldest_ready(db, op.now).await?;
    let lane_state = |lane: Lane| LaneState {
        lane,
        waiting: count_jobs(&counts, lane, JobState::Ready),
        running: count_jobs(&counts, lane, JobState::Running),
        failed: count_jobs(&counts, lane, JobState::Dead),
        oldest: oldest.get(&lane).copied(),
    };
    let index = op.library().index().ok();
    let mut state = SystemState {
        findings: Vec::new(),
        version: PROGRAM_VERSION,
        makers: store::makers::list(db, op.now).await?,
        lanes: Lane::ALL.iter().copied().map(lane_state).collect(),
        last_backup: find_last_success(db, BackupTask::Backup).await?,
        last_rehearsal: find_last_success(db, BackupTask::Rehearsal).await?,
        has_backup_folder: has_folder(db, op.now).await?,
        indexed_titles: index.map(search::Index::len),
        disk: machine.disk,
    };
    let facts = OtherFacts {
        later_jobs: store::jobs::count_for_later_programs(db).await?,
        pending_migrations: SchemaState::read(db).await?.pending.len() as u64,
        is_filling: index.is_some_and(search::Index::is_filling),
        clients: store::clients::list(db).await?,
        machine: machine.findings,
    };
    state.findings = list_findings(op, &state, facts);
    Ok(state)
}

fn count_jobs(counts: &[JobCount<Lane>], lane: Lane, state: JobState) -> u64 {
    let rows = counts.iter().filter(|row| row.group == lane && row.state == state);
    rows.map(|row| row.count).sum()
}

/// Facts behind findings, besides those that the page shows.
struct OtherFacts {
    later_jobs: u64,
    pending_migrations: u64,
    is_filling: bool,
    clients: Vec<Client>,
    machine: Vec<MachineFinding>,
}

/// The findings: first what keeps the library from working, then what endangers it, then what is missing.
fn list_findings(op: &Operation, state: &SystemState, facts: OtherFacts) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(facts.is_filling.then_some(Finding::IndexFilling));
    findings.extend(list_work_findings(op, state));
    findings.extend((facts.later_jobs > 0).then_some(Finding::JobsForLaterProgram(facts.later_jobs)));
    findings.extend(
        (facts.pending_migrations > 0).then_some(Finding::MigrationsPending(facts.pending_migrations)),
    );
    findings.extend(state.disk.filter(|disk| disk.is_low()).map(|_| Finding::LowSpace));
    findings.extend(match state.last_backup {
        None => Some(Finding::NoBackup),
        Some(last) => is_overdue(last, MAX_BACKUP_AGE, op.now).then_some(Finding::OldBackup(last)),
    });
    findings.extend(match state.last_rehearsal {
        None => Some(Finding::NoRehearsal),
        Some(last) => is_overdue(last, MAX_REHEARSAL_AGE, op.now).then_some(Finding::OldRehearsal(last)),
    });
    findings.extend(facts.machine.into_iter().map(Finding::Machine));
    let exposed = facts.clients.into_iter().filter(Client::exposes_privileges).map(|client| client.name);
    let exposed: Vec<String> = exposed.collect();
    findings.extend((!exposed.is_empty()).then_some(Finding::ExposedKeys(exposed)));
    let can = op.delivery().capabilities();
    findings.extend((can.audio != AudioTools::Speech).then_some(Finding::NoSpeech));
    findings.extend((!can.braille).then_some(Finding::NoBraille));
    findings
}

/// Findings about processes and jobs.
fn list_work_findings(op: &Operation, state: &SystemState) -> Vec<Finding> {
    let mut findings = Vec::new();
    let running: Vec<&Maker> = state.makers.iter().filter(|maker| maker.is_running).collect();
    let is_other = |maker: &&Maker| maker.version.as_deref() != Some(state.version);
    findings.extend(running.is_empty().then_some(Finding::NoWorkers));
    findings.extend(running.iter().any(is_other).then_some(Finding::SeveralVersions));
    let waits_too_long = |since: &Timestamp| is_overdue(*since, MAX_JOB_WAIT, op.now);
    findings.extend(state.lanes.iter().filter_map(|lane| {
        let since = lane.oldest.filter(waits_too_long)?;
        Some(Finding::LaneWaits(lane.lane, since))
    }));
    let (emails, others): (Vec<&LaneState>, Vec<&LaneState>) =
        state.lanes.iter().partition(|lane| lane.lane == Lane::Emails);
    let failed = |lanes: &[&LaneState]| lanes.iter().map(|lane| lane.failed).sum::<u64>();
    findings.extend((failed(&others) > 0).then(|| Finding::JobsFailed(failed(&others))));
    findings.extend((failed(&emails) > 0).then(|| Finding::EmailsFailed(failed(&emails))));
    findings
}
