//! The body of POST /oauth/token.

use crate::{Fault, Params};

/// A grant that a client exchanges for tokens.
#[derive(Clone, PartialEq, Eq)]
pub enum Grant {
    AuthorizationCode {
        code: String,
        /// Must equal that of the authorization request.
        redirect_uri: String,
        /// PKCE (RFC 7636).
        code_verifier: Option<String>,
    },
    RefreshToken {
        refresh_token: String,
    },
    /// Name and password, for trusted keys only.
    Password {
        /// User name or email address.
        username: String,
        password: String,
    },
}

impl Grant {
    /// Reads the form. `may_use_password` is the key's privilege, checked before the fields are read.
    pub fn from_form(form: &Params, may_use_password: bool) -> Result<Self, Fault> {
        let own = |name| form.require(name).map(str::to_owned);
        let grant = match form.require("grant_type")? {
            "authorization_code" => Self::AuthorizationCode {
                code: own("code")?,
                redirect_uri: own("redirect_uri")?,
                code_verifier: form.get("code_verifier")?.map(str::to_owned),
            },
            "refresh_token" => Self::RefreshToken { refresh_token: own("refresh_token")? },
            "password" if !may_use_password => return Err(Fault::GrantNotAllowed),
            "password" => Self::Password { username: own("username")?, password: own("password")? },
            _ => return Err(Fault::UnknownGrant),
        };
        form.check_scope(false)?;
        Ok(grant)
    }
}

impl std::fmt::Debug for Grant {
    /// Shows only the kind: everything else is secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::AuthorizationCode { .. } => "AuthorizationCode(..)",
            Self::RefreshToken { .. } => "RefreshToken(..)",
            Self::Password { .. } => "Password(..)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Grant;
    use crate::{ErrorCode, Fault, Params};

    fn read_form(form: &str) -> Result<Grant, Fault> {
        Grant::from_form(&Params::parse(form.as_bytes()), true)
    }

    #[test]
    fn reads_the_three_grants() {
        let code =
            read_form("grant_type=authorization_code&code=c&redirect_uri=app%3A%2F%2Fback&api_key=ignored");
        assert_eq!(
            code,
            Ok(Grant::AuthorizationCode {
                code: "c".into(),
                redirect_uri: "app://back".into(),
                code_verifier: None
            })
        );
        let refresh = read_form("grant_type=refresh_token&refresh_token=r&scope=basic");
        assert_eq!(refresh, Ok(Grant::RefreshToken { refresh_token: "r".into() }));
        let password = read_form("grant_type=password&username=ann%40a.example&password=p%26+q");
        assert_eq!(
            password,
            Ok(Grant::Password { username: "ann@a.example".into(), password: "p& q".into() })
        );
    }

    #[test]
    fn rejects_incomplete_and_unknown_grants() {
        assert_eq!(read_form(""), Err(Fault::Missing("grant_type")));
        assert_eq!(read_form("grant_type=client_credentials"), Err(Fault::UnknownGrant));
        assert_eq!(Fault::UnknownGrant.error_code(), ErrorCode::InvalidRequest);
        assert_eq!(read_form("grant_type=authorization_code&redirect_uri=a"), Err(Fault::Missing("code")));
        assert_eq!(read_form("grant_type=authorization_code&code=a"), Err(Fault::Missing("redirect_uri")));
        assert_eq!(read_form("grant_type=refresh_token"), Err(Fault::Missing("refresh_token")));
        assert_eq!(read_form("grant_type=password&username=a"), Err(Fault::Missing("password")));
        assert_eq!(read_form("grant_type=refresh_token&refresh_token=r&scope=all"), Err(Fault::Scope));
    }

    #[test]
    fn requires_the_privilege_for_the_password_grant() {
        let form = Params::parse(b"grant_type=password&username=a&password=b");
        assert_eq!(Grant::from_form(&form, false), Err(Fault::GrantNotAllowed));
    }

    #[test]
    fn debug_output_contains_no_secret() {
        let grant = read_form("grant_type=password&username=ann&password=hunter22").unwrap();
        assert_eq!(format!("{grant:?}"), "Password(..)");
    }
}
