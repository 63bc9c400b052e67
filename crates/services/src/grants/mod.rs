//! Access that people grant to apps (docs/rules/authentication.md#rule-1): authorization codes, tokens, and
//! their revocation. The rules of OAuth itself are in the crate `oauth`; here they meet stored data.

mod authorize;
mod client;
mod error;
mod exchange;
mod revoke;

pub use authorize::{
    AppQuery, AppRequest, AuthorizeError, CheckedRequest, ConsentOutcome, ConsentStep, open, proceed,
};
pub use client::find_site_of_app;
pub use error::GrantError;
pub use exchange::{TokenRequest, exchange};
pub use revoke::revoke;
