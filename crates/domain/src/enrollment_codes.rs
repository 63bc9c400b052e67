//! Codes on printed cards with which one browser is signed in once (docs/rules/authentication.md#rule-17).

use std::fmt;

use jiff::{SignedDuration, Timestamp};

/// Time for which a code can be used.
pub const CODE_LIFETIME: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Letters that are easy to read, and of which no words can be made: no vowels, no `l` and no `y`.
const LETTERS: &[u8; 19] = b"bcdfghjkmnpqrstvwxz";

/// Groups of letters, which are printed with hyphens between them.
const GROUPS: usize = 3;

const LETTERS_PER_GROUP: usize = 4;

/// Maximum length of a typed code, in bytes; longer texts are not codes.
const MAX_TYPED_BYTES: usize = 100;

/// A code: 12 letters, 50 bits. It is never stored; its hash is.
#[derive(Clone, PartialEq, Eq)]
pub struct EnrollmentCode(String);

impl EnrollmentCode {
    /// A new code. `pick` returns a random number below its argument.
    pub fn generate(mut pick: impl FnMut(usize) -> usize) -> Self {
        let letters = (0..GROUPS * LETTERS_PER_GROUP).map(|_| char::from(LETTERS[pick(LETTERS.len())]));
        Self(letters.collect())
    }

    /// Reads a code as people type it: in any case, with or without hyphens and spaces. `None` if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_TYPED_BYTES {
            return None;
        }
        let is_separator =
            |c: char| c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '.' | ',');
        let code: String =
            text.chars().filter(|c| !is_separator(*c)).map(|c| c.to_ascii_lowercase()).collect();
        let is_code = code.len() == GROUPS * LETTERS_PER_GROUP && code.bytes().all(|c| LETTERS.contains(&c));
        is_code.then_some(Self(code))
    }

    /// The letters without hyphens, of which the hash is made.
    pub fn letters(&self) -> &str {
        &self.0
    }

    /// The code as printed, for example `bcdf-ghjk-mnpq`.
    pub fn to_groups(&self) -> String {
        let groups = self.0.as_bytes().chunks(LETTERS_PER_GROUP).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }
}

/// A code is never logged.
impl fmt::Debug for EnrollmentCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EnrollmentCode")
    }
}

/// Stored state of the newest code of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredCode {
    pub created: Timestamp,
    pub expires: Timestamp,
    pub used: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeState {
    /// It can be used until this moment.
    Open(Timestamp),
    /// It was used at this moment.
    Used(Timestamp),
    /// It was not used, and no longer can be since this moment.
    Expired(Timestamp),
}

impl StoredCode {
    pub fn state(&self, now: Timestamp) -> CodeState {
        match self.used {
            Some(used) => CodeState::Used(used),
            None if now < self.expires => CodeState::Open(self.expires),
            None => CodeState::Expired(self.expires),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};
    use proptest::prelude::*;

    use super::{CODE_LIFETIME, CodeState, EnrollmentCode, GROUPS, LETTERS, LETTERS_PER_GROUP, StoredCode};

    #[test]
    fn a_code_has_at_least_50_bits() {
        let combinations = (0..GROUPS * LETTERS_PER_GROUP).fold(1, |all, _| all * LETTERS.len() as u128);
        assert!(combinations > 1 << 50);
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = EnrollmentCode::generate(|below| below - 1);
        assert_eq!(code.to_groups(), "zzzz-zzzz-zzzz");
        for text in ["zzzzzzzzzzzz", " ZZZZ zzzz-ZZZZ ", "zzzz\u{2011}zzzz\u{2013}zzzz", "zzzz.zzzz, zzzz"] {
            assert!(EnrollmentCode::parse(text).is_some_and(|read| read == code), "{text}");
        }
        for text in ["", "zzzz-zzzz-zzz", "zzzz-zzzz-zzzzz", "zzzz-zzzz-zzza", "zzzz-zzzz-zzz\u{17f}"] {
            assert!(EnrollmentCode::parse(text).is_none(), "{text}");
        }
        assert!(EnrollmentCode::parse(&format!("zzzzzzzzzzzz{}", " ".repeat(100))).is_none());
        assert!(!format!("{code:?}").contains('z'));
    }

    #[test]
    fn a_code_ends_by_its_use_or_after_its_time() {
        let created: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let code = StoredCode { created, expires: created + CODE_LIFETIME, used: None };
        assert_eq!(code.state(created), CodeState::Open(code.expires));
        assert_eq!(code.state(code.expires), CodeState::Expired(code.expires));
        let used = created + SignedDuration::from_hours(1);
        assert_eq!(StoredCode { used: Some(used), ..code }.state(code.expires), CodeState::Used(used));
    }

    proptest! {
        #[test]
        fn every_code_is_read_again(numbers in prop::collection::vec(any::<usize>(), 12)) {
            let mut numbers = numbers.into_iter();
            let code = EnrollmentCode::generate(|below| numbers.next().unwrap() % below);
            prop_assert!(EnrollmentCode::parse(&code.to_groups()) == Some(code));
        }

        #[test]
        fn any_text_is_read(text in ".{0,120}") {
            let _ = EnrollmentCode::parse(&text);
        }
    }
}
