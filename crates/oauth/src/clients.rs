//! Identification and authentication of clients at the token server (docs/rules/authentication.md#rule-2).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use url::form_urlencoded;

use crate::errors::Fault;
use crate::params::Params;
use crate::tokens::{equal, hash};

/// A request's client credentials, to be compared with the registration.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The API key.
    pub client_id: String,
    /// The secret; blank if none was issued.
    secret: String,
}

/// A client's registration, as far as the rules need it.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// Redirect addresses, compared exactly.
    pub redirect_uris: &'a [String],
    /// Whether a secret was issued.
    pub has_secret: bool,
    /// Whether its authorization requests must name the scope (docs/rules/authentication.md#rule-3). Reading
    /// apps do not support scopes.
    pub names_scope: bool,
}

impl Credentials {
    /// Reads the `Authorization` header and the form. Basic takes precedence; the form must not contradict
    /// it. Headers of other schemes are ignored.
    ///
    /// # Errors
    /// [`Fault::WrongClient`] if no client is named, or two different ones, or the header is invalid;
    /// [`Fault::Repeated`] for a form with two of them.
    pub fn read(authorization: Option<&str>, form: &Params) -> Result<Self, Fault> {
        let (form_id, form_secret) = (form.get("client_id")?, form.get("client_secret")?);
        let Some(basic) = authorization.and_then(basic) else {
            let client_id = form_id.ok_or(Fault::WrongClient)?.to_owned();
            return Ok(Self { client_id, secret: form_secret.unwrap_or_default().to_owned() });
        };
        let given = basic.ok_or(Fault::WrongClient)?;
        let same_id = form_id.is_none_or(|id| equal(id, &given.client_id));
        let same_secret = form_secret.is_none_or(|secret| equal(secret, &given.secret));
        if same_id && same_secret { Ok(given) } else { Err(Fault::WrongClient) }
    }

    /// The same for requests where a Basic header overrides the form: revocations ignore other credentials
    /// (docs/rules/authentication.md#rule-8).
    ///
    /// # Errors
    /// As [`Credentials::read`]; without a Basic header the form has to name the client.
    pub fn read_header_first(authorization: Option<&str>, form: &Params) -> Result<Self, Fault> {
        match authorization.and_then(basic) {
            Some(given) => given.ok_or(Fault::WrongClient),
            None => Self::read(authorization, form),
        }
    }

    /// Whether the secret matches the registered one, given by its hash (see [`hash`]); `None` for a client
    /// without a secret, which must send a blank one. Clients may form-encode the secret in the header (RFC
    /// 6749, 2.3.1) or not, as most do; API keys have no character that decoding would change.
    pub fn proves(&self, secret_hash: Option<&str>) -> bool {
        match secret_hash {
            None => self.secret.is_empty(),
            Some(expected) => {
                let plain = equal(&hash(&self.secret), expected);
                let decoded = equal(&hash(&form_decoded(&self.secret)), expected);
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
fn basic(header: &str) -> Option<Option<Credentials>> {
    let (scheme, rest) = header.split_once(' ').unwrap_or((header, ""));
    scheme.eq_ignore_ascii_case("basic").then(|| {
        let bytes = BASE64_STANDARD.decode(rest.trim()).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (id, secret) = text.split_once(':')?;
        (!id.is_empty()).then(|| Credentials { client_id: form_decoded(id), secret: secret.to_owned() })
    })
}

fn form_decoded(text: &str) -> String {
    // `=` and `&` would end a value, so they are hidden from the parser.
    let kept = text.replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(format!("v={kept}").as_bytes()).map(|(_, value)| value.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use proptest::prelude::*;

    use super::Credentials;
    use crate::errors::Fault;
    use crate::params::Params;
    use crate::tokens::hash;

    fn header(text: &str) -> String {
        format!("Basic {}", BASE64_STANDARD.encode(text))
    }

    fn read(header: Option<&str>, form: &str) -> Result<Credentials, Fault> {
        Credentials::read(header, &Params::parse(form.as_bytes()))
    }

    #[test]
    fn basic_header_with_blank_or_real_secret() {
        let blank = read(Some(&header("key:")), "").unwrap();
        assert_eq!(blank.client_id, "key");
        assert!(blank.proves(None));
        assert!(!blank.proves(Some(&hash("s3cret"))));
        let real = read(Some(&header("key:s3cret")), "").unwrap();
        assert!(real.proves(Some(&hash("s3cret"))));
        assert!(!real.proves(Some(&hash("other"))));
        assert!(!real.proves(None));
    }

    #[test]
    fn form_fields_are_accepted_too() {
        let given = read(None, "client_id=key&client_secret=s3cret").unwrap();
        assert_eq!(given.client_id, "key");
        assert!(given.proves(Some(&hash("s3cret"))));
        assert!(read(None, "client_id=key").unwrap().proves(None));
        assert!(read(Some("Bearer abc"), "client_id=key").is_ok());
    }

    #[test]
    fn a_redundant_client_id_must_match() {
        assert!(read(Some(&header("key:")), "client_id=key").is_ok());
        assert_eq!(read(Some(&header("key:")), "client_id=other"), Err(Fault::WrongClient));
        assert_eq!(read(Some(&header("key:a")), "client_id=key&client_secret=b"), Err(Fault::WrongClient));
    }

    #[test]
    fn a_form_next_to_a_header_is_ignored_where_allowed() {
        let read = |header: Option<&str>, form: &str| {
            Credentials::read_header_first(header, &Params::parse(form.as_bytes()))
        };
        for form in ["", "client_id=other", "client_id=key&client_secret=b", "client_id=a&client_id=b"] {
            let given = read(Some(&header("key:a")), form).unwrap();
            assert!(given.client_id == "key" && given.proves(Some(&hash("a"))), "{form}");
        }
        assert_eq!(read(Some("Basic !!!"), "client_id=key"), Err(Fault::WrongClient));
        assert_eq!(read(None, "client_id=key").unwrap().client_id, "key");
        assert_eq!(read(None, ""), Err(Fault::WrongClient));
    }

    #[test]
    fn nothing_or_nonsense_is_a_wrong_client() {
        assert_eq!(read(None, ""), Err(Fault::WrongClient));
        for bad in ["Basic", "Basic ", "Basic !!!", &header("nocolon"), &header(":secret"), "Basic /w=="] {
            assert_eq!(read(Some(bad), "client_id=key"), Err(Fault::WrongClient), "{bad}");
        }
        assert_eq!(read(None, "client_id=a&client_id=b"), Err(Fault::Repeated("client_id")));
    }

    /// Encodes every byte, even if unnecessary.
    fn percent_encoded(text: &str) -> String {
        let codes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        codes.concat()
    }

    proptest! {
        #[test]
        fn any_secret_proves_itself_plain_and_encoded(secret in "\\PC{1,30}") {
            let stored = hash(&secret);
            let plain = read(Some(&header(&format!("key:{secret}"))), "").unwrap();
            prop_assert!(plain.proves(Some(&stored)));
            let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let given = read(Some(&header(&format!("key:{encoded}"))), "").unwrap();
            prop_assert!(given.proves(Some(&stored)));
        }

        #[test]
        fn any_key_is_recognized_plain_and_encoded(key in "[A-Za-z0-9_-]{1,30}") {
            let escaped = percent_encoded(&key);
            for sent in [&key, &escaped] {
                let given = read(Some(&header(&format!("{sent}:"))), &format!("client_id={key}")).unwrap();
                prop_assert_eq!(&given.client_id, &key);
            }
        }

        #[test]
        fn any_header_is_read(text in "\\PC{0,60}") {
            let _ = read(Some(&text), "");
            let _ = read(Some(&format!("Basic {text}")), "");
        }
    }
}
