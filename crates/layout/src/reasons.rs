//! The reasons why a title is closed.

use domain::quotas::NextBook;
use domain::{AdultContentBar, AlertCode};

use crate::Wording;
use crate::dates::format_day_of;

/// The name of the message that explains a code: `reason-` and the code in lower case with hyphens.
pub fn message_id(code: AlertCode) -> String {
    format!("reason-{}", code.as_str().to_ascii_lowercase().replace('_', "-"))
}

/// The name of the message for a reader to whom adult content is closed for this reason. `None` if the
/// reason is not known.
pub fn message_id_for(code: AlertCode, adult: Option<AdultContentBar>) -> String {
    let why = match adult.filter(|_| code == AlertCode::AdultContent) {
        Some(AdultContentBar::SafeSearch) => "-safe-search",
        Some(AdultContentBar::Minor) => "-minor",
        Some(AdultContentBar::UnknownAge) => "-unknown-age",
        Some(AdultContentBar::Preference) => "-preference",
        None => "",
    };
    message_id(code) + why
}

/// A sentence about when another book may be downloaded after a quota was used up.
pub fn next_book_text<'a>(words: impl Into<Wording<'a>>, next: NextBook) -> String {
    let words = words.into();
    match next {
        NextBook::From(at) => {
            words.format("next-book-from", &[("date", format_day_of(words, at).as_str().into())])
        }
        NextBook::Subscription => words.text("next-book-subscription"),
    }
}

#[cfg(test)]
mod tests {
    use domain::wire::WireEnum as _;
    use domain::{AdultContentBar, AlertCode};

    use super::{message_id, message_id_for};
    use crate::testkit::assert_messages;
    use crate::{Language, Messages};

    #[test]
    fn adult_content_is_explained_by_its_own_cause() {
        let messages = Messages::with_shared(&[]);
        let causes = [
            AdultContentBar::SafeSearch,
            AdultContentBar::Minor,
            AdultContentBar::UnknownAge,
            AdultContentBar::Preference,
        ];
        for cause in causes {
            let id = message_id_for(AlertCode::AdultContent, Some(cause));
            for language in Language::ALL {
                assert!(messages.has_message(language, &id), "{id} in {language:?}");
                let names_age = messages.format(language, &id, &[]).contains("18");
                let is_about_age = matches!(cause, AdultContentBar::Minor | AdultContentBar::UnknownAge);
                assert_eq!(names_age, is_about_age, "{id} in {language:?}");
            }
            assert_eq!(message_id_for(AlertCode::PodMissing, Some(cause)), message_id(AlertCode::PodMissing));
        }
        assert_eq!(message_id_for(AlertCode::AdultContent, None), message_id(AlertCode::AdultContent));
    }

    #[test]
    fn every_reason_is_explained_in_every_language() {
        assert_messages(&Messages::with_shared(&[]), AlertCode::ALL.iter().map(|code| message_id(*code)));
    }
}
