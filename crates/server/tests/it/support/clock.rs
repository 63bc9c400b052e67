//! The clock of this machine, which is the server's too.

use jiff::Timestamp;

use super::eventually;

#[expect(clippy::disallowed_methods, reason = "the server's clock is this machine's")]
pub fn current_time() -> Timestamp {
    Timestamp::now()
}

/// Waits until another second has begun: the dates of the interface have no shorter units.
pub async fn next_second() {
    let before = current_time().as_second();
    eventually("the next second", async || {
        let now = current_time().as_second();
        if now > before { Ok(()) } else { Err(now) }
    })
    .await;
}
