//! The fields of a form that is shown again, with what was typed and what is wrong with it.

use axum::http::StatusCode;

use crate::fields::Fields;
use crate::page::Page;

/// Longest text of a field, in characters.
const LONGEST: usize = 255;

/// A line of text.
pub(crate) struct Input {
    /// Its name in the form, and the identifier of its element.
    pub(crate) name: &'static str,
    /// The type of the element.
    pub(crate) kind: &'static str,
    /// What browsers may fill in.
    pub(crate) autocomplete: &'static str,
    /// The label.
    pub(crate) label: String,
    /// What to know before typing.
    pub(crate) hint: Option<String>,
    /// Whether it must be filled in.
    pub(crate) required: bool,
    /// What is in it. Passwords are never shown again.
    pub(crate) value: String,
    /// What is wrong with it.
    pub(crate) error: Option<String>,
}

impl Input {
    /// A field that must be filled in, whose label is this message.
    pub(crate) fn required(page: &Page<'_>, name: &'static str, label: &str) -> Self {
        Self {
            name,
            kind: "text",
            autocomplete: "off",
            label: page.t(label),
            hint: None,
            required: true,
            value: String::new(),
            error: None,
        }
    }

    /// A field that may stay empty.
    pub(crate) fn optional(page: &Page<'_>, name: &'static str, label: &str) -> Self {
        Self { required: false, ..Self::required(page, name, label) }
    }

    /// A field for a password: `current-password` or `new-password`.
    pub(crate) fn password(
        page: &Page<'_>,
        name: &'static str,
        label: &str,
        autocomplete: &'static str,
    ) -> Self {
        Self { kind: "password", autocomplete, ..Self::required(page, name, label) }
    }

    /// The same with a hint.
    pub(crate) fn hint(self, text: String) -> Self {
        Self { hint: Some(text), ..self }
    }

    /// The same with what browsers may fill in.
    pub(crate) fn filled_with(self, autocomplete: &'static str) -> Self {
        Self { autocomplete, ..self }
    }

    /// The same with a value.
    pub(crate) fn with(self, value: impl Into<String>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// The same with what was typed, and what is wrong with that: it is missing, too long, or not one line of text.
    pub(crate) fn read(mut self, page: &Page<'_>, fields: &Fields) -> Self {
        let value = fields.get(self.name).unwrap_or_default();
        if value.is_empty() && self.required {
            self.error = Some(page.named("error-required", &self.label));
        } else if value.chars().count() > LONGEST || value.chars().any(char::is_control) {
            self.error = Some(page.named("error-text", &self.label));
        }
        if self.kind != "password" {
            value.clone_into(&mut self.value);
        }
        self
    }

    /// What was typed, if anything.
    pub(crate) fn given(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| self.value.clone())
    }

    /// The elements that describe the field.
    pub(crate) fn described_by(&self) -> String {
        let hint = self.hint.as_ref().map(|_| format!("{}-hint", self.name));
        let error = self.error.as_ref().map(|_| format!("{}-error", self.name));
        [hint, error].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A line of the list of errors: the field that it leads to, and what is wrong.
pub(crate) struct InputError {
    /// The identifier of the field's element.
    pub(crate) field: &'static str,
    /// What is wrong.
    pub(crate) text: String,
}

/// The status of a page with a form in which this is wrong.
pub(crate) fn status(errors: &[InputError]) -> StatusCode {
    if errors.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST }
}

/// What is wrong with these fields, in their order.
pub(crate) fn errors(inputs: &[&Input]) -> Vec<InputError> {
    let error = |input: &&Input| Some(InputError { field: input.name, text: input.error.clone()? });
    inputs.iter().filter_map(error).collect()
}
