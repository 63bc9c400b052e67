//! Copies the files of a library. Each copy is read back and compared before it is noted.

use anyhow::{Context as _, bail};
use delivery::files::ListedFile;
use delivery::keys::Hash;
use delivery::{Files, Key};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use store::Db;
use store::moves::{self, FileEntry};
use tokio_util::sync::CancellationToken;

use super::{MovePlan, MoveProgress, MoveStep};
use crate::copying::folders_to_move;

const CONCURRENT_COPIES: usize = 4;
const FILES_PER_CHUNK: usize = 100;

/// Copies the files that are not noted yet, and makes sure that the target has no others. Returns false if it
/// was stopped.
pub(super) async fn copy_files(
    plan: &MovePlan,
    ledger: &Db,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(MoveProgress),
) -> anyhow::Result<bool> {
    let (from, to) = (&plan.source.files, &plan.target.files);
    let total = count_files(from).await.context("reading the files of the source")?.0;
    let mut done = 0;
    let mut add_progress = |files: u64| {
        done += files;
        on_progress(MoveProgress { step: MoveStep::CopyFiles, done, total });
    };
    add_progress(0);
    for folder in folders_to_move() {
        let mut chunks = std::pin::pin!(from.list(folder).try_chunks(FILES_PER_CHUNK));
        while let Some(chunk) = chunks.try_next().await.map_err(|error| error.1)? {
            if !copy_chunk(from, to, ledger, chunk, stop, &mut add_progress).await? {
                return Ok(false);
            }
        }
    }
    // Temporary files of killed copies; no other process writes to the target.
    to.clean_unfinished(Timestamp::MAX).await?;
    let (noted, there) = (moves::count_files(ledger).await?, count_files(to).await?);
    if noted != there {
        bail!(
            "the target has {} files with {} bytes instead of {} with {}: a program has written to one of \
             the two",
            there.0,
            there.1,
            noted.0,
            noted.1
        );
    }
    Ok(true)
}

async fn copy_chunk(
    from: &Files,
    to: &Files,
    ledger: &Db,
    chunk: Vec<ListedFile>,
    stop: &CancellationToken,
    add_progress: &mut impl FnMut(u64),
) -> anyhow::Result<bool> {
    let keys: Vec<&str> = chunk.iter().map(|file| file.key.as_str()).collect();
    let known = moves::list_copied_files(ledger, &keys).await?;
    add_progress(known.len() as u64);
    let files = chunk.into_iter().filter(|file| !known.contains(file.key.as_str()));
    let work = files.map(|file| async move {
        let result = copy_file(from, to, &file).await;
        result.with_context(|| format!("copying {}", file.key))
    });
    let mut copies = std::pin::pin!(stream::iter(work).buffer_unordered(CONCURRENT_COPIES));
    let mut entries = Vec::new();
    let mut is_stopped = false;
    loop {
        let next = tokio::select! {
            biased;
            () = stop.cancelled() => {
                is_stopped = true;
                break;
            }
            next = copies.try_next() => next?,
        };
        let Some(entry) = next else { break };
        entries.push(entry);
        add_progress(1);
    }
    moves::add_files(ledger, &entries).await?;
    Ok(!is_stopped)
}

/// Copies a file unless an intact copy exists, and reads the copy back.
async fn copy_file(from: &Files, to: &Files, file: &ListedFile) -> anyhow::Result<FileEntry> {
    let key = &file.key;
    let size = file.meta.size;
    let entry = |hash: Hash| FileEntry { key: key.to_string(), size, sha256: hash.to_string() };
    if to.head(key).await?.is_some_and(|meta| meta.size == size) {
        // Left by an interrupted move.
        let (ours, theirs) = (from.hash_file(key).await?, to.hash_file(key).await?);
        if ours == theirs {
            return Ok(entry(ours));
        }
    }
    let (copied, hash) = to.copy_from(from, key, None).await?;
    if copied != size || to.hash_file(key).await? != hash {
        bail!("the copy differs from the original");
    }
    Ok(entry(hash))
}

/// Number and bytes of the files of a store.
async fn count_files(files: &Files) -> anyhow::Result<(u64, u64)> {
    let (mut number, mut bytes) = (0, 0);
    for folder in folders_to_move() {
        let mut list = files.list(folder);
        while let Some(file) = list.try_next().await? {
            number += 1;
            bytes += file.meta.size;
        }
    }
    Ok((number, bytes))
}

/// Returns true if the name of a file is a hash, and its content has another one.
pub(super) fn is_damaged(entry: &FileEntry) -> bool {
    let key = Key::parse(&entry.key).ok().filter(Key::is_named_by_content);
    key.is_some_and(|key| key.content_hash() != Some(entry.sha256.as_str()))
}
