//! Identification and authentication of clients at the token server (docs/rules/authentication.md#rule-2).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use secrets::{equals_in_constant_time, matches_token_hash};
use url::form_urlencoded;

use crate::{Fault, Params};

/// A request's client credentials, to be compared with the registration.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub client_id: String,
    /// The secret; blank if none was issued.
    secret: String,
}

/// A client's registration, as far as the rules need it.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// Redirect addresses, compared exactly.
    pub redirect_uris: &'a [String],
    /// True if a secret was issued.
    pub has_secret: bool,
    /// True if its authorization requests must name the scope (docs/rules/authentication.md#rule-3).
    /// Reading apps do not support scopes.
    pub names_scope: bool,
}

impl Credentials {
    /// Reads the `Authorization` header and the form. Basic takes precedence; the form must not contradict
    /// it. Headers of other schemes are ignored.
    ///
    /// # Errors
    /// [`Fault::WrongClient`] if no client is named, or two different ones, or the header is invalid;
    /// [`Fault::Repeated`] for a form with two of them.
    pub fn from_request(authorization: Option<&str>, form: &Params) -> Result<Self, Fault> {
        let (form_id, form_secret) = (form.get("client_id")?, form.get("client_secret")?);
        let Some(basic) = authorization.and_then(parse_basic) else {
            let client_id = form_id.ok_or(Fault::WrongClient)?.to_owned();
            return Ok(Self { client_id, secret: form_secret.unwrap_or_default().to_owned() });
        };
        let given = basic.ok_or(Fault::WrongClient)?;
        let same_id = form_id.is_none_or(|id| equals_in_constant_time(id, &given.client_id));
        let same_secret = form_secret.is_none_or(|secret| equals_in_constant_time(secret, &given.secret));
        if same_id && same_secret { Ok(given) } else { Err(Fault::WrongClient) }
    }

    /// Reads the credentials of requests where a Basic header overrides the form: revocations ignore other
    /// credentials (docs/rules/authentication.md#rule-8).
    ///
    /// # Errors
    /// As [`Credentials::from_request`]; without a Basic header the form has to name the client.
    pub fn from_revocation(authorization: Option<&str>, form: &Params) -> Result<Self, Fault> {
        match authorization.and_then(parse_basic) {
            Some(given) => given.ok_or(Fault::WrongClient),
            None => Self::from_request(authorization, form),
        }
    }

    /// Reads the `Authorization` header alone. `None` for other schemes and invalid headers.
    pub fn from_header(authorization: &str) -> Option<Self> {
        parse_basic(authorization).flatten()
    }

    /// Returns true if the secret matches the registered one, given by its hash (see
    /// [`secrets::hash_token`]); `None` for a client without a secret, which must send a blank one. Clients
    /// may form-encode the secret in the header (RFC 6749, 2.3.1) or not, as most do; API keys have no
    /// character that decoding would change.
    pub fn matches_secret(&self, secret_hash: Option<&str>) -> bool {
        match secret_hash {
            None => self.secret.is_empty(),
            Some(expected) => {
                let plain = matches_token_hash(&self.secret, expected);
                let decoded = matches_token_hash(&decode_form_value(&self.secret), expected);
                plain || decoded
            }
        }
    }
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("client_id", &self.client_id).finish_non_exhaustive()
    }
}

/// Outer `None`: another scheme. Inner `None`: invalid Basic header.
#[expect(clippy::option_option, reason = "absent and invalid headers have different results")]
fn parse_basic(header: &str) -> Option<Option<Credentials>> {
    let (scheme, rest) = header.split_once(' ').unwrap_or((header, ""));
    scheme.eq_ignore_ascii_case("basic").then(|| {
        let bytes = BASE64_STANDARD.decode(rest.trim()).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (id, secret) = text.split_once(':')?;
        (!id.is_empty()).then(|| Credentials { client_id: decode_form_value(id), secret: secret.to_owned() })
    })
}

fn decode_form_value(text: &str) -> String {
    // `=` and `&` would end a value, so they are hidden from the parser.
    let kept = text.replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(format!("v={kept}").as_bytes()).map(|(_, value)| value.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use proptest::prelude::*;
    use secrets::hash_token;

    use super::Credentials;
    use crate::{Fault, Params};

    fn basic_header(text: &str) -> String {
        format!("Basic {}", BASE64_STANDARD.encode(text))
    }

    fn read_credentials(header: Option<&str>, form: &str) -> Result<Credentials, Fault> {
        Credentials::from_request(header, &Params::parse(form.as_bytes()))
    }

    #[test]
    fn accepts_a_basic_header_with_a_blank_or_real_secret() {
        let blank = read_credentials(Some(&basic_header("key:")), "").unwrap();
        assert_eq!(blank.client_id, "key");
        assert!(blank.matches_secret(None));
        assert!(!blank.matches_secret(Some(&hash_token("s3cret"))));
        let real = read_credentials(Some(&basic_header("key:s3cret")), "").unwrap();
        assert!(real.matches_secret(Some(&hash_token("s3cret"))));
        assert!(!real.matches_secret(Some(&hash_token("other"))));
        assert!(!real.matches_secret(None));
    }

    #[test]
    fn accepts_credentials_in_form_fields() {
        let given = read_credentials(None, "client_id=key&client_secret=s3cret").unwrap();
        assert_eq!(given.client_id, "key");
        assert!(given.matches_secret(Some(&hash_token("s3cret"))));
        assert!(read_credentials(None, "client_id=key").unwrap().matches_secret(None));
        assert!(read_credentials(Some("Bearer abc"), "client_id=key").is_ok());
    }

    #[test]
    fn a_redundant_client_id_must_match() {
        assert!(read_credentials(Some(&basic_header("key:")), "client_id=key").is_ok());
        assert_eq!(read_credentials(Some(&basic_header("key:")), "client_id=other"), Err(Fault::WrongClient));
        assert_eq!(
            read_credentials(Some(&basic_header("key:a")), "client_id=key&client_secret=b"),
            Err(Fault::WrongClient)
        );
    }

    #[test]
    fn ignores_the_form_of_a_revocation_with_a_header() {
        let read = |header: Option<&str>, form: &str| {
            Credentials::from_revocation(header, &Params::parse(form.as_bytes()))
        };
        for form in ["", "client_id=other", "client_id=key&client_secret=b", "client_id=a&client_id=b"] {
            let given = read(Some(&basic_header("key:a")), form).unwrap();
            assert!(given.client_id == "key" && given.matches_secret(Some(&hash_token("a"))), "{form}");
        }
        assert_eq!(read(Some("Basic !!!"), "client_id=key"), Err(Fault::WrongClient));
        assert_eq!(read(None, "client_id=key").unwrap().client_id, "key");
        assert_eq!(read(None, ""), Err(Fault::WrongClient));
    }

    #[test]
    fn rejects_missing_and_malformed_credentials_as_a_wrong_client() {
        assert_eq!(read_credentials(None, ""), Err(Fault::WrongClient));
        for bad in
            ["Basic", "Basic ", "Basic !!!", &basic_header("nocolon"), &basic_header(":secret"), "Basic /w=="]
        {
            assert_eq!(read_credentials(Some(bad), "client_id=key"), Err(Fault::WrongClient), "{bad}");
        }
        assert_eq!(read_credentials(None, "client_id=a&client_id=b"), Err(Fault::Repeated("client_id")));
    }

    /// Encodes every byte, even if unnecessary.
    fn percent_encode(text: &str) -> String {
        let codes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        codes.concat()
    }

    proptest! {
        #[test]
        fn any_secret_matches_plain_and_encoded(secret in "\\PC{1,30}") {
            let stored = hash_token(&secret);
            let plain = read_credentials(Some(&basic_header(&format!("key:{secret}"))), "").unwrap();
            prop_assert!(plain.matches_secret(Some(&stored)));
            let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let given = read_credentials(Some(&basic_header(&format!("key:{encoded}"))), "").unwrap();
            prop_assert!(given.matches_secret(Some(&stored)));
        }

        #[test]
        fn any_key_is_recognized_plain_and_encoded(key in "[A-Za-z0-9_-]{1,30}") {
            let escaped = percent_encode(&key);
            for sent in [&key, &escaped] {
                let given = read_credentials(Some(&basic_header(&format!("{sent}:"))), &format!("client_id={key}")).unwrap();
                prop_assert_eq!(&given.client_id, &key);
            }
        }

        #[test]
        fn any_header_is_read(text in "\\PC{0,60}") {
            let _ = read_credentials(Some(&text), "");
            let _ = read_credentials(Some(&format!("Basic {text}")), "");
        }
    }
}
