//! Files of members from folders (docs/rosters.md#from-a-folder): waiting files are read, imported by an
//! operation of `services`, and moved away.

mod folder;
mod health;

pub use health::check_folder;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use domain::OrganizationId;
use services::roster_imports::{RosterFile, RosterFolderState, TakenFile, list_folder_states, take};
use services::{Error, ErrorKey, Operation};
use tokio::task::spawn_blocking;
use workers::{IntakeFuture, RosterIntake};

use crate::library::Library;
use folder::{Destination, FileContent, FileSnapshot, RosterFolder, WaitingFile};

/// The operation's name in the audit and the log.
const OPERATION_NAME: &str = "job take_rosters";

struct FolderIntake {
    folder: Arc<RosterFolder>,
    operations: services::Library,
}

/// Opens the intake of the configured folder. `None` if there is none.
pub fn open_intake(library: &Library, operations: services::Library) -> Option<Arc<dyn RosterIntake>> {
    let root: PathBuf = library.config.rosters.folder.clone()?;
    Some(Arc::new(FolderIntake { folder: Arc::new(RosterFolder::new(root)), operations }))
}

impl RosterIntake for FolderIntake {
    fn take_files(&self) -> IntakeFuture<'_> {
        Box::pin(self.run_round())
    }
}

impl FolderIntake {
    async fn run_round(&self) -> anyhow::Result<()> {
        let now = self.operations.current_time();
        let folder = Arc::clone(&self.folder);
        let waiting = spawn_blocking(move || folder.find_waiting(now)).await?;
        let waiting = waiting.context("rosters.folder cannot be read")?;
        if waiting.is_empty() {
            return Ok(());
        }
        let mut organizations: Vec<OrganizationId> =
            waiting.iter().map(|file| OrganizationId::from(file.organization.as_str())).collect();
        organizations.sort();
        organizations.dedup();
        let op = Operation::by_operator(&self.operations, OPERATION_NAME);
        let states = list_folder_states(&op, &organizations).await?;
        for organization in organizations.iter().filter(|id| !states.contains_key(*id)) {
            tracing::warn!(%organization, "a folder with files of members has not the name of an organization");
        }
        let is_open = |file: &WaitingFile| {
            states.get(&OrganizationId::from(file.organization.as_str())) == Some(&RosterFolderState::Open)
        };
        let open: Vec<WaitingFile> = waiting.into_iter().filter(is_open).collect();
        for file in open {
            let (organization, name) = (file.organization.clone(), file.name.clone());
            // A failure must not stop the files of other organizations.
            if let Err(error) = self.take_file(file).await {
                let error = format!("{error:#}");
                tracing::error!(%organization, file = name, error, "a file of members was not imported, and stays in its folder");
            }
        }
        Ok(())
    }

    /// Imports one file, and moves it away.
    async fn take_file(&self, file: WaitingFile) -> anyhow::Result<()> {
        let folder = Arc::clone(&self.folder);
        let (file, read) = spawn_blocking(move || {
            let read = folder.read_file(&file);
            (file, read)
        })
        .await?;
        // `None` if the file was just changed or removed.
        let Some(FileSnapshot { content, identity }) = read.context("reading the file")? else {
            return Ok(());
        };
        let destination = match content {
            FileContent::TooLarge => Destination::Refused("The file is too large.".to_owned()),
            FileContent::Bytes(content) => {
                let organization = OrganizationId::from(file.organization.as_str());
                let new = RosterFile { organization, file_name: file.name.clone(), content: content.into() };
                self.import_file(&new).await?
            }
        };
        let folder = Arc::clone(&self.folder);
        let now = self.operations.current_time();
        let moved = spawn_blocking(move || folder.move_file(&file, &identity, &destination, now)).await?;
        moved.context("moving the file away")
    }

    /// Imports a file. Returns where it is to be moved.
    async fn import_file(&self, file: &RosterFile) -> anyhow::Result<Destination> {
        let op = Operation::by_operator(&self.operations, OPERATION_NAME);
        let organization = &file.organization;
        let name = file.file_name.as_str();
        match Box::pin(take(&op, file)).await {
            Ok(TakenFile::Written(written)) => {
                let is_change = written.run.is_some() || written.removal.is_some();
                tracing::info!(%organization, file = name, is_change, "a file of members was imported");
                Ok(Destination::Done)
            }
            Ok(TakenFile::Held(hold)) => {
                tracing::warn!(%organization, file = name, reason = %hold.reason, "a file of members is held");
                Ok(Destination::Done)
            }
            Ok(TakenFile::Repeated) => Ok(Destination::Done),
            Err(error) if is_refusal(&error) => {
                let reason = error.to_string();
                tracing::warn!(%organization, file = name, reason, "a file of members was refused");
                Ok(Destination::Refused(reason))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns true if a retry cannot succeed. A user name that was just taken is a fault of its row at the next
/// attempt.
fn is_refusal(error: &Error) -> bool {
    let is_rule = matches!(error, Error::Refused(_) | Error::Explained(..) | Error::Invalid(_));
    is_rule && error.key() != Some(ErrorKey::UserExists)
}

#[cfg(test)]
mod tests;
