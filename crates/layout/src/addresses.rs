//! Addresses that a form leads back to.

/// Maximum length of an address to return to, in bytes.
const MAX_ADDRESS_BYTES: usize = 1024;

/// Pages to which nothing leads back: a sign-in would lead into another one.
const SIGN_IN_PATHS: [&str; 3] = ["/sign-in", "/sign-out", "/oauth/"];

/// Returns the address if it is one of a page of this server. No browser is redirected to another host, or
/// into another sign-in.
pub fn as_local_address(back: &str) -> Option<&str> {
    let is_plain = back.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_here = back.starts_with('/') && !back.starts_with("//");
    let is_sign_in = SIGN_IN_PATHS.iter().any(|other| back.starts_with(other));
    (is_plain && is_here && !is_sign_in && back.len() <= MAX_ADDRESS_BYTES).then_some(back)
}

#[cfg(test)]
mod tests {
    use super::as_local_address;

    #[test]
    fn only_pages_of_this_server_follow() {
        for page in ["/account/devices?member=mia", "/titles/1?x=//evil.example", "/"] {
            assert_eq!(as_local_address(page), Some(page));
        }
        for bad in [
            "https://evil.example/", "//evil.example", "/\\evil.example", "/account/a\r\nb",
            "/\t/evil.example", "/oauth/x", "/sign-out", "evil.example", "",
        ] {
            assert_eq!(as_local_address(bad), None, "{bad}");
        }
        assert_eq!(as_local_address(&format!("/account/{}", "x".repeat(2000))), None);
    }
}
