//! The message files that pages of every crate share, and how a crate adds its own.

use vocabulary::Language;

/// The message files `messages/LANGUAGE/NAME.ftl` of a crate, for each language with each of these names. For
/// a module in the crate's folder `src`: the files are found from there.
#[macro_export]
macro_rules! message_files {
    ($($name:literal),+ $(,)?) => {
        &[$(
            ($crate::Language::English, include_str!(concat!("../messages/en/", $name, ".ftl"))),
            ($crate::Language::French, include_str!(concat!("../messages/fr/", $name, ".ftl"))),
            ($crate::Language::Spanish, include_str!(concat!("../messages/es/", $name, ".ftl"))),
            ($crate::Language::German, include_str!(concat!("../messages/de/", $name, ".ftl"))),
        )+]
    };
}

/// Messages that all pages share, and those that pages and the catalog for reading apps share.
pub(crate) const SHARED_FILES: &[(Language, &str)] = message_files!(
    "access", "admission", "apps", "collection", "dates", "formats", "forms", "problems", "reasons",
);

#[cfg(test)]
mod tests {
    crate::message_tests!(&crate::Messages::with_shared(&[]));
}
