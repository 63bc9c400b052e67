//! The form with the choices for a new school year.

use axum::http::StatusCode;
use domain::grades::SCHOOL_GRADES;
use services::members::MAX_SELECTED_MEMBERS;
use services::school_year::{LeaverFate, OtherGradeFate, YearChoices};
use services::values::Grade;

use super::FORM_PATH;
use crate::inputs::Choice;
use crate::paging::add_query;
use crate::school::members::grades::grade_name;
use crate::{Fields, InputError, Page, Result, Section, Visitor, render_with_status};

/// The last grade of a school for which the sponsor has chosen none yet.
const DEFAULT_LAST_GRADE: &str = "12";

/// The choices for a new school year, as they were sent.
pub(super) struct YearForm {
    /// The last grade. `None` if what was sent is not a grade of schools.
    last_grade: Option<&'static str>,
    leavers: LeaverFate,
    other_grades: OtherGradeFate,
}

/// Why a new school year cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormFault {
    /// No last grade was chosen.
    LastGrade,
    /// The organization has more members than can be changed in one run.
    TooManyMembers,
}

impl YearForm {
    /// Reads the fields of a form or of an address.
    pub(super) fn from_fields(fields: &Fields) -> Self {
        let last_grade = fields.get("last_grade").unwrap_or(DEFAULT_LAST_GRADE);
        Self {
            last_grade: SCHOOL_GRADES.into_iter().find(|code| *code == last_grade),
            leavers: fields.get("leavers").and_then(|fate| fate.parse().ok()).unwrap_or_default(),
            other_grades: fields.get("others").and_then(|fate| fate.parse().ok()).unwrap_or_default(),
        }
    }

    /// The choices. `None` without a last grade.
    pub(super) fn read_choices(&self) -> Option<YearChoices> {
        let last_grade = Grade(self.last_grade?.to_owned());
        Some(YearChoices { last_grade, leavers: self.leavers, other_grades: self.other_grades })
    }

    /// The names and values of hidden fields from which [`from_fields`](Self::from_fields) reads the same.
    pub(super) fn to_hidden_fields(&self) -> Vec<(&'static str, &'static str)> {
        let last_grade = self.last_grade.map(|code| ("last_grade", code));
        let fates = [("leavers", self.leavers.as_str()), ("others", self.other_grades.as_str())];
        last_grade.into_iter().chain(fates).collect()
    }

    pub(super) fn address(&self) -> String {
        add_query(FORM_PATH, self.to_hidden_fields())
    }
}

#[derive(askama::Template)]
#[template(path = "school_year.html")]
struct YearFormPage<'a> {
    page: Page<'a>,
    organization: &'a str,
    errors: Vec<InputError>,
    /// The sentence that the organization has too many members. `None` if it has not.
    limit_text: Option<String>,
    grades: Vec<Choice>,
    removes_leavers: bool,
    others_leave: bool,
}

/// The form, with what is wrong with the one that was sent.
pub(super) fn render_form(visitor: &Visitor, form: &YearForm, fault: Option<FormFault>) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.name;
    let page = visitor.page(Section::Account);
    let mut errors = Vec::new();
    if fault == Some(FormFault::LastGrade) {
        let text = page.text("school-year-choose-last-grade");
        errors.push(InputError { field: "last_grade", text });
    }
    let limit = MAX_SELECTED_MEMBERS as u64;
    let status = if fault.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let last_grade = form.last_grade.unwrap_or(DEFAULT_LAST_GRADE);
    let grade = |code: &'static str| Choice::new(code, grade_name(&page, code), code == last_grade);
    let grades = SCHOOL_GRADES.into_iter().map(grade).collect();
    let form_page = YearFormPage {
        organization,
        errors,
        limit_text: (fault == Some(FormFault::TooManyMembers))
            .then(|| page.count("school-year-too-many", limit)),
        grades,
        removes_leavers: form.leavers == LeaverFate::Remove,
        others_leave: form.other_grades == OtherGradeFate::Leave,
        page,
    };
    Ok(render_with_status(status, &form_page))
}

#[cfg(test)]
mod tests {
    use services::school_year::{LeaverFate, OtherGradeFate, YearChoices};
    use services::values::Grade;

    use super::YearForm;
    use crate::fields::Fields;

    fn parse_form(form: &str) -> YearForm {
        YearForm::from_fields(&Fields::parse(form.as_bytes()))
    }

    #[test]
    fn without_a_choice_nobody_is_removed() {
        let last_grade = Grade("12".to_owned());
        let (leavers, other_grades) = (LeaverFate::Keep, OtherGradeFate::Stay);
        let choices = YearChoices { last_grade, leavers, other_grades };
        for form in ["", "last_grade=&leavers=x&others=x", "last_grade=12"] {
            assert_eq!(parse_form(form).read_choices(), Some(choices.clone()), "{form}");
        }
    }

    #[test]
    fn only_grades_of_schools_can_be_the_last_one() {
        for form in ["last_grade=13", "last_grade=4KHF", "last_grade=k", "last_grade=0"] {
            assert_eq!(parse_form(form).read_choices(), None, "{form}");
        }
    }

    #[test]
    fn the_address_of_a_form_says_the_same_again() {
        for query in ["last_grade=5&leavers=remove&others=leave", "last_grade=K&leavers=keep&others=stay"] {
            let form = parse_form(query);
            assert_eq!(form.address(), format!("/school/year?{query}"));
            assert!(form.read_choices().is_some());
        }
    }
}
