//! File sizes and existing copies of the caller, without a request for the file.

use std::collections::HashMap;

use delivery::{Key, artifacts};
use domain::downloads::PACKAGE_LIFETIME;
use domain::{Artifact, AsOffering, CopySettings, Format, Item, Offering, Preferences};
use store::known_files::{self, KnownFile, KnownKind};

use super::package::{Loan, LoanFile};
use crate::views::View;
use crate::{Operation, Result};

/// Sizes of the files of some titles and editions, and the caller's copies.
#[derive(Debug, Clone, Default)]
pub struct FileInfo {
    sizes: HashMap<(Item, Format), u64>,
    copies: HashMap<(Item, Format), Loan>,
}

impl FileInfo {
    /// Exact bytes of the file that the caller gets. `None` if it is made on demand.
    pub fn file_size(&self, item: &Item, format: Format) -> Option<u64> {
        let key = (item.clone(), format);
        let copy = self.copies.get(&key).and_then(|copy| copy.file);
        copy.map(|file| file.size).or_else(|| self.sizes.get(&key).copied())
    }

    /// The caller's own copy, if it is ready or in progress.
    pub fn own_copy(&self, item: &Item, format: Format) -> Option<&Loan> {
        self.copies.get(&(item.clone(), format))
    }

    fn add_row(
        &mut self,
        offering: &dyn Offering,
        artifact: &Artifact,
        current_settings: CopySettings,
        row: &KnownFile,
    ) {
        let key = (row.item.clone(), row.format);
        match &row.kind {
            // A free title is delivered as it was converted; other copies are marked.
            KnownKind::Artifact(name) if offering.usage().is_free() => {
                let source =
                    offering.files().source_of(row.format).and_then(|source| Key::parse(source).ok());
                let current = source
                    .and_then(|source| artifacts::artifact_key(&source, row.format, current_settings).ok());
                if current.is_some_and(|current| current.as_str() == name) {
                    self.sizes.extend(row.size.map(|size| (key, size)));
                }
            }
            KnownKind::Artifact(_) => {}
            KnownKind::Copy { artifact_version, settings, requested_at: since, packaged } => {
                if (*artifact_version, *settings) != (artifact.version, current_settings) {
                    return;
                }
                let since = *since;
                let copy = match (packaged, row.size) {
                    (None, _) => Some(Loan { requested: since, file: None }),
                    (Some(at), Some(size)) => Some(Loan {
                        requested: since,
                        file: Some(LoanFile { expires: *at + PACKAGE_LIFETIME, size }),
                    }),
                    // A package of a time when sizes were not recorded.
                    (Some(_), None) => None,
                };
                self.copies.extend(copy.map(|copy| (key, copy)));
            }
        }
    }
}

/// Looks up sizes and the caller's copies of titles and editions: one statement, and one more for the
/// reader's preferences if there are files that depend on them.
pub async fn file_info<'a, T: AsOffering + 'a>(
    op: &Operation,
    of: impl IntoIterator<Item = &'a View<T>>,
) -> Result<FileInfo> {
    let offerings: HashMap<Item, &dyn Offering> =
        of.into_iter().map(|view| view.item.as_offering()).map(|one| (one.item(), one)).collect();
    let items: Vec<Item> = offerings.keys().cloned().collect();
    let recipient = op.beneficiary().map(|reader| &reader.account.id);
    let reader = op.reader.as_ref().map(|reader| &reader.account.id).zip(recipient);
    let rows = known_files::list(op.db(), reader, &items, op.now).await?;
    let preferences = match recipient {
        Some(account) if rows.iter().any(|row| CopySettings::matter_for(row.format)) => {
            store::preferences::get(op.db(), account).await?
        }
        _ => Preferences::default(),
    };
    let mut known = FileInfo::default();
    for row in &rows {
        let Some(of) = offerings.get(&row.item) else { continue };
        let artifact = of.artifacts().iter().find(|artifact| artifact.format == row.format);
        if let Some(artifact) = artifact {
            known.add_row(*of, artifact, CopySettings::from_preferences(row.format, &preferences), row);
        }
    }
    Ok(known)
}
