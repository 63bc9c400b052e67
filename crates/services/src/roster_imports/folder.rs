//! What sponsors see and decide about the files in the folder of their organization
//! (docs/rosters.md#from-a-folder).

use domain::AuditedAct;
use domain::roster_folders::RosterFolderSettings;
use store::roster_imports::HeldFile;

use crate::{ErrorKey, Fault, Operation, Result};

/// Files that come without anybody at a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderView {
    /// The folder of the organization. `None` if the library takes no files from folders.
    pub folder: Option<OrganizationFolder>,
    /// Files that wait for a decision, newest first.
    pub held: Vec<HeldFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationFolder {
    /// Its name: the identifier of the organization.
    pub name: String,
    pub settings: RosterFolderSettings,
    /// True if files stay where they are today.
    pub is_paused: bool,
}

/// The folder of the sponsor's organization, and files from it that are held.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn view_folder(op: &Operation) -> Result<FolderView> {
    let organization = &op.require_sponsor()?.organization.id;
    let held = store::roster_imports::list_held(op.db(), organization, op.now).await?;
    if !op.settings().takes_roster_files {
        return Ok(FolderView { folder: None, held });
    }
    let settings = store::roster_folders::get(op.db(), organization).await?.settings;
    let is_paused = settings.is_paused_on(op.today());
    let name = organization.to_string();
    Ok(FolderView { folder: Some(OrganizationFolder { name, settings, is_paused }), held })
}

/// Sets what the sponsor's organization wants of the files in its folder.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND` if the library takes no files from folders; `INVALID_DATE` if a pause
/// ends before it begins.
pub async fn change_folder(op: &Operation, settings: &RosterFolderSettings) -> Result<()> {
    let organization = &op.require_sponsor()?.organization.id;
    if !op.settings().takes_roster_files {
        return Err(ErrorKey::RecordNotFound.into());
    }
    if settings.pause.is_some_and(|pause| pause.until < pause.from) {
        let reason = "A pause must not end before it begins.";
        return Err(Fault::of_request(ErrorKey::InvalidDate, reason).into());
    }
    let mut tx = op.db().begin().await?;
    store::roster_folders::set_settings(&mut tx, organization, settings).await?;
    op.record_change(&mut tx, AuditedAct::ChangeRosterFolder, organization).await?;
    Ok(tx.commit().await?)
}
