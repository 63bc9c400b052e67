//! The protocol from an app's view: the router without a network.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod library;
mod progress;
mod users;
