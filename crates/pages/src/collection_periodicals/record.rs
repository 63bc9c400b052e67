//! The record of a periodical: the form that creates one, and the form that edits it
//! (docs/rules/periodicals.md#rule-7).

use axum::response::Response;
use domain::periodicals::{SeriesEdit, SeriesType};
use domain::{Category, Series, SeriesId, issn};
use services::periodicals::{NewSeries, create, edit, get_managed};
use services::values::{Country, Language, OneOf, ShortText, Text};
use services::{Error, ErrorKey, Field};

use super::{LIST_PATH, NEW_PATH, record_path, series_path};
use crate::collection::form::{
    Choices, Control, FieldGroup, FormField, FormReader, FormView, join_lines, text,
};
use crate::inputs::form_status;
use crate::{Fields, Form, Page, Path, Result, Section, Visitor, render_with_status};

/// Every field of the record that staff may edit.
const GROUPS: [FieldGroup; 1] = [FieldGroup {
    heading: "",
    fields: &[
        FormField::new(Field::Title, "title", "collection-title").with_rule("series-rule-title"),
        FormField::new(Field::SeriesType, "kind", "series-kind").with_choices(Choices::SeriesType),
        FormField::new_list(Field::Languages, "languages", "fact-languages", "collection-rule-languages"),
        FormField::new(Field::Issn, "issn", "fact-issn").with_rule("series-rule-issn"),
        FormField::new(Field::Publisher, "publisher", "fact-publisher"),
        FormField::new(Field::Description, "description", "series-description")
            .with_control(Control::Text(6))
            .with_rule("collection-rule-notes"),
        FormField::new_list(Field::Categories, "categories", "fact-categories", "collection-rule-lines"),
        FormField::new(Field::ExternalCategoryCode, "external-category", "collection-external-category"),
        FormField::new_list(Field::Countries, "countries", "collection-countries", "series-rule-countries"),
    ],
}];

#[derive(askama::Template)]
#[template(path = "collection_series_record.html")]
struct RecordPage<'a> {
    page: Page<'a>,
    heading: String,
    is_new: bool,
    /// The title of the periodical. Empty for a new one.
    name: String,
    path: String,
    form: FormView,
    back_path: String,
}

/// GET: the empty form of a new periodical.
pub(super) async fn show_new(visitor: Visitor) -> Result {
    visitor.op.require_collection_staff()?;
    let page = visitor.page(Section::Account);
    let form = FormView::new(&page, &GROUPS, &new_text);
    Ok(render_record(page, None, form))
}

/// POST: creates a periodical once, even if the browser sends the form again, and leads to its page.
pub(super) async fn create_series(visitor: Visitor, Form(typed): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let mut reader = FormReader::new(&typed, &GROUPS)?;
    let edit = read_edit(&mut reader);
    check_required(&mut reader);
    let (faults, _) = reader.finish();
    if let Err(error) = faults.into_result() {
        let page = visitor.page(Section::Account);
        let form = FormView::with_faults(&page, &GROUPS, &typed, &error);
        return Ok(render_record(page, None, form));
    }
    let id = create_once(&visitor, typed.get("form"), new_series(edit)).await?;
    visitor.redirect_with_message("series-created", &series_path(&id))
}

/// Creates the periodical unless the same form has created it. A form that was changed meanwhile creates
/// another one.
async fn create_once(visitor: &Visitor, form: Option<&str>, new: NewSeries) -> Result<SeriesId> {
    let id = visitor.creation_mark(form, &new).map(SeriesId::from);
    match (create(&visitor.op, NewSeries { id: id.clone(), ..new }).await, id) {
        (Ok(series), _) => Ok(series.id),
        (Err(error), Some(id)) if error.key() == Some(ErrorKey::AlreadyExists) => Ok(id),
        (Err(error), _) => Err(error.into()),
    }
}

/// GET: the form with the stored record.
pub(super) async fn show_record(visitor: Visitor, Path(id): Path<String>) -> Result {
    let series = get_managed(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    let form = FormView::new(&page, &GROUPS, &|field| stored_text(&series, field.field));
    Ok(render_record(page, Some(&series), form))
}

/// POST: changes the fields whose values differ from those that the page has shown.
pub(super) async fn submit_record(visitor: Visitor, Path(id): Path<String>, Form(typed): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let mut reader = FormReader::new(&typed, &GROUPS)?;
    let change = read_edit(&mut reader);
    let (faults, has_changes) = reader.finish();
    if let Err(error) = faults.into_result() {
        return show_faults(&visitor, &id, &typed, &error).await;
    }
    let path = series_path(&SeriesId::from(id.as_str()));
    if !has_changes {
        return visitor.redirect_with_message("collection-nothing-changed", &path);
    }
    edit(&visitor.op, &id, change).await?;
    visitor.redirect_with_message("collection-saved", &path)
}

async fn show_faults(visitor: &Visitor, id: &str, typed: &Fields, error: &Error) -> Result {
    let series = get_managed(&visitor.op, id).await?;
    let page = visitor.page(Section::Account);
    let form = FormView::with_faults(&page, &GROUPS, typed, error);
    Ok(render_record(page, Some(&series), form))
}

/// The form of a periodical. `None` for a new one.
fn render_record(page: Page<'_>, series: Option<&Series>, form: FormView) -> Response {
    let shown = RecordPage {
        heading: page.text(if series.is_some() { "series-edit" } else { "series-new" }),
        is_new: series.is_none(),
        name: series.map(|series| series.title.clone()).unwrap_or_default(),
        path: series.map_or_else(|| NEW_PATH.to_owned(), |series| record_path(&series.id)),
        back_path: series.map_or_else(|| LIST_PATH.to_owned(), |series| series_path(&series.id)),
        form,
        page,
    };
    render_with_status(form_status(&shown.form.errors), &shown)
}

/// The value of a field; lists have a value on each line.
fn stored_text(series: &Series, field: Field) -> String {
    match field {
        Field::Title => series.title.clone(),
        Field::SeriesType => series.series_type.to_string(),
        Field::Languages => join_lines(&series.languages),
        Field::Issn => text(series.issn.as_deref()),
        Field::Publisher => text(series.publisher.as_deref()),
        Field::Description => text(series.description.as_deref()),
        Field::Categories => join_lines(series.categories.iter().map(|category| category.name.as_str())),
        Field::ExternalCategoryCode => text(series.external_category_code.as_deref()),
        Field::Countries => join_lines(&series.countries),
        _ => String::new(),
    }
}

/// The value of a field in the form of a new periodical.
fn new_text(field: &FormField) -> String {
    if field.field == Field::SeriesType { SeriesType::Newspaper.to_string() } else { String::new() }
}

/// The changes that the form asks for. What is wrong is noted in the form.
fn read_edit(form: &mut FormReader<'_>) -> SeriesEdit {
    let languages = form.list::<Language>(Field::Languages);
    if languages.as_ref().is_some_and(Vec::is_empty) {
        form.add_fault(Field::Languages);
    }
    let subjects = form.names(Field::Categories);
    let countries = form.list::<Country>(Field::Countries);
    SeriesEdit {
        title: form.replace::<ShortText>(Field::Title).map(|title| title.0),
        series_type: form.replace::<OneOf<_>>(Field::SeriesType).map(|kind| kind.0),
        issn: form
            .read_change(Field::Issn, |text| issn::parse_unchecked(text).ok().map(|issn| issn.to_string())),
        description: form.change::<Text<8000>>(Field::Description).map(|text| text.0),
        publisher: form.line(Field::Publisher),
        external_category_code: form.line(Field::ExternalCategoryCode),
        categories: subjects.map(|names| names.into_iter().map(Category::service).collect()),
        languages: languages.map(|codes| codes.into_iter().map(|code| code.0).collect()),
        countries: countries.map(|codes| codes.into_iter().map(|code| code.0).collect()),
    }
}

/// Notes what a new periodical lacks: fields that nobody has filled in.
fn check_required(form: &mut FormReader<'_>) {
    for field in [Field::Title, Field::Languages] {
        if form.typed_text(field).trim().is_empty() {
            form.add_fault(field);
        }
    }
}

/// The periodical that a form without faults describes.
fn new_series(edit: SeriesEdit) -> NewSeries {
    NewSeries {
        id: None,
        title: edit.title.unwrap_or_default(),
        kind: edit.series_type.unwrap_or(SeriesType::Newspaper),
        issn: edit.issn.value().cloned(),
        description: edit.description.value().cloned(),
        publisher: edit.publisher.value().cloned(),
        external_category_code: edit.external_category_code.value().cloned(),
        languages: edit.languages.unwrap_or_default(),
        categories: edit.categories.unwrap_or_default(),
        countries: edit.countries.into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use domain::categories::Category;
    use domain::fixtures::{series, with_change};
    use domain::periodicals::SeriesType;
    use services::Field;

    use super::{GROUPS, check_required, new_series, new_text, read_edit, stored_text};
    use crate::collection::form::fixtures::{assert_messages, type_into};
    use crate::collection::form::{FormField, FormReader};

    #[test]
    fn every_field_has_a_label_and_a_rule_in_every_language() {
        assert_messages(&GROUPS);
    }

    #[test]
    fn every_field_is_shown_and_read_back() {
        let stored = with_change(series(), |series| {
            series.description = Some("The week\nat sea.".into());
            series.categories = vec![Category::service("Sea")];
            series.countries = ["GB".to_owned(), "US".to_owned()].into();
        });
        let shown = |field: &FormField| stored_text(&stored, field.field);
        let typed = [
            ("title", "The Kelp Post"),
            ("kind", "magazine"),
            ("languages", "eng\r\nfre"),
            ("issn", "1234 567x"),
            ("publisher", ""),
            ("description", "Weekly."),
            ("categories", "Kelp"),
            ("external-category", "X1"),
            ("countries", ""),
        ];
        let fields = type_into(&GROUPS, &shown, &typed);
        let mut form = FormReader::new(&fields, &GROUPS).unwrap();
        let edit = read_edit(&mut form);
        assert!(form.finish().0.is_empty());
        let changed = edit.apply(&stored);
        assert_eq!((changed.title.as_str(), changed.series_type), ("The Kelp Post", SeriesType::Magazine));
        assert_eq!(
            (changed.languages, changed.issn.as_deref()),
            (vec!["eng".into(), "fra".into()], Some("1234-567X"))
        );
        assert_eq!((changed.publisher, changed.description.as_deref()), (None, Some("Weekly.")));
        assert_eq!(changed.categories, [Category::service("Kelp")]);
        assert_eq!((changed.external_category_code.as_deref(), changed.countries.len()), (Some("X1"), 0));

        let same = type_into(&GROUPS, &shown, &[]);
        let mut form = FormReader::new(&same, &GROUPS).unwrap();
        assert_eq!(read_edit(&mut form).apply(&stored), stored);
        assert!(!form.finish().1, "nothing was typed");
    }

    #[test]
    fn a_new_periodical_needs_a_title_and_a_language_and_all_faults_are_reported_together() {
        let wrong =
            type_into(&GROUPS, &new_text, &[("issn", "12"), ("countries", "XX"), ("kind", "leaflet")]);
        let mut form = FormReader::new(&wrong, &GROUPS).unwrap();
        read_edit(&mut form);
        check_required(&mut form);
        let (faults, _) = form.finish();
        for field in [Field::Title, Field::Languages, Field::Issn, Field::Countries, Field::SeriesType] {
            assert!(faults.has_field(field), "{field:?}");
        }
        let right = type_into(
            &GROUPS,
            &new_text,
            &[("title", "The Kelp Post"), ("languages", "eng"), ("countries", "us")],
        );
        let mut form = FormReader::new(&right, &GROUPS).unwrap();
        let edit = read_edit(&mut form);
        check_required(&mut form);
        assert!(form.finish().0.is_empty());
        let new = new_series(edit);
        assert_eq!((new.title.as_str(), new.kind), ("The Kelp Post", SeriesType::Newspaper));
        assert_eq!((new.languages, new.countries), (vec!["eng".to_owned()], vec!["US".to_owned()]));
    }
}
