//! The head of the API description.

use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ComponentsBuilder, ContactBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder,
    SecurityRequirement,
};

/// Title, version and licence of the interface.
pub fn head() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Openshelf")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A library of accessible books: search, metadata and downloads. Every request carries `api_key`; \
             requests on a user's behalf carry a bearer token.",
        ))
        .license(Some(License::new("Apache-2.0 OR MIT")))
        .contact(Some(ContactBuilder::new().name(Some("The Openshelf developers")).build()))
        .build();
    OpenApiBuilder::new().info(info).components(Some(credentials())).security(Some(needed())).build()
}

/// The key of the client application, and the token of the user.
fn credentials() -> Components {
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
fn needed() -> [SecurityRequirement; 2] {
    let scopes = [""; 0];
    [
        SecurityRequirement::new("apiKey", scopes),
        SecurityRequirement::new("apiKey", scopes).add("accessToken", scopes),
    ]
}
