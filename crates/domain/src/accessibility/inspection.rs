//! Findings of our own reading of a book.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{AccessibilityFeature, NonvisualReading, VisualAdjustments};

/// Counts of a book that was read as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Inspection {
    /// Words of text, of alternatives and of formulas.
    pub words: u64,
    /// Images that are not decoration.
    pub images: u64,
    /// Of these, images with a short description.
    pub images_with_alternatives: u64,
    /// Of these, images with an extended description.
    pub images_described: u64,
    pub headings: u64,
    /// Formulas in `MathML`.
    pub formulas: u64,
    /// Page breaks of the print edition.
    pub page_breaks: u64,
    pub page_list: u64,
    /// Entries of the table of contents.
    pub contents: u64,
    pub clips: u64,
    /// True if nothing but headings and page numbers is text: the book itself is heard.
    pub heard_only: bool,
    pub fixed_layout: bool,
}

impl Inspection {
    /// Readability of the book without sight. `None` for a book in which no content was found.
    pub fn nonvisual_reading(&self) -> Option<NonvisualReading> {
        if self.heard_only || (self.words == 0 && self.images > 0) {
            return Some(NonvisualReading::No);
        }
        let described = self.images_with_alternatives >= self.images;
        let reading = if described { NonvisualReading::Yes } else { NonvisualReading::Partly };
        (self.words > 0).then_some(reading)
    }

    /// Adjustability of the text's appearance. `None` for a book without text.
    pub fn visual_adjustments(&self) -> Option<VisualAdjustments> {
        if self.fixed_layout {
            return Some(VisualAdjustments::No);
        }
        (self.words > 0 && !self.heard_only).then_some(VisualAdjustments::Yes)
    }

    /// The features that the book was found to have.
    pub fn features(&self) -> BTreeSet<AccessibilityFeature> {
        use AccessibilityFeature as Feature;
        let text = self.words > 0 && !self.heard_only;
        let found = [
            (Feature::AlternativeText, self.images > 0 && self.images_with_alternatives >= self.images),
            (Feature::LongDescription, self.images_described > 0),
            (Feature::MathMl, self.formulas > 0),
            (Feature::PageBreakMarkers, self.page_breaks > 0),
            (Feature::PageNavigation, self.page_list > 0),
            (Feature::TableOfContents, self.contents > 0),
            (Feature::StructuralNavigation, self.headings > 0),
            (Feature::SynchronizedAudioText, self.clips > 0 && text),
            (Feature::DisplayTransformability, self.visual_adjustments() == Some(VisualAdjustments::Yes)),
        ];
        found.into_iter().filter(|(_, has)| *has).map(|(feature, _)| feature).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected_book() -> Inspection {
        Inspection { words: 1000, headings: 3, ..Inspection::default() }
    }

    #[test]
    fn a_book_of_text_is_readable_and_pictures_without_words_make_it_less_so() {
        for (book, readable) in [
            (inspected_book(), Some(NonvisualReading::Yes)),
            (
                Inspection { images: 2, images_with_alternatives: 2, ..inspected_book() },
                Some(NonvisualReading::Yes),
            ),
            (
                Inspection { images: 2, images_with_alternatives: 1, ..inspected_book() },
                Some(NonvisualReading::Partly),
            ),
            (Inspection { images: 9, ..Inspection::default() }, Some(NonvisualReading::No)),
            (Inspection { clips: 90, heard_only: true, ..inspected_book() }, Some(NonvisualReading::No)),
            (Inspection::default(), None),
        ] {
            assert_eq!(book.nonvisual_reading(), readable, "{book:?}");
        }
    }

    #[test]
    fn only_a_fixed_layout_cannot_be_adjusted() {
        let fixed = Inspection { fixed_layout: true, ..inspected_book() };
        assert_eq!(fixed.visual_adjustments(), Some(VisualAdjustments::No));
        assert_eq!(inspected_book().visual_adjustments(), Some(VisualAdjustments::Yes));
        assert_eq!(Inspection { images: 9, ..Inspection::default() }.visual_adjustments(), None);
    }

    #[test]
    fn features_are_those_that_were_counted() {
        use AccessibilityFeature as Feature;
        let names = |book: Inspection| book.features().into_iter().collect::<Vec<_>>();
        assert_eq!(
            names(inspected_book()),
            [Feature::DisplayTransformability, Feature::StructuralNavigation]
        );
        assert_eq!(names(Inspection::default()), []);
        let rich =
            Inspection { formulas: 1, page_list: 5, contents: 2, clips: 4, headings: 0, ..inspected_book() };
        assert_eq!(
            names(rich),
            [
                Feature::DisplayTransformability,
                Feature::MathMl,
                Feature::PageNavigation,
                Feature::SynchronizedAudioText,
                Feature::TableOfContents,
            ]
        );
        let some =
            Inspection { images: 3, images_with_alternatives: 2, images_described: 1, ..inspected_book() };
        assert!(!some.features().contains(&Feature::AlternativeText), "not all of them");
        assert!(some.features().contains(&Feature::LongDescription));
    }
}
