//! Kinds of organizations.

use domain::organization_types::OrganizationType;
use store::Db;

use crate::error::Result;
use crate::faults::Faults;
use crate::keys::ErrorKey;
use crate::library::Library;

/// All types.
pub async fn list(library: &Library) -> Result<Vec<OrganizationType>> {
    Ok(store::organization_types::list(&library.db).await?)
}

/// Adds a fault to `organizationType` unless the name is a type's.
pub async fn check_type(library: &Library, name: &str, faults: &mut Faults) -> Result<()> {
    known(&library.db, "organizationType", &[name.to_owned()], faults).await
}

/// Adds a fault unless every name is a type's.
pub async fn known(db: &Db, field: &str, names: &[String], faults: &mut Faults) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let types = store::organization_types::list(db).await?;
    let known: Vec<&str> = types.iter().map(|kind| kind.name.as_str()).collect();
    if !names.iter().all(|name| known.contains(&name.as_str())) {
        let reason = format!("must be one of {}", known.join(", "));
        faults.add(ErrorKey::InvalidParameter, field, reason);
    }
    Ok(())
}
