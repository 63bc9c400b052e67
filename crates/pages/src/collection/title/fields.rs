//! The fields of a title's metadata, as the form of its page has them (docs/rules/titles.md#rule-7).

use domain::ContributorType;
use services::Field;

use crate::collection::form::{Choices, Control, FieldGroup, FormField};

/// Every field that can be edited, with the comment for the history.
pub(super) const GROUPS: [FieldGroup; 7] = [
    FieldGroup { heading: "collection-group-book", fields: &BOOK_FIELDS },
    FieldGroup { heading: "collection-group-people", fields: &PEOPLE_FIELDS },
    FieldGroup { heading: "collection-group-subjects", fields: &SUBJECT_FIELDS },
    FieldGroup { heading: "collection-group-edition", fields: &EDITION_FIELDS },
    FieldGroup { heading: "collection-group-rights", fields: &RIGHTS_FIELDS },
    FieldGroup { heading: "collection-group-music", fields: &MUSIC_FIELDS },
    FieldGroup {
        heading: "",
        fields: &[FormField::new(Field::Comments, "comment", "collection-comment")
            .with_control(Control::Text(2))
            .with_rule("collection-rule-comment")],
    },
];

const BOOK_FIELDS: [FormField; 12] = [
    FormField::new(Field::Title, "title", "collection-title").with_rule("collection-rule-title"),
    FormField::new(Field::Subtitle, "subtitle", "collection-subtitle").with_rule("collection-rule-subtitle"),
    names_field(Field::Authors, "authors", "role-author"),
    FormField::new_list(Field::Languages, "languages", "fact-languages", "collection-rule-languages"),
    FormField::new(Field::Synopsis, "synopsis", "collection-synopsis")
        .with_control(Control::Text(8))
        .with_rule("collection-rule-synopsis"),
    FormField::new(Field::Isbn13, "isbn", "fact-isbn").with_rule("collection-rule-isbn"),
    FormField::new(Field::SeriesTitle, "series-title", "fact-series"),
    FormField::new(Field::SeriesNumber, "series-number", "collection-series-number"),
    FormField::new(Field::Publisher, "publisher", "fact-publisher"),
    FormField::new(Field::CopyrightDate, "copyright-year", "collection-copyright-year")
        .with_rule("collection-rule-year"),
    FormField::new_list(Field::Categories, "categories", "fact-categories", "collection-rule-categories"),
    FormField::new(Field::UsageRestriction, "usage", "collection-usage").with_choices(Choices::Usage),
];

const PEOPLE_FIELDS: [FormField; 13] = [
    names_field(Field::CoWriters, "co-writers", "role-co-writer"),
    names_field(Field::Editors, "editors", "role-editor"),
    names_field(Field::Translators, "translators", "role-translator"),
    names_field(Field::Illustrators, "illustrators", "role-illustrator"),
    names_field(Field::ForewardBys, "foreword-by", "role-forward-by"),
    names_field(Field::IntroductionBys, "introduction-by", "role-introduction-by"),
    names_field(Field::EpilogueBys, "epilogue-by", "role-epilogue-by"),
    names_field(Field::Abridgers, "abridgers", "role-abridger"),
    names_field(Field::Adapters, "adapters", "role-adapter"),
    names_field(Field::Composers, "composers", "role-composer"),
    names_field(Field::Arrangers, "arrangers", "role-arranger"),
    names_field(Field::Lyricists, "lyricists", "role-lyricist"),
    names_field(Field::Transcribers, "transcribers", "role-transcriber"),
];

const SUBJECT_FIELDS: [FormField; 11] = [
    FormField::new_list(Field::BisacCategories, "bisac", "collection-bisac", "collection-rule-bisac"),
    FormField::new_list(Field::ThemaCategories, "thema", "collection-thema", "collection-rule-thema"),
    FormField::new(Field::ExternalCategoryCode, "external-category", "collection-external-category"),
    FormField::new_list(Field::Grades, "grades", "collection-grades", "collection-rule-grades"),
    FormField::new(Field::ReadingAgeMinimum, "age-from", "collection-age-from")
        .with_rule("collection-rule-age-from"),
    FormField::new(Field::ReadingAgeMaximum, "age-to", "collection-age-to")
        .with_rule("collection-rule-age-to"),
    FormField::new(Field::LexileCode, "lexile-code", "collection-lexile-code")
        .with_choices(Choices::LexileCode),
    FormField::new(Field::LexileNumber, "lexile-number", "collection-lexile-number"),
    FormField::new(Field::ContentWarnings, "warnings", "collection-warnings").with_control(Control::Warnings),
    yes_no_field(Field::AdultContent, "adult-content", "collection-adult-content"),
    yes_no_field(Field::AllowRecommend, "allow-recommend", "collection-allow-recommend"),
];

const EDITION_FIELDS: [FormField; 10] = [
    FormField::new(Field::SeriesSubtitle, "series-subtitle", "collection-series-subtitle"),
    FormField::new(Field::Edition, "edition", "collection-edition"),
    FormField::new(Field::CopyrightHolder, "copyright-holder", "collection-copyright-holder"),
    FormField::new(Field::OriginCountry, "origin-country", "collection-origin-country")
        .with_rule("collection-rule-country"),
    FormField::new_list(
        Field::RelatedIsbns,
        "related-isbns",
        "collection-related-isbns",
        "collection-rule-isbns",
    ),
    FormField::new(Field::ProductIdentifier, "product-identifier", "collection-product-identifier")
        .with_rule("collection-rule-product-identifier"),
    FormField::new(Field::NumPages, "print-pages", "fact-pages").with_rule("collection-rule-count"),
    FormField::new(Field::Quality, "quality", "collection-quality").with_choices(Choices::Quality),
    FormField::new(
        Field::HasEmbeddedImageDescriptions,
        "image-descriptions",
        "collection-image-descriptions",
    )
    .with_choices(Choices::YesNoUnknown),
    FormField::new(Field::Notes, "remarks", "title-remarks")
        .with_control(Control::Text(4))
        .with_rule("collection-rule-notes"),
];

const RIGHTS_FIELDS: [FormField; 7] = [
    yes_no_field(Field::AvailableWorldwide, "worldwide", "collection-worldwide"),
    FormField::new_list(Field::Countries, "countries", "collection-countries", "collection-rule-countries"),
    FormField::new_list(Field::States, "states", "collection-states", "collection-rule-states"),
    yes_no_field(Field::MarrakeshEligible, "marrakesh", "collection-marrakesh"),
    yes_no_field(Field::MarrakeshPodException, "marrakesh-proof", "collection-marrakesh-proof"),
    yes_no_field(Field::AvailableToDemo, "demo", "collection-demo"),
    yes_no_field(Field::NimacRestricted, "nimac", "collection-nimac"),
];

const MUSIC_FIELDS: [FormField; 8] = [
    FormField::new(Field::MusicScoreType, "score-type", "collection-score-type")
        .with_choices(Choices::ScoreType),
    FormField::new(Field::HasChordSymbols, "chord-symbols", "collection-chord-symbols")
        .with_choices(Choices::YesNoUnknown),
    FormField::new_list(Field::Instruments, "instruments", "collection-instruments", "collection-rule-lines"),
    FormField::new(Field::VocalParts, "vocal-parts", "collection-vocal-parts")
        .with_rule("collection-rule-vocal-parts"),
    FormField::new(Field::Key, "key", "collection-key"),
    FormField::new(Field::MovementNumber, "movement-number", "collection-movement-number"),
    FormField::new(Field::MovementTitle, "movement-title", "collection-movement-title"),
    FormField::new(Field::Opus, "opus", "collection-opus"),
];

/// The fields of people: each has the names of those with one role.
pub(super) const ROLES: [(Field, ContributorType); 14] = {
    use ContributorType as T;
    [
        (Field::Authors, T::Author),
        (Field::CoWriters, T::CoWriter),
        (Field::EpilogueBys, T::EpilogueBy),
        (Field::ForewardBys, T::ForwardBy),
        (Field::IntroductionBys, T::IntroductionBy),
        (Field::Editors, T::Editor),
        (Field::Composers, T::Composer),
        (Field::Arrangers, T::Arranger),
        (Field::Lyricists, T::Lyricist),
        (Field::Translators, T::Translator),
        (Field::Transcribers, T::Transcriber),
        (Field::Abridgers, T::Abridger),
        (Field::Adapters, T::Adapter),
        (Field::Illustrators, T::Illustrator),
    ]
};

const fn names_field(field: Field, name: &'static str, label: &'static str) -> FormField {
    FormField::new_list(field, name, label, "collection-rule-names")
}

const fn yes_no_field(field: Field, name: &'static str, label: &'static str) -> FormField {
    FormField::new(field, name, label).with_choices(Choices::YesNo)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::GROUPS;
    use crate::collection::form::fixtures::assert_messages;
    use crate::texts;

    #[test]
    fn every_field_has_a_label_and_a_rule_in_every_language() {
        assert_messages(&GROUPS);
        let headings = GROUPS.iter().map(|group| group.heading);
        texts::assert_messages(headings.filter(|heading| !heading.is_empty()));
        let fields = || GROUPS.iter().flat_map(|group| group.fields);
        let names: BTreeSet<&str> = fields().map(|field| field.name).collect();
        assert_eq!(names.len(), fields().count(), "each has a name of its own");
    }
}
