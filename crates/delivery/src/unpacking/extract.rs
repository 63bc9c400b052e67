//! Single files of a package, extracted and kept for two days, unchanged or at another speed.

use std::io::{self, Read};

use bytes::Bytes;
use conversion::{ChangeSpeed, Speed};
use tokio::sync::mpsc;

use crate::delivery::BYTES_PER_PIECE;
use crate::files::RangedReader;
use crate::keys::plain_extension;
use crate::resources::{ArtifactVersion, ExtractedFile, Resource};
use crate::{Delivery, Error, Key, Result};

impl Delivery {
    /// Returns the file with this `resourceId`, extracted on first use. `None` if the package has no such
    /// file. A speed other than 1 for files that are not MP3 is [`Error::NoSpeed`].
    pub async fn extract_resource(
        &self,
        package: &Key,
        version: &ArtifactVersion,
        id: &str,
        speed: Speed,
    ) -> Result<Option<ExtractedFile>> {
        let list = self.list_resources(package, version).await?;
        let Some(resource) = list.iter().find(|resource| resource.id == id) else { return Ok(None) };
        if speed != Speed::NORMAL && !resource.can_change_speed() {
            return Err(Error::NoSpeed);
        }
        let name = resource.path.rsplit('/').next().unwrap_or_default().to_owned();
        let key = resource_key(package, resource, speed)?;
        let found =
            |key: Key, size| ExtractedFile { key, size, media_type: resource.media_type.clone(), name };
        if version.format.is_single_file() {
            return Ok(Some(found(package.clone(), resource.size)));
        }
        if let Some(meta) = self.files().head(&key).await? {
            return Ok(Some(found(key, meta.size)));
        }
        let take = || async {
            let size = if speed == Speed::NORMAL {
                self.unpack_to_store(package, resource, &key).await?
            } else {
                // Boxed: the normal speed is made first.
                let normal = Box::pin(self.extract_resource(package, version, id, Speed::NORMAL)).await?;
                let normal = normal.ok_or_else(|| Error::Missing(package.clone()))?;
                self.change_speed(&normal.key, &key, speed).await?
            };
            Ok(Some(found(key.clone(), size)))
        };
        self.state().extractions.run_once(key.as_str(), take).await
    }

    /// Unpacks one file straight into the store.
    async fn unpack_to_store(&self, package: &Key, resource: &Resource, to: &Key) -> Result<u64> {
        let reader = RangedReader::open(self.files(), package).await?;
        let path = resource.path.clone();
        let declared = resource.size;
        let (send, receive) = mpsc::channel(4);
        let work = tokio::task::spawn_blocking(move || {
            if let Err(error) = send_pieces(reader, &path, declared, &send) {
                // The receiver was dropped if the store failed first.
                let _ = send.blocking_send(Err(error));
            }
        });
        let parts = futures_util::stream::unfold(receive, |mut receive| async move {
            receive.recv().await.map(|part| (part, receive))
        });
        let size = self.files().put_stream(to, parts).await?;
        work.await.map_err(|e| Error::Interrupted(e.to_string()))?;
        Ok(size)
    }

    async fn change_speed(&self, from: &Key, to: &Key, speed: Speed) -> Result<u64> {
        let limits = self.state().limits;
        let (_permit, mut bench, size) = self.open_source_bench(&self.state().audio, from).await?;
        let task = ChangeSpeed { percent: speed.percent(), size: limits.audio_size };
        let bounds = conversion::Limits::for_audio(limits.audio_time, limits.audio_size);
        bench.run(task, bounds, size).await?;
        self.store_output(&bench, to).await
    }
}

/// `resources/<package>/<id>[-<percent>].<ext>`.
fn resource_key(package: &Key, resource: &Resource, speed: Speed) -> Result<Key> {
    let speed = if speed == Speed::NORMAL { String::new() } else { format!("-{}", speed.percent()) };
    let extension = plain_extension(resource.path.rsplit_once('.').map_or("", |(_, extension)| extension));
    Ok(Key::parse(&format!("{}/{}{speed}.{extension}", package.resources_folder(), resource.id))?)
}

/// Sends the file at `path` piece by piece; never more than the size declared in the package, which was
/// checked against the limits.
fn send_pieces(
    reader: RangedReader,
    path: &str,
    declared: u64,
    send: &mpsc::Sender<io::Result<Bytes>>,
) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(reader).map_err(io::Error::other)?;
    let mut file = archive.by_name(path).map_err(io::Error::other)?;
    let mut left = declared;
    loop {
        let mut piece = Vec::with_capacity(BYTES_PER_PIECE);
        file.by_ref().take(BYTES_PER_PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            return Ok(());
        }
        left = left
            .checked_sub(piece.len() as u64)
            .ok_or_else(|| io::Error::other(format!("{path} is larger than the package declares")))?;
        if send.blocking_send(Ok(piece.into())).is_err() {
            return Ok(());
        }
    }
}
