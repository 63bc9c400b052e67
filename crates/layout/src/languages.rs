//! The language of a response.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use vocabulary::Language;

/// The language that the reader has chosen in their account, or else the one that the browser or app
/// prefers.
pub fn choose_language(chosen: Option<&str>, headers: &HeaderMap) -> Language {
    chosen.and_then(Language::from_tag).unwrap_or_else(|| accepted_language(headers))
}

/// The language that a browser prefers (RFC 9110, 12.5.4); English if it accepts none of them.
pub fn accepted_language(headers: &HeaderMap) -> Language {
    let mut best = (0.0, Language::default());
    for value in headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok()) {
        for range in value.split(',') {
            let mut parts = range.split(';').map(str::trim);
            let language = parts.next().and_then(Language::from_tag);
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{Language, accepted_language, choose_language};

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
            assert_eq!(accepted_language(&headers), expected, "{accepted}");
        }
        assert_eq!(accepted_language(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn the_language_of_an_account_wins() {
        let headers = HeaderMap::from_iter([("accept-language".parse().unwrap(), "fr".parse().unwrap())]);
        assert_eq!(choose_language(Some("deu"), &headers), Language::German);
        for chosen in [None, Some("jpn")] {
            assert_eq!(choose_language(chosen, &headers), Language::French);
        }
    }
}
