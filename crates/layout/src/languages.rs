//! The languages of pages.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// A language that pages are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    #[default]
    English,
    French,
    Spanish,
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::English, Self::French, Self::Spanish, Self::German];

    /// The BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::German => "de",
        }
    }

    /// The name in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
            Self::Spanish => "Español",
            Self::German => "Deutsch",
        }
    }

    /// The language of a tag such as `de-AT`, or of a code of ISO 639-2 such as `ger`. `None` if no page is
    /// written in it.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default().trim().to_ascii_lowercase();
        match primary.as_str() {
            "en" | "eng" => Some(Self::English),
            "fr" | "fra" | "fre" => Some(Self::French),
            "es" | "spa" => Some(Self::Spanish),
            "de" | "deu" | "ger" => Some(Self::German),
            _ => None,
        }
    }

    /// The first language in which pages are written, of tags in the order of preference with spaces between
    /// them (`ui_locales` of `OpenID` Connect Core 1.0, 3.1.2.1). `None` if no page is written in any of
    /// them.
    pub fn first_supported(tags: &str) -> Option<Self> {
        tags.split_whitespace().find_map(Self::from_tag)
    }

    /// The language that the reader has chosen in their account, or else the one that the browser or app
    /// prefers.
    pub fn for_reader(chosen: Option<&str>, headers: &HeaderMap) -> Self {
        chosen.and_then(Self::from_tag).unwrap_or_else(|| Self::from_accept_language(headers))
    }

    /// The language that a browser prefers (RFC 9110, 12.5.4); English if it accepts none of them.
    pub fn from_accept_language(headers: &HeaderMap) -> Self {
        let mut best = (0.0, Self::default());
        for value in headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok()) {
            for range in value.split(',') {
                let mut parts = range.split(';').map(str::trim);
                let language = parts.next().and_then(Self::from_tag);
                let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0_f32), str::parse);
                if let (Some(language), Ok(weight)) = (language, weight)
                    && weight > best.0
                {
                    best = (weight, language);
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::Language;

    #[test]
    fn a_browser_gets_the_language_that_it_prefers() {
        let cases = [
            ("", Language::English),
            ("fr-CA,fr;q=0.9,en;q=0.8", Language::French),
            ("en;q=0.5, de-AT", Language::German),
            ("ja, es;q=0.3", Language::Spanish),
            ("ja", Language::English),
            ("de;q=0, fr;q=0.1", Language::French),
            ("de;q=x, *", Language::English),
        ];
        for (accepted, expected) in cases {
            let headers =
                HeaderMap::from_iter([("accept-language".parse().unwrap(), accepted.parse().unwrap())]);
            assert_eq!(Language::from_accept_language(&headers), expected, "{accepted}");
        }
        assert_eq!(Language::from_accept_language(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn the_language_of_an_account_wins() {
        let headers = HeaderMap::from_iter([("accept-language".parse().unwrap(), "fr".parse().unwrap())]);
        assert_eq!(Language::for_reader(Some("deu"), &headers), Language::German);
        for chosen in [None, Some("jpn")] {
            assert_eq!(Language::for_reader(chosen, &headers), Language::French);
        }
    }

    #[test]
    fn codes_of_accounts_are_understood() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
        assert_eq!(Language::from_tag("ger"), Some(Language::German));
        assert_eq!(Language::from_tag("pt-BR"), None);
    }

    #[test]
    fn the_first_language_of_a_list_that_pages_have_is_taken() {
        assert_eq!(Language::first_supported("ja pt-BR  fr-CA de"), Some(Language::French));
        assert_eq!(Language::first_supported("ja"), None);
        assert_eq!(Language::first_supported(""), None);
    }
}
