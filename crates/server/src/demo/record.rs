//! `demo.json`: describes the sandbox for programs (docs/rules/sandbox.md#rule-2).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use domain::{EditionId, SeriesId, TitleId};
use serde::Serialize;

use super::people::{CLIENTS, DemoClient, DemoUser};

/// The whole file.
#[derive(Debug, Serialize)]
pub struct DemoRecord {
    pub base_url: String,
    /// URL of the token server.
    pub auth_url: String,
    /// Client applications by name.
    pub clients: BTreeMap<&'static str, &'static DemoClient>,
    pub users: BTreeMap<&'static str, DemoUser>,
    pub organization: OrganizationEntry,
    pub titles: BTreeMap<&'static str, TitleId>,
    pub periodical: PeriodicalEntry,
    #[serde(rename = "readingLists")]
    pub reading_lists: BTreeMap<&'static str, String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PeriodicalEntry {
    pub series_id: SeriesId,
    /// Identifier of its latest edition.
    pub edition_id: EditionId,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationEntry {
    pub organization_id: &'static str,
    pub name: &'static str,
}

impl DemoRecord {
    /// Builds the record of everything in the sandbox.
    pub fn new(
        base_url: &str,
        users: BTreeMap<&'static str, DemoUser>,
        titles: BTreeMap<&'static str, TitleId>,
        (series_id, edition_id): (SeriesId, EditionId),
        reading_lists: BTreeMap<&'static str, String>,
    ) -> Self {
        let (organization_id, name) = super::organizations::FIRST_ORGANIZATION;
        Self {
            base_url: base_url.to_owned(),
            auth_url: base_url.to_owned(),
            clients: CLIENTS.iter().map(|client| (client.name, client)).collect(),
            users,
            organization: OrganizationEntry { organization_id, name },
            titles,
            periodical: PeriodicalEntry { series_id, edition_id },
            reading_lists,
        }
    }

    /// Writes `demo.json` by rename, so that readers never see a partial file.
    pub fn write_file(&self, dir: &Path) -> anyhow::Result<()> {
        let (file, half) = (dir.join("demo.json"), dir.join(".demo.json.part"));
        let text = serde_json::to_string_pretty(self)?;
        std::fs::write(&half, text + "\n").with_context(|| format!("writing {}", half.display()))?;
        std::fs::rename(&half, &file).with_context(|| format!("writing {}", file.display()))
    }
}
