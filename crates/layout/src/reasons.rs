//! Why a title is closed.

use domain::access::AlertCode;
use domain::quotas::NextBook;

use crate::dates::day_of;
use crate::wording::Wording;

/// The name of the message that explains a code: `reason-` and the code in lower case with hyphens.
pub fn message(code: AlertCode) -> String {
    format!("reason-{}", code.as_str().to_ascii_lowercase().replace('_', "-"))
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
    use domain::access::AlertCode;
    use domain::wire::WireEnum as _;

    use super::message;
    use crate::{Language, Messages};

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
