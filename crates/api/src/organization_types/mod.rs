//! Kinds of organizations.

pub mod list;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::Faults;
use crate::state::Api;

/// Adds a fault unless every name is a type's.
pub(crate) async fn known_types(
    api: &Api,
    parameter: &str,
    names: &[String],
    faults: &mut Faults,
) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let types = store::organization_types::list(&api.db).await?;
    let known: Vec<&str> = types.iter().map(|kind| kind.name.as_str()).collect();
    if !names.iter().all(|name| known.contains(&name.as_str())) {
        let message = format!("{parameter}: must be one of {}", known.join(", "));
        faults.add(ErrorKey::InvalidParameter, message);
    }
    Ok(())
}
