//! The OpenAPI document. An operation is described by its handler: by the signature ([`handlers`]) and by the
//! attribute, such as `#[endpoint::get]` ([`Endpoint`]).

mod endpoint;
mod examples;
mod handlers;
mod operation;
mod records;
mod registry;
mod responses;
mod segments;

use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ComponentsBuilder, ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder,
    SecurityRequirement,
};

use crate::http::ErrorBody;

pub use endpoint::{BodySchema, Endpoint, EndpointMethod, EndpointText};
pub use examples::add_recorded_examples;
pub use handlers::DescribedArgument;
pub use operation::OperationDraft;
pub use registry::Endpoints;
pub(crate) use registry::{collect_endpoints, endpoints};

/// SPDX identifier.
const LICENSE_SPDX: &str = "Apache-2.0 OR MIT";

/// Title, version and license of the API.
fn document_head() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Openshelf")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A library of accessible books: search, metadata and downloads. Every request carries `api_key`; \
             requests on a user's behalf carry a bearer token. While the database or the file store cannot be reached, or \
             the server is shutting down, every operation responds with 503 and the key `UNAVAILABLE`; `Retry-After` \
             gives the seconds to wait.",
        ))
        .license(Some(LicenseBuilder::new().name(LICENSE_SPDX).identifier(Some(LICENSE_SPDX)).build()))
        .contact(Some(ContactBuilder::new().name(Some("The Openshelf developers")).build()))
        .build();
    OpenApiBuilder::new()
        .info(info)
        .components(Some(security_schemes()))
        .security(Some(key_requirements()))
        .build()
}

/// The key of the client application, and the token of the user.
fn security_schemes() -> Components {
    let key =
        ApiKeyValue::with_description("api_key", "The client application's key; also read from the body.");
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The access token, for requests on a user's behalf."))
        .build();
    ComponentsBuilder::new()
        .security_scheme("apiKey", SecurityScheme::ApiKey(ApiKey::Query(key)))
        .security_scheme("accessToken", SecurityScheme::Http(token))
        .build()
}

/// A key alone, as a guest; or a key and a token.
fn key_requirements() -> [SecurityRequirement; 2] {
    [SecurityRequirement::new("apiKey", [""; 0]), user_requirement()]
}

/// A key and a token.
fn user_requirement() -> SecurityRequirement {
    let scopes = [""; 0];
    SecurityRequirement::new("apiKey", scopes).add("accessToken", scopes)
}

/// A signed ticket in the query replaces key and token.
fn requirements_without_ticket() -> Vec<SecurityRequirement> {
    [SecurityRequirement::default()].into_iter().chain(key_requirements()).collect()
}

/// The document of these endpoints, without examples.
pub fn describe(all: impl IntoIterator<Item = Endpoints>) -> OpenApi {
    let mut document = document_head();
    all.into_iter().for_each(|endpoints| document.merge(endpoints.into_document()));
    let error_body = BodySchema::for_record::<ErrorBody>();
    document.components.get_or_insert_default().schemas.extend(error_body.components);
    records::require_members(&mut document);
    document
}
