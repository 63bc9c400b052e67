//! The token server: /oauth/authorize, /oauth/token, /oauth/revocations.

pub mod browser;
mod client_library;
mod faults;
mod new_password;
mod walk;

pub use browser::Browser;
