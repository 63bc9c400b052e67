//! The list of a package's files.

use std::sync::Arc;
use std::time::Duration;

use conversion::{Limits, ListFiles};
use jiff::tz::TimeZone;

use crate::resources::{ArtifactVersion, Resource};
use crate::{Delivery, Error, Key, Result};

pub(super) const LIST_TIMEOUT: Duration = Duration::from_mins(2);

impl Delivery {
    /// Returns the files of a package in package order, the package document first
    /// (docs/rules/records.md#rule-14). `version` identifies what it is a copy of. A PDF or Word document is
    /// one file.
    pub async fn list_resources(
        &self,
        package: &Key,
        version: &ArtifactVersion,
    ) -> Result<Arc<Vec<Resource>>> {
        self.state().lists.get_or_read(package, self.read_list(package, version)).await
    }

    async fn read_list(&self, package: &Key, version: &ArtifactVersion) -> Result<Arc<Vec<Resource>>> {
        let list = if version.format.is_single_file() {
            vec![self.describe_single_file(package, version).await?]
        } else {
            let (_permit, mut bench, size) = self.open_source_bench(&self.state().reading, package).await?;
            bench
                .run(ListFiles, Limits::for_reading(LIST_TIMEOUT), size)
                .await?
                .into_iter()
                .map(|file| Resource {
                    id: version.resource_id(&file.path),
                    path: file.path,
                    media_type: file.media_type,
                    size: file.size,
                    // Zip has no time zones; our own packages use UTC.
                    modified: file
                        .modified
                        .and_then(|at| at.to_zoned(TimeZone::UTC).ok())
                        .map(|at| at.timestamp()),
                })
                .collect()
        };
        Ok(Arc::new(list))
    }

    async fn describe_single_file(&self, package: &Key, version: &ArtifactVersion) -> Result<Resource> {
        let meta = self.files().head(package).await?.ok_or_else(|| Error::Missing(package.clone()))?;
        let path = format!("book.{}", version.format.extension());
        Ok(Resource {
            id: version.resource_id(&path),
            path,
            media_type: version.format.media_type().to_owned(),
            size: meta.size,
            modified: Some(meta.modified),
        })
    }
}
