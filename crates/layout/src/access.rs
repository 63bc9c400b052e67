//! Filters by accessibility in words. Their names and values are those of `GET /v2/titles`.

use crate::wording::Wording;

/// The label of a filter.
pub fn filter_name<'a>(words: impl Into<Wording<'a>>, filter: &str) -> String {
    words.into().t(&format!("access-{}", dashed(filter)))
}

/// A value of a filter. One without words of its own is its name.
pub fn value_name<'a>(words: impl Into<Wording<'a>>, filter: &str, value: &str) -> String {
    let words = words.into();
    let id = format!("access-{}-{}", dashed(filter), dashed(value));
    if words.has(&id) { words.t(&id) } else { value.to_owned() }
}

/// A name in the spelling of messages: `nonvisualReading` is `nonvisual-reading`.
fn dashed(name: &str) -> String {
    let mut text = String::new();
    let mut before = '-';
    for sign in name.chars() {
        if sign.is_ascii_uppercase() && before.is_ascii_lowercase() {
            text.push('-');
        }
        text.push(sign.to_ascii_lowercase());
        before = sign;
    }
    text
}

#[cfg(test)]
mod tests {
    use domain::accessibility::{
        AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments,
    };
    use domain::artifacts::{BrailleCode, BrailleGrade, BrailleVolumes};
    use domain::wire::WireEnum;

    use super::dashed;
    use crate::{Language, Messages};

    fn ids<T: WireEnum>(filter: &str) -> Vec<String> {
        let filter = dashed(filter);
        let values = T::ALL.iter().map(|value| format!("access-{filter}-{}", dashed(value.as_str())));
        values.chain([format!("access-{filter}")]).collect()
    }

    #[test]
    fn every_filter_has_words_in_every_language() {
        let features = AccessibilityFeature::OFFERED
            .iter()
            .map(|one| format!("access-accessibility-feature-{}", dashed(one.as_str())));
        let all = [
            ids::<NonvisualReading>("nonvisualReading"),
            ids::<VisualAdjustments>("visualAdjustments"),
            ids::<Narration>("narration"),
            ids::<Hazard>("excludedHazard"),
            ids::<BrailleCode>("brailleCode"),
            ids::<BrailleGrade>("brailleGrade"),
            ids::<BrailleVolumes>("brailleVolumes"),
            vec!["access-accessibility-feature".to_owned()],
        ];
        let messages = Messages::of_pages(&[]);
        for id in all.concat().into_iter().chain(features) {
            for language in Language::ALL {
                assert!(messages.has(language, &id), "{id} in {language:?}");
            }
        }
    }

    #[test]
    fn names_become_ids_of_messages() {
        assert_eq!(dashed("nonvisualReading"), "nonvisual-reading");
        assert_eq!(dashed("MathML"), "math-ml");
        assert_eq!(dashed("ueb"), "ueb");
    }
}
