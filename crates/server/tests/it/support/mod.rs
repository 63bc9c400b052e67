//! Running the program, calling it, and reading its responses.

mod backend;
mod call;
mod clock;
mod cookies;
mod emails;
mod library;
mod package;
mod parts;
mod process;
mod recorded;
mod sandbox;
pub mod staff;
mod tools;
mod user;

pub use backend::Backend;
pub use call::{Call, Reply, link};
pub use clock::{current_time, next_second};
pub use cookies::Cookies;
pub use emails::{emails, key};
pub use library::{Library, People, READER, ServedLibrary, field, free_address, http, text, write};
pub use package::{package, read_zip, repeat_until_packaged};
pub use parts::{BOUNDARY, Parts, post_form_parts, post_parts};
pub use process::Program;
pub use sandbox::Sandbox;
pub use store::testkit::eventually;
pub use tools::{can_speak, python, report_missing, tool};
pub use user::User;

/// Declares tests of the interface: `one! { async fn a_search(sandbox: Sandbox) { ... } }`. Each runs on one
/// of the two databases ([`Backend::for_test`]).
#[macro_export]
macro_rules! one {
    ($($(#[$meta:meta])* async fn $name:ident($sandbox:ident: $type:ty) $body:block)+) => {$(
        async fn $name($sandbox: &$type) $body

        mod $name {
            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn in_a_sandbox() {
                for backend in $crate::support::Backend::for_test(module_path!()) {
                    let sandbox = $crate::support::Sandbox::start(backend).await;
                    super::$name(&sandbox).await;
                    sandbox.assert_responds().await;
                }
            }
        }
    )+};
}

/// Declares tests that run on both databases, because what the database does is what they test (order,
/// paging, writers at the same time): `both! { async fn a_search(sandbox: Sandbox) { ... } }`.
#[macro_export]
macro_rules! both {
    ($($(#[$meta:meta])* async fn $name:ident($sandbox:ident: $type:ty) $body:block)+) => {$(
        async fn $name($sandbox: &$type) $body

        mod $name {
            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let sandbox = $crate::support::Sandbox::start($crate::support::Backend::Sqlite).await;
                super::$name(&sandbox).await;
                sandbox.assert_responds().await;
            }

            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let Some(backend) = $crate::support::Backend::postgres() else { return };
                let sandbox = $crate::support::Sandbox::start(backend).await;
                super::$name(&sandbox).await;
                sandbox.assert_responds().await;
            }
        }
    )+};
}

/// Declares tests that run on both databases and make what they need by themselves:
/// `each! { async fn a_command(backend: Backend) { ... } }`.
#[macro_export]
macro_rules! each {
    ($($(#[$meta:meta])* async fn $name:ident($backend:ident: $type:ty) $body:block)+) => {$(
        async fn $name($backend: $type) $body

        mod $name {
            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name($crate::support::Backend::Sqlite).await;
            }

            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let Some(backend) = $crate::support::Backend::postgres() else { return };
                super::$name(backend).await;
            }
        }
    )+};
}
