//! Addresses of pages and persons outside of a book.

use std::net::Ipv6Addr;
use std::ops::Range;

use crate::path::{percent_decode, push_percent_encoded};

/// The kinds of addresses that lead to a page or person.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "ftp"];
/// Longer addresses keep Word from opening a document.
const MAX_ADDRESS_BYTES: usize = 2079;

/// The encoded address of a page or person. `None` for addresses of programs and files, and for those that
/// lead nowhere: one of them keeps Word from opening a document at all.
pub fn followable_address(address: &str) -> Option<String> {
    let encoded = encode_address(address);
    let (scheme, _) = encoded.split_once(':')?;
    let is_known = SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    (is_known && encoded.len() <= MAX_ADDRESS_BYTES && names_place(&encoded)).then_some(encoded)
}

/// An address in the characters that addresses have. Ends of lines within it are left out, as browsers do.
pub(crate) fn encode_address(address: &str) -> String {
    let address: String = address.trim().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let bytes = address.as_bytes();
    let host = find_ip_address(&address).unwrap_or_default();
    let mut out = String::with_capacity(bytes.len());
    let mut in_fragment = false;
    for (at, byte) in bytes.iter().copied().enumerate() {
        let is_plain = match byte {
            b'%' => bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
            b'#' => !std::mem::replace(&mut in_fragment, true),
            b'[' | b']' => host.contains(&at),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&byte),
        };
        if is_plain {
            out.push(char::from(byte));
        } else {
            push_percent_encoded(&mut out, byte);
        }
    }
    out
}

/// The host of an address of the web that is an IP address in brackets (version 6), with the brackets.
fn find_ip_address(address: &str) -> Option<Range<usize>> {
    let (scheme, rest) = address.split_once("://")?;
    let start = scheme.len() + 3;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let begin = start + authority.rfind('@').map_or(0, |at| at + 1);
    let (ip, _) = address[begin..start + authority.len()].strip_prefix('[')?.split_once(']')?;
    let is_web = scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_web && ip.parse::<Ipv6Addr>().is_ok()).then_some(begin..begin + ip.len() + 2)
}

/// Returns true if an encoded address names something: one of the web a host that may exist.
pub(crate) fn names_place(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    if !["http", "https", "ftp"].iter().any(|web| scheme.eq_ignore_ascii_case(web)) {
        return !rest.is_empty();
    }
    let Some(rest) = rest.strip_prefix("//") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    if let Some(ip) = find_ip_address(address) {
        let after = host.get(ip.len()..).unwrap_or_default();
        return after.is_empty() || after.strip_prefix(':').is_some_and(is_port);
    }
    let (name, port) = host.split_once(':').unwrap_or((host, "80"));
    let name = percent_decode(name);
    let is_letter = |c: char| {
        if c.is_ascii() { c.is_ascii_alphanumeric() || "-_".contains(c) } else { !c.is_whitespace() }
    };
    let mut labels = name.strip_suffix('.').unwrap_or(&name).split('.');
    labels.all(|label| !label.is_empty() && label.chars().all(is_letter)) && is_port(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_encoded() {
        for (address, expected) in [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            (" https://a.example/é?q=1#x ", "https://a.example/%C3%A9?q=1#x"),
            ("http://münchen.example:80/", "http://m%C3%BCnchen.example:80/"),
            ("https://a.example/100% sure/%2F", "https://a.example/100%25%20sure/%2F"),
            ("https://a.example/#b#c", "https://a.example/#b%23c"),
            ("https://a.example/long\n    page", "https://a.example/long%20%20%20%20page"),
            ("https://a.example/long\n/page", "https://a.example/long/page"),
            ("http://user@localhost.", "http://user@localhost."),
            ("http://a@[2001:db8::1]:80/b[1]", "http://a@[2001:db8::1]:80/b%5B1%5D"),
            ("https://[::1]", "https://[::1]"),
            ("mailto:a@b.example, c@d.example", "mailto:a@b.example,%20c@d.example"),
            ("tel:+1-2", "tel:+1-2"),
        ] {
            assert_eq!(followable_address(address).as_deref(), Some(expected), "{address}");
        }
    }

    #[test]
    fn addresses_that_lead_nowhere_are_none() {
        let endless = format!("https://a.example/{}", "b".repeat(2100));
        for address in [
            "javascript:alert(1)", "file:///etc/passwd", "data:text/html,a", "http:", "https://", "mailto:",
            "https:///page", "http:a.example", "https://a b.example/", "http://a\u{a0}b.example/",
            "http://a..example/", "http://.example/", "http://[::1", "http://[::1]a/", "http://[a]/",
            "http://a.example:port/", "http://a.example:/", "http://a.example:+80/",
            "http://a.example:99999/", "//a.example", "a", "", &endless,
        ] {
            assert_eq!(followable_address(address), None, "{address}");
        }
    }
}
