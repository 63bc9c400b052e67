//! The fields of the form for one member: names, birth date and grade.

use axum::response::Response;
use domain::Account;
use jiff::civil::Date;
use services::is_birth_date;
use services::values::{Grade, ParseValue as _};

use super::grades::{GRADE_CODES, grade_name};
use crate::inputs::{self, Choice, InputError, InputField, form_status, list_errors};
use crate::{Fields, Page, render_with_status};

const GRADE_FIELD: &str = "grade";

#[derive(askama::Template)]
#[template(path = "school_member_form.html")]
struct MemberFormPage<'a> {
    page: Page<'a>,
    /// The heading, and the label of the button.
    heading: String,
    /// The name as typed, for the title of the page. Empty if there is none.
    name: String,
    /// A sentence before the form. Empty if there is none.
    text: String,
    action: String,
    /// Distinguishes this form from others of the session. Empty if nothing is created.
    mark: String,
    inputs: Vec<InputField>,
    grades: Vec<Choice>,
    errors: Vec<InputError>,
    back_path: String,
}

pub(super) struct FormPurpose {
    pub(super) heading: &'static str,
    /// The message before the form. `None` if there is none.
    pub(super) text: Option<&'static str>,
    pub(super) action: String,
    /// Distinguishes this form from others of the session. Empty if nothing is created.
    pub(super) mark: String,
    pub(super) back_path: String,
}

/// A member as typed, with the errors.
pub(super) struct MemberDraft {
    /// Given name and family name. `None` if the member manages them.
    pub(super) names: Option<[InputField; 2]>,
    birth_date: InputField,
    /// The birth date, if it is one.
    pub(super) born: Option<Date>,
    pub(super) grade: Option<Grade>,
    grade_error: Option<String>,
}

impl MemberDraft {
    pub(super) fn new_empty(page: &Page<'_>) -> Self {
        let birth_date = InputField::new_required(page, "birth_date", "desk-birth-date")
            .with_hint(page.text("desk-birth-date-hint"));
        let first_name = InputField::new_required(page, "first_name", "sponsors-first-name");
        let last_name = InputField::new_required(page, "last_name", "sponsors-last-name");
        Self { names: Some([first_name, last_name]), birth_date, born: None, grade: None, grade_error: None }
    }

    pub(super) fn from_account(page: &Page<'_>, account: &Account) -> Self {
        let Self { names, birth_date, .. } = Self::new_empty(page);
        let stored = [&account.name.first, &account.name.last];
        let names = names.filter(|_| account.is_sponsor_manageable());
        let born = account.date_of_birth;
        Self {
            names: names.map(|[first, last]| [first.with_value(stored[0]), last.with_value(stored[1])]),
            birth_date: birth_date.with_value(born.map(|born| born.to_string()).unwrap_or_default()),
            born,
            grade: account.membership.as_ref().and_then(|place| place.grade.clone()).map(Grade),
            grade_error: None,
        }
    }

    /// The draft that a form sends. A form of somebody who manages the names has no fields for them.
    pub(super) fn from_fields(page: &Page<'_>, fields: &Fields, today: Date) -> Self {
        let empty = Self::new_empty(page);
        // The fields are there even if they were sent empty.
        let has_names = ["first_name", "last_name"].iter().any(|name| fields.get_untrimmed(name).is_some());
        let names = empty.names.filter(|_| has_names);
        let (mut birth_date, born) =
            inputs::read_day(page, fields, empty.birth_date, "desk-birth-date-wrong");
        if born.is_some_and(|born| !is_birth_date(born, today)) {
            birth_date.error = Some(page.text("desk-birth-date-wrong"));
        }
        let grade = Grade::parse_value(fields.get(GRADE_FIELD).unwrap_or_default()).ok();
        let grade_error = grade.is_none().then(|| page.text("school-bulk-choose-grade"));
        Self {
            names: names.map(|names| names.map(|name| name.read_from(page, fields))),
            birth_date,
            born,
            grade,
            grade_error,
        }
    }

    pub(super) fn errors(&self) -> Vec<InputError> {
        let names = self.names.iter().flatten();
        let typed: Vec<&InputField> = names.chain([&self.birth_date]).collect();
        let grade = self.grade_error.clone().map(|text| InputError { field: GRADE_FIELD, text });
        list_errors(&typed).into_iter().chain(grade).collect()
    }

    pub(super) fn render(self, page: Page<'_>, purpose: FormPurpose) -> Response {
        let errors = self.errors();
        let chosen = self.grade.as_ref().map(|grade| grade.0.as_str());
        let option = |code: &str| Choice::new(code, grade_name(&page, code), chosen == Some(code));
        // British levels are offered to those who are in one.
        let other = chosen.filter(|code| !GRADE_CODES.contains(code));
        let grades: Vec<Choice> = GRADE_CODES.into_iter().chain(other).map(option).collect();
        let heading = page.text(purpose.heading);
        let names = self.names.iter().flatten().map(|input| input.value.as_str());
        let name = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ");
        let text = purpose.text.map(|text| page.text(text)).unwrap_or_default();
        let FormPurpose { action, mark, back_path, .. } = purpose;
        let inputs = self.names.into_iter().flatten().chain([self.birth_date]).collect();
        let status = form_status(&errors);
        render_with_status(
            status,
            &MemberFormPage { page, heading, name, text, action, mark, inputs, grades, errors, back_path },
        )
    }
}
