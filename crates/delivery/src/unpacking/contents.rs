//! How the EPUB of a package is read.

use books::Contents;
use conversion::{Limits, ReadContents, SOURCE};

use super::list::TIME;
use crate::delivery::Delivery;
use crate::error::Result;
use crate::keys::Key;

impl Delivery {
    /// The reading order of the EPUB at this key, and its table of contents.
    pub async fn contents(&self, package: &Key) -> Result<Contents> {
        let _place = self.place(&self.inner().reading).await?;
        let mut bench = self.workshop().bench().await?;
        let size = self.lay_out(package, &bench.path(SOURCE)).await?;
        Ok(bench.run(ReadContents, Limits::reading(TIME), size).await?)
    }
}
