//! The message files of the pages.

use domain::WireEnum;
use layout::access::to_message_spelling;
use layout::{Language, Messages, message_files};

const MESSAGE_FILES: &[(Language, &str)] = message_files!(
    "account", "admission", "audit", "collection_desk", "conversion_reports", "design", "desk", "devices",
    "documents", "erasure", "intake", "kept_form", "leave", "library", "lists", "new_person", "periodicals",
    "problem_reports", "read", "reports", "school_class", "school_groups", "school_import", "school_members",
    "school_runs", "school_year", "search", "serving", "site_notice", "steps", "system", "titles", "work",
);

pub(crate) fn load_messages() -> Messages {
    Messages::with_shared(MESSAGE_FILES)
}

/// The message about a value of an enumeration: `prefix`, and the wire name as messages spell it.
pub(crate) fn value_message(prefix: &str, value: impl WireEnum) -> String {
    format!("{prefix}-{}", to_message_spelling(value.as_str()))
}

/// The messages about all values of an enumeration.
#[cfg(test)]
pub(crate) fn value_messages<E: WireEnum>(prefix: &str) -> Vec<String> {
    E::ALL.iter().map(|value| value_message(prefix, *value)).collect()
}

/// Asserts that messages exist in every language.
#[cfg(test)]
pub(crate) fn assert_messages(ids: impl IntoIterator<Item = impl AsRef<str>>) {
    layout::testkit::assert_messages(&load_messages(), ids);
}

#[cfg(test)]
mod tests {
    use domain::artifacts::{BrailleGrade, BrailleType};
    use domain::documents::DocumentState;
    use domain::intake::IntakeState;
    use domain::preferences::BrailleFormat;
    use domain::{AgreementType, DisabilityPlan, DownloadTimeframe, ProofSource, WireEnum as _};
    use services::member_acts::ActRefusal;
    use services::serving::SignInBar;

    use super::{assert_messages, value_message, value_messages};

    layout::message_tests!(&super::load_messages());

    #[test]
    fn values_have_words_in_every_language() {
        let messages = [
            value_messages::<ActRefusal>("school-bulk"),
            value_messages::<AgreementType>("desk-agreement"),
            value_messages::<BrailleFormat>("preferences-lines"),
            value_messages::<BrailleGrade>("braille"),
            value_messages::<BrailleType>("braille"),
            value_messages::<DisabilityPlan>("school-plan"),
            value_messages::<DocumentState>("document"),
            value_messages::<DownloadTimeframe>("desk-timeframe"),
            value_messages::<IntakeState>("intake-state"),
            value_messages::<SignInBar>("serve-bar"),
        ];
        assert_messages(messages.concat());
    }

    #[test]
    fn memberships_have_names_in_every_language() {
        let memberships = ProofSource::ALL.iter().filter(|source| source.is_membership());
        assert_messages(memberships.map(|source| value_message("proof-source", *source)));
    }
}
