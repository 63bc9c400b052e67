//! Composes long responses without holding up other requests.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// About the length from which a response takes longer to compose than the runtime takes to hand over its
/// thread, in bytes.
const LONG_RESPONSE_BYTES: usize = 256 * 1024;

/// Composes a response of about this many bytes. A long one leaves the runtime's thread to other requests
/// first.
pub fn compose_response<T>(bytes: usize, compose: impl FnOnce() -> T) -> T {
    let flavor = Handle::try_current().map(|runtime| runtime.runtime_flavor());
    let has_other_threads = matches!(flavor, Ok(RuntimeFlavor::MultiThread));
    if bytes >= LONG_RESPONSE_BYTES && has_other_threads { block_in_place(compose) } else { compose() }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::{LONG_RESPONSE_BYTES, compose_response};

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn other_requests_continue_while_a_long_response_is_composed() {
        let (done, other_is_done) = mpsc::channel();
        let composing = tokio::spawn(async move {
            tokio::spawn(async move { done.send(()).unwrap() });
            // The only thread of the runtime is here, so without another one this waits forever.
            compose_response(LONG_RESPONSE_BYTES, || other_is_done.recv().unwrap());
        });
        composing.await.unwrap();
    }

    #[tokio::test]
    async fn a_runtime_with_one_thread_composes_in_place() {
        assert_eq!(compose_response(usize::MAX, || 7), 7);
    }
}
