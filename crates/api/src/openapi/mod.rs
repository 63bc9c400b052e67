//! The head of the OpenAPI document, and the common parts of all operations.

mod answers;
mod bodies;
mod examples;
mod records;

use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ComponentsBuilder, ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder,
    SecurityRequirement,
};

/// SPDX identifier.
const LICENSE_SPDX: &str = "Apache-2.0 OR MIT";

/// Title, version and license of the API.
pub fn document_head() -> OpenApi {
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

/// Completes the document with the common parts that handlers do not state.
pub fn complete_document(mut document: OpenApi) -> OpenApi {
    let demanding = records::schemas_with_required(&document);
    let examples = examples::Examples::parse_recorded();
    let paths = document.paths.paths.iter_mut().filter(|(path, _)| path.starts_with("/v2"));
    for (_, item) in paths {
        let operations =
            [(&mut item.get, false), (&mut item.put, true), (&mut item.post, true), (&mut item.delete, true)];
        for (operation, takes_body) in operations {
            let Some(operation) = operation else { continue };
            if answers::refuses_guests(operation) {
                operation.security.get_or_insert_with(|| vec![user_requirement()]);
                answers::refuse_guests(operation);
            }
            answers::add(operation, takes_body, &demanding);
            bodies::add_json(operation);
            bodies::set_required(operation, answers::requires_body(operation, &demanding));
            examples.add_to(operation);
        }
    }
    records::require_members(&mut document);
    document
}

/// Describes that files with a ticket need neither key nor token.
pub fn with_tickets(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        if let Some(operation) = &mut item.get {
            operation.security = Some(requirements_without_ticket());
        }
    }
    document
}
