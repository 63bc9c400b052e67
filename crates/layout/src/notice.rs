//! Notices that a page shows once, after a form was processed: "The new password is saved." The name of the
//! sentence travels in a signed cookie that lives for two minutes. The page that it is for shows the sentence
//! and removes the cookie, so no address makes a page say that something was done.

use axum::http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use secrets::PurposeKey;

use crate::cookies::{cookie_value, http_only_cookie};

/// Separates notices from other uses of the same key.
const KEY_PURPOSE: &[u8] = b"openshelf notice 1\0";

/// Time in which a browser has to open the page that shows a notice.
const NOTICE_LIFETIME: SignedDuration = SignedDuration::from_mins(2);

#[derive(Debug, Clone, Copy)]
pub struct Notices<'a> {
    /// Signs the cookies; the same on every node.
    pub key: &'a [u8; 32],
    /// The token of the session's forms; empty for guests. No other session shows the notice.
    pub token: &'a str,
    /// The present moment.
    pub now: Timestamp,
    /// True if cookies may travel over HTTPS only.
    pub secure: bool,
}

impl Notices<'_> {
    /// `Set-Cookie` for a sentence, named by its message, that the page at an address says. The address may
    /// have a query and a fragment.
    pub fn set_cookie(&self, address: &str, message: &str) -> String {
        let until = self.now.saturating_add(NOTICE_LIFETIME).unwrap_or(Timestamp::MAX).as_second();
        let signature = self.key().hash(&self.signed_text(path_part(address), message, until));
        let value = format!("{message}.{until}.{signature}");
        http_only_cookie(cookie_name(self.secure), &value, NOTICE_LIFETIME.as_secs(), self.secure)
    }

    /// The message that the page at an address is to show. `None` if there is none, it is for another page or
    /// another session, it is too old, or this server did not sign it.
    pub fn read_message_id<'h>(&self, address: &str, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut parts = cookie_value(headers, cookie_name(self.secure))?.splitn(3, '.');
        let (message, until, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let until = until.parse().ok().filter(|until| *until > self.now.as_second())?;
        let signed = self.signed_text(path_part(address), message, until);
        self.key().matches_hash(&signed, signature).then_some(message)
    }

    /// `Set-Cookie` that removes a notice which was shown.
    pub fn delete_cookie(&self) -> String {
        http_only_cookie(cookie_name(self.secure), "", 0, self.secure)
    }

    fn key(&self) -> PurposeKey {
        PurposeKey::new(self.key, KEY_PURPOSE)
    }

    fn signed_text(&self, path: &str, message: &str, until: i64) -> String {
        format!("{message} {until} {} {path}", self.token)
    }
}

/// The name of the cookie. Over HTTPS it has the prefix with which no other host can set it.
fn cookie_name(secure: bool) -> &'static str {
    if secure { "__Host-notice" } else { "notice" }
}

fn path_part(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use jiff::{SignedDuration, Timestamp};

    use super::Notices;

    const OF_ADA: Notices<'static> =
        Notices { key: &[1; 32], token: "ada", now: Timestamp::UNIX_EPOCH, secure: false };

    fn browser_headers(set_cookie: &str) -> HeaderMap {
        let pair = set_cookie.split(';').next().unwrap();
        HeaderMap::from_iter([(axum::http::header::COOKIE, pair.parse().unwrap())])
    }

    #[test]
    fn the_page_that_a_notice_is_for_shows_it() {
        let kept = browser_headers(&OF_ADA.set_cookie("/lists/1?sort=title#top", "list-said-added"));
        assert_eq!(OF_ADA.read_message_id("/lists/1", &kept), Some("list-said-added"));
        assert_eq!(OF_ADA.read_message_id("/lists/1?after=3", &kept), Some("list-said-added"));
        assert_eq!(OF_ADA.read_message_id("/lists/2", &kept), None);
    }

    #[test]
    fn a_notice_of_an_earlier_version_is_shown() {
        let set = OF_ADA.set_cookie("/lists/1", "list-said-added");
        let recorded = "notice=list-said-added.120.SgwUIlDfdzOr1_PmeVjbJnagGI0mWhgcg1WZoem-31o;";
        assert!(set.starts_with(recorded), "{set}");
        assert!(OF_ADA.read_message_id("/lists/1", &browser_headers(recorded)).is_some());
    }

    #[test]
    fn notices_that_others_made_are_not_shown() {
        let kept = browser_headers(&OF_ADA.set_cookie("/account/password", "password-saved"));
        let elsewhere = [
            Notices { key: &[2; 32], ..OF_ADA },
            Notices { token: "eve", ..OF_ADA },
            Notices { token: "", ..OF_ADA },
            Notices { now: OF_ADA.now + SignedDuration::from_secs(120), ..OF_ADA },
        ];
        for other in elsewhere {
            assert_eq!(other.read_message_id("/account/password", &kept), None, "{other:?}");
        }
        let last = Notices { now: OF_ADA.now + SignedDuration::from_secs(119), ..OF_ADA };
        assert!(last.read_message_id("/account/password", &kept).is_some());
        let cookie = kept["cookie"].to_str().unwrap();
        let later = cookie.replacen(".120.", ".9999.", 1);
        for forged in
            [cookie.replace("saved", "wrong"), later, "notice=password-saved".into(), "notice=".into()]
        {
            assert_eq!(
                OF_ADA.read_message_id("/account/password", &browser_headers(&forged)),
                None,
                "{forged}"
            );
        }
    }

    #[test]
    fn the_cookie_is_for_this_host_and_no_script() {
        let secure = Notices { secure: true, ..OF_ADA };
        let set = secure.set_cookie("/display", "display-saved");
        assert!(set.starts_with("__Host-notice=display-saved.120."), "{set}");
        assert!(set.ends_with("; Path=/; Max-Age=120; HttpOnly; SameSite=Lax; Secure"), "{set}");
        assert_eq!(OF_ADA.delete_cookie(), "notice=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }
}
