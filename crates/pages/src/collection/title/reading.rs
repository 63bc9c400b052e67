//! Reads the form of a title's metadata into the changes that it asks for.

use std::collections::BTreeMap;

use domain::titles::{FieldsEdit, MetadataEdit, MusicEdit, TerritoryEdit, parse_vocal_parts};
use domain::{Contributor, ContributorType};
use services::Field;
use services::titles::{self, MetadataChange, TitleForm, deduplicate, distinct_values, thema_codes};
use services::values::{
    Count, Country, Grade, Isbn, Language, OneOf, ParseValue as _, ShortText, SingleLineText, Text, Year,
    Years,
};

use super::fields::ROLES;
use crate::collection::form::FormReader;

/// The changes that the form asks for. What is wrong is noted in the form.
pub(super) fn read_change(form: &mut FormReader<'_>) -> MetadataChange {
    check_ages(form);
    let comment = form.change::<Text<2000>>(Field::Comments).map(|text| text.0);
    let people = read_people(form);
    let territory = read_territory(form);
    let title_form = TitleForm {
        people,
        countries: form.typed_text(Field::Countries).lines().map(str::to_uppercase).collect(),
        states: form.names(Field::States),
        categories: form.names(Field::Categories),
        bisac: form.names(Field::BisacCategories),
        fields: FieldsEdit {
            territory,
            usage: form.replace::<OneOf<_>>(Field::UsageRestriction).map(|usage| usage.0),
            metadata: read_metadata(form),
        },
    };
    MetadataChange { form: title_form, comment: comment.value().cloned() }
}

fn check_ages(form: &mut FormReader<'_>) {
    let age = |field| Years::parse_value(&form.typed_text(field)).ok().map(|years| years.0);
    let ages = [Field::ReadingAgeMinimum, Field::ReadingAgeMaximum].map(age);
    titles::check_ages(ages[0], ages[1], form.faults());
}

fn read_people(form: &mut FormReader<'_>) -> BTreeMap<ContributorType, Vec<Contributor>> {
    let mut people = BTreeMap::new();
    for (field, role) in ROLES {
        if let Some(typed) = form.names(field) {
            let role_people = typed.iter().map(|name| Contributor::from_typed_name(role, name));
            people.insert(role, deduplicate(role_people));
        }
    }
    people
}

fn read_territory(form: &mut FormReader<'_>) -> TerritoryEdit {
    let countries = form.list::<Country>(Field::Countries);
    let is_worldwide = form.typed_text(Field::AvailableWorldwide) == "true";
    if !is_worldwide && countries.as_ref().is_some_and(Vec::is_empty) {
        form.add_fault(Field::Countries);
    }
    TerritoryEdit {
        worldwide: form.replace(Field::AvailableWorldwide),
        countries: countries.map(|codes| codes.into_iter().map(|code| code.0).collect()),
        states: None,
        marrakesh_available: form.replace(Field::MarrakeshEligible),
        marrakesh_pod_exception: form.replace(Field::MarrakeshPodException),
    }
}

fn read_metadata(form: &mut FormReader<'_>) -> MetadataEdit {
    let languages = form.list::<Language>(Field::Languages);
    if languages.as_ref().is_some_and(Vec::is_empty) {
        form.add_fault(Field::Languages);
    }
    MetadataEdit {
        title: form.replace::<SingleLineText<1000>>(Field::Title).map(|line| line.0),
        subtitle: form.change::<SingleLineText<1000>>(Field::Subtitle).map(|line| line.0),
        synopsis: form.change::<Text<20_000>>(Field::Synopsis).map(|text| text.0),
        isbn13: form.change::<Isbn>(Field::Isbn13).map(|isbn| isbn.0),
        related_isbns: distinct_values(form.list(Field::RelatedIsbns), |isbn: Isbn| isbn.0),
        languages: distinct_values(languages, |code| code.0),
        thema: form.list(Field::ThemaCategories).map(thema_codes),
        grades: distinct_values(form.list(Field::Grades), |code: Grade| code.0),
        content_warnings: distinct_values(form.list(Field::ContentWarnings), |OneOf(warning)| warning),
        adult_content: form.replace(Field::AdultContent),
        allow_recommend: form.replace(Field::AllowRecommend),
        nimac: form.replace(Field::NimacRestricted),
        available_to_demo: form.replace(Field::AvailableToDemo),
        has_embedded_image_descriptions: form.change(Field::HasEmbeddedImageDescriptions),
        copyright_date: form.change::<Year>(Field::CopyrightDate).map(|year| year.0),
        copyright_holder: form.line(Field::CopyrightHolder),
        publisher: form.line(Field::Publisher),
        edition: form.line(Field::Edition),
        series_title: form.line(Field::SeriesTitle),
        series_subtitle: form.line(Field::SeriesSubtitle),
        series_number: form.line(Field::SeriesNumber),
        origin_country: form.change::<Country>(Field::OriginCountry).map(|code| code.0),
        external_category_code: form.line(Field::ExternalCategoryCode),
        product_identifier: form.line(Field::ProductIdentifier),
        lexile_code: form.change::<OneOf<_>>(Field::LexileCode).map(|code| code.0),
        lexile_number: form.line(Field::LexileNumber),
        reading_age_minimum: form.change::<Years>(Field::ReadingAgeMinimum).map(|years| years.0),
        reading_age_maximum: form.change::<Years>(Field::ReadingAgeMaximum).map(|years| years.0),
        num_pages: form.change::<Count>(Field::NumPages).map(|count| count.0),
        notes: form.change::<Text<8000>>(Field::Notes).map(|text| text.0),
        quality: form.change::<OneOf<_>>(Field::Quality).map(|quality| quality.0),
        music: read_music(form),
    }
}

fn read_music(form: &mut FormReader<'_>) -> MusicEdit {
    MusicEdit {
        score_type: form.change::<OneOf<_>>(Field::MusicScoreType).map(|kind| kind.0),
        has_chord_symbols: form.change(Field::HasChordSymbols),
        instruments: distinct_values(form.list(Field::Instruments), |name: ShortText| name.0),
        vocal_parts: form.read_change(Field::VocalParts, parse_vocal_parts),
        key: form.line(Field::Key),
        movement_number: form.line(Field::MovementNumber),
        movement_title: form.line(Field::MovementTitle),
        opus: form.line(Field::Opus),
    }
}
