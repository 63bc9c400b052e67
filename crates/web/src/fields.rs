//! Form fields, with their values and errors.

use oauth::{Fault, Params};

/// One line of text.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) autocomplete: &'static str,
    pub(crate) required: bool,
    pub(crate) hint: Option<&'static str>,
    pub(crate) value: String,
    pub(crate) error: Option<String>,
}

/// A line of the error summary: the linked field, and the error.
pub(crate) struct FieldError<'a> {
    pub(crate) field: &'a str,
    pub(crate) text: &'a str,
}

impl Field {
    /// A required field.
    pub(crate) fn required(name: &'static str, label: &'static str, autocomplete: &'static str) -> Self {
        Self {
            name,
            label,
            kind: "text",
            autocomplete,
            required: true,
            hint: None,
            value: String::new(),
            error: None,
        }
    }

    /// An optional field.
    pub(crate) fn optional(name: &'static str, label: &'static str, autocomplete: &'static str) -> Self {
        Self { required: false, ..Self::required(name, label, autocomplete) }
    }

    /// A field for a new password; its value is never shown again.
    pub(crate) fn password(name: &'static str, label: &'static str) -> Self {
        Self { kind: "password", ..Self::required(name, label, "new-password") }
    }

    /// Adds a hint, shown before the field.
    pub(crate) fn hint(self, text: &'static str) -> Self {
        Self { hint: Some(text), ..self }
    }

    /// Reads the trimmed value; an empty required field is an error, and so is a value with more than 255
    /// characters or with control characters.
    pub(crate) fn read(mut self, form: &Params, missing: &str) -> Result<Self, Fault> {
        self.value = form.get(self.name)?.unwrap_or_default().trim().to_owned();
        if self.value.is_empty() && self.required {
            self.error = Some(missing.to_owned());
        } else if self.value.chars().count() > 255 || self.value.chars().any(char::is_control) {
            self.error = Some("This is too long, or not text".to_owned());
        }
        Ok(self)
    }

    /// The value, unless empty.
    pub(crate) fn given(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| self.value.clone())
    }

    /// The elements that describe the field, for `aria-describedby`.
    pub(crate) fn described_by(&self) -> String {
        let hint = self.hint.map(|_| format!("{}-hint", self.name));
        let error = self.error.as_ref().map(|_| format!("{}-error", self.name));
        [hint, error].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The error summary of these fields.
    pub(crate) fn errors(fields: &[Self]) -> Vec<FieldError<'_>> {
        fields
            .iter()
            .filter_map(|field| Some(FieldError { field: field.name, text: field.error.as_deref()? }))
            .collect()
    }
}
