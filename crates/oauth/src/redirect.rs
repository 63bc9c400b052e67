//! Redirects that take the user back to the app.

use url::{Position, Url};

use crate::Fault;

/// Returns true if a text may be registered as a redirect address: an absolute address without a
/// fragment, either `http`/`https` with a host, or a scheme of the app's own, in ASCII; never a scheme
/// that a browser executes or displays itself. Addresses are compared exactly, so one with a wildcard would
/// never match; and browsers block forms that lead to an address with a user name or password.
pub fn is_registrable(uri: &str) -> bool {
    const FORBIDDEN_SCHEMES: [&str; 8] =
        ["javascript", "data", "vbscript", "file", "about", "blob", "filesystem", "view-source"];
    Url::parse(uri).is_ok_and(|url| {
        url.fragment().is_none()
            && !FORBIDDEN_SCHEMES.contains(&url.scheme())
            && (!matches!(url.scheme(), "http" | "https") || has_plain_host(&url))
            && uri.bytes().all(|b| b.is_ascii_graphic())
    })
}

/// Returns true if an address has a host, without a wildcard, a user name or a password.
fn has_plain_host(url: &Url) -> bool {
    let is_anonymous = url.username().is_empty() && url.password().is_none();
    is_anonymous && url.host_str().is_some_and(|host| !host.contains('*'))
}

/// Returns true if a requested redirect address is the registered one: character by character, except
/// that an address on a loopback host matches with any port, because native apps listen on whichever port
/// is free (RFC 8252, 7.3).
pub fn matches_registered(registered: &str, requested: &str) -> bool {
    registered == requested
        || split_loopback(registered).is_some_and(|parts| split_loopback(requested) == Some(parts))
}

/// The host of an address on a loopback host, and what follows its port.
fn split_loopback(uri: &str) -> Option<(&'static str, &str)> {
    let rest = uri.strip_prefix("http://")?;
    let host = ["127.0.0.1", "[::1]", "localhost"].into_iter().find(|host| rest.starts_with(host))?;
    let rest = &rest[host.len()..];
    let rest = match rest.strip_prefix(':') {
        Some(rest) => {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<u16>().ok()?;
            &rest[end..]
        }
        None => rest,
    };
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest))
}

/// Builds the responses to one authorization request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The registered redirect address.
    pub uri: String,
    /// `state`, sent back unchanged.
    pub state: Option<String>,
}

impl Redirect {
    pub fn with_code(&self, code: &str, issuer: &str) -> String {
        self.with_parameters(&[("code", code)], issuer)
    }

    pub fn with_fault(&self, fault: &Fault, issuer: &str) -> String {
        self.with_parameters(
            &[("error", fault.error_code().as_str()), ("error_description", &fault.to_string())],
            issuer,
        )
    }

    /// The address as registered, byte for byte, with the parameters after those it already has. `iss` tells
    /// the client which server responded (RFC 9207).
    fn with_parameters(&self, pairs: &[(&str, &str)], issuer: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs);
        if let Some(state) = &self.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", issuer);
        let (address, fragment) = match self.uri.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (self.uri.as_str(), None),
        };
        let join = match address.split_once('?') {
            None => "?",
            Some((_, "")) => "",
            Some((_, existing)) if existing.ends_with('&') => "",
            Some(_) => "&",
        };
        let end = fragment.map(|text| format!("#{text}")).unwrap_or_default();
        format!("{address}{join}{}{end}", query.finish())
    }

    /// The source that a Content Security Policy must name so that one of our forms may end at this address
    /// (browsers apply `form-action` to redirects too): the origin of a web address, the scheme of any other.
    /// Addresses that the policy's grammar cannot express, such as IPv6 ones, get their scheme.
    pub fn csp_source(&self) -> Option<String> {
        let url = Url::parse(&self.uri).ok()?;
        let named = url
            .host_str()
            .is_some_and(|host| host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')));
        Some(match url.scheme() {
            "http" | "https" if named => url[..Position::BeforePath].to_owned(),
            scheme => format!("{scheme}:"),
        })
        .filter(|source| !source.contains('@'))
    }

    /// The host or scheme, shown to the user as the destination.
    pub fn destination(&self) -> String {
        match Url::parse(&self.uri) {
            Ok(url) => match url.host_str() {
                Some(host) if matches!(url.scheme(), "http" | "https") => host.to_owned(),
                _ => format!("{}:", url.scheme()),
            },
            Err(_) => self.uri.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::{Redirect, is_registrable, matches_registered};
    use crate::Fault;

    const TEST_ISSUER: &str = "https://library.example";

    fn redirect_to(uri: &str, state: Option<&str>) -> Redirect {
        Redirect { uri: uri.to_owned(), state: state.map(str::to_owned) }
    }

    #[test]
    fn an_address_on_a_loopback_host_matches_with_any_port_and_nothing_else_differs() {
        let registered = "http://127.0.0.1:8765/callback?app=1";
        for port in ["", ":1", ":51004", ":65535"] {
            assert!(
                matches_registered(registered, &format!("http://127.0.0.1{port}/callback?app=1")),
                "{port}"
            );
        }
        assert!(matches_registered("http://[::1]/cb", "http://[::1]:9/cb"));
        assert!(matches_registered("http://localhost:1", "http://localhost:2"));
        for other in [
            "http://127.0.0.1:8765/other?app=1",
            "http://127.0.0.1:8765/callback",
            "https://127.0.0.1:8765/callback?app=1",
            "http://localhost:8765/callback?app=1",
            "http://127.0.0.1:99999/callback?app=1",
            "http://127.0.0.1:/callback?app=1",
            "http://127.0.0.1.evil.example:8765/callback?app=1",
            "http://127.0.0.1:8765@evil.example/callback?app=1",
            "http://evil@127.0.0.1:8765/callback?app=1",
        ] {
            assert!(!matches_registered(registered, other), "{other}");
        }
        assert!(!matches_registered("https://app.example:1/cb", "https://app.example:2/cb"));
        assert!(!matches_registered("app://127.0.0.1:1/cb", "app://127.0.0.1:2/cb"));
    }

    #[test]
    fn a_redirect_carries_code_state_and_issuer() {
        assert_eq!(
            redirect_to("http://127.0.0.1:8765/callback", Some("a b&c=d")).with_code("xyz", TEST_ISSUER),
            "http://127.0.0.1:8765/callback?code=xyz&state=a+b%26c%3Dd&iss=https%3A%2F%2Flibrary.example"
        );
        assert_eq!(
            redirect_to("openshelf-demo://callback", None).with_code("xyz", TEST_ISSUER),
            "openshelf-demo://callback?code=xyz&iss=https%3A%2F%2Flibrary.example"
        );
    }

    #[test]
    fn an_existing_query_is_kept() {
        let address =
            redirect_to("https://app.example/back?tenant=7&x=%2f", None).with_code("c", TEST_ISSUER);
        assert!(address.starts_with("https://app.example/back?tenant=7&x=%2f&code=c&iss="), "{address}");
        assert!(
            redirect_to("https://app.example/?", None)
                .with_code("c", TEST_ISSUER)
                .starts_with("https://app.example/?code=c&")
        );
    }

    #[test]
    fn a_redirect_carries_the_error_and_its_description() {
        let address = redirect_to("https://app.example/", Some("s")).with_fault(&Fault::Denied, TEST_ISSUER);
        assert_eq!(
            address,
            "https://app.example/?error=access_denied&error_description=The+user+denied+access&state=s\
             &iss=https%3A%2F%2Flibrary.example"
        );
    }

    #[test]
    fn csp_sources_are_origins_or_schemes() {
        let source = |uri: &str| redirect_to(uri, None).csp_source();
        assert_eq!(source("http://127.0.0.1:8765/callback").as_deref(), Some("http://127.0.0.1:8765"));
        assert_eq!(source("https://app.example/a?b").as_deref(), Some("https://app.example"));
        assert_eq!(source("openshelf-demo://callback").as_deref(), Some("openshelf-demo:"));
        assert_eq!(source("http://[::1]:9/").as_deref(), Some("http:"));
        assert_eq!(source("https://user@app.example/"), None);
    }

    #[test]
    fn accepts_only_addresses_that_may_be_registered() {
        for good in ["http://127.0.0.1:8765/callback", "openshelf-demo://callback", "com.example.app:/back"] {
            assert!(is_registrable(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "/relative",
            "https://app.example/#part", "https://", "java\nscript:x", "https://app.example/ü", "",
            "https://*.app.example/back", "https://user@app.example/", "https://:password@app.example/",
        ] {
            assert!(!is_registrable(bad), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn state_returns_unchanged(state in "\\PC{1,60}") {
            let address = redirect_to("https://app.example/cb?keep=1", Some(&state)).with_code("c", TEST_ISSUER);
            let url = Url::parse(&address).unwrap();
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            prop_assert!(pairs.contains(&("keep".to_owned(), "1".to_owned())));
            prop_assert!(pairs.contains(&("state".to_owned(), state)));
            prop_assert_eq!(url.host_str(), Some("app.example"));
        }
    }
}
