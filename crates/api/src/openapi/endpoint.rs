//! The part of an operation's description that is in the attribute of its handler.

use axum::routing::MethodFilter;
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{HttpMethod, Ref, RefOr};

use crate::http::{ErrorKey, short_type_name};

/// A handler with one of the attributes of the crate `endpoint`, which implement this trait.
pub trait Endpoint {
    /// The values of the attribute.
    const TEXT: EndpointText;

    /// The record of the response, if the handler's return type does not determine it.
    fn response_body() -> Option<BodySchema> {
        None
    }
}

/// The clauses of the attribute, and the handler's doc comment.
#[derive(Debug)]
pub struct EndpointText {
    pub method: EndpointMethod,
    pub path: &'static str,
    /// The name of the handler, which identifies the operation.
    pub operation: &'static str,
    /// The lines of the doc comment: a summary, and further paragraphs.
    pub documentation: &'static [&'static str],
    /// Who may call. `None` if everybody in the role of the handler's arguments may.
    pub who: Option<&'static str>,
    /// Status and description of each response that is not an error. The status is `None` if the return type
    /// determines it.
    pub responses: &'static [(Option<u16>, &'static str)],
    /// The errors of the operation, in addition to those of its arguments, with a reason or an empty text.
    pub errors: &'static [(ErrorKey, &'static str)],
    /// True if a refusal may have the key of an access rule (docs/rules/access.md).
    pub has_access_rules: bool,
}

/// The methods of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointMethod {
    Get,
    Put,
    Post,
    Delete,
}

impl EndpointMethod {
    /// The method in the OpenAPI document.
    pub(super) fn in_document(self) -> HttpMethod {
        match self {
            Self::Get => HttpMethod::Get,
            Self::Put => HttpMethod::Put,
            Self::Post => HttpMethod::Post,
            Self::Delete => HttpMethod::Delete,
        }
    }

    /// The method in the router. GET includes HEAD.
    pub(super) fn in_router(self) -> MethodFilter {
        match self {
            Self::Get => MethodFilter::GET,
            Self::Put => MethodFilter::PUT,
            Self::Post => MethodFilter::POST,
            Self::Delete => MethodFilter::DELETE,
        }
    }

    /// Returns true if the parameters are a form in the body.
    pub(super) fn takes_form(self) -> bool {
        matches!(self, Self::Put | Self::Post)
    }
}

/// The schema of a body, and the schemas that it refers to.
#[derive(Clone)]
pub struct BodySchema {
    /// A reference to a named schema, or the schema itself.
    pub schema: RefOr<Schema>,
    /// The named schemas.
    pub components: Vec<(String, RefOr<Schema>)>,
}

impl BodySchema {
    /// The schema of a record. Primitive types, whose names are in lower case, have no named schema.
    pub fn for_record<T: ToSchema>() -> Self {
        let name = short_type_name::<T>();
        if name.starts_with(char::is_lowercase) {
            return Self { schema: T::schema(), components: Vec::new() };
        }
        let mut components = vec![(name.clone(), T::schema())];
        T::schemas(&mut components);
        Self { schema: Ref::from_schema_name(name).into(), components }
    }
}
