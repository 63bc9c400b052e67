//! The cookie of a session in a browser, and the token that its forms carry
//! (docs/rules/authentication.md#rule-16).

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::sessions::{Browser, SessionKind};
use secrets::{OpaqueToken, PurposeKey};

use crate::cookies::http_only_cookie;

/// Bytes of a form's token.
pub const TOKEN_BYTES: usize = 32;

const SHORT_NAME_BYTES: usize = 12;
/// Bytes of a mask with the short name of an account and its seal. The others are random.
const NAMED_BYTES: usize = 16;

/// Separates the tokens of forms from other uses of the same key.
const TOKEN_PURPOSE: &[u8] = b"openshelf session form 1\0";
/// Separates the names in masks from other uses of the same key.
const NAMED_MASK_PURPOSE: &[u8] = b"openshelf session account 1\0";
/// Separates the marks of sessions from other uses of the same key.
const SESSION_MARK_PURPOSE: &[u8] = b"openshelf session mark 1\0";
/// Separates the marks of forms from other uses of the same key.
const FORM_MARK_PURPOSE: &[u8] = b"openshelf form mark 1\0";

/// The name of the cookie. Over HTTPS it has the prefix with which no other host can set it.
pub fn cookie_name(secure: bool) -> &'static str {
    if secure { "__Host-session" } else { "session" }
}

/// The browser that a request says it comes from.
pub fn read_browser(headers: &HeaderMap) -> Browser {
    headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .map(Browser::from_user_agent)
        .unwrap_or_default()
}

/// `Set-Cookie` for a new session. `Lax`, so that a link in an email leads to a page where its reader is
/// signed in.
pub fn set_cookie(secret: &OpaqueToken, kind: SessionKind, secure: bool) -> String {
    cookie_header(secret.reveal(), kind.max_time().as_secs(), secure)
}

/// `Set-Cookie` for the end of a session.
pub fn delete_cookie(secure: bool) -> String {
    cookie_header("", 0, secure)
}

/// The token of a session's forms. Another site cannot know it, and the cookie's value cannot be computed
/// from it.
pub fn form_token(key: &[u8; 32], cookie: &str) -> String {
    PurposeKey::new(key, TOKEN_PURPOSE).hash(cookie)
}

/// The token as a page contains it: another text on each page, so that the length of a compressed page says
/// nothing about it. `mask` is random.
pub fn mask_form_token(token: &str, mask: [u8; TOKEN_BYTES]) -> String {
    let token = BASE64_URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
    BASE64_URL_SAFE_NO_PAD.encode([&mask[..], &xor_bytes(&token, &mask)].concat())
}

/// The mask of a form's token, and the masked token. `None` if their lengths are wrong.
fn split_form_token(sent: &str) -> Option<([u8; TOKEN_BYTES], [u8; TOKEN_BYTES])> {
    let sent = BASE64_URL_SAFE_NO_PAD.decode(sent.trim()).ok()?;
    let (mask, masked) = sent.split_at_checked(TOKEN_BYTES)?;
    Some((mask.try_into().ok()?, masked.try_into().ok()?))
}

/// The bytes, each combined with a byte of the mask: masks them, or reveals masked ones.
fn xor_bytes(bytes: &[u8], mask: &[u8]) -> Vec<u8> {
    bytes.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect()
}

/// A mask for the token of a form that names the account whose page has the form, so that the server knows
/// it when the session has ended. Only this server can read the name, or make such a mask. `random` is
/// random.
pub fn named_mask(key: &[u8; 32], short_name: &str, random: [u8; TOKEN_BYTES]) -> [u8; TOKEN_BYTES] {
    let nonce = &random[NAMED_BYTES..];
    let name = BASE64_URL_SAFE_NO_PAD.decode(short_name).unwrap_or_default();
    let named = [name, name_seal(key, nonce, short_name)].concat();
    let covered = xor_bytes(&named, &name_cover(key, nonce));
    let mut mask = random;
    mask[..NAMED_BYTES].copy_from_slice(&covered[..NAMED_BYTES]);
    mask
}

/// The short name of the account whose page had a form, by the form's token. `None` if its mask names none.
pub fn account_of_form(sent: &str, key: &[u8; 32]) -> Option<String> {
    let (mask, _) = split_form_token(sent)?;
    let (covered, nonce) = mask.split_at(NAMED_BYTES);
    let named = xor_bytes(covered, &name_cover(key, nonce));
    let (name, seal) = named.split_at_checked(SHORT_NAME_BYTES)?;
    let name = BASE64_URL_SAFE_NO_PAD.encode(name);
    name_seal(key, nonce, &name).starts_with(seal).then_some(name)
}

/// The bytes that cover name and seal in a mask, from the random rest of the mask.
fn name_cover(key: &[u8; 32], nonce: &[u8]) -> Vec<u8> {
    hash_nonce(key, nonce, "")
}

/// The bytes that seal the name in a mask: without them, a mask whose name is known could be changed to name
/// another account.
fn name_seal(key: &[u8; 32], nonce: &[u8], short_name: &str) -> Vec<u8> {
    hash_nonce(key, nonce, short_name)
}

fn hash_nonce(key: &[u8; 32], nonce: &[u8], short_name: &str) -> Vec<u8> {
    let text = format!("{} {short_name}", BASE64_URL_SAFE_NO_PAD.encode(nonce));
    let hash = PurposeKey::new(key, NAMED_MASK_PURPOSE).hash(&text);
    BASE64_URL_SAFE_NO_PAD.decode(hash).unwrap_or_default()
}

/// Returns true if a form has the token of its session, as a page contained it.
pub fn is_form_token(sent: &str, token: &str) -> bool {
    let Some((mask, masked)) = split_form_token(sent) else { return false };
    let sent = BASE64_URL_SAFE_NO_PAD.encode(xor_bytes(&masked, &mask));
    secrets::equals_in_constant_time(&sent, token)
}

/// A short name for a session on a page, from its stored hash, or for an account, from its identifier;
/// neither can be computed from it.
pub fn short_name(key: &[u8; 32], identifier: &str) -> String {
    let mut mark = PurposeKey::new(key, SESSION_MARK_PURPOSE).hash(identifier);
    mark.truncate(16);
    mark
}

/// Returns true if a form has sent the short name of a session or an account.
pub fn is_short_name(sent: &str, key: &[u8; 32], of: &str) -> bool {
    secrets::equals_in_constant_time(&short_name(key, of), sent)
}

/// An identifier for what one form of a session creates, the same each time that the browser sends the form.
/// `form` is the form's random mark, and `token` the session's, so no other session gets the identifier.
pub fn form_mark(key: &[u8; 32], token: &str, form: &str) -> String {
    let mut mark = PurposeKey::new(key, FORM_MARK_PURPOSE).hash(&format!("{token} {form}"));
    mark.truncate(22);
    mark
}

fn cookie_header(value: &str, seconds: i64, secure: bool) -> String {
    http_only_cookie(cookie_name(secure), value, seconds, secure)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;
    use domain::sessions::SessionKind;
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;
    use secrets::OpaqueToken;

    use super::{TOKEN_BYTES, delete_cookie, form_mark, form_token, set_cookie, short_name};
    use super::{account_of_form, is_form_token, mask_form_token, named_mask};

    #[test]
    fn the_cookie_is_for_this_host_and_no_script() {
        let secret = OpaqueToken::generate(&mut StdRng::seed_from_u64(1));
        let plain = set_cookie(&secret, SessionKind::Password, false);
        assert!(plain.starts_with("session=") && !plain.contains("Secure"), "{plain}");
        assert!(plain.contains("; HttpOnly; SameSite=Lax") && plain.contains("; Max-Age=43200;"), "{plain}");
        let enrolled = set_cookie(&secret, SessionKind::Enrollment, false);
        assert!(enrolled.contains("; Max-Age=34560000;"), "400 days: {enrolled}");
        let secure = set_cookie(&secret, SessionKind::Password, true);
        assert!(secure.starts_with("__Host-session=") && secure.contains("; Path=/;"), "{secure}");
        assert!(secure.ends_with("; Secure"), "{secure}");
        assert!(
            delete_cookie(true).starts_with("__Host-session=; ") && delete_cookie(true).contains("Max-Age=0")
        );
    }

    #[test]
    fn each_page_has_the_token_in_another_form() {
        let token = form_token(&[1; 32], "cookie");
        let pages = [[0; TOKEN_BYTES], [7; TOKEN_BYTES], [255; TOKEN_BYTES]]
            .map(|mask| mask_form_token(&token, mask));
        assert!(pages.iter().all(|page| is_form_token(page, &token)));
        assert!(pages[0] != pages[1] && pages[1] != pages[2]);
        let other = mask_form_token(&form_token(&[1; 32], "other"), [7; TOKEN_BYTES]);
        for wrong in [other.as_str(), token.as_str(), "", "AA", &pages[1][..80], &format!("{}AAAA", pages[1])]
        {
            assert!(!is_form_token(wrong, &token), "{wrong}");
        }
    }

    #[test]
    fn a_form_says_whose_page_had_it() {
        let token = form_token(&[1; 32], "cookie");
        let ada = short_name(&[1; 32], "ada");
        let pages = [[0; TOKEN_BYTES], [7; TOKEN_BYTES]]
            .map(|random| mask_form_token(&token, named_mask(&[1; 32], &ada, random)));
        assert!(pages[0][..20] != pages[1][..20], "the name looks different on each page");
        for page in &pages {
            assert!(is_form_token(page, &token));
            assert_eq!(account_of_form(page, &[1; 32]), Some(ada.clone()));
            assert_eq!(account_of_form(page, &[2; 32]), None, "another server");
            assert_eq!(account_of_form(&page[1..], &[1; 32]), None, "damaged");
            let mut forged = BASE64_URL_SAFE_NO_PAD.decode(page).unwrap();
            forged[0] ^= 1;
            let forged = BASE64_URL_SAFE_NO_PAD.encode(forged);
            assert_eq!(account_of_form(&forged, &[1; 32]), None, "another account");
        }
        for unnamed in [mask_form_token(&token, [7; TOKEN_BYTES]).as_str(), token.as_str(), ""] {
            assert_eq!(account_of_form(unnamed, &[1; 32]), None, "{unnamed}");
        }
    }

    #[test]
    fn values_of_earlier_versions_are_accepted() {
        let token = form_token(&[1; 32], "cookie");
        assert_eq!(token, "tP0tJZpzuTr-O1Kr_ExfoxhVfNjsLqWmUnzX1Vpw_4g");
        assert_eq!(short_name(&[1; 32], "cookie"), "ik1QIWzqAvW6LDoS");
        assert_eq!(form_mark(&[1; 32], &token, "a"), "YNdSXs-hDsV87BDxRy0-1r");
    }

    #[test]
    fn each_session_and_each_server_has_tokens_of_its_own() {
        let token = form_token(&[1; 32], "cookie");
        assert_ne!(token, form_token(&[1; 32], "other"));
        assert_ne!(token, form_token(&[2; 32], "cookie"));
        assert!(!token.contains("cookie"));
        let mark = short_name(&[1; 32], "cookie");
        assert!(mark.len() == 16 && !token.starts_with(&mark), "marks and tokens are different things");
        assert_ne!(mark, super::short_name(&[1; 32], "other"));
        let first = form_mark(&[1; 32], &token, "a");
        assert_eq!(first, form_mark(&[1; 32], &token, "a"));
        for other in [form_mark(&[1; 32], &token, "b"), form_mark(&[1; 32], "other", "a")] {
            assert_ne!(first, other);
        }
    }
}
