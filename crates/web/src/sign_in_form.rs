//! The form for name and password, with its values and errors.

use axum::http::StatusCode;
use oauth::Fault;

use crate::fields::FieldError;
use crate::problem::spoken;

/// Contents of the sign-in form.
#[derive(Default)]
pub(crate) struct SignInForm {
    pub(crate) username: String,
    pub(crate) username_error: Option<String>,
    pub(crate) password_error: Option<String>,
    pub(crate) wait: Option<u32>,
}

impl SignInForm {
    /// The user left a field empty.
    pub(crate) fn incomplete(name: &str, password: &str) -> Self {
        let missing = |empty: bool, text: &str| empty.then(|| text.to_owned());
        Self {
            username: name.to_owned(),
            username_error: missing(name.trim().is_empty(), "Enter your user name or email address"),
            password_error: missing(password.is_empty(), "Enter your password"),
            wait: None,
        }
    }

    /// The sign-in was refused; `None` for faults that the user can do nothing about.
    pub(crate) fn refused(name: &str, fault: &Fault) -> Option<Self> {
        let (text, wait) = match fault {
            Fault::BadCredentials => {
                ("This name and password do not match. Check both and try again".to_owned(), None)
            }
            Fault::TooManyAttempts(seconds) => {
                (format!("Too many attempts. Wait {}, then try again", spoken(*seconds)), Some(*seconds))
            }
            _ => return None,
        };
        Some(Self { username: name.to_owned(), username_error: Some(text), password_error: None, wait })
    }

    /// The error summary.
    pub(crate) fn errors(&self) -> Vec<FieldError<'_>> {
        let fields = [("username", &self.username_error), ("password", &self.password_error)];
        let fields = fields.into_iter();
        fields.filter_map(|(field, text)| Some(FieldError { field, text: text.as_deref()? })).collect()
    }

    /// The status that the form is shown with.
    pub(crate) fn status(&self) -> StatusCode {
        match (self.wait, self.username_error.is_some() || self.password_error.is_some()) {
            (Some(_), _) => StatusCode::TOO_MANY_REQUESTS,
            (None, true) => StatusCode::BAD_REQUEST,
            (None, false) => StatusCode::OK,
        }
    }
}
