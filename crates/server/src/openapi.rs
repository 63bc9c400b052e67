//! The OpenAPI document of everything that is served: the API and the token server.

use serde_json::Value;

/// The whole document, the content of `openapi.json`.
pub fn openapi_document() -> Value {
    let mut document = api::openapi_document();
    document.merge(web::token_server_openapi());
    api::openapi::add_recorded_examples(&mut document);
    serde_json::to_value(document)
        .expect("its members are named by texts and it has no number that JSON lacks")
}
