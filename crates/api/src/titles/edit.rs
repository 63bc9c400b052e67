//! Converts a title's form fields to the form that operations judge.

use std::collections::BTreeMap;

use domain::titles::{FieldsEdit, MetadataEdit, MusicEdit, TerritoryEdit};
use domain::{Contributor, ContributorType};
use services::titles::{MAX_FORM_VALUES, TitleForm, check_ages, deduplicate, distinct_values, thema_codes};

use super::fields::TitleFields;
use crate::http::{Change, Country, ErrorKey, Faults, Field, Isbn, OneOf, ReplaceList, ShortText, Years};

impl TitleFields {
    /// The fields, to be judged against stored data. Adds the faults of values that do not fit together.
    pub fn into_form(self, faults: &mut Faults) -> TitleForm {
        self.check_fields(faults);
        TitleForm {
            people: to_contributors(&self),
            countries: self.countries.0.iter().flatten().map(|Country(code)| code.clone()).collect(),
            states: self.states.0.as_deref().map(to_names),
            categories: self.categories.0.as_deref().map(to_names),
            bisac: self.bisac_categories.0.as_deref().map(to_names),
            fields: to_edit(self),
        }
    }

    fn check_fields(&self, faults: &mut Faults) {
        let worldwide = self.available_worldwide.0 == Some(true);
        // Required fields; `availableWorldwide` replaces countries.
        let needed = [
            (Field::Languages, self.languages.0.as_ref().is_some_and(Vec::is_empty)),
            (Field::Countries, !worldwide && self.countries.0.as_ref().is_some_and(Vec::is_empty)),
        ];
        for (field, empty) in needed {
            if empty && !faults.has_field(field) {
                faults.add(ErrorKey::InvalidParameter, field, "must not be empty");
            }
        }
        if let (Change::Set(Years(from)), Change::Set(Years(to))) =
            (&self.reading_age_minimum, &self.reading_age_maximum)
        {
            check_ages(Some(*from), Some(*to), faults);
        }
        let lengths = [
            (Field::Languages, self.languages.0.as_ref().map(Vec::len)),
            (Field::Countries, self.countries.0.as_ref().map(Vec::len)),
            (Field::Grades, self.grades.0.as_ref().map(Vec::len)),
            (Field::ThemaCategories, self.thema_categories.0.as_ref().map(Vec::len)),
            (Field::RelatedIsbns, self.related_isbns.0.as_ref().map(Vec::len)),
            (Field::ContentWarnings, self.content_warnings.0.as_ref().map(Vec::len)),
        ];
        let texts = self.people_fields().into_iter().map(|(field, _, list)| (field, list)).chain([
            (Field::Categories, &self.categories),
            (Field::BisacCategories, &self.bisac_categories),
            (Field::Instruments, &self.instruments),
            (Field::States, &self.states),
        ]);
        let texts = texts.map(|(field, list)| (field, list.0.as_ref().map(Vec::len)));
        for (field, length) in lengths.into_iter().chain(texts) {
            if length.is_some_and(|length| length > MAX_FORM_VALUES) {
                faults.add(
                    ErrorKey::InvalidParameter,
                    field,
                    format!("must be {MAX_FORM_VALUES} values at most"),
                );
            }
        }
    }

    /// Parameters of people: their names, and the role.
    fn people_fields(&self) -> [(Field, ContributorType, &ReplaceList<ShortText>); 14] {
        use ContributorType as T;
        [
            (Field::Authors, T::Author, &self.authors),
            (Field::CoWriters, T::CoWriter, &self.co_writers),
            (Field::EpilogueBys, T::EpilogueBy, &self.epilogue_bys),
            (Field::ForewardBys, T::ForwardBy, &self.foreward_bys),
            (Field::IntroductionBys, T::IntroductionBy, &self.introduction_bys),
            (Field::Editors, T::Editor, &self.editors),
            (Field::Composers, T::Composer, &self.composers),
            (Field::Arrangers, T::Arranger, &self.arrangers),
            (Field::Lyricists, T::Lyricist, &self.lyricists),
            (Field::Translators, T::Translator, &self.translators),
            (Field::Transcribers, T::Transcriber, &self.transcribers),
            (Field::Abridgers, T::Abridger, &self.abridgers),
            (Field::Adapters, T::Adapter, &self.adapters),
            (Field::Illustrators, T::Illustrator, &self.illustrators),
        ]
    }
}

fn to_contributors(fields: &TitleFields) -> BTreeMap<ContributorType, Vec<Contributor>> {
    let sent = fields.people_fields().into_iter();
    sent.filter_map(|(_, kind, list)| {
        let names = list.0.as_ref()?.iter().map(|name| Contributor::from_typed_name(kind, &name.0));
        Some((kind, deduplicate(names)))
    })
    .collect()
}

fn to_names(sent: &[ShortText]) -> Vec<String> {
    sent.iter().map(|name| name.0.clone()).collect()
}

/// The fields that change, without states, and Thema codes without their names.
fn to_edit(fields: TitleFields) -> FieldsEdit {
    // Explicit countries replace all others.
    let named = fields.countries.0.as_ref().is_some_and(|countries| !countries.is_empty());
    let territory = TerritoryEdit {
        worldwide: fields.available_worldwide.0.or(named.then_some(false)),
        countries: fields.countries.0.map(|codes| codes.into_iter().map(|code: Country| code.0).collect()),
        states: None,
        marrakesh_available: fields.marrakesh_eligible.0,
        marrakesh_pod_exception: fields.marrakesh_pod_exception.0,
    };
    let music = MusicEdit {
        score_type: fields.music_score_type.map(|kind| kind.0),
        has_chord_symbols: fields.has_chord_symbols,
        instruments: distinct_values(fields.instruments.0, |name: ShortText| name.0),
        vocal_parts: fields.vocal_parts.map(|parts| parts.0),
        key: fields.key.map(|text| text.0),
        movement_number: fields.movement_number.map(|text| text.0),
        movement_title: fields.movement_title.map(|text| text.0),
        opus: fields.opus.map(|text| text.0),
    };
    let metadata = MetadataEdit {
        title: fields.title.0.map(|text| text.0),
        subtitle: fields.subtitle.map(|text| text.0),
        synopsis: fields.synopsis.map(|text| text.0),
        isbn13: fields.isbn13.map(|isbn| isbn.0),
        related_isbns: distinct_values(fields.related_isbns.0, |isbn: Isbn| isbn.0),
        languages: distinct_values(fields.languages.0, |code| code.0),
        thema: fields.thema_categories.0.map(thema_codes),
        grades: distinct_values(fields.grades.0, |code| code.0),
        content_warnings: distinct_values(fields.content_warnings.0, |OneOf(warning)| warning),
        adult_content: fields.adult_content.0,
        allow_recommend: fields.allow_recommend.0,
        nimac: fields.nimac_restricted.0,
        available_to_demo: fields.available_to_demo.0,
        has_embedded_image_descriptions: fields.has_embedded_image_descriptions,
        copyright_date: fields.copyright_date.map(|year| year.0),
        copyright_holder: fields.copyright_holder.map(|text| text.0),
        publisher: fields.publisher.map(|text| text.0),
        edition: fields.edition.map(|text| text.0),
        series_title: fields.series_title.map(|text| text.0),
        series_subtitle: fields.series_subtitle.map(|text| text.0),
        series_number: fields.series_number.map(|text| text.0),
        origin_country: fields.origin_country.map(|code| code.0),
        external_category_code: fields.external_category_code.map(|text| text.0),
        product_identifier: fields.product_identifier.map(|text| text.0),
        lexile_code: fields.lexile_code.map(|code| code.0),
        lexile_number: fields.lexile_number.map(|text| text.0),
        reading_age_minimum: fields.reading_age_minimum.map(|age| age.0),
        reading_age_maximum: fields.reading_age_maximum.map(|age| age.0),
        num_pages: fields.num_pages.map(|count| count.0),
        notes: fields.notes.map(|text| text.0),
        quality: fields.quality.map(|quality| quality.0),
        music,
    };
    FieldsEdit { territory, usage: fields.usage_restriction.0.map(|usage| usage.0), metadata }
}
