//! Edits of stored records: merge patches (RFC 7396) with protected fields.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reasons why an edit cannot be applied; found before anything is enqueued.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// A protected field.
    #[error("{0}: cannot be edited")]
    Closed(String),
    /// The result is not a valid record.
    #[error("{0}")]
    Invalid(#[from] serde_json::Error),
}

/// Returns the record after an edit; `closed` are the fields that edits must not change.
pub(crate) fn patched<T: Serialize + DeserializeOwned>(
    record: &T,
    patch: &Map<String, Value>,
    closed: &[&str],
) -> Result<T, EditError> {
    if let Some(field) = patch.keys().find(|field| closed.contains(&field.as_str())) {
        return Err(EditError::Closed(field.clone()));
    }
    let mut document = serde_json::to_value(record)?;
    merge(&mut document, &Value::Object(patch.clone()));
    Ok(serde_json::from_value(document)?)
}

/// RFC 7396.
fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(target) = target else { return };
    for (name, value) in patch {
        if value.is_null() {
            target.remove(name);
        } else {
            merge(target.entry(name.clone()).or_insert(Value::Null), value);
        }
    }
}
