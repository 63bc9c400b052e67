//! The search index of a moved library. Positions of the change log are the same at the target, so the index
//! stays valid.

use std::path::{Path, PathBuf};

use super::MovePlan;

/// The search index at the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexOutcome {
    /// The target has one already: that of the same data folder, or an earlier copy.
    Stays,
    /// It was copied to the target's data folder.
    Copied,
    /// There is none, for this reason: it is filled from the database.
    Missing(String),
}

/// Copies the index to the data folder of the target if that has none.
pub(super) async fn copy_index_if_missing(plan: &MovePlan) -> IndexOutcome {
    let (from, to) = (plan.source.index.clone(), plan.target.index.clone());
    let done = tokio::task::spawn_blocking(move || {
        if to.exists() {
            return IndexOutcome::Stays;
        }
        copy_index(&from, &to).unwrap_or_else(|error| IndexOutcome::Missing(format!("{error:#}")))
    });
    done.await.unwrap_or_else(|error| IndexOutcome::Missing(error.to_string()))
}

fn copy_index(from: &Path, to: &Path) -> anyhow::Result<IndexOutcome> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut fresh = to.as_os_str().to_owned();
    fresh.push(".moving");
    let fresh = PathBuf::from(fresh);
    if fresh.exists() {
        std::fs::remove_dir_all(&fresh)?;
    }
    search::copy_index(from, &fresh)?;
    std::fs::rename(&fresh, to)?;
    Ok(IndexOutcome::Copied)
}
