//! Roles in words, for the descriptions of operations.

use domain::Privilege;

use crate::http::errors::ErrorKey;

/// A role in the description of an operation.
#[derive(Debug, Clone, Default)]
pub struct RoleDescription {
    /// Who may call: `x-who`.
    pub who: String,
    pub guests: GuestRule,
    /// The errors of other callers, with a reason or an empty text.
    pub errors: Vec<(ErrorKey, &'static str)>,
}

/// Treatment of callers without a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GuestRule {
    /// Any guest may call.
    #[default]
    Admitted,
    /// Only guests with a certain key may call.
    AdmittedWithKey,
    /// No guest may call.
    Refused,
}

impl GuestRule {
    /// The reason for a 401. Empty if the reason is a missing token.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Admitted => "the access token is unknown, expired or revoked",
            Self::AdmittedWithKey => "a guest with another key",
            Self::Refused => "",
        }
    }
}

impl RoleDescription {
    /// Anybody, signed in or not.
    pub(super) fn open(who: impl Into<String>) -> Self {
        Self { who: who.into(), ..Self::default() }
    }

    /// Users, and no guests.
    pub(super) fn signed_in(who: impl Into<String>) -> Self {
        Self { who: who.into(), guests: GuestRule::Refused, errors: Vec::new() }
    }

    /// Anybody with a key that has one of the privileges.
    pub(super) fn key_with(privileges: &[Privilege]) -> Self {
        let names: Vec<&str> = privileges.iter().map(|privilege| privilege.as_str()).collect();
        let names = match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        };
        Self::open(format!("Keys with the privilege {names}; no token needed"))
            .or_else(ErrorKey::ClientNotAllowed, "")
    }

    /// Names the callers differently.
    pub(super) fn with_who(self, who: &str) -> Self {
        Self { who: who.to_owned(), ..self }
    }

    /// Also requires a key with the privilege.
    pub(super) fn and_key_with(mut self, privilege: Privilege) -> Self {
        self.who = format!("{}, with a key that has the privilege {}", self.who, privilege.as_str());
        self.errors.insert(0, (ErrorKey::ClientNotAllowed, ""));
        self
    }

    /// Also admits anybody whose key has the privilege.
    pub(super) fn or_anyone_with(mut self, privilege: Privilege) -> Self {
        self.who = format!("{}; anyone with a key that has the privilege {}", self.who, privilege.as_str());
        self.guests = GuestRule::AdmittedWithKey;
        self
    }

    /// Adds the error of other callers, with a reason or an empty text.
    pub(super) fn or_else(mut self, key: ErrorKey, reason: &'static str) -> Self {
        self.errors.push((key, reason));
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::http::roles::{AdminKey, PrimaryContact, ReferenceKey, Role as _};

    #[test]
    fn a_role_names_its_callers_and_their_key() {
        assert_eq!(
            AdminKey::<PrimaryContact>::describe().who,
            "The primary contact, with a key that has the privilege sponsorAdmin"
        );
        assert_eq!(
            ReferenceKey::describe().who,
            "Keys with the privilege orgSignup, signup or membership; no token needed"
        );
    }
}
