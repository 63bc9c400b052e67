//! The reference list of organizations (docs/rules/records.md#rule-32).

pub mod list;

use crate::http::{ErrorKey, Field, InvalidValue, Param, ParamReader, Value};
use crate::openapi::endpoints;

endpoints! {
    "My organization": list::list_reference_organizations;
}

/// A parameter that is required unless `referenceOrgId` provides it.
#[derive(Debug, Clone)]
pub struct RequiredUnlessReferenced<T>(pub Option<T>);

impl<T: Value> Param for RequiredUnlessReferenced<T> {
    type Value = T;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let value = Option::<T>::read(reader, field)?;
        if !reader.has_value(field) && !reader.has_value(Field::ReferenceOrgId) {
            let fault = InvalidValue::missing_parameter("is required without referenceOrgId");
            reader.add_fault(field, fault);
        }
        Some(Self(value))
    }
}
