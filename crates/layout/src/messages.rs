//! The sentences of pages, in every language, from message files (Project Fluent).

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;
use vocabulary::Language;

use crate::texts::SHARED_FILES;

/// A value that a sentence contains.
#[derive(Debug, Clone, Copy)]
pub enum MessageValue<'a> {
    Text(&'a str),
    /// A number; sentences may have forms for one and many.
    Number(u64),
}

impl<'a> From<&'a str> for MessageValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for MessageValue<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for MessageValue<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl<'a> From<MessageValue<'a>> for FluentValue<'a> {
    fn from(value: MessageValue<'a>) -> Self {
        match value {
            MessageValue::Text(text) => Self::String(Cow::Borrowed(text)),
            // Numbers of pages are far below what a double holds exactly.
            #[expect(clippy::cast_precision_loss, reason = "see above")]
            MessageValue::Number(number) => Self::from(number as f64),
        }
    }
}

/// Message files, parsed.
pub struct Messages {
    bundles: HashMap<Language, FluentBundle<FluentResource>>,
}

impl Messages {
    /// The messages of these files, one or more for each language.
    ///
    /// # Panics
    /// If a file cannot be parsed or names a message twice: files are part of the program, and a test reads
    /// them.
    pub fn new(files: &[(Language, &str)]) -> Self {
        let mut bundles: HashMap<Language, FluentBundle<FluentResource>> = HashMap::new();
        for (language, file) in files {
            let bundle = bundles.entry(*language).or_insert_with(|| empty_bundle(*language));
            let resource = FluentResource::try_new((*file).to_owned())
                .unwrap_or_else(|(_, errors)| panic!("messages in {}: {errors:?}", language.tag()));
            bundle.add_resource(resource).unwrap_or_else(|errors| panic!("{}: {errors:?}", language.tag()));
        }
        Self { bundles }
    }

    /// The messages that all pages share, and those of these files.
    ///
    /// # Panics
    /// As for [`new`](Self::new).
    pub fn with_shared(files: &[(Language, &str)]) -> Self {
        Self::new(&[SHARED_FILES, files].concat())
    }

    /// A sentence. A message that a language lacks is taken from the English file; an unknown one is its own
    /// name.
    pub fn format(&self, language: Language, id: &str, values: &[(&str, MessageValue<'_>)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            args.set(*name, FluentValue::from(*value));
        }
        [language, Language::English]
            .into_iter()
            .find_map(|language| format_in(self.bundles.get(&language)?, id, &args))
            .unwrap_or_else(|| {
                tracing::error!(id, "a page asks for a message that does not exist");
                id.to_owned()
            })
    }

    pub fn has_message(&self, language: Language, id: &str) -> bool {
        self.bundles.get(&language).is_some_and(|bundle| bundle.has_message(id))
    }
}

impl std::fmt::Debug for Messages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Messages").field("languages", &self.bundles.keys()).finish()
    }
}

fn empty_bundle(language: Language) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = language.tag().parse().expect("tags of ours are well-formed");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // Names in a sentence are isolated by elements of the page, not by invisible characters.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match language {
        Language::English => |value, _| format_number(value, Language::English),
        Language::French => |value, _| format_number(value, Language::French),
        Language::Spanish => |value, _| format_number(value, Language::Spanish),
        Language::German => |value, _| format_number(value, Language::German),
    }));
    bundle
}

/// A large number in groups of digits. `None` for other values: numbers of four digits, such as years, are
/// not grouped.
fn format_number(value: &FluentValue<'_>, language: Language) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let digits = number.as_string();
    let is_grouped = digits.len() > 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_grouped.then(|| language.facts().group_digits(&digits))
}

fn format_in(bundle: &FluentBundle<FluentResource>, id: &str, args: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
    if !errors.is_empty() {
        tracing::error!(id, ?errors, "a message could not be formatted");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{Language, Messages};

    fn test_messages() -> Messages {
        Messages::new(&[
            (
                Language::English,
                "titles = { $count ->\n    [one] one title\n   *[other] { $count } titles\n}\nonly = Only here",
            ),
            (Language::German, "titles = { $count ->\n    [one] ein Titel\n   *[other] { $count } Titel\n}"),
        ])
    }

    #[test]
    fn digits_of_large_numbers_are_grouped() {
        let messages = test_messages();
        let titles = |language, count: u64| messages.format(language, "titles", &[("count", count.into())]);
        assert_eq!(titles(Language::English, 1_234_567), "1,234,567 titles");
        assert_eq!(titles(Language::German, 300_000), "300.000 Titel");
        assert_eq!(titles(Language::English, 9_999), "9999 titles");
    }

    #[test]
    fn sentences_have_forms_for_one_and_many() {
        let titles =
            |language, count: u64| test_messages().format(language, "titles", &[("count", count.into())]);
        assert_eq!(titles(Language::English, 1), "one title");
        assert_eq!(titles(Language::English, 20), "20 titles");
        assert_eq!(titles(Language::German, 1), "ein Titel");
    }

    #[test]
    fn messages_that_a_language_lacks_are_english() {
        assert_eq!(test_messages().format(Language::German, "only", &[]), "Only here");
        assert_eq!(
            test_messages().format(Language::French, "titles", &[("count", 2_u64.into())]),
            "2 titles"
        );
        assert_eq!(test_messages().format(Language::French, "none", &[]), "none");
        assert!(
            test_messages().has_message(Language::English, "only")
                && !test_messages().has_message(Language::German, "only")
        );
    }
}
