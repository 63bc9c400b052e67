//! The address of the sign-in page.

pub(crate) const SIGN_IN_PATH: &str = "/sign-in";
