//! The reference list of organizations (docs/rules/records.md#rule-32).

pub mod list;

use utoipa::openapi::schema::Schema;

use crate::http::description::ParamError;
use crate::http::errors::ErrorKey;
use crate::http::fields::Field;
use crate::http::params::{Param, ParamReader};
use crate::http::values::{InvalidValue, Value};
use crate::openapi::endpoints;

endpoints! {
    "My organization": list::list_reference_organizations;
}

/// A parameter that is required unless `referenceOrgId` provides it.
#[derive(Debug, Clone)]
pub struct RequiredUnlessReferenced<T>(pub Option<T>);

impl<T: Value> Param for RequiredUnlessReferenced<T> {
    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let value = Option::<T>::read(reader, field)?;
        if !reader.has_value(field) && !reader.has_value(Field::ReferenceOrgId) {
            let fault = InvalidValue::missing_parameter("is required without referenceOrgId");
            reader.add_fault(field, fault);
        }
        Some(Self(value))
    }

    fn schema() -> Schema {
        T::schema()
    }

    fn error_keys() -> Vec<ParamError> {
        vec![T::ERROR, ErrorKey::MissingParameter.into()]
    }
}
