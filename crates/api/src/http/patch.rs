//! Changes of a PUT as a merge patch (RFC 7396) over the stored record, without omitted parameters.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::errors::{ErrorKey, Result};
use crate::http::params::Change;

/// A merge patch in progress; names are those of the stored record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch(Map<String, Value>);

impl Patch {
    /// A sent value replaces the stored one.
    pub fn set(&mut self, name: &str, value: Option<impl Serialize>) -> Result<()> {
        if let Some(value) = value {
            let value = serde_json::to_value(value).map_err(|_| ErrorKey::InternalError)?;
            self.0.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// The same for a field that an empty value clears.
    pub fn change(&mut self, name: &str, change: Change<impl Serialize>) -> Result<()> {
        match change {
            Change::Keep => Ok(()),
            Change::Clear => {
                self.0.insert(name.to_owned(), Value::Null);
                Ok(())
            }
            Change::Set(value) => self.set(name, Some(value)),
        }
    }

    /// Adds the patch of an inner record.
    pub fn inner(&mut self, name: &str, patch: Self) {
        if !patch.0.is_empty() {
            self.0.insert(name.to_owned(), Value::Object(patch.0));
        }
    }

    /// The patch.
    pub fn into_map(self) -> Map<String, Value> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Patch};

    #[test]
    fn omitted_parameters_are_not_in_the_patch() {
        let mut patch = Patch::default();
        patch.set("a", Some(1)).unwrap();
        patch.set("b", None::<i32>).unwrap();
        patch.change("c", Change::<i32>::Clear).unwrap();
        patch.change("d", Change::<i32>::Keep).unwrap();
        patch.change("e", Change::Set("x")).unwrap();
        assert_eq!(serde_json::to_string(&patch.into_map()).unwrap(), r#"{"a":1,"c":null,"e":"x"}"#);
    }
}
