//! Running the program, calling it, and reading its answers.

mod backend;
mod call;
mod process;
mod sandbox;

pub use backend::Backend;
pub use call::{Call, Reply, link};
pub use process::Program;
pub use sandbox::Sandbox;

/// Declares tests that run on both databases: `both! { async fn a_search(sandbox: Sandbox) { ... } }`.
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
                sandbox.stop().await;
            }

            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let Some(backend) = $crate::support::Backend::postgres() else { return };
                let sandbox = $crate::support::Sandbox::start(backend).await;
                super::$name(&sandbox).await;
                sandbox.stop().await;
            }
        }
    )+};
}
