//! Rehearsals that administrators start at `/system/rehearsal` (docs/backup.md#rehearsing-from-the-browser).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::workers::backup::BackupProgress;
use ::workers::{RehearsalEnd, RestoreRehearser, to_steps};
use delivery::Steps;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::{Rehearsal, RehearsalProgress, rehearse};
use crate::Config;

struct FolderRehearser {
    config: Arc<Config>,
    /// The folder for backups. The scratch library is made in it, because files of its file system are
    /// linked.
    folder: PathBuf,
}

pub fn open_rehearser(config: &Arc<Config>, folder: &Path) -> Arc<dyn RestoreRehearser> {
    Arc::new(FolderRehearser { config: Arc::clone(config), folder: folder.to_owned() })
}

impl RestoreRehearser for FolderRehearser {
    fn rehearse(
        &self,
        stop: &CancellationToken,
        on_progress: &mut dyn FnMut(Steps),
    ) -> anyhow::Result<RehearsalEnd> {
        let rehearsal = Rehearsal {
            backup: self.folder.clone(),
            scratch: self.folder.clone(),
            report: self.config.data_dir.clone(),
        };
        let rehearsing =
            rehearse(&rehearsal, &self.config, stop, |progress| on_progress(count_steps(progress)));
        // A restore is a large future.
        let Some(complete) = Handle::current().block_on(Box::pin(rehearsing))? else {
            return Ok(RehearsalEnd::Stopped);
        };
        if complete.is_replaced {
            return Ok(RehearsalEnd::BackupReplaced);
        }
        let summary = complete.report.summarize(&complete.path);
        Ok(RehearsalEnd::Complete { summary, faults: complete.report.faults })
    }
}

fn count_steps(progress: RehearsalProgress) -> Steps {
    match progress {
        RehearsalProgress::Restore(BackupProgress { done, total, .. })
        | RehearsalProgress::Index { done, total }
        | RehearsalProgress::Books { done, total } => to_steps(done, total),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio_util::sync::CancellationToken;

    use super::open_rehearser;
    use crate::Config;

    #[test]
    fn a_folder_without_a_complete_backup_is_refused_before_anything_is_made() {
        let home = tempfile::tempdir().unwrap();
        let config = Config { data_dir: home.path().join("data"), ..Config::default() };
        let folder = home.path().join("backup");
        std::fs::create_dir(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let _entered = runtime.enter();
        let rehearser = open_rehearser(&Arc::new(config), &folder);
        let refused = rehearser.rehearse(&CancellationToken::new(), &mut |_| {}).unwrap_err();
        assert!(refused.to_string().contains("does not contain a complete backup"), "{refused}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        assert!(!home.path().join("data").exists());
    }
}
