//! The fields of a form that is shown again, with what was typed and what is wrong with it.

use axum::http::StatusCode;
use domain::{countries, name_key};
use vocabulary::Language;

use crate::Wording;

/// Maximum length of a field's text, in characters.
const MAX_FIELD_CHARS: usize = 255;

pub trait FormValues {
    /// The value of a field without spaces around it. `None` if the form has none, or more than one.
    fn value(&self, name: &'static str) -> Option<&str>;
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputField {
    /// The name in the form, and the identifier of its element.
    pub name: &'static str,
    /// The type of the element.
    pub kind: &'static str,
    /// The value of the `autocomplete` attribute.
    pub autocomplete: &'static str,
    pub label: String,
    /// The hint that precedes typing.
    pub hint: Option<String>,
    /// True if it must be filled in.
    pub required: bool,
    /// The error of an empty field. `None` for the usual sentence.
    pub missing: Option<String>,
    /// Maximum number of characters. `None` for the usual limit.
    pub max_chars: Option<usize>,
    /// The content. Passwords are never shown again.
    pub value: String,
    pub error: Option<String>,
}

impl InputField {
    /// A field that must be filled in, whose label is this message.
    pub fn new_required<'a>(words: impl Into<Wording<'a>>, name: &'static str, label: &str) -> Self {
        Self {
            name,
            kind: "text",
            autocomplete: "off",
            label: words.into().text(label),
            hint: None,
            required: true,
            missing: None,
            max_chars: None,
            value: String::new(),
            error: None,
        }
    }

    /// A field that may stay empty.
    pub fn new_optional<'a>(words: impl Into<Wording<'a>>, name: &'static str, label: &str) -> Self {
        Self { required: false, ..Self::new_required(words, name, label) }
    }

    /// A field for a password: `current-password` or `new-password`.
    pub fn new_password<'a>(
        words: impl Into<Wording<'a>>,
        name: &'static str,
        label: &str,
        autocomplete: &'static str,
    ) -> Self {
        Self { kind: "password", autocomplete, ..Self::new_required(words, name, label) }
    }

    #[must_use]
    pub fn with_hint(self, text: String) -> Self {
        Self { hint: Some(text), ..self }
    }

    /// Sets the error for an empty field.
    #[must_use]
    pub fn with_missing_error(self, text: String) -> Self {
        Self { missing: Some(text), ..self }
    }

    /// Sets the limit of the field, in characters.
    #[must_use]
    pub fn with_max_chars(self, longest: usize) -> Self {
        Self { max_chars: Some(longest), ..self }
    }

    /// Sets the `autocomplete` attribute.
    #[must_use]
    pub fn with_autocomplete(self, autocomplete: &'static str) -> Self {
        Self { autocomplete, ..self }
    }

    #[must_use]
    pub fn with_value(self, value: impl Into<String>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// Reads the submitted value, and sets its error if it is missing, too long, or not one line of text.
    #[must_use]
    pub fn read_from<'a>(mut self, words: impl Into<Wording<'a>>, form: &impl FormValues) -> Self {
        let words = words.into();
        let value = form.value(self.name).unwrap_or_default();
        let length = value.chars().count();
        if value.is_empty() && self.required {
            self.error =
                Some(self.missing.clone().unwrap_or_else(|| words.with_name("error-required", &self.label)));
        } else if let Some(longest) = self.max_chars.filter(|longest| length > *longest) {
            let values = [("name", self.label.as_str().into()), ("count", longest.into())];
            self.error = Some(words.format("error-longest", &values));
        } else if length > MAX_FIELD_CHARS || value.chars().any(char::is_control) {
            self.error = Some(words.with_name("error-text", &self.label));
        }
        if self.kind != "password" {
            value.clone_into(&mut self.value);
        }
        self
    }

    /// The submitted value, if it is not empty.
    pub fn typed_value(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| self.value.clone())
    }

    /// Returns true if a keyboard must not correct what is typed like the words of a language: names to sign
    /// in with, codes, addresses and numbers.
    pub fn takes_exact_text(&self) -> bool {
        self.name == "code" || matches!(self.autocomplete, "username" | "email" | "tel" | "postal-code")
    }

    /// The elements that describe the field.
    pub fn described_by(&self) -> String {
        let hint = self.hint.as_ref().map(|_| format!("{}-hint", self.name));
        let error = self.error.as_ref().map(|_| format!("{}-error", self.name));
        [hint, error].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A choice of one of several values, which must be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Select {
    /// Its name in the form, and the identifier of its element.
    pub name: &'static str,
    pub label: String,
    /// Options that browsers may choose.
    pub autocomplete: &'static str,
    /// Values and their labels.
    pub options: Vec<(String, String)>,
    /// The chosen value; empty before.
    pub value: String,
    /// The fault of its value.
    pub error: Option<String>,
}

impl Select {
    /// A choice between values with their labels. Its own label is this message.
    pub fn new_required<'a>(
        words: impl Into<Wording<'a>>,
        name: &'static str,
        label: &str,
        options: Vec<(String, String)>,
    ) -> Self {
        let label = words.into().text(label);
        Self { name, label, autocomplete: "off", options, value: String::new(), error: None }
    }

    /// Sets the `autocomplete` attribute.
    #[must_use]
    pub fn with_autocomplete(self, autocomplete: &'static str) -> Self {
        Self { autocomplete, ..self }
    }

    /// Takes the submitted value, and notes its error: none of the options was chosen.
    pub fn choose<'a>(&mut self, words: impl Into<Wording<'a>>, form: &impl FormValues) {
        let value = form.value(self.name).unwrap_or_default();
        if self.options.iter().any(|(option, _)| option == value) {
            value.clone_into(&mut self.value);
        } else {
            self.error = Some(words.into().with_name("error-required", &self.label));
        }
    }

    /// Its line in the list of errors.
    pub fn input_error(&self) -> Option<InputError> {
        Some(InputError { field: self.name, text: self.error.clone()? })
    }
}

/// The name of a country in a language; its code if there is none.
pub fn country_name(code: &str, language: Language) -> String {
    countries::name_in_language(code, language.tag()).unwrap_or(code).to_owned()
}

/// All countries: their codes, and their names in a language, by which they are sorted.
pub fn list_countries(language: Language) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> =
        countries::codes().map(|code| (code.to_owned(), country_name(code, language))).collect();
    options.sort_by_cached_key(|(_, name)| name_key(name));
    options
}

/// A line of the list of errors: the field that it leads to, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// The identifier of the field's element.
    pub field: &'static str,
    pub text: String,
}

pub fn form_status(errors: &[InputError]) -> StatusCode {
    if errors.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST }
}

pub fn list_errors(inputs: &[&InputField]) -> Vec<InputError> {
    let error = |input: &&InputField| Some(InputError { field: input.name, text: input.error.clone()? });
    inputs.iter().filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::{FormValues, InputField, Select, list_errors};
    use crate::{Language, Messages, Wording};

    /// A form with one field, as it was typed.
    struct TypedForm<'a>(&'a str);

    impl FormValues for TypedForm<'_> {
        fn value(&self, _: &'static str) -> Option<&str> {
            Some(self.0.trim())
        }
    }

    #[test]
    fn faults_of_a_field_are_reported() {
        let messages = Messages::new(&[(
            Language::English,
            "name = Name\nerror-required = { $name }: needed\nerror-text = { $name }: bad\n\
             error-longest = { $name }: { $count } at most",
        )]);
        let words = Wording { messages: &messages, language: Language::English };
        let field = || InputField::new_required(words, "name", "name");
        let read = |input: InputField, typed: &str| {
            let input = input.read_from(words, &TypedForm(typed));
            (input.value, input.error)
        };
        let wrong = |text: &str| Some(text.to_owned());
        assert_eq!(read(field(), " Ann "), ("Ann".to_owned(), None));
        assert_eq!(read(field(), " ").1, wrong("Name: needed"));
        assert_eq!(read(field().with_missing_error("Say it".into()), "").1, wrong("Say it"));
        assert_eq!(read(field(), "a\nb").1, wrong("Name: bad"));
        assert_eq!(read(field(), &"x".repeat(256)).1, wrong("Name: bad"));
        assert_eq!(read(field().with_max_chars(2), "abc").1, wrong("Name: 2 at most"));
        assert_eq!(read(InputField::new_optional(words, "name", "name"), "").1, None);
        let hidden = InputField::new_password(words, "name", "name", "new-password");
        assert_eq!(read(hidden, "secret").0, "", "passwords are not shown again");
        let field = field().with_hint("Like Ann".into()).read_from(words, &TypedForm(""));
        assert_eq!(field.described_by(), "name-hint name-error");
        assert_eq!(list_errors(&[&field])[0].field, "name");
        assert!(!field.takes_exact_text() && field.with_autocomplete("username").takes_exact_text());
    }

    #[test]
    fn only_an_offered_value_can_be_chosen() {
        let messages =
            Messages::new(&[(Language::English, "name = Country\nerror-required = { $name }: needed")]);
        let words = Wording { messages: &messages, language: Language::English };
        let options = vec![("DE".to_owned(), "Germany".to_owned()), ("FR".to_owned(), "France".to_owned())];
        let select = Select::new_required(words, "country", "name", options);
        for (sent, value, error) in
            [("FR", "FR", None), ("XX", "", Some("Country: needed")), ("", "", Some("Country: needed"))]
        {
            let mut select = select.clone();
            select.choose(words, &TypedForm(sent));
            assert_eq!((select.value.as_str(), select.error.as_deref()), (value, error), "{sent}");
            assert_eq!(select.input_error().map(|error| error.field), error.map(|_| "country"));
        }
    }
}
