//! The attributes of the JSON API. Each handler has one, named after its method: it states the path, and what
//! the handler's signature cannot tell. The rest of an operation's description follows from its arguments and
//! its return type. Records have [`macro@record`].
//!
//! ```text
//! /// Change a list
//! ///
//! /// Further sentences of the API reference.
//! #[endpoint::put("/v2/lists/{readingListId}", returns "The list", errors(ListNotFound))]
//! pub async fn put_list(...) -> Result<Json<ReadingListRecord>> { ... }
//! ```
//!
//! | Clause | Meaning |
//! |---|---|
//! | `returns "..."` | the response; `returns 202 "..."` if the return type does not determine the status |
//! | `body Type` | its record, if the return type does not determine it |
//! | `who "..."` | who may call, if an operation refuses more callers than the role of its arguments |
//! | `errors(Key, Key: "...")` | keys of `ErrorKey`, with the reason if it is not obvious |
//! | `access_rules` | a refusal may also have the key of an access rule |
//!
//! The handler itself stays unchanged; next to it, a type with its name implements `api::openapi::Endpoint`.

mod clauses;
mod expansion;

use proc_macro::TokenStream;

/// Describes a handler of GET requests.
#[proc_macro_attribute]
pub fn get(clauses: TokenStream, handler: TokenStream) -> TokenStream {
    describe("Get", clauses, handler)
}

/// Describes a handler of PUT requests.
#[proc_macro_attribute]
pub fn put(clauses: TokenStream, handler: TokenStream) -> TokenStream {
    describe("Put", clauses, handler)
}

/// Describes a handler of POST requests.
#[proc_macro_attribute]
pub fn post(clauses: TokenStream, handler: TokenStream) -> TokenStream {
    describe("Post", clauses, handler)
}

/// Describes a handler of DELETE requests.
#[proc_macro_attribute]
pub fn delete(clauses: TokenStream, handler: TokenStream) -> TokenStream {
    describe("Delete", clauses, handler)
}

/// Derives what every record has: serialization with names in camel case, and a schema.
#[proc_macro_attribute]
pub fn record(_: TokenStream, item: TokenStream) -> TokenStream {
    let derived = quote::quote! {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
    };
    TokenStream::from(derived).into_iter().chain(item).collect()
}

/// Adds its description to a handler. `method` is a variant of `EndpointMethod`.
fn describe(method: &str, clauses: TokenStream, handler: TokenStream) -> TokenStream {
    match expansion::expand(method, clauses.into(), handler.clone().into()) {
        Ok(description) => handler.into_iter().chain(TokenStream::from(description)).collect(),
        Err(error) => error.into_compile_error().into(),
    }
}
