//! Why a title is closed.

use domain::access::{AdultContentBar, AlertCode};
use domain::quotas::NextBook;

use crate::dates::day_of;
use crate::wording::Wording;

/// The name of the message that explains a code: `reason-` and the code in lower case with hyphens.
pub fn message(code: AlertCode) -> String {
    format!("reason-{}", code.as_str().to_ascii_lowercase().replace('_', "-"))
}

/// The same for a reader to whom adult content is closed for this reason. `None` if that is not known.
pub fn message_for(code: AlertCode, adult: Option<AdultContentBar>) -> String {
    let why = match adult.filter(|_| code == AlertCode::AdultContent) {
        Some(AdultContentBar::SafeSearch) => "-safe-search",
        Some(AdultContentBar::Minor) => "-minor",
        Some(AdultContentBar::UnknownAge) => "-unknown-age",
        Some(AdultContentBar::Preference) => "-preference",
        None => "",
    };
    message(code) + why
}

/// When another book may be downloaded after a quota was used up.
pub fn next_book<'a>(words: impl Into<Wording<'a>>, next: NextBook) -> String {
    let words = words.into();
    match next {
        NextBook::From(at) => words.said("next-book-from", &[("date", day_of(words, at).as_str().into())]),
        NextBook::Subscription => words.t("next-book-subscription"),
    }
}

#[cfg(test)]
mod tests {
    use domain::access::{AdultContentBar, AlertCode};
    use domain::wire::WireEnum as _;

    use super::{message, message_for};
    use crate::{Language, Messages};

    #[test]
    fn adult_content_is_explained_by_its_own_cause() {
        let messages = Messages::of_pages(&[]);
        let causes = [
            AdultContentBar::SafeSearch,
            AdultContentBar::Minor,
            AdultContentBar::UnknownAge,
            AdultContentBar::Preference,
        ];
        for cause in causes {
            let id = message_for(AlertCode::AdultContent, Some(cause));
            for language in Language::ALL {
                assert!(messages.has(language, &id), "{id} in {language:?}");
                let names_age = messages.text(language, &id, &[]).contains("18");
                let is_about_age = matches!(cause, AdultContentBar::Minor | AdultContentBar::UnknownAge);
                assert_eq!(names_age, is_about_age, "{id} in {language:?}");
            }
            assert_eq!(message_for(AlertCode::PodMissing, Some(cause)), message(AlertCode::PodMissing));
        }
        assert_eq!(message_for(AlertCode::AdultContent, None), message(AlertCode::AdultContent));
    }

    #[test]
    fn every_reason_is_explained_in_every_language() {
        let messages = Messages::of_pages(&[]);
        for code in AlertCode::ALL {
            for language in Language::ALL {
                assert!(messages.has(language, &message(*code)), "{code} in {language:?}");
            }
        }
    }
}
