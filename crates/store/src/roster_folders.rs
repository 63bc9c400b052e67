//! Settings of organizations for files of members in their folders, and the last imported tables
//! (docs/rosters.md#from-a-folder).

use std::collections::HashMap;

use domain::OrganizationId;
use domain::roster_folders::{RosterFolderSettings, RosterPause};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::sql::TableRow;
use crate::{Column, Conn, Record as _, Result, Sql, StoreError, record};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RosterFolder {
    pub settings: RosterFolderSettings,
    /// Hash of the table that was imported last. `None` if none was.
    pub last_content: Option<String>,
}

record! {
    RosterFolder {
        settings: "f.keeps_missing, f.paused_from, f.paused_until" => settings_from_columns,
        last_content: "f.last_content",
    }
}

/// Organizations with their folders; all columns of a folder are NULL for those that have none.
const FOLDER_SOURCE: &str = "organizations o LEFT JOIN roster_folders f ON f.organization_id = o.id";

fn settings_from_columns(
    (keeps_missing, from, until): (Option<bool>, Option<Date>, Option<Date>),
) -> RosterFolderSettings {
    let pause = from.zip(until).map(|(from, until)| RosterPause { from, until });
    RosterFolderSettings { keeps_missing: keeps_missing.unwrap_or_default(), pause }
}

impl Column for Date {
    type StoredForm = String;

    fn from_stored(text: String) -> Result<Self> {
        text.parse().map_err(|_| StoreError::Corrupt(format!("{text:?} is not a date")))
    }
}

/// The folder of an organization; the default if none is stored.
pub async fn get(mut conn: impl Conn, organization: &OrganizationId) -> Result<RosterFolder> {
    let statement = RosterFolder::select_from(&format!("{FOLDER_SOURCE} WHERE o.id = $1"));
    Ok(conn.fetch_optional(statement.bind(organization)).await?.unwrap_or_default())
}

/// The settings of those of these organizations that exist: one statement for every 500.
pub async fn list_settings(
    mut conn: impl Conn,
    organizations: &[OrganizationId],
) -> Result<HashMap<OrganizationId, RosterFolderSettings>> {
    let columns = RosterFolder::COLUMNS;
    let select = Sql::new(format!("SELECT o.id, {columns} FROM {FOLDER_SOURCE} WHERE o.id IN (?)"));
    let rows: Vec<(OrganizationId, RosterFolder)> = conn.fetch_each(select.for_keys(organizations)).await?;
    Ok(rows.into_iter().map(|(id, folder)| (id, folder.settings)).collect())
}

pub async fn set_settings(
    mut conn: impl Conn,
    organization: &OrganizationId,
    settings: &RosterFolderSettings,
) -> Result<()> {
    let row = TableRow::new("roster_folders")
        .set("organization_id", organization)
        .set("keeps_missing", settings.keeps_missing)
        .set("paused_from", settings.pause.map(|pause| pause.from.to_string()))
        .set("paused_until", settings.pause.map(|pause| pause.until.to_string()));
    conn.execute(row.upsert(&["organization_id"])).await.map(drop)
}

#[derive(Debug, Clone, Copy)]
pub struct LastFolderTable<'a> {
    pub organization: &'a OrganizationId,
    pub content: &'a str,
    pub taken: Timestamp,
}

pub async fn note_last_table(mut conn: impl Conn, table: LastFolderTable<'_>) -> Result<()> {
    let row = TableRow::new("roster_folders")
        .set("organization_id", table.organization)
        .set("last_content", table.content)
        .set("taken_at", table.taken);
    conn.execute(row.upsert(&["organization_id"])).await.map(drop)
}
