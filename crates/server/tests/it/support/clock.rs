//! The clock of this machine, which is the server's too.

use jiff::Timestamp;

use super::eventually;

/// What time it is.
#[expect(clippy::disallowed_methods, reason = "the server's clock is this machine's")]
pub fn now() -> Timestamp {
    Timestamp::now()
}

/// Waits until another second has begun: the dates of the interface tell no shorter times apart.
pub async fn next_second() {
    let before = now().as_second();
    eventually("the next second", async || {
        let now = now().as_second();
        if now > before { Ok(()) } else { Err(now) }
    })
    .await;
}
