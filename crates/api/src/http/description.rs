//! Parameters in the OpenAPI document.

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat};
use utoipa::openapi::{RefOr, Required};

use crate::http::{ApiError, ErrorKey, HttpError};

/// One parameter in the OpenAPI document.
pub struct ParamDescription {
    /// Its name on the wire.
    pub name: String,
    /// Its description.
    pub text: String,
    /// True if a request without it is refused.
    pub is_required: bool,
    pub schema: Schema,
    pub errors: Vec<ParamError>,
}

/// An error of a parameter: of its value, or one that only HTTP knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamError {
    Value(ErrorKey),
    Http(HttpError),
}

impl From<ErrorKey> for ParamError {
    fn from(key: ErrorKey) -> Self {
        Self::Value(key)
    }
}

impl From<ParamError> for ApiError {
    fn from(error: ParamError) -> Self {
        match error {
            ParamError::Value(key) => key.into(),
            ParamError::Http(error) => error.into(),
        }
    }
}

impl ParamDescription {
    /// Returns true if it is a file, a part of a multipart body.
    pub fn is_file(&self) -> bool {
        let binary = Some(SchemaFormat::KnownFormat(KnownFormat::Binary));
        matches!(&self.schema, Schema::Object(object) if object.format == binary)
    }
}

pub fn to_parameters(all: Vec<ParamDescription>) -> impl Iterator<Item = Parameter> {
    all.into_iter().map(|one| {
        ParameterBuilder::new()
            .name(one.name)
            .parameter_in(ParameterIn::Query)
            .required(if one.is_required { Required::True } else { Required::False })
            .description(Some(one.text))
            .schema(Some(one.schema))
            .build()
    })
}

/// Parameters as a body: a form, or one flat JSON object.
pub fn to_body(all: Vec<ParamDescription>) -> RefOr<Schema> {
    let mut object = ObjectBuilder::new();
    for one in all {
        if one.is_required {
            object = object.required(one.name.clone());
        }
        object = object.property(one.name, with_description(one.schema, one.text));
    }
    object.build().into()
}

/// The name of a type without its module, with those of its arguments: `TitleList_AssignedTitle`.
pub fn short_type_name<T>() -> String {
    let names = std::any::type_name::<T>().split(['<', '>', ',', ' ']).filter(|name| !name.is_empty());
    let names: Vec<&str> = names.filter_map(|name| name.rsplit("::").next()).collect();
    names.join("_")
}

fn with_description(mut schema: Schema, text: String) -> Schema {
    match &mut schema {
        Schema::Object(object) => object.description = Some(text),
        Schema::Array(array) => array.description = Some(text),
        Schema::AnyOf(any) => any.description = Some(text),
        _ => {}
    }
    schema
}
