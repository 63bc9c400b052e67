//! The attributes of the JSON API's handlers, one for each method: path, and what the handler's signature
//! cannot tell. The rest of an operation's description follows from its arguments and its return type.
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

/// Adds its description to a handler. `method` is a variant of `EndpointMethod`.
fn describe(method: &str, clauses: TokenStream, handler: TokenStream) -> TokenStream {
    match expansion::expand(method, clauses.into(), handler.clone().into()) {
        Ok(description) => handler.into_iter().chain(TokenStream::from(description)).collect(),
        Err(error) => error.into_compile_error().into(),
    }
}
