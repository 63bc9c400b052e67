//! Filters by accessibility in words. Their names and values are those of `GET /v2/titles`.

use crate::Wording;

pub fn filter_name<'a>(words: impl Into<Wording<'a>>, filter: &str) -> String {
    words.into().text(&format!("access-{}", to_message_spelling(filter)))
}

/// A value of a filter. One without words of its own is its name.
pub fn value_name<'a>(words: impl Into<Wording<'a>>, filter: &str, value: &str) -> String {
    let words = words.into();
    let id = format!("access-{}-{}", to_message_spelling(filter), to_message_spelling(value));
    if words.has_message(&id) { words.text(&id) } else { value.to_owned() }
}

/// A name in the spelling of messages: `nonvisualReading` is `nonvisual-reading`.
pub fn to_message_spelling(name: &str) -> String {
    let mut text = String::new();
    let mut before = '-';
    for c in name.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
        before = c;
    }
    text
}

#[cfg(test)]
mod tests {
    use domain::BrailleGrade;
    use domain::accessibility::{
        AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments,
    };
    use domain::artifacts::{BrailleCode, BrailleVolumes};
    use domain::wire::WireEnum;

    use super::to_message_spelling;
    use crate::Messages;
    use crate::testkit::assert_messages;

    fn message_ids<T: WireEnum>(filter: &str) -> Vec<String> {
        let filter = to_message_spelling(filter);
        let values =
            T::ALL.iter().map(|value| format!("access-{filter}-{}", to_message_spelling(value.as_str())));
        values.chain([format!("access-{filter}")]).collect()
    }

    #[test]
    fn every_filter_has_words_in_every_language() {
        let features = AccessibilityFeature::OFFERED_FEATURES
            .iter()
            .map(|one| format!("access-accessibility-feature-{}", to_message_spelling(one.as_str())));
        let all = [
            message_ids::<NonvisualReading>("nonvisualReading"),
            message_ids::<VisualAdjustments>("visualAdjustments"),
            message_ids::<Narration>("narration"),
            message_ids::<Hazard>("excludedHazard"),
            message_ids::<BrailleCode>("brailleCode"),
            message_ids::<BrailleGrade>("brailleGrade"),
            message_ids::<BrailleVolumes>("brailleVolumes"),
            vec!["access-accessibility-feature".to_owned()],
        ];
        assert_messages(&Messages::with_shared(&[]), all.concat().into_iter().chain(features));
    }

    #[test]
    fn names_become_ids_of_messages() {
        assert_eq!(to_message_spelling("nonvisualReading"), "nonvisual-reading");
        assert_eq!(to_message_spelling("MathML"), "math-ml");
        assert_eq!(to_message_spelling("ueb"), "ueb");
    }
}
