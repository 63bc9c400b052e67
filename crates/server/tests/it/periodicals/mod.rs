//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).

mod changes;
mod downloads;
mod editions;
mod formats;
mod ingest;
mod list;

use crate::support::Sandbox;

/// The identifier of the sandbox's periodical in `demo.json`.
pub(crate) fn series(sandbox: &Sandbox) -> &str {
    sandbox.demo["periodical"]["seriesId"].as_str().expect("demo.json names the periodical")
}

/// The periodical's latest edition.
fn edition(sandbox: &Sandbox) -> &str {
    sandbox.demo["periodical"]["editionId"].as_str().expect("demo.json names the edition")
}

fn series_path(sandbox: &Sandbox) -> String {
    format!("/v2/periodicals/{}", series(sandbox))
}

fn editions_path(sandbox: &Sandbox) -> String {
    format!("{}/editions", series_path(sandbox))
}

pub(crate) fn edition_path(sandbox: &Sandbox) -> String {
    format!("{}/{}", editions_path(sandbox), edition(sandbox))
}
