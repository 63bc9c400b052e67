//! Settings of organizations for files of members in their folders, and the last imported tables
//! (docs/rosters.md#from-a-folder).

use std::collections::HashMap;

use domain::OrganizationId;
use domain::roster_folders::{RosterFolderSettings, RosterPause};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::{Conn, Result, Sql, StoreError, from_row};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RosterFolder {
    pub settings: RosterFolderSettings,
    /// Hash of the table that was imported last. `None` if none was.
    pub last_content: Option<String>,
}

from_row! {
    struct RosterFolderRow {
        id: String,
        keeps_missing: Option<bool>,
        paused_from: Option<String>,
        paused_until: Option<String>,
        last_content: Option<String>,
    }
}

/// Organizations with their folders; `keeps_missing` is NULL for those that have no row.
const SELECT_FOLDERS: &str = "SELECT o.id, f.keeps_missing, f.paused_from, f.paused_until, f.last_content \
     FROM organizations o LEFT JOIN roster_folders f ON f.organization_id = o.id";

fn folder_from_row(row: RosterFolderRow) -> Result<RosterFolder> {
    let pause = match (row.paused_from, row.paused_until) {
        (Some(from), Some(until)) => Some(RosterPause { from: parse_day(&from)?, until: parse_day(&until)? }),
        _ => None,
    };
    let settings = RosterFolderSettings { keeps_missing: row.keeps_missing.unwrap_or_default(), pause };
    Ok(RosterFolder { settings, last_content: row.last_content })
}

fn parse_day(text: &str) -> Result<Date> {
    text.parse().map_err(|_| StoreError::Corrupt(format!("{text:?} is not a date")))
}

/// The folder of an organization; the default if none is stored.
pub async fn get(mut conn: impl Conn, organization: &OrganizationId) -> Result<RosterFolder> {
    let statement = Sql::new(format!("{SELECT_FOLDERS} WHERE o.id = $1")).bind(organization.as_str());
    let row = conn.fetch_optional::<RosterFolderRow>(statement).await?;
    Ok(row.map(folder_from_row).transpose()?.unwrap_or_default())
}

/// The settings of those of these organizations that exist: one statement for every 500.
pub async fn list_settings(
    mut conn: impl Conn,
    organizations: &[OrganizationId],
) -> Result<HashMap<OrganizationId, RosterFolderSettings>> {
    let select = Sql::new(format!("{SELECT_FOLDERS} WHERE o.id IN (?)"));
    let statements = select.for_keys(organizations.iter().map(OrganizationId::as_str));
    let rows = conn.fetch_each::<RosterFolderRow>(statements).await?.into_iter();
    rows.map(|row| Ok((OrganizationId(row.id.clone()), folder_from_row(row)?.settings))).collect()
}

pub async fn set_settings(
    mut conn: impl Conn,
    organization: &OrganizationId,
    settings: &RosterFolderSettings,
) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO roster_folders (organization_id, keeps_missing, paused_from, paused_until) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (organization_id) DO UPDATE SET \
         keeps_missing = excluded.keeps_missing, paused_from = excluded.paused_from, \
         paused_until = excluded.paused_until",
    )
    .bind(organization.as_str())
    .bind(settings.keeps_missing)
    .bind(settings.pause.map(|pause| pause.from.to_string()))
    .bind(settings.pause.map(|pause| pause.until.to_string()));
    conn.execute(statement).await.map(drop)
}

/// A table from the folder of an organization.
#[derive(Debug, Clone, Copy)]
pub struct LastFolderTable<'a> {
    pub organization: &'a OrganizationId,
    /// Hash of the table.
    pub content: &'a str,
    pub taken: Timestamp,
}

/// Notes the table that was imported last.
pub async fn note_last_table(mut conn: impl Conn, table: LastFolderTable<'_>) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO roster_folders (organization_id, last_content, taken_at) VALUES ($1, $2, $3) \
         ON CONFLICT (organization_id) DO UPDATE SET last_content = excluded.last_content, \
         taken_at = excluded.taken_at",
    )
    .bind(table.organization.as_str())
    .bind(table.content)
    .bind_time(table.taken);
    conn.execute(statement).await.map(drop)
}
