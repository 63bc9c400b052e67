//! /system: the state of the installation, and what to do if something is wrong.

use services::backups::{self, StartOutcome};
use services::system_state::{self, LaneState, Maker, SystemState};

use super::START_PATH;
use super::findings::{FindingView, list_findings};
use super::queue::job_path;
use super::wording::format_last_time;
use crate::{Form, Page, Result, Section, Visitor, format_moment, render};

const BYTES_PER_GIGABYTE: u64 = 1_000_000_000;

struct LaneRow {
    name: String,
    /// The numbers, each after the name of its column.
    cells: Vec<(String, String)>,
}

struct ProcessView {
    name: String,
    /// Its version and its last sign of life.
    text: String,
}

#[derive(askama::Template)]
#[template(path = "system.html")]
struct SystemPage<'a> {
    page: Page<'a>,
    findings: Vec<FindingView>,
    facts: Vec<(String, String)>,
    /// True if a backup can be started.
    has_backup_folder: bool,
    columns: Vec<String>,
    lanes: Vec<LaneRow>,
    processes: Vec<ProcessView>,
}

pub(super) async fn show_page(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let state = system_state::load(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let columns = list_columns(&page);
    Ok(render(&SystemPage {
        findings: list_findings(&page, &state),
        facts: list_facts(&page, &state),
        has_backup_folder: state.has_backup_folder,
        lanes: state.lanes.iter().map(|lane| lane_row(&page, &columns, lane)).collect(),
        processes: state.makers.iter().map(|maker| process_view(&page, maker)).collect(),
        columns,
        page,
    }))
}

/// POST: starts a backup. The page of its job shows its progress.
pub(super) async fn start_backup(visitor: Visitor, _: Form) -> Result {
    visitor.op.require_administrator()?;
    match backups::start(&visitor.op).await? {
        StartOutcome::Started(job) => visitor.redirect_with_message("system-backup-started", &job_path(job)),
        StartOutcome::Unfinished => visitor.redirect_with_message("system-backup-unfinished", START_PATH),
        StartOutcome::NoFolder => visitor.redirect_with_message("system-backup-no-folder", START_PATH),
    }
}

fn list_columns(page: &Page<'_>) -> Vec<String> {
    let ids = ["system-waiting", "system-running", "system-failed", "system-oldest"];
    ids.iter().map(|id| page.text(id)).collect()
}

fn lane_row(page: &Page<'_>, columns: &[String], lane: &LaneState) -> LaneRow {
    let oldest = match lane.oldest {
        Some(at) => format_moment(page, at),
        None if lane.waiting > 0 => page.text("system-planned"),
        None => page.text("desk-none"),
    };
    let values = [lane.waiting.to_string(), lane.running.to_string(), lane.failed.to_string(), oldest];
    let name = page.value_text("system-lane", lane.lane);
    LaneRow { name, cells: columns.iter().cloned().zip(values).collect() }
}

fn process_view(page: &Page<'_>, maker: &Maker) -> ProcessView {
    let version = maker.version.clone().unwrap_or_else(|| page.text("system-version-unknown"));
    let seen = format_moment(page, maker.seen);
    let id = if maker.is_running { "system-process-running" } else { "system-process-silent" };
    let values = [("version", version.as_str().into()), ("date", seen.as_str().into())];
    ProcessView { name: maker.name.clone(), text: page.format(id, &values) }
}

fn list_facts(page: &Page<'_>, state: &SystemState) -> Vec<(String, String)> {
    let titles = state.indexed_titles.map(|count| page.count("system-index-titles", count));
    let disk = state.disk.map(|disk| {
        let gigabytes = |bytes: u64| bytes / BYTES_PER_GIGABYTE;
        let values = [("free", gigabytes(disk.free).into()), ("total", gigabytes(disk.total).into())];
        page.format("system-disk-space", &values)
    });
    page.label_known_facts([
        ("system-version", Some(state.version.to_owned())),
        ("system-backup", Some(format_last_time(page, state.last_backup))),
        ("system-rehearsal", Some(format_last_time(page, state.last_rehearsal))),
        ("system-index", titles),
        ("system-disk", disk),
    ])
}
