//! The list of a package's files.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use domain::formats::Format;
use jiff::tz::TimeZone;

use super::{ArtifactVersion, Resource};
use crate::converter;
use crate::delivery::Delivery;
use crate::error::{Error, Result};
use crate::keys::Key;

/// How many lists are remembered; one has some hundred entries.
const REMEMBERED: usize = 128;

/// The lists asked for last. Clients page through a list and then fetch file by file, so the same list is
/// needed again and again for a short time.
#[derive(Debug, Default)]
pub(crate) struct Lists(Mutex<VecDeque<(Key, Arc<Vec<Resource>>)>>);

impl Lists {
    fn get(&self, key: &Key) -> Option<Arc<Vec<Resource>>> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = lists.iter().position(|(k, _)| k == key)?;
        let entry = lists.remove(at)?;
        let list = Arc::clone(&entry.1);
        lists.push_back(entry);
        Some(list)
    }

    fn put(&self, key: Key, list: Arc<Vec<Resource>>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= REMEMBERED {
            lists.pop_front();
        }
        lists.push_back((key, list));
    }
}

impl Delivery {
    /// The files of a package in package order, the package document first (spec 4, 2.3). `version` says
    /// what it is a copy of. A PDF or Word document is one file.
    pub async fn resources(&self, package: &Key, version: &ArtifactVersion) -> Result<Arc<Vec<Resource>>> {
        if let Some(list) = self.inner().lists.get(package) {
            return Ok(list);
        }
        let list = if is_single(version.format) {
            vec![self.single(package, version).await?]
        } else {
            let bytes = self.files().get(package, self.inner().limits.file_size).await?;
            let found = self.inner().cpu.run(move || converter::list(bytes)).await?;
            found
                .into_iter()
                .map(|file| Resource {
                    id: version.resource_id(&file.path),
                    path: file.path,
                    media_type: file.media_type,
                    size: file.size,
                    // Zip knows no time zone; our own packages are written in UTC.
                    modified: file
                        .modified
                        .and_then(|at| at.to_zoned(TimeZone::UTC).ok())
                        .map(|at| at.timestamp()),
                })
                .collect()
        };
        let list = Arc::new(list);
        self.inner().lists.put(package.clone(), Arc::clone(&list));
        Ok(list)
    }

    async fn single(&self, package: &Key, version: &ArtifactVersion) -> Result<Resource> {
        let meta = self.files().head(package).await?.ok_or_else(|| Error::Missing(package.clone()))?;
        let path = format!("book.{}", version.format.extension());
        Ok(Resource {
            id: version.resource_id(&path),
            path,
            media_type: match version.format {
                Format::Pdf => "application/pdf",
                _ => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            }
            .to_owned(),
            size: meta.size,
            modified: Some(meta.modified),
        })
    }
}

/// Whether a format's package is one file and not a container of files.
pub(super) fn is_single(format: Format) -> bool {
    matches!(format, Format::Pdf | Format::Docx)
}
