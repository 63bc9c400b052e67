//! The list of organizations that exist, to register one of them or to choose one's school.

use domain::reference_organizations::ReferenceOrganization;

use crate::error::Result;
use crate::faults::Faults;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::organization_types::known;
use crate::rows::{Part, Place, Rows};

pub use store::reference_organizations::Sought;

/// A page of the list: two statements.
pub async fn list(
    library: &Library,
    sought: &Sought,
    part: Part<'_, (), String>,
) -> Result<Rows<Place<String>, ReferenceOrganization>> {
    let total = store::reference_organizations::count(&library.db, sought).await?;
    let rows = store::reference_organizations::page(&library.db, sought, part).await?;
    Ok(Rows::of(rows, &part, total))
}

/// Adds a fault to `organizationTypes` unless all of them exist.
pub async fn check_types(library: &Library, names: &[String], faults: &mut Faults) -> Result<()> {
    known(&library.db, "organizationTypes", names, faults).await
}

/// The entry with this identifier; adds a fault to `referenceOrgId` if there is none.
pub async fn entry(
    library: &Library,
    id: &str,
    faults: &mut Faults,
) -> Result<Option<ReferenceOrganization>> {
    let entry = store::reference_organizations::get(&library.db, id).await?;
    if entry.is_none() {
        faults.add(ErrorKey::InvalidParameter, "referenceOrgId", "must be one of /v2/referenceOrganizations");
    }
    Ok(entry)
}
