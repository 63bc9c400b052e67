//! /join/reader: a person who wants to read.

use askama::Template;
use domain::accounts::is_under_age;
use domain::joining::{Applicant, ReaderApplicant};
use domain::{Name, utc_date};
use jiff::civil::Date;
use layout::inputs::{InputError, InputField, Select, list_countries, list_errors};
use oauth::Params;
use services::is_birth_date;
use services::joining::{ApplicantKind, JoinChoices};
use services::values::ParseValue as _;

use super::request::{JoinForm, JoinFrame};
use crate::{FormProblem, Page, PageValues, WebState};

#[derive(Template)]
#[template(path = "join_reader.html")]
struct ReaderPage<'a> {
    frame: JoinFrame<'a>,
    page: &'a Page,
    errors: &'a [InputError],
    form: &'a ReaderForm,
}

pub(super) struct ReaderForm {
    first_name: InputField,
    last_name: InputField,
    date_of_birth: InputField,
    country: Select,
    email: InputField,
    guardian_first_name: InputField,
    guardian_last_name: InputField,
    /// The birth date, if it is one.
    born: Option<Date>,
}

impl JoinForm for ReaderForm {
    const PATH: &'static str = "/join/reader";

    const KIND: ApplicantKind = ApplicantKind::Reader;

    fn read(state: &WebState, _: JoinChoices, sent: Option<&Params>) -> Result<Self, FormProblem> {
        let mut form = Self::empty(&state.page);
        if let Some(sent) = sent {
            form.fill(&state.page, sent, utc_date(state.current_time()));
        }
        Ok(form)
    }

    fn email(&mut self) -> &mut InputField {
        &mut self.email
    }

    fn errors(&self) -> Vec<InputError> {
        let mut all = list_errors(&[&self.first_name, &self.last_name, &self.date_of_birth]);
        all.extend(self.country.input_error());
        all.extend(list_errors(&[&self.email, &self.guardian_first_name, &self.guardian_last_name]));
        all
    }

    fn applicant(&self) -> Option<Applicant> {
        if !self.errors().is_empty() {
            return None;
        }
        let guardian = self.guardian_first_name.typed_value().zip(self.guardian_last_name.typed_value());
        Some(Applicant::Reader(ReaderApplicant {
            name: Name::new(self.first_name.value.clone(), self.last_name.value.clone()),
            date_of_birth: self.born?,
            country: self.country.value.clone(),
            guardian: guardian.map(|(first, last)| Name::new(first, last)),
        }))
    }

    fn page<'a>(&'a self, frame: JoinFrame<'a>) -> impl Template + 'a {
        ReaderPage { page: frame.page, errors: frame.errors, frame, form: self }
    }
}

impl ReaderForm {
    fn empty(page: &Page) -> Self {
        let born = InputField::new_required(page, "dateOfBirth", "join-born").with_autocomplete("bday");
        let guardian = InputField::new_optional(page, "guardianFirstName", "join-guardian-first-name");
        Self {
            first_name: InputField::new_required(page, "firstName", "join-first-name")
                .with_autocomplete("given-name"),
            last_name: InputField::new_required(page, "lastName", "join-last-name")
                .with_autocomplete("family-name"),
            // As text: the fields of browsers for dates have the order of the browser's language, not the
            // page's.
            date_of_birth: born.with_hint(page.text("join-born-hint")),
            country: select_country(page),
            email: email_field(page),
            guardian_first_name: guardian.with_hint(page.text("join-guardian-hint")),
            guardian_last_name: InputField::new_optional(page, "guardianLastName", "join-guardian-last-name"),
            born: None,
        }
    }

    fn fill(&mut self, page: &Page, sent: &Params, today: Date) {
        for input in [
            &mut self.first_name, &mut self.last_name, &mut self.date_of_birth, &mut self.email,
            &mut self.guardian_first_name, &mut self.guardian_last_name,
        ] {
            *input = input.clone().read_from(page, &PageValues(sent));
        }
        self.country.choose(page, &PageValues(sent));
        self.born =
            Date::parse_value(&self.date_of_birth.value).ok().filter(|born| is_birth_date(*born, today));
        if self.born.is_none() && self.date_of_birth.error.is_none() {
            self.date_of_birth.error = Some(page.text("join-born-wrong"));
        }
        let is_under_age = self.born.is_some_and(|born| is_under_age(born, today));
        let is_named = |input: &InputField| !input.value.is_empty();
        let names_one = is_named(&self.guardian_first_name) || is_named(&self.guardian_last_name);
        for input in [&mut self.guardian_first_name, &mut self.guardian_last_name] {
            if (is_under_age || names_one) && input.value.is_empty() && input.error.is_none() {
                input.error = Some(page.text("join-guardian-missing"));
            }
        }
    }
}

pub(super) fn email_field(page: &Page) -> InputField {
    let email = InputField::new_required(page, "emailAddress", "join-email").with_autocomplete("email");
    InputField { kind: "email", ..email.with_hint(page.text("join-email-hint")) }
}

/// The choice of a country, by name in the language of the page.
pub(super) fn select_country(page: &Page) -> Select {
    Select::new_required(page, "country", "join-country", list_countries(page.language()))
        .with_autocomplete("country")
}
