//! Forms that were sent after their session had ended (WCAG 2.2, 2.2.5). Their fields are kept during the
//! sign-in as a sealed note in a hidden field, and filled in again after it: the server stores nothing
//! (docs/rules/authentication.md#rule-16).

use jiff::{SignedDuration, Timestamp};
use secrets::{OpaqueToken, PurposeKey};
use serde::{Deserialize, Serialize};

/// Maximum length of a sealed note, in bytes: with name and password, the sign-in form stays below the limit
/// of forms.
pub const MAX_SEALED_BYTES: usize = 48 * 1024;

/// Time in which the person has to sign in again.
const NOTE_LIFETIME: SignedDuration = SignedDuration::from_mins(60);

/// Separates these notes from others of the same key.
const KEY_PURPOSE: &[u8] = b"openshelf kept form 1\0";

/// Fields that are never kept, so that no page contains their values: the token, and passwords. A test finds
/// other fields for passwords.
const SECRET_FIELDS: [&str; 4] = ["token", "password", "present", "repeated"];

/// A form that was sent without a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptForm {
    /// The short name of the account whose page had the form (`layout::session::short_name`).
    pub account: String,
    /// Path and query that the form is sent to.
    pub action: String,
    /// Path and query of the page with the form.
    pub page: String,
    /// Names and values in the order in which they were sent. Secrets are left out.
    pub fields: Vec<(String, String)>,
    /// True if the form has files, which are not kept.
    pub has_files: bool,
    /// The time at which the note expires, in seconds since 1970.
    ends: i64,
}

impl KeptForm {
    /// The form of a page of the account with this short name. Without fields; the page is the action.
    pub fn new(account: &str, action: &str, now: Timestamp) -> Self {
        Self {
            account: account.to_owned(),
            action: action.to_owned(),
            page: action.to_owned(),
            fields: Vec::new(),
            has_files: false,
            ends: now.as_second() + NOTE_LIFETIME.as_secs(),
        }
    }

    #[must_use]
    pub fn on_page(self, page: String) -> Self {
        Self { page, ..self }
    }

    /// Sets the fields, without those that hold secrets.
    #[must_use]
    pub fn with_fields(self, fields: impl Iterator<Item = (String, String)>) -> Self {
        let is_kept = |(name, _): &(String, String)| !SECRET_FIELDS.contains(&name.as_str());
        Self { fields: fields.filter(is_kept).collect(), ..self }
    }

    #[must_use]
    pub fn with_files(self) -> Self {
        Self { has_files: true, ..self }
    }

    /// The note of a form. `None` if it has no fields, or is too long to be kept.
    pub fn seal(&self, key: &[u8; 32]) -> Option<SealedForm> {
        let text = PurposeKey::new(key, KEY_PURPOSE).seal_note(self).ok()?;
        (!self.fields.is_empty() && text.len() <= MAX_SEALED_BYTES).then_some(SealedForm(text))
    }

    /// Opens a note. `None` if this server did not seal it, or it has expired.
    pub fn open(text: &str, key: &[u8; 32], now: Timestamp) -> Option<Self> {
        let form: Self = PurposeKey::new(key, KEY_PURPOSE).open_note(text)?;
        (now.as_second() < form.ends).then_some(form)
    }
}

/// The note of a form: an extension of the response to it, which the sign-in page replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedForm(pub String);

/// A form whose sender has signed in again: an extension of the response to the sign-in, to the form for a
/// new password, or to a form of an earlier session. The page with the form replaces the response.
#[derive(Debug, Clone)]
pub struct FormToRestore {
    pub form: KeptForm,
    /// The value of the new session's cookie. `None` for the session of the request.
    pub session: Option<OpaqueToken>,
    /// True if the sender has just changed the password.
    pub has_new_password: bool,
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::{KeptForm, MAX_SEALED_BYTES, SealedForm};

    const FORM_KEY: [u8; 32] = [7; 32];

    fn sample_form(value: &str) -> KeptForm {
        let fields = [("token", "t"), ("note", value), ("present", "a1b2c3d4"), ("password", "a1b2c3d4")];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        KeptForm::new("ada", "/titles/1/problem", Timestamp::UNIX_EPOCH).with_fields(fields.into_iter())
    }

    #[test]
    fn a_note_opens_within_its_time_and_holds_no_secrets() {
        let form = sample_form("Page 3 is missing").on_page("/titles/1".to_owned()).with_files();
        let SealedForm(text) = form.seal(&FORM_KEY).unwrap();
        let last = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(3599);
        let opened = KeptForm::open(&text, &FORM_KEY, last).unwrap();
        assert_eq!(opened, form);
        assert_eq!(opened.fields, [("note".to_owned(), "Page 3 is missing".to_owned())]);
        assert_eq!(KeptForm::open(&text, &FORM_KEY, last + SignedDuration::from_secs(1)), None, "expired");
        assert_eq!(KeptForm::open(&text, &[8; 32], last), None, "another key");
        assert_eq!(KeptForm::open(&text[1..], &FORM_KEY, last), None, "damaged");
    }

    #[test]
    fn nothing_is_kept_of_a_form_that_is_too_long_or_has_no_fields() {
        assert!(sample_form(&"x".repeat(MAX_SEALED_BYTES / 2)).seal(&FORM_KEY).is_some());
        assert_eq!(sample_form(&"x".repeat(MAX_SEALED_BYTES)).seal(&FORM_KEY), None);
        let empty = KeptForm::new("ada", "/lists/1", Timestamp::UNIX_EPOCH);
        assert_eq!(empty.seal(&FORM_KEY), None);
    }
}
