//! The name and the dates of an edition, which collection staff edit (docs/rules/periodicals.md#rule-7).

use domain::dates::{format_date, start_of, utc_date};
use domain::periodicals::{Edition, EditionEdit};
use jiff::civil::Date;
use services::Field;
use services::values::ShortText;

use crate::Page;
use crate::collection::form::{FieldGroup, FormField, FormReader, FormView};

/// Every field of an edition that staff may edit.
pub(super) const GROUPS: [FieldGroup; 1] = [FieldGroup {
    heading: "",
    fields: &[
        FormField::new(Field::EditionName, "name", "editions-name").with_rule("series-rule-title"),
        FormField::new(Field::PublicationDate, "published", "editions-published")
            .with_rule("editions-rule-published"),
        FormField::new(Field::ExpirationDate, "expires", "editions-expires")
            .with_rule("editions-rule-expires"),
    ],
}];

/// The form with the stored values.
pub(super) fn new_form(page: &Page<'_>, edition: &Edition) -> FormView {
    FormView::new(page, &GROUPS, &|field| stored_text(edition, field.field))
}

fn stored_text(edition: &Edition, field: Field) -> String {
    match field {
        Field::EditionName => edition.name.clone(),
        Field::PublicationDate => format_date(utc_date(edition.published)),
        Field::ExpirationDate => edition.expires.map(utc_date).map(format_date).unwrap_or_default(),
        _ => String::new(),
    }
}

/// The changes that the form asks for. What is wrong is noted in the form.
pub(super) fn read_edit(form: &mut FormReader<'_>) -> EditionEdit {
    EditionEdit {
        name: form.replace::<ShortText>(Field::EditionName).map(|name| name.0),
        published: form.replace::<Date>(Field::PublicationDate).map(start_of),
        expires: form.change::<Date>(Field::ExpirationDate).map(start_of),
    }
}

#[cfg(test)]
mod tests {
    use domain::change::Change;
    use domain::fixtures::{edition, with_change};
    use domain::periodicals::EditionEdit;
    use services::Field;

    use super::{GROUPS, read_edit, stored_text};
    use crate::Fields;
    use crate::collection::form::FormReader;
    use crate::collection::form::fixtures::{assert_messages, type_into};

    /// A form whose page has shown the values of this edition, with these values typed instead.
    fn edit_form(shown: &domain::periodicals::Edition, typed: &[(&str, &str)]) -> Fields {
        type_into(&GROUPS, &|field| stored_text(shown, field.field), typed)
    }

    #[test]
    fn every_field_has_a_label_and_a_rule_in_every_language() {
        assert_messages(&GROUPS);
    }

    #[test]
    fn only_what_was_typed_is_changed() {
        // The stored moments are within a day, which the form does not show.
        let stored = with_change(edition(), |edition| edition.expires = Some(edition.published));
        let same = edit_form(&stored, &[]);
        let mut form = FormReader::new(&same, &GROUPS).unwrap();
        assert_eq!(read_edit(&mut form), EditionEdit::default());
        assert!(!form.finish().1, "nothing was typed");

        let typed = [("name", "Winter"), ("published", "2026-11-02"), ("expires", "")];
        let typed = edit_form(&stored, &typed);
        let mut form = FormReader::new(&typed, &GROUPS).unwrap();
        let edit = read_edit(&mut form);
        assert!(form.finish().0.is_empty());
        assert_eq!((edit.name.as_deref(), &edit.expires), (Some("Winter"), &Change::Clear));
        assert_eq!(edit.published, Some("2026-11-02T00:00:00Z".parse().unwrap()));
    }

    #[test]
    fn an_edition_has_a_name_and_days() {
        let wrong = edit_form(&edition(), &[("name", ""), ("published", ""), ("expires", "soon")]);
        let mut form = FormReader::new(&wrong, &GROUPS).unwrap();
        read_edit(&mut form);
        let (faults, _) = form.finish();
        for field in [Field::EditionName, Field::PublicationDate, Field::ExpirationDate] {
            assert!(faults.has_field(field), "{field:?}");
        }
    }
}
