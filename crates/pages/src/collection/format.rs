//! /collection/titles/{id}/formats/{format}: the description of one format of a title.

use axum::response::Response;
use domain::artifacts::{Artifact, ArtifactEdit};
use domain::{Format, duration};
use services::Field;
use services::collection_desk::{ChangeOutcome, TitleOverview, edit_format, open_title};
use services::titles::TitleFormat;
use services::values::{Count, OneOf};

use super::form::{Choices, FieldGroup, FormField, FormReader, FormView, join_lines, number, text, value};
use super::format_path;
use crate::books::{managed_title_path, parse_title_id};
use crate::inputs::form_status;
use crate::{Form, Page, Path, Problem, Result, Section, Visitor, format_name, render_with_status};

const GROUPS: [FieldGroup; 1] = [FieldGroup {
    heading: "",
    fields: &[
        FormField::new_list(Field::Producers, "producers", "collection-producers", "collection-rule-lines"),
        FormField::new(Field::Supplier, "supplier", "collection-supplier"),
        FormField::new(Field::FundingSource, "funding", "collection-funding"),
        FormField::new(Field::Duration, "duration", "collection-duration")
            .with_rule("collection-rule-duration"),
        FormField::new(Field::BrailleCode, "braille-code", "access-braille-code")
            .with_choices(Choices::BrailleCode),
        FormField::new(Field::BrailleGrade, "braille-grade", "access-braille-grade")
            .with_choices(Choices::BrailleGrade),
        FormField::new(Field::BrailleType, "braille-type", "collection-braille-type")
            .with_choices(Choices::BrailleType),
        FormField::new(Field::BrailleMusicScoreLayout, "score-layout", "collection-score-layout")
            .with_choices(Choices::ScoreLayout),
        FormField::new(Field::NumberOfVolumes, "volumes", "collection-volumes")
            .with_rule("collection-rule-count"),
        FormField::new(Field::Transcriber, "transcriber", "role-transcriber"),
        FormField::new(Field::ExternalIdentifierCode, "external-code", "collection-external-code"),
        FormField::new(Field::GlobalBookServiceId, "common-identifier", "collection-common-identifier"),
    ],
}];

#[derive(askama::Template)]
#[template(path = "collection_format.html")]
struct FormatPage<'a> {
    page: Page<'a>,
    heading: String,
    title_name: String,
    title_path: String,
    path: String,
    status: String,
    form: FormView,
}

pub(super) async fn show_page(visitor: Visitor, Path((id, format)): Path<(String, String)>) -> Result {
    visitor.op.require_collection_staff()?;
    let (id, format) = (parse_title_id(&id)?, parse_format(&format)?);
    let overview = open_title(&visitor.op, id).await?;
    let artifact = overview.upcoming.artifact(format).ok_or(Problem::NotFound)?;
    let page = visitor.page(Section::Account);
    let form = FormView::new(&page, &GROUPS, &|field| stored_text(artifact, field.field));
    render_format(page, &overview, format, form)
}

pub(super) async fn submit_edit(
    visitor: Visitor,
    Path((id, format)): Path<(String, String)>,
    Form(typed): Form,
) -> Result {
    visitor.op.require_collection_staff()?;
    let artifact = TitleFormat { title: parse_title_id(&id)?, format: parse_format(&format)? };
    let mut reader = FormReader::new(&typed, &GROUPS)?;
    let edit = read_edit(&mut reader);
    let (faults, has_changes) = reader.finish();
    if !has_changes {
        return visitor
            .redirect_with_message("collection-nothing-changed", &managed_title_path(artifact.title));
    }
    match edit_format(&visitor.op, artifact, edit, faults).await? {
        ChangeOutcome::Accepted => {
            visitor.redirect_with_message("collection-saved", &managed_title_path(artifact.title))
        }
        ChangeOutcome::Refused(overview, error) => {
            let page = visitor.page(Section::Account);
            let form = FormView::with_faults(&page, &GROUPS, &typed, &error);
            render_format(page, &overview, artifact.format, form)
        }
    }
}

fn parse_format(word: &str) -> Result<Format> {
    Format::from_path(word).ok_or(Problem::NotFound)
}

fn render_format(
    page: Page<'_>,
    overview: &TitleOverview,
    format: Format,
    form: FormView,
) -> Result<Response> {
    let title = &overview.upcoming;
    let artifact = title.artifact(format).ok_or(Problem::NotFound)?;
    let shown = FormatPage {
        heading: page.with_name("collection-format-heading", &format_name(&page, format)),
        title_name: title.metadata.title.clone(),
        title_path: managed_title_path(title.id),
        path: format_path(title.id, format),
        status: page.value_text("collection-format", artifact.status),
        form,
        page,
    };
    Ok(render_with_status(form_status(&shown.form.errors), &shown))
}

/// The value of a field; lists have a value on each line.
fn stored_text(artifact: &Artifact, field: Field) -> String {
    let details = &artifact.details;
    match field {
        Field::Producers => join_lines(&details.producers),
        Field::Supplier => text(details.supplier.as_deref()),
        Field::FundingSource => text(details.funding_source.as_deref()),
        Field::Duration => details.duration_seconds.map(duration::format).unwrap_or_default(),
        Field::BrailleCode => text(details.braille_code.as_deref()),
        Field::BrailleGrade => value(details.braille_grade),
        Field::BrailleType => value(details.braille_type),
        Field::BrailleMusicScoreLayout => value(details.braille_music_score_layout),
        Field::NumberOfVolumes => number(details.number_of_volumes),
        Field::Transcriber => text(details.transcriber.as_deref()),
        Field::ExternalIdentifierCode => text(details.external_identifier_code.as_deref()),
        Field::GlobalBookServiceId => text(details.global_book_service_id.as_deref()),
        _ => String::new(),
    }
}

/// The changes that the form asks for. What is wrong is noted in the form.
fn read_edit(form: &mut FormReader<'_>) -> ArtifactEdit {
    ArtifactEdit {
        global_book_service_id: form.line(Field::GlobalBookServiceId),
        duration_seconds: form.read_change(Field::Duration, duration::parse),
        braille_code: form.change::<OneOf<_>>(Field::BrailleCode).map(|code| code.0),
        braille_grade: form.change::<OneOf<_>>(Field::BrailleGrade).map(|grade| grade.0),
        braille_type: form.change::<OneOf<_>>(Field::BrailleType).map(|kind| kind.0),
        braille_music_score_layout: form
            .change::<OneOf<_>>(Field::BrailleMusicScoreLayout)
            .map(|layout| layout.0),
        number_of_volumes: form.change::<Count>(Field::NumberOfVolumes).map(|count| count.0.unsigned_abs()),
        external_identifier_code: form.line(Field::ExternalIdentifierCode),
        transcriber: form.line(Field::Transcriber),
        supplier: form.line(Field::Supplier),
        funding_source: form.line(Field::FundingSource),
        producers: form.names(Field::Producers),
    }
}

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use crate::collection::form::fixtures::assert_messages;

    #[test]
    fn every_field_has_a_label_and_a_rule_in_every_language() {
        assert_messages(&GROUPS);
    }
}
