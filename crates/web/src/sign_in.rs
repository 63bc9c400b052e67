//! The address of the sign-in page, and how long a browser has to wait after too many attempts.

/// The address of the sign-in page.
pub(crate) const SIGN_IN_PATH: &str = "/sign-in";

/// Seconds to wait, in the form of pages and headers.
pub(crate) fn retry_seconds(seconds: u64) -> u32 {
    u32::try_from(seconds).unwrap_or(u32::MAX)
}
