//! The reference list of organizations (docs/rules/records.md#rule-32).

pub mod list;

use utoipa::openapi::schema::Schema;

use crate::http::errors::ErrorKey;
use crate::http::params::{Param, Reader};
use crate::http::values::{Invalid, Value};

/// A parameter that is required unless `referenceOrgId` provides it.
#[derive(Debug, Clone)]
pub struct Referenced<T>(pub Option<T>);

impl<T: Value> Param for Referenced<T> {
    fn read(reader: &mut Reader<'_>, name: &str) -> Option<Self> {
        let value = Option::<T>::read(reader, name)?;
        if !reader.has(name) && !reader.has("referenceOrgId") {
            let reason = "is required without referenceOrgId".to_owned();
            reader.complain(name, &Invalid { key: ErrorKey::MissingParameter, reason });
        }
        Some(Self(value))
    }

    fn schema() -> Schema {
        T::schema()
    }
}
