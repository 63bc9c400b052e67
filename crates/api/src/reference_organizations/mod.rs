//! The reference list of organizations (docs/rules/records.md#rule-32).

pub mod list;

use utoipa::openapi::schema::Schema;

use crate::http::errors::ErrorKey;
use crate::http::params::{Param, ParamReader};
use crate::http::values::{InvalidValue, Value};

/// A parameter that is required unless `referenceOrgId` provides it.
#[derive(Debug, Clone)]
pub struct RequiredUnlessReferenced<T>(pub Option<T>);

impl<T: Value> Param for RequiredUnlessReferenced<T> {
    fn read(reader: &mut ParamReader<'_>, name: &str) -> Option<Self> {
        let value = Option::<T>::read(reader, name)?;
        if !reader.has_value(name) && !reader.has_value("referenceOrgId") {
            let reason = "is required without referenceOrgId".to_owned();
            reader.add_fault(name, &InvalidValue { key: ErrorKey::MissingParameter, reason });
        }
        Some(Self(value))
    }

    fn schema() -> Schema {
        T::schema()
    }
}
