//! State of a flow through the sign-in pages. The server stores nothing: each form carries a signed record of
//! the user's progress, and a cookie, deleted at the end, ties that record to the browser.

use axum::http::HeaderMap;
use domain::AccountId;
use jiff::{SignedDuration, Timestamp};
use layout::cookies::cookie_value;
use rand::CryptoRng;
use secrets::{OpaqueToken, PurposeKey, matches_token_hash};
use serde::{Deserialize, Serialize};
use services::sign_in::SignInProof;

/// Time for which a page stays valid: long enough to type a password with a switch or a braille keyboard.
const FORM_LIFETIME: SignedDuration = SignedDuration::from_mins(60);

/// Separates these signatures from others made with the same key.
const SIGNATURE_PURPOSE: &[u8] = b"openshelf sign-in form 1\0";

/// A user's progress. A record of a newer program, with more members, is refused: the next step would lose
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInFlow {
    /// The raw query of the authorization request, which is checked again at every step.
    pub(crate) query: String,
    /// The signed-in account; `None` before sign-in.
    account: Option<AccountId>,
    /// The version of the password that the user proved; `None` before sign-in, and in records of programs
    /// that did not note it, whose users sign in again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<String>,
    /// The hash of the cookie's value.
    cookie: String,
    /// The time at which the form expires, in seconds since 1970.
    ends: i64,
}

impl SignInFlow {
    /// Starts a flow, and returns the value of its cookie.
    pub(crate) fn start(query: &str, rng: &mut impl CryptoRng, now: Timestamp) -> (Self, OpaqueToken) {
        let secret = OpaqueToken::generate(rng);
        let flow = Self {
            query: query.to_owned(),
            account: None,
            password: None,
            cookie: secret.hash(),
            ends: expiry_second(now),
        };
        (flow, secret)
    }

    pub(crate) fn next_step(self, proof: Option<SignInProof>, now: Timestamp) -> Self {
        let (account, password) = match proof {
            Some(SignInProof { account, password }) => (Some(account), Some(password.as_str().to_owned())),
            None => (None, None),
        };
        Self { account, password, ends: expiry_second(now), ..self }
    }

    /// The proof that the user has signed in. `None` before.
    pub(crate) fn proof(&self) -> Option<SignInProof> {
        let (account, password) = self.account.clone().zip(self.password.clone())?;
        Some(SignInProof { account, password: password.into() })
    }

    /// The form's value: the record and its signature.
    pub(crate) fn seal(&self, key: &[u8; 32]) -> String {
        signing_key(key).seal_note(self).expect("strings and numbers serialize to JSON")
    }

    /// Reads a form's value. `None` if it was not signed by us, is too old, or comes from another browser.
    pub(crate) fn open(text: &str, headers: &HeaderMap, key: &[u8; 32], now: Timestamp) -> Option<Self> {
        let flow: Self = signing_key(key).open_note(text)?;
        let fresh = now.as_second() < flow.ends;
        let same_browser = [true, false].into_iter().any(|secure| {
            cookie_value(headers, &flow.cookie_name(secure))
                .is_some_and(|value| matches_token_hash(value, &flow.cookie))
        });
        (fresh && same_browser).then_some(flow)
    }

    /// `Set-Cookie` at the start.
    pub(crate) fn set_cookie(&self, value: &OpaqueToken, secure: bool) -> String {
        self.cookie_header(value.reveal(), FORM_LIFETIME.as_secs(), secure)
    }

    /// `Set-Cookie` at the end.
    pub(crate) fn delete_cookie(&self, secure: bool) -> String {
        self.cookie_header("", 0, secure)
    }

    /// Each flow has its own cookie, so that two windows do not interfere. Over https the name has the prefix
    /// that stops other hosts from setting it.
    fn cookie_name(&self, secure: bool) -> String {
        let prefix = if secure { "__Host-" } else { "" };
        format!("{prefix}sign-in-{}", self.cookie.get(..8).unwrap_or_default())
    }

    fn cookie_header(&self, value: &str, seconds: i64, secure: bool) -> String {
        let name = self.cookie_name(secure);
        let flag = if secure { "; Secure" } else { "" };
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{flag}")
    }
}

fn expiry_second(now: Timestamp) -> i64 {
    now.as_second() + FORM_LIFETIME.as_secs()
}

fn signing_key(key: &[u8; 32]) -> PurposeKey {
    PurposeKey::new(key, SIGNATURE_PURPOSE)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::COOKIE;
    use jiff::{SignedDuration, Timestamp};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::{SignInFlow, SignInProof, signing_key};

    const FORM_KEY: [u8; 32] = [7; 32];

    fn test_time() -> Timestamp {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn browser_headers(set_cookie: &str) -> HeaderMap {
        let pair = set_cookie.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, format!("other=1; {pair}").parse().unwrap());
        headers
    }

    #[test]
    fn opens_in_its_own_browser_within_its_time() {
        for secure in [false, true] {
            let (flow, secret) = SignInFlow::start("client_id=a", &mut StdRng::seed_from_u64(1), test_time());
            let headers = browser_headers(&flow.set_cookie(&secret, secure));
            let sealed = flow.seal(&FORM_KEY);
            assert_eq!(SignInFlow::open(&sealed, &headers, &FORM_KEY, test_time()), Some(flow.clone()));
            let late = test_time() + SignedDuration::from_mins(60);
            assert_eq!(SignInFlow::open(&sealed, &headers, &FORM_KEY, late), None, "too old");
            assert_eq!(
                SignInFlow::open(&sealed, &HeaderMap::new(), &FORM_KEY, test_time()),
                None,
                "no cookie"
            );
            assert_eq!(
                SignInFlow::open(
                    &sealed,
                    &browser_headers(&flow.delete_cookie(secure)),
                    &FORM_KEY,
                    test_time()
                ),
                None,
                "ended"
            );
            let (other, other_secret) =
                SignInFlow::start("client_id=a", &mut StdRng::seed_from_u64(2), test_time());
            let elsewhere = browser_headers(&other.set_cookie(&other_secret, secure));
            assert_eq!(
                SignInFlow::open(&sealed, &elsewhere, &FORM_KEY, test_time()),
                None,
                "another browser"
            );
            assert_eq!(SignInFlow::open(&sealed, &headers, &[8; 32], test_time()), None, "another key");
        }
    }

    #[test]
    fn a_record_of_an_earlier_version_is_accepted() {
        let sealed = "eyJxdWVyeSI6ImNsaWVudF9pZD1hIiwiYWNjb3VudCI6bnVsbCwiY29va2llIjoiM29LdWdKWGVJdmRLN0NhZUtGand0RFZa\
                      a3ZNdkJvQTFGZmZoXzhLWHlXRSIsImVuZHMiOjE3OTUyNTg4MDB9.CYCdkkANQnOIuZLvQJMemyssj1kkSpbGeE6FDUrEtdw";
        let headers = browser_headers("sign-in-3oKugJXe=nCs0Vp8sTt0-c1Xk7wQ6yJm2hB4uR9eLdFgZaSxKvO8");
        let flow = SignInFlow::open(sealed, &headers, &FORM_KEY, test_time()).unwrap();
        assert_eq!(flow.query, "client_id=a");
        assert_eq!(flow.seal(&FORM_KEY), sealed);
    }

    #[test]
    fn a_modified_record_is_refused() {
        let (flow, secret) = SignInFlow::start("client_id=a", &mut StdRng::seed_from_u64(1), test_time());
        let headers = browser_headers(&flow.set_cookie(&secret, false));
        let sealed = flow.seal(&FORM_KEY);
        let proof = SignInProof { account: "someone".into(), password: "version".to_owned().into() };
        let signed_in = flow.next_step(Some(proof), test_time()).seal(&FORM_KEY);
        let (forged, seal) = (signed_in.split_once('.').unwrap().0, sealed.split_once('.').unwrap().1);
        assert_eq!(SignInFlow::open(&format!("{forged}.{seal}"), &headers, &FORM_KEY, test_time()), None);
        for broken in ["", ".", "abc", &sealed[1..], &sealed[..sealed.len() - 1]] {
            assert_eq!(SignInFlow::open(broken, &headers, &FORM_KEY, test_time()), None, "{broken}");
        }
    }

    #[test]
    fn a_record_without_a_password_version_asks_to_sign_in_again() {
        let (flow, secret) = SignInFlow::start("client_id=a", &mut StdRng::seed_from_u64(1), test_time());
        let headers = browser_headers(&flow.set_cookie(&secret, false));
        let mut older = serde_json::to_value(&flow).unwrap();
        older["account"] = "someone".into();
        assert!(older.get("password").is_none(), "programs of before read it, too");
        let sealed = signing_key(&FORM_KEY).seal_note(&older).unwrap();
        let opened = SignInFlow::open(&sealed, &headers, &FORM_KEY, test_time()).unwrap();
        assert_eq!(opened.proof(), None);
    }

    #[test]
    fn a_record_of_a_newer_program_is_refused() {
        let (flow, secret) = SignInFlow::start("client_id=a", &mut StdRng::seed_from_u64(1), test_time());
        let headers = browser_headers(&flow.set_cookie(&secret, false));
        let mut newer = serde_json::to_value(&flow).unwrap();
        newer["second_factor"] = true.into();
        let sealed = signing_key(&FORM_KEY).seal_note(&newer).unwrap();
        assert_eq!(SignInFlow::open(&sealed, &headers, &FORM_KEY, test_time()), None);
    }

    #[test]
    fn the_cookie_is_for_this_host_and_hidden_from_scripts() {
        let (flow, secret) = SignInFlow::start("", &mut StdRng::seed_from_u64(1), test_time());
        let plain = flow.set_cookie(&secret, false);
        assert!(
            plain.contains("; HttpOnly") && plain.contains("; SameSite=Strict") && !plain.contains("Secure")
        );
        let secure = flow.set_cookie(&secret, true);
        assert!(
            secure.starts_with("__Host-") && secure.ends_with("; Secure") && secure.contains("; Path=/;")
        );
        assert!(flow.delete_cookie(true).contains("Max-Age=0"));
    }
}
