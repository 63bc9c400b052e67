//! The stored values of a title, as its form shows them.

use domain::titles::Music;
use domain::{CategoryType, ContentWarning, Contributor, Title, WireEnum as _};
use services::Field;

use super::fields::ROLES;
use crate::collection::form::{join_lines, number, text, value};

/// The value of a field; lists have a value on each line.
pub(super) fn stored_text(title: &Title, field: Field) -> String {
    let m = &title.metadata;
    if let Some((_, role)) = ROLES.iter().find(|(one, _)| *one == field) {
        return join_lines(title.contributors(*role).map(typed_name));
    }
    match field {
        Field::Title => m.title.clone(),
        Field::Subtitle => text(m.subtitle.as_deref()),
        Field::Languages => join_lines(&m.languages),
        Field::Synopsis => text(m.synopsis.as_deref()),
        Field::Isbn13 => text(m.isbn13.as_deref()),
        Field::SeriesTitle => text(m.series_title.as_deref()),
        Field::SeriesSubtitle => text(m.series_subtitle.as_deref()),
        Field::SeriesNumber => text(m.series_number.as_deref()),
        Field::Publisher => text(m.publisher.as_deref()),
        Field::CopyrightDate => number(m.copyright_date),
        Field::CopyrightHolder => text(m.copyright_holder.as_deref()),
        Field::Edition => text(m.edition.as_deref()),
        Field::OriginCountry => text(m.origin_country.as_deref()),
        Field::RelatedIsbns => join_lines(&m.related_isbns),
        Field::ProductIdentifier => text(m.product_identifier.as_deref()),
        Field::NumPages => number(m.num_pages),
        Field::Quality => value(m.quality),
        Field::HasEmbeddedImageDescriptions => number(m.has_embedded_image_descriptions),
        Field::Notes => text(m.notes.as_deref()),
        _ => subject_text(title, field),
    }
}

fn subject_text(title: &Title, field: Field) -> String {
    let m = &title.metadata;
    let of_kind = |kind: CategoryType| m.categories.iter().filter(move |category| category.kind == kind);
    match field {
        Field::Categories => {
            join_lines(of_kind(CategoryType::Service).map(|category| category.name.as_str()))
        }
        Field::BisacCategories => join_lines(
            of_kind(CategoryType::Bisac).map(|category| category.code.as_deref().unwrap_or(&category.name)),
        ),
        Field::ThemaCategories => join_lines(m.thema.iter().map(|code| code.code.as_str())),
        Field::ExternalCategoryCode => text(m.external_category_code.as_deref()),
        Field::Grades => join_lines(&m.grades),
        Field::ReadingAgeMinimum => number(m.reading_age_minimum),
        Field::ReadingAgeMaximum => number(m.reading_age_maximum),
        Field::LexileCode => text(m.lexile_code.as_deref()),
        Field::LexileNumber => text(m.lexile_number.as_deref()),
        Field::ContentWarnings => {
            // In the order in which the form has them.
            let warnings = ContentWarning::ALL.iter().filter(|one| m.content_warnings.contains(one));
            join_lines(warnings.map(|warning| warning.as_str()))
        }
        Field::AdultContent => m.adult_content.to_string(),
        Field::AllowRecommend => m.allow_recommend.to_string(),
        _ => rights_text(title, field),
    }
}

fn rights_text(title: &Title, field: Field) -> String {
    let territory = &title.territory;
    match field {
        Field::UsageRestriction => title.usage.as_str().to_owned(),
        Field::AvailableWorldwide => territory.worldwide.to_string(),
        Field::Countries => join_lines(&territory.countries),
        Field::States => join_lines(&territory.states),
        Field::MarrakeshEligible => territory.marrakesh_available.to_string(),
        Field::MarrakeshPodException => territory.marrakesh_pod_exception.to_string(),
        Field::AvailableToDemo => title.metadata.available_to_demo.to_string(),
        Field::NimacRestricted => title.metadata.nimac.to_string(),
        _ => title.metadata.music.as_ref().map(|music| music_text(music, field)).unwrap_or_default(),
    }
}

fn music_text(music: &Music, field: Field) -> String {
    match field {
        Field::MusicScoreType => value(music.score_type),
        Field::HasChordSymbols => number(music.has_chord_symbols),
        Field::Instruments => join_lines(&music.instruments),
        Field::VocalParts => text(music.vocal_parts.as_deref()),
        Field::Key => text(music.key.as_deref()),
        Field::MovementNumber => text(music.movement_number.as_deref()),
        Field::MovementTitle => text(music.movement_title.as_deref()),
        Field::Opus => text(music.opus.as_deref()),
        _ => String::new(),
    }
}

/// The name that is read as the same person: the form with a comma if the other one would lose it.
fn typed_name(person: &Contributor) -> &str {
    let is_same = |name: &str| Contributor::from_typed_name(person.kind, name) == *person;
    match person.index_name.as_deref() {
        Some(index_name) if !is_same(&person.display_name) && is_same(index_name) => index_name,
        _ => &person.display_name,
    }
}

#[cfg(test)]
mod tests {
    use domain::categories::Category;
    use domain::contributors::{Contributor, ContributorType};
    use domain::fixtures::{title, with_change};
    use domain::titles::ContentWarning;
    use services::Field;

    use super::stored_text;

    #[test]
    fn values_are_shown_as_they_are_typed() {
        let mut inverted = Contributor::new(ContributorType::Author, "Ana Vega Ortiz");
        inverted.index_name = Some("Vega Ortiz, Ana".to_owned());
        let book = with_change(title(), |title| {
            title.metadata.contributors =
                vec![inverted, Contributor::new(ContributorType::Author, "Jane Austen")];
            title.metadata.categories =
                vec![Category::service("Sea"), Category::bisac("FIC047000", "FICTION / Sea Stories")];
            title.metadata.content_warnings = vec![ContentWarning::Drugs, ContentWarning::Sex];
            title.metadata.num_pages = Some(120);
            title.metadata.music = None;
        });
        for (field, text) in [
            (Field::Authors, "Vega Ortiz, Ana\nJane Austen"),
            (Field::Editors, ""),
            (Field::Categories, "Sea"),
            (Field::BisacCategories, "FIC047000"),
            (Field::ContentWarnings, "sex\ndrugs"),
            (Field::NumPages, "120"),
            (Field::AdultContent, "false"),
            (Field::Opus, ""),
            (Field::Comments, ""),
        ] {
            assert_eq!(stored_text(&book, field), text, "{field:?}");
        }
    }
}
