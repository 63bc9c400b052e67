//! Accessibility features by schema.org's names.

use std::collections::BTreeSet;

use crate::wire::WireEnum as _;
use crate::wire_enum;

wire_enum! {
    /// A value of schema.org `accessibilityFeature`, or what only ONIX can say.
    pub enum AccessibilityFeature {
        /// Images have short descriptions.
        AlternativeText = "alternativeText",
        /// Readers can add notes.
        Annotations = "annotations",
        /// ARIA roles.
        Aria = "ARIA",
        /// Videos have audio descriptions.
        AudioDescription = "audioDescription",
        /// Readers can set bookmarks.
        Bookmarks = "bookmarks",
        Braille = "braille",
        /// Videos have captions.
        Captions = "captions",
        /// Chemical formulas as `ChemML`.
        ChemMl = "ChemML",
        /// Captions that can be turned off.
        ClosedCaptions = "closedCaptions",
        /// Nothing is said by color alone. Not in schema.org's vocabulary (ONIX code list 196, code 25).
        ColorNotSoleMeans = "colorNotSoleMeans",
        /// Formulas have descriptions.
        DescribedMath = "describedMath",
        /// Text and layout can be changed.
        DisplayTransformability = "displayTransformability",
        /// Made for readers with dyslexia. Not in schema.org's vocabulary (ONIX code list 196, code 24).
        DyslexiaReadability = "dyslexiaReadability",
        /// Every ideograph has ruby annotations.
        FullRubyAnnotations = "fullRubyAnnotations",
        /// Little or no background noise.
        HighContrastAudio = "highContrastAudio",
        /// Text that stands out from its background.
        HighContrastDisplay = "highContrastDisplay",
        /// Lines run from side to side.
        HorizontalWriting = "horizontalWriting",
        Index = "index",
        LargePrint = "largePrint",
        Latex = "latex",
        /// Chemical formulas as LaTeX.
        LatexChemistry = "latex-chemistry",
        /// Images have extended descriptions.
        LongDescription = "longDescription",
        /// Formulas as `MathML`.
        MathMl = "MathML",
        /// Chemical formulas as `MathML`.
        MathMlChemistry = "MathML-chemistry",
        /// Captions that are part of the picture.
        OpenCaptions = "openCaptions",
        /// The page breaks of the print edition.
        PageBreakMarkers = "pageBreakMarkers",
        PageNavigation = "pageNavigation",
        ReadingOrder = "readingOrder",
        /// Some ideographs have ruby annotations.
        RubyAnnotations = "rubyAnnotations",
        SignLanguage = "signLanguage",
        /// Headings and other structure to move by.
        StructuralNavigation = "structuralNavigation",
        SynchronizedAudioText = "synchronizedAudioText",
        TableOfContents = "tableOfContents",
        TactileGraphic = "tactileGraphic",
        TactileObject = "tactileObject",
        TaggedPdf = "taggedPDF",
        /// Readers control how long things take.
        TimingControl = "timingControl",
        /// Everything that is heard is also written.
        Transcript = "transcript",
        /// Hints for speech.
        TtsMarkup = "ttsMarkup",
        /// Text that stands out from its background even more. Not in schema.org's vocabulary (ONIX code list
        /// 196, code 37).
        UltraHighContrastDisplay = "ultraHighContrastDisplay",
        /// Nothing stops assistive technology.
        Unlocked = "unlocked",
        /// Lines run from top to bottom.
        VerticalWriting = "verticalWriting",
        /// Page numbers that are seen on the pages. Not in schema.org's vocabulary (ONIX code list 175, code
        /// E205).
        VisiblePageNumbering = "visiblePageNumbering",
        /// Spaces between words of a script that has none.
        WithAdditionalWordSegmentation = "withAdditionalWordSegmentation",
        /// No such spaces.
        WithoutAdditionalWordSegmentation = "withoutAdditionalWordSegmentation",
        /// Recordings without background sounds. Not in schema.org's vocabulary (ONIX code list 175, code
        /// A312).
        WithoutBackgroundSounds = "withoutBackgroundSounds",
    }
}

impl AccessibilityFeature {
    /// Features by which readers choose titles, in the order of forms and feeds. Others are understood in
    /// addresses.
    pub const OFFERED_FEATURES: [Self; 8] = [
        Self::AlternativeText,
        Self::LongDescription,
        Self::MathMl,
        Self::PageBreakMarkers,
        Self::PageNavigation,
        Self::StructuralNavigation,
        Self::TableOfContents,
        Self::SynchronizedAudioText,
    ];

    /// The feature that a publisher names, also by an older name, in other case, or with a detail after a
    /// slash. `None` for names that the vocabulary does not have.
    pub fn from_claim(name: &str) -> Option<Self> {
        let name = name.split('/').next().unwrap_or_default().trim();
        let name = match name {
            "longDescriptions" => "longDescription",
            "printPageNumbers" => "pageBreakMarkers",
            "audioDescriptions" => "audioDescription",
            name => name,
        };
        Self::ALL.iter().copied().find(|feature| feature.as_str().eq_ignore_ascii_case(name))
    }

    /// The features among a publisher's claims.
    pub(super) fn from_claims(names: &[String]) -> BTreeSet<Self> {
        names.iter().filter_map(|name| Self::from_claim(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_publishers_are_read_as_the_vocabulary_writes_them() {
        for (name, feature) in [
            ("aria", Some(AccessibilityFeature::Aria)),
            ("ARIA", Some(AccessibilityFeature::Aria)),
            ("longDescriptions", Some(AccessibilityFeature::LongDescription)),
            ("printPageNumbers", Some(AccessibilityFeature::PageBreakMarkers)),
            (" highContrastAudio/noBackground ", Some(AccessibilityFeature::HighContrastAudio)),
            ("none", None),
            ("unknown", None),
            ("goodness", None),
            ("", None),
        ] {
            assert_eq!(AccessibilityFeature::from_claim(name), feature, "{name}");
        }
    }
}
