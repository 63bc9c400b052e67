//! The token server: /oauth/authorize, /oauth/token, /oauth/revocations.

mod browser;
mod client_library;
mod faults;
mod walk;
