//! The message files of the pages.

use layout::{Language, Messages};

/// The files of one language.
macro_rules! files {
    ($language:ident, $folder:literal) => {
        [
            (Language::$language, include_str!(concat!("../messages/", $folder, "/account.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/apps.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/documents.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/leave.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/library.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/lists.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/periodicals.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/read.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/search.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/steps.ftl"))),
            (Language::$language, include_str!(concat!("../messages/", $folder, "/titles.ftl"))),
        ]
    };
}

/// All messages, parsed.
pub(crate) fn load() -> Messages {
    Messages::new(
        &[files!(English, "en"), files!(French, "fr"), files!(Spanish, "es"), files!(German, "de")].concat(),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use layout::Language;
    use regex::Regex;

    use super::load;

    /// The names of the messages in the files of a language, each with the variables that it uses.
    fn messages(language: Language) -> BTreeSet<(String, Vec<String>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages").join(language.tag());
        let name = Regex::new(r"^([a-z][a-z0-9-]*) =").unwrap();
        let variable = Regex::new(r"\$([a-z]+)").unwrap();
        let mut all: Vec<(String, BTreeSet<String>)> = Vec::new();
        for file in fs::read_dir(folder).unwrap() {
            for line in fs::read_to_string(file.unwrap().path()).unwrap().lines() {
                if let Some(found) = name.captures(line) {
                    all.push((found[1].to_owned(), BTreeSet::new()));
                }
                for found in variable.captures_iter(line) {
                    all.last_mut().unwrap().1.insert(found[1].to_owned());
                }
            }
        }
        all.into_iter().map(|(name, variables)| (name, variables.into_iter().collect())).collect()
    }

    #[test]
    fn every_language_has_every_message_with_the_same_variables() {
        let english = messages(Language::English);
        assert!(!english.is_empty());
        for language in Language::ALL {
            let these = messages(language);
            let missing: Vec<_> = english.difference(&these).collect();
            let unknown: Vec<_> = these.difference(&english).collect();
            assert!(
                missing.is_empty() && unknown.is_empty(),
                "{language:?} lacks {missing:?}, has {unknown:?}"
            );
        }
    }

    /// The source of the templates and of the code.
    fn sources() -> String {
        let mut all = String::new();
        let mut folders = vec!["src", "templates"]
            .into_iter()
            .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
            .collect::<Vec<_>>();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    all += &fs::read_to_string(path).unwrap();
                }
            }
        }
        all
    }

    #[test]
    fn every_message_that_a_page_names_exists() {
        let messages = load();
        let call = Regex::new(r#"\.(?:t|n|named|said)\(\s*"([a-z0-9-]+)""#).unwrap();
        let sources = sources();
        let named: BTreeSet<&str> =
            call.captures_iter(&sources).map(|found| found.get(1).unwrap().as_str()).collect();
        assert!(named.len() > 20, "{named:?}");
        let unknown: Vec<_> = named.iter().filter(|id| !messages.has(Language::English, id)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
