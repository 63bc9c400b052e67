//! The form for name and password, with its values and errors.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::Response;
use layout::inputs::{self, InputError, InputField};
use oauth::Fault;

use crate::page::Page;

/// Contents of the sign-in form.
pub(crate) struct SignInForm {
    /// Name and password.
    pub(crate) inputs: [InputField; 2],
    /// Seconds until the next attempt.
    wait: Option<u32>,
}

impl SignInForm {
    /// The empty form.
    pub(crate) fn empty(page: &Page) -> Self {
        let inputs = [
            InputField::new_required(page, "username", "sign-in-name").with_autocomplete("username"),
            InputField::new_password(page, "password", "sign-in-password", "current-password"),
        ];
        Self { inputs, wait: None }
    }

    /// The user left a field empty.
    pub(crate) fn incomplete(page: &Page, name: &str, password: &str) -> Self {
        let mut form = Self::empty(page).with_name(name);
        form.inputs[0].error = name.trim().is_empty().then(|| page.text("sign-in-name-missing"));
        form.inputs[1].error = password.is_empty().then(|| page.text("sign-in-password-missing"));
        form
    }

    /// The sign-in was refused; `None` for faults that the user can do nothing about.
    pub(crate) fn refused(page: &Page, name: &str, fault: &Fault) -> Option<Self> {
        let (text, wait) = match fault {
            Fault::BadCredentials => (page.text("sign-in-wrong"), None),
            Fault::TooManyAttempts(seconds) => (page.wait("sign-in-wait", *seconds), Some(*seconds)),
            _ => return None,
        };
        let mut form = Self { wait, ..Self::empty(page).with_name(name) };
        form.inputs[0].error = Some(text);
        Some(form)
    }

    fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.inputs[0].value);
        self
    }

    /// The error summary.
    pub(crate) fn errors(&self) -> Vec<InputError> {
        inputs::errors(&self.inputs.each_ref())
    }

    /// The HTTP status of the page with the form.
    pub(crate) fn status(&self) -> StatusCode {
        self.wait.map_or_else(|| inputs::status(&self.errors()), |_| StatusCode::TOO_MANY_REQUESTS)
    }

    /// The page with the form, which says when to try again.
    pub(crate) fn on(&self, mut page: Response) -> Response {
        if let Some(seconds) = self.wait {
            page.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        page
    }
}
