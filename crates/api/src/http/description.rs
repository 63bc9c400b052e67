//! Parameters in the OpenAPI document.

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::openapi::{RefOr, Required};

/// One parameter in the OpenAPI document.
pub struct ParamDescription {
    /// Its name on the wire.
    pub name: String,
    /// Its description.
    pub text: String,
    /// Whether a request without it is refused.
    pub is_required: bool,
    /// Its schema.
    pub schema: Schema,
}

/// Parameters of a URL; in its query by default.
pub fn to_parameters(all: Vec<ParamDescription>, place: Option<ParameterIn>) -> Vec<Parameter> {
    let place = place.unwrap_or(ParameterIn::Query);
    let parameter = |one: ParamDescription| {
        ParameterBuilder::new()
            .name(one.name)
            .parameter_in(place.clone())
            .required(if one.is_required { Required::True } else { Required::False })
            .description(Some(one.text))
            .schema(Some(one.schema))
            .build()
    };
    all.into_iter().map(parameter).collect()
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

/// The schema of a body that consists of several groups of parameters.
pub fn join_schemas<const N: usize>(groups: [RefOr<Schema>; N]) -> RefOr<Schema> {
    let mut all = ObjectBuilder::new().build();
    for group in groups {
        if let RefOr::T(Schema::Object(group)) = group {
            all.properties.extend(group.properties);
            all.required.extend(group.required);
        }
    }
    RefOr::T(all.into())
}

/// A schema with the parameter's description.
pub fn with_description(schema: Schema, text: String) -> Schema {
    match schema {
        Schema::Object(mut object) => {
            object.description = Some(text);
            Schema::Object(object)
        }
        Schema::Array(mut array) => {
            array.description = Some(text);
            Schema::Array(array)
        }
        Schema::AnyOf(mut any) => {
            any.description = Some(text);
            Schema::AnyOf(any)
        }
        other => other,
    }
}
