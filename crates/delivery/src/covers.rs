//! Cover images: stored as JPEG, with a thumbnail, both under public addresses.

use std::time::Duration;

use bytes::Bytes;
use conversion::{COVER_NAME, Limits, MakeCovers, SOURCE_NAME, THUMBNAIL_NAME};

use crate::keys::Hash;
use crate::{Delivery, Error, Key, Result};

const COVER_TIMEOUT: Duration = Duration::from_secs(30);

impl Delivery {
    /// Stores a cover image and its thumbnail ([`Key::thumbnail`]) and returns its key. `None` if the bytes
    /// are not a JPEG, PNG, GIF or WebP image, or a broken one: books without covers are accepted.
    pub async fn put_cover(&self, image: Bytes) -> Result<Option<Key>> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let size = image.len() as u64;
        bench.write_input(SOURCE_NAME, image).await?;
        let made = bench.run(MakeCovers, Limits::for_reading(COVER_TIMEOUT), size).await;
        if let Err(reason @ (conversion::Error::Book(_) | conversion::Error::Limit(_))) = &made {
            tracing::info!(%reason, "cover ignored");
            return Ok(None);
        }
        made?;
        let missing = || Error::Interrupted("the cover is missing".to_owned());
        let cover = bench.read_output(COVER_NAME).await?.ok_or_else(missing)?;
        let thumbnail = bench.read_output(THUMBNAIL_NAME).await?.ok_or_else(missing)?;
        let key = Key::cover(&Hash::of_bytes(&cover), "jpg");
        // The thumbnail first: whenever the cover exists, both do.
        self.files().put(&key.thumbnail(), thumbnail).await?;
        self.files().put(&key, cover).await?;
        Ok(Some(key))
    }
}
