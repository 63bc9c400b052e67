//! Typed parameters. [`params!`](crate::params!) declares an endpoint's parameters once: the struct reads
//! them from the request's flat map, reports all invalid ones together and by name, and is the parameter list
//! of the OpenAPI document.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use services::RequiredField;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use crate::http::fields::find_field;
use crate::http::{
    ApiError, ErrorKey, Faults, Field, Input, InvalidValue, ParamDescription, ParamError, Result, Upload,
    Value, multipart, parameter_name, short_type_name,
};

pub use services::Change;

/// A type that is read from the parameters of a request: one parameter; a struct made by
/// [`params!`](crate::params!); or a shared group that names its own parameters
/// ([`OrderParams`](super::listing::OrderParams)).
pub trait FromParams: Sized {
    /// True for several parameters: they need no field of their own.
    const IS_GROUP: bool;

    /// Reads it, and adds faults to the reader; `field` is that of a single parameter. An invalid optional
    /// parameter counts as absent; if a required one is invalid or missing, the result is `None`.
    fn find(reader: &mut ParamReader<'_>, field: Option<Field>) -> Option<Self>;

    /// Its parameters in the OpenAPI document; `name` and `text` are those of a single parameter.
    fn describe(name: String, text: String) -> Vec<ParamDescription>;

    /// The parameters of a group in the OpenAPI document.
    fn describe_group() -> Vec<ParamDescription> {
        Self::describe(String::new(), String::new())
    }

    /// The name of the schema of a body with these parameters.
    fn schema_name() -> String {
        short_type_name::<Self>()
    }
}

impl<P: Param> FromParams for P {
    const IS_GROUP: bool = false;

    fn find(reader: &mut ParamReader<'_>, field: Option<Field>) -> Option<Self> {
        let field = field?;
        reader.refuse_nested(field);
        P::read(reader, field)
    }

    fn describe(name: String, text: String) -> Vec<ParamDescription> {
        let schema = P::schema();
        let errors = P::error_keys();
        vec![ParamDescription { name, text, is_required: P::IS_REQUIRED, schema, errors }]
    }
}

/// Describes a parameter that is read on its own, by [`ParamReader::read_field`].
pub fn describe_field<M: FromParams>(field: Field, text: impl Into<String>) -> Vec<ParamDescription> {
    M::describe(parameter_name(field).to_owned(), text.into())
}

/// The field of a member with this name in Rust. `None` for a group.
///
/// # Panics
/// For a parameter that is not in `services::Field` and [`parameter_name`]. It is evaluated when
/// [`params!`](crate::params!) is compiled, so such a parameter does not compile.
pub const fn field_of_member<M: FromParams>(ident: &str) -> Option<Field> {
    let field = find_field(ident);
    assert!(M::IS_GROUP || field.is_some(), "a parameter must be a field of a request");
    field
}

/// The name on the wire of a member with this name in Rust; empty for a group.
pub fn name_of_member<M: FromParams>(ident: &str) -> String {
    field_of_member::<M>(ident).map_or_else(String::new, |field| parameter_name(field).to_owned())
}

/// Reads parameters and collects their faults.
#[derive(Debug)]
pub struct ParamReader<'a> {
    input: &'a Input,
    faults: Faults,
}

impl<'a> ParamReader<'a> {
    /// A reader over the request's parameters.
    pub fn new(input: &'a Input) -> Self {
        Self { input, faults: Faults::default() }
    }

    /// Reads one parameter of any shape, or a group.
    pub fn read_field<M: FromParams>(&mut self, field: Field) -> Option<M> {
        M::find(self, Some(field))
    }

    /// Returns true if the request has a value for a parameter.
    pub fn has_value(&self, field: Field) -> bool {
        self.first_value(field).is_some()
    }

    /// The first non-empty value of a parameter.
    pub fn first_value(&self, field: Field) -> Option<&'a str> {
        self.input.first_value(parameter_name(field))
    }

    /// The request's parameters and files as they were sent.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    pub fn add_fault(&mut self, field: Field, fault: InvalidValue) {
        self.faults.add(fault.key, field, fault.reason);
    }

    /// Adds the fault of a parameter that is an object in a JSON body, or a list of objects or lists.
    fn refuse_nested(&mut self, field: Field) {
        if self.input.is_nested(parameter_name(field)) {
            let fault = InvalidValue::new(ErrorKey::BadRequest, "must be a value or a list of values");
            self.add_fault(field, fault);
        }
    }

    /// Adds the fault of a required parameter without a value, unless it has a fault already.
    fn add_missing(&mut self, field: Field) {
        if !self.faults.has_field(field) {
            self.add_fault(field, InvalidValue::missing_parameter("is required"));
        }
    }

    fn parse_value<T: Value>(&mut self, field: Field, text: &str) -> Option<T> {
        T::parse(text).map_err(|fault| self.add_fault(field, fault)).ok()
    }

    /// Returns true if a parameter was sent, perhaps with an empty value.
    fn is_sent(&self, field: Field) -> bool {
        self.input.all_values(parameter_name(field)).next().is_some()
    }
}

/// One parameter's type: `Option<T>` for an optional one, `T` by [`RequiredParam`], `Vec<T>` for a repeatable
/// one.
pub trait Param: Sized {
    /// The type of its value, or of each of its values.
    type Value: Value;

    /// True if a request without it is refused.
    const IS_REQUIRED: bool = false;

    const IS_REPEATABLE: bool = false;

    /// The error that it can have besides that of its value.
    const ERROR: Option<ErrorKey> = None;

    /// Reads it; `None` after a fault.
    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self>;

    /// Its schema in the OpenAPI document.
    fn schema() -> Schema {
        let value = Self::Value::schema();
        if Self::IS_REPEATABLE { ArrayBuilder::new().items(RefOr::T(value)).into() } else { value }
    }

    fn error_keys() -> Vec<ParamError> {
        let mut keys = vec![Self::Value::ERROR];
        keys.extend(Self::ERROR.map(ParamError::from));
        keys
    }
}

impl<T: Value> Param for Option<T> {
    type Value = T;

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        match reader.first_value(field) {
            None => Some(None),
            Some(text) => Some(reader.parse_value(field, text)),
        }
    }
}

/// A parameter that must be sent with a value.
#[derive(Debug, Clone)]
pub struct RequiredParam<T>(pub T);

impl<T: Value> Param for RequiredParam<T> {
    type Value = T;
    const IS_REQUIRED: bool = true;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        if let Some(text) = reader.first_value(field) {
            return reader.parse_value(field, text).map(Self);
        }
        reader.add_missing(field);
        None
    }
}

/// A required parameter of a request that an operation of `services` validates: the fault of a missing or
/// invalid one is recorded.
#[derive(Debug, Clone)]
pub struct ValidatedParam<T>(pub RequiredField<T>);

impl<T: Value> Param for ValidatedParam<T> {
    type Value = T;
    const IS_REQUIRED: bool = true;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let value = RequiredParam::read(reader, field).map(|RequiredParam(value)| value);
        Some(Self(reader.faults.require(field, value)))
    }
}

impl<T: Value> Param for Vec<T> {
    type Value = T;
    const IS_REPEATABLE: bool = true;

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let texts: Vec<&str> = reader.input.non_empty_values(parameter_name(field)).collect();
        Some(texts.into_iter().filter_map(|text| reader.parse_value(field, text)).collect())
    }
}

/// A repeatable parameter that must be sent with a value.
#[derive(Debug, Clone)]
pub struct AtLeastOne<T>(pub Vec<T>);

impl<T: Value> Param for AtLeastOne<T> {
    type Value = T;
    const IS_REQUIRED: bool = true;
    const IS_REPEATABLE: bool = true;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::MissingParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        if reader.has_value(field) {
            return Vec::read(reader, field).map(Self);
        }
        reader.add_missing(field);
        None
    }
}

/// An optional file (docs/rules/requests.md#rule-2): a part of a multipart body.
#[derive(Debug, Clone)]
pub struct FilePart(pub Option<Upload>);

impl FromParams for FilePart {
    const IS_GROUP: bool = false;

    fn find(reader: &mut ParamReader<'_>, field: Option<Field>) -> Option<Self> {
        let field = field?;
        let mut files = reader.input.files(parameter_name(field));
        let fault = match (files.next(), files.next()) {
            (None, _) => return Some(Self(None)),
            (Some(Some(file)), None) => return Some(Self(Some(file.clone()))),
            (_, Some(_)) => InvalidValue::invalid_parameter("must be sent once"),
            (Some(None), None) => InvalidValue::new(ErrorKey::FileTooLarge, "is larger than allowed"),
        };
        reader.add_fault(field, fault);
        None
    }

    fn describe(name: String, text: String) -> Vec<ParamDescription> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .into();
        let errors = vec![ErrorKey::InvalidParameter.into(), ErrorKey::FileTooLarge.into()];
        vec![ParamDescription { name, text, is_required: false, schema, errors }]
    }
}

impl<T: Value> Param for Change<T> {
    type Value = T;

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        match reader.first_value(field) {
            Some(text) => Some(reader.parse_value(field, text).map_or(Self::Keep, Self::Set)),
            None if reader.is_sent(field) => Some(Self::Clear),
            None => Some(Self::Keep),
        }
    }
}

/// A parameter of a PUT for a required field: an empty value is refused (docs/rules/requests.md#rule-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replace<T>(pub Option<T>);

impl<T: Value> Param for Replace<T> {
    type Value = T;
    const ERROR: Option<ErrorKey> = Some(ErrorKey::InvalidParameter);

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        match Change::read(reader, field)? {
            Change::Keep => Some(Self(None)),
            Change::Set(value) => Some(Self(Some(value))),
            // If it is required, the fault was already recorded.
            Change::Clear if reader.faults.has_field(field) => Some(Self(None)),
            Change::Clear => {
                reader.add_fault(field, InvalidValue::invalid_parameter("must not be empty"));
                Some(Self(None))
            }
        }
    }
}

/// A repeatable parameter of a PUT: a list replaces the stored one, one empty value clears it
/// (docs/rules/recommendations.md#rule-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceList<T>(pub Option<Vec<T>>);

impl<T: Value> Param for ReplaceList<T> {
    type Value = T;
    const IS_REPEATABLE: bool = true;

    fn read(reader: &mut ParamReader<'_>, field: Field) -> Option<Self> {
        let sent = reader.is_sent(field);
        let values = Vec::read(reader, field)?;
        Some(Self(sent.then_some(values)))
    }
}

/// The extractor: `Params<ListTitles>`.
#[derive(Debug, Clone)]
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: FromParams> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let mut reader = ParamReader::new(complete_input(parts).await?);
        let read = T::find(&mut reader, None);
        reader.faults.into_result()?;
        read.map(Self).ok_or_else(|| ErrorKey::BadRequest.into())
    }
}

/// The complete input, if it could be read.
async fn complete_input(parts: &mut Parts) -> Result<&Input> {
    multipart::complete_reading(&mut parts.extensions).await?;
    let input = parts.extensions.get::<Input>().ok_or(ErrorKey::InternalError)?;
    input.body_fault().map_or(Ok(input), Err)
}

/// The extractor of parameters that are also validated together, or against stored data: the valid ones, and
/// the faults so far. The handler adds further faults and calls [`finish`](ParamDraft::finish), so that all
/// are reported together (docs/rules/errors.md#rule-2).
#[derive(Debug, Clone)]
pub struct ParamDraft<T> {
    read: Option<T>,
    input: Input,
    /// Faults so far.
    pub faults: Faults,
}

impl<T: FromParams> ParamDraft<T> {
    fn new(input: Input) -> Self {
        let mut reader = ParamReader::new(&input);
        let read = T::find(&mut reader, None);
        let faults = reader.faults;
        Self { read, input, faults }
    }

    /// All parameters, if there are no faults.
    pub fn finish(self) -> Result<T> {
        self.faults.into_result()?;
        self.read.ok_or_else(|| ErrorKey::BadRequest.into())
    }

    /// The valid parameters, and the faults; an error if a required one is invalid or missing.
    pub fn valid_params(self) -> Result<(T, Faults)> {
        if let Some(read) = self.read {
            return Ok((read, self.faults));
        }
        self.faults.into_result()?;
        Err(ErrorKey::BadRequest.into())
    }

    /// All parameters, or `None` if a required one is invalid or missing; and the faults.
    pub fn into_parts(self) -> (Option<T>, Faults) {
        (self.read, self.faults)
    }

    /// One parameter, if it is valid.
    pub fn peek_param<P: Param>(&self, field: Field) -> Option<P> {
        P::read(&mut ParamReader::new(&self.input), field).filter(|_| !self.faults.has_field(field))
    }

    /// A group of the valid parameters; `None` if a required one of the group is invalid.
    pub fn peek_group<G: FromParams>(&self) -> Option<G> {
        G::find(&mut ParamReader::new(&self.input), None)
    }

    /// Returns true if the request has a value for a parameter, valid or not.
    pub fn has_value(&self, field: Field) -> bool {
        self.input.first_value(parameter_name(field)).is_some()
    }
}

impl<S: Send + Sync, T: FromParams> FromRequestParts<S> for ParamDraft<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(Self::new(complete_input(parts).await?.clone()))
    }
}

/// Declares an endpoint's parameters: `pub struct Name { /// text\n field: Option<Value>, ... }`. Each is a
/// field of a request, whose name on the wire is that of
/// [`parameter_name`](crate::http::fields::parameter_name); doc comments become descriptions in the OpenAPI
/// document. A member may itself be such a struct, so that endpoints share parameters: on the wire all are
/// one flat form. `pub struct Name into Request { ... }` converts it, field by field, for the operation that
/// takes such a request; after `into Request, ..`, the request's other fields have their defaults.
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* $vis:vis struct $name:ident into $request:path $(, $others:tt)? {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty,)*
    }) => {
        $crate::params! { $(#[$meta])* $vis struct $name { $($(#[doc = $doc])+ $field: $type,)* } }

        impl $name {
            $vis fn into_request(self) -> $request {
                $request {
                    $($field: $crate::http::requests::IntoField::into_field(self.$field),)*
                    $($others Default::default())?
                }
            }
        }

        impl $crate::http::requests::IntoField<$request> for $name {
            fn into_field(self) -> $request {
                self.into_request()
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[doc = $doc:literal])+ $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $name { $($(#[doc = $doc])+ pub $field: $type,)* }

        impl $crate::http::params::FromParams for $name {
            const IS_GROUP: bool = true;

            fn find(
                reader: &mut $crate::http::params::ParamReader<'_>,
                _: Option<$crate::http::fields::Field>,
            ) -> Option<Self> {
                // Every field is read before the first missing one returns, so that all faults are recorded.
                $(let $field = <$type as $crate::http::params::FromParams>::find(
                    reader,
                    const { $crate::http::params::field_of_member::<$type>(stringify!($field)) },
                );)*
                Some(Self { $($field: $field?,)* })
            }

            fn describe(_: String, _: String) -> Vec<$crate::http::description::ParamDescription> {
                let mut all = Vec::new();
                $({
                    let name = $crate::http::params::name_of_member::<$type>(stringify!($field));
                    let text = [$($doc.trim()),+].join(" ");
                    all.extend(<$type as $crate::http::params::FromParams>::describe(name, text));
                })*
                all
            }
        }
    };
}
