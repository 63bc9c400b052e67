//! The head of the API description, and what all operations have in common.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ComponentsBuilder, ContactBuilder, ContentBuilder, InfoBuilder, License, OpenApi,
    OpenApiBuilder, Ref, RefOr, Response, ResponseBuilder, SecurityRequirement,
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

/// Answers that every endpoint under /v2 can give, whatever its handler does (spec 4, 4.10).
const ANYWHERE: [(&str, &str); 5] = [
    ("401", "UNAUTHORIZED: the access token is unknown, expired or revoked"),
    ("403", "INVALID_API_KEY"),
    ("406", "NOT_ACCEPTABLE: the answer is JSON"),
    ("429", "TOO_MANY_REQUESTS"),
    ("500", "INTERNAL_ERROR"),
];
/// What one that reads parameters or a body can answer besides.
const WITH_PARAMETERS: (&str, &str) = ("400", "INVALID_PARAMETER: each bad parameter is named");
/// What one that reads a body can answer besides.
const WITH_BODY: (&str, &str) = ("415", "UNSUPPORTED_MEDIA_TYPE");

/// Adds the answers that come from before the handlers to every operation that does not describe them itself.
pub fn with_common_answers(mut document: OpenApi) -> OpenApi {
    let paths = document.paths.paths.iter_mut().filter(|(path, _)| path.starts_with("/v2"));
    for (_, item) in paths {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, what) in answers(operation) {
                let responses = &mut operation.responses.responses;
                responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(error(what)));
            }
        }
    }
    document
}

fn answers(operation: &Operation) -> Vec<(&'static str, &'static str)> {
    let mut answers = ANYWHERE.to_vec();
    let body = operation.request_body.is_some();
    if body || operation.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty()) {
        answers.push(WITH_PARAMETERS);
    }
    answers.extend(body.then_some(WITH_BODY));
    answers
}

fn error(what: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(what).content("application/json", body).build()
}
