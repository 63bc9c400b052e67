//! Runs work of the search index, which blocks, outside the async threads.

use search::Index;

use crate::error::Result;
use crate::library::Library;

/// The result of `work` with the index.
pub(crate) async fn indexed<T, F>(library: &Library, work: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce(&Index) -> Result<T, search::Error> + Send + 'static,
{
    let index = library.index.clone();
    Ok(tokio::task::spawn_blocking(move || work(&index)).await??)
}
