//! Runs work of the search index, which blocks, outside the async threads.

use std::time::Duration;

use search::Index;
use tokio::time::sleep;

use crate::{Error, Operation, Result};

/// Interval between checks whether the index is filled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Looks before a search is refused: two seconds, in which a small library is filled.
const POLLS: usize = 40;

/// Runs `work` with the index on a blocking thread. While the index is filled for the first time, waits
/// shortly; then fails with [`Error::IndexFilling`], because an empty search result would be misleading.
pub(crate) async fn run_on_index_thread<T, F>(op: &Operation, work: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce(&Index) -> Result<T, search::Error> + Send + 'static,
{
    let index = op.library().index()?.clone();
    if index.is_filling() {
        wait_until_filled(&index).await?;
    }
    Ok(tokio::task::spawn_blocking(move || work(&index)).await??)
}

async fn wait_until_filled(index: &Index) -> Result<()> {
    for _ in 0..POLLS {
        sleep(POLL_INTERVAL).await;
        if !index.is_filling() {
            return Ok(());
        }
    }
    Err(Error::IndexFilling)
}
