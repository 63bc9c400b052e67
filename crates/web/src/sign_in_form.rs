//! The form for name and password, with its values and errors.

use layout::inputs::{InputError, InputField, list_errors};
use oauth::Fault;

use crate::Page;

pub(crate) struct SignInForm {
    /// Name and password.
    pub(crate) inputs: [InputField; 2],
    /// Seconds until the next attempt.
    pub(crate) wait: Option<u32>,
}

impl SignInForm {
    pub(crate) fn new_empty(page: &Page) -> Self {
        let inputs = [
            InputField::new_required(page, "username", "sign-in-name").with_autocomplete("username"),
            InputField::new_password(page, "password", "sign-in-password", "current-password"),
        ];
        Self { inputs, wait: None }
    }

    /// The form of a user who left a field empty.
    pub(crate) fn with_missing_fields(page: &Page, name: &str, password: &str) -> Self {
        let mut form = Self::new_empty(page).with_name(name);
        form.inputs[0].error = name.trim().is_empty().then(|| page.text("sign-in-name-missing"));
        form.inputs[1].error = password.is_empty().then(|| page.text("sign-in-password-missing"));
        form
    }

    /// The form after a refused sign-in; `None` for faults that the user cannot mend.
    pub(crate) fn with_refusal(page: &Page, name: &str, fault: &Fault) -> Option<Self> {
        let (text, wait) = match fault {
            Fault::BadCredentials => (page.text("sign-in-wrong"), None),
            Fault::TooManyAttempts(seconds) => (page.wait_text("sign-in-wait", *seconds), Some(*seconds)),
            _ => return None,
        };
        let mut form = Self { wait, ..Self::new_empty(page).with_name(name) };
        form.inputs[0].error = Some(text);
        Some(form)
    }

    fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.inputs[0].value);
        self
    }

    pub(crate) fn errors(&self) -> Vec<InputError> {
        list_errors(&self.inputs.each_ref())
    }
}
