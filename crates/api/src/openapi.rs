//! The head of the API description.

use utoipa::openapi::{ContactBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};

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
    OpenApiBuilder::new().info(info).build()
}
