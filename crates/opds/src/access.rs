//! The values of filters by accessibility in words.

/// A value of a filter in words. One without words of its own is its name.
pub(crate) fn value_name(filter: &str, value: &str) -> String {
    let words = match (filter, value) {
        ("nonvisualReading", "yes") => "All of it",
        ("nonvisualReading", "partly") => "In part",
        ("nonvisualReading" | "visualAdjustments", "no") => "No",
        ("nonvisualReading" | "visualAdjustments", "unknown") => "Not known",
        ("visualAdjustments", "yes") => "Yes",
        ("narration", "human") => "A person",
        ("narration", "synthetic") => "A synthetic voice",
        ("narration", "synchronized") => "A recording in step with the text",
        ("accessibilityFeature", "alternativeText") => "Images with alternative text",
        ("accessibilityFeature", "longDescription") => "Long descriptions of images",
        ("accessibilityFeature", "MathML") => "Mathematics that can be read aloud (MathML)",
        ("accessibilityFeature", "pageBreakMarkers") => "Page numbers of the print edition",
        ("accessibilityFeature", "pageNavigation") => "A list of pages to go to",
        ("accessibilityFeature", "structuralNavigation") => "Headings to go to",
        ("accessibilityFeature", "tableOfContents") => "A table of contents",
        ("accessibilityFeature", "synchronizedAudioText") => "Text and recording together",
        ("excludedHazard", "flashing") => "Flashing",
        ("excludedHazard", "motionSimulation") => "Simulated motion",
        ("excludedHazard", "sound") => "Harmful sounds",
        ("brailleCode", "ebae") => "English Braille, American Edition",
        ("brailleCode", "ueb") => "Unified English Braille",
        ("brailleCode", "standardEnglishBraille") => "Standard English Braille",
        ("brailleCode", "musicBrailleCode") => "Music braille",
        ("brailleCode", "french") => "French",
        ("brailleCode", "frenchQuebec") => "French of Quebec",
        ("brailleCode", "frenchUnified") => "Unified French",
        ("brailleCode", "spanish") => "Spanish",
        ("brailleGrade", "contracted") => "Contracted",
        ("brailleGrade", "uncontracted") => "Uncontracted",
        _ => value,
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use domain::accessibility::{Hazard, Narration, NonvisualReading, VisualAdjustments};
    use domain::artifacts::{BrailleCode, BrailleGrade};
    use domain::wire::WireEnum;

    use super::value_name;

    fn all_have_words<T: WireEnum>(filter: &str) {
        for value in T::ALL {
            assert_ne!(value_name(filter, value.as_str()), value.as_str(), "{filter}");
        }
    }

    #[test]
    fn every_value_has_words() {
        all_have_words::<NonvisualReading>("nonvisualReading");
        all_have_words::<VisualAdjustments>("visualAdjustments");
        all_have_words::<Narration>("narration");
        all_have_words::<Hazard>("excludedHazard");
        all_have_words::<BrailleCode>("brailleCode");
        all_have_words::<BrailleGrade>("brailleGrade");
        assert_eq!(value_name("accessibilityFeature", "braille"), "braille");
    }
}
