//! The form for a new account as it was typed, with its errors.

use domain::{Site, languages};
use jiff::civil::Date;
use layout::Language;
use services::accounts::AccountDetails;
use services::values::{Country, Email, ParseValue as _, ShortText};
use services::{Change, ErrorKey, Fault, Faults, Field};

use crate::inputs::{self, InputError, InputField, Select, list_countries, list_errors};
use crate::{Fields, Page, Section, Visitor};

/// Number of [`NewPersonDraft::inputs`] that precede the choices of country, language and site.
const COUNT_BEFORE_SELECTS: usize = 4;

pub(super) struct NewPersonDraft {
    pub(super) first_name: InputField,
    pub(super) last_name: InputField,
    pub(super) date_of_birth: InputField,
    pub(super) email: InputField,
    pub(super) country: Select,
    pub(super) language: Select,
    /// `None` if there is no choice.
    pub(super) site: Option<Select>,
    pub(super) guardian_first_name: InputField,
    pub(super) guardian_last_name: InputField,
    pub(super) phone: InputField,
    pub(super) address1: InputField,
    pub(super) address2: InputField,
    pub(super) postal_code: InputField,
    pub(super) city: InputField,
    pub(super) state: InputField,
    /// The birth date, if it is one.
    born: Option<Date>,
    /// The identifier of the chosen site. `None` before a choice.
    site_id: Option<String>,
}

impl NewPersonDraft {
    pub(super) fn new_empty(visitor: &Visitor) -> Self {
        let page = &visitor.page(Section::Account);
        let required = |name, label| InputField::new_required(page, name, label);
        let optional = |name, label| InputField::new_optional(page, name, label);
        let email = required("email", "new-person-email").with_hint(page.text("new-person-email-hint"));
        let country = list_countries(page.language());
        let country = Select::new_required(page, "country", "new-person-country", country);
        let language = Language::ALL.map(|one| (one.tag().to_owned(), one.name().to_owned()));
        let language = Select::new_required(page, "language", "new-person-language", language.into());
        Self {
            first_name: required("first_name", "new-person-first-name"),
            last_name: required("last_name", "new-person-last-name"),
            date_of_birth: required("birth_date", "desk-birth-date")
                .with_hint(page.text("desk-birth-date-hint")),
            email: InputField { kind: "email", ..email },
            country: Select { value: visitor.op.site.country.clone(), ..country },
            language: Select { value: page.language().tag().to_owned(), ..language },
            site: None,
            guardian_first_name: optional("guardian_first_name", "new-person-guardian-first-name"),
            guardian_last_name: optional("guardian_last_name", "new-person-guardian-last-name"),
            phone: optional("phone", "new-person-phone"),
            address1: optional("address1", "new-person-address"),
            address2: optional("address2", "new-person-address-more"),
            postal_code: optional("postal_code", "new-person-postal-code"),
            city: optional("city", "new-person-city"),
            state: optional("state", "new-person-state").with_hint(page.text("new-person-state-hint")),
            born: None,
            site_id: None,
        }
    }

    pub(super) fn from_fields(visitor: &Visitor, fields: &Fields) -> Self {
        let page = &visitor.page(Section::Account);
        let empty = Self::new_empty(visitor);
        let (date_of_birth, born) =
            inputs::read_day(page, fields, empty.date_of_birth, "desk-birth-date-wrong");
        let email = inputs::read_email(page, fields, empty.email, "proof-email-wrong");
        let site_id = fields.get("site").map(str::to_owned);
        let mut draft = Self { date_of_birth, email, born, site_id, ..empty };
        for input in [
            &mut draft.first_name, &mut draft.last_name, &mut draft.guardian_first_name,
            &mut draft.guardian_last_name, &mut draft.phone, &mut draft.address1, &mut draft.address2,
            &mut draft.postal_code, &mut draft.city, &mut draft.state,
        ] {
            *input = input.clone().read_from(page, fields);
        }
        draft.country.choose(page, fields);
        draft.language.choose(page, fields);
        draft
    }

    /// The details that could be read. What could not is among the faults.
    pub(super) fn to_details(&self, faults: &mut Faults) -> AccountDetails {
        let inputs = self.inputs().into_iter().filter(|(_, input)| input.error.is_some());
        let selects = [(Field::Country, &self.country), (Field::Language, &self.language)];
        let selects = selects.into_iter().filter(|(_, select)| select.error.is_some());
        for field in inputs.map(|(field, _)| field).chain(selects.map(|(field, _)| field)) {
            faults.add(ErrorKey::InvalidParameter, field, "is missing or not valid");
        }
        let language = valid_choice(&self.language).and_then(languages::alpha3);
        AccountDetails {
            first_name: valid_text(&self.first_name),
            last_name: valid_text(&self.last_name),
            email_address: Email::parse_value(&self.email.value).ok(),
            country: valid_choice(&self.country).and_then(|code| Country::parse_value(code).ok()),
            password: None,
            date_of_birth: self.born.map_or(Change::Keep, Change::Set),
            phone_number: to_change(&self.phone),
            address1: to_change(&self.address1),
            address2: to_change(&self.address2),
            city: to_change(&self.city),
            state: to_change(&self.state),
            postal_code: to_change(&self.postal_code),
            guardian_first_name: to_change(&self.guardian_first_name),
            guardian_last_name: to_change(&self.guardian_last_name),
            language: language.map_or(Change::Keep, |code| Change::Set(code.to_owned())),
            allow_adult_content: Change::Keep,
        }
    }

    /// The chosen site. `None` for that of the staff member.
    pub(super) fn chosen_site(&self) -> Option<ShortText> {
        self.site_id.as_deref().and_then(|id| ShortText::parse_value(id).ok())
    }

    /// Adds the choice of a site, if there are several.
    pub(super) fn offer_sites(&mut self, visitor: &Visitor, sites: &[Site]) {
        if sites.len() > 1 {
            let options = sites.iter().map(|site| (site.id.to_string(), site.name.clone())).collect();
            let select = Select::new_required(&visitor.page(Section::Account), "site", "desk-site", options);
            let value = self.site_id.clone().unwrap_or_else(|| visitor.op.site.id.to_string());
            self.site = Some(Select { value, ..select });
        }
    }

    /// Adds what the operation found wrong.
    pub(super) fn add_faults(&mut self, page: &Page<'_>, faults: &[Fault]) {
        for field in faults.iter().filter_map(|fault| fault.field) {
            if let Some(input) = self.input_mut(field).filter(|input| input.error.is_none()) {
                input.error = Some(describe_fault(page, field, &input.label));
            }
            if let Some(select) = self.site.as_mut().filter(|_| field == Field::Site) {
                select.error = Some(page.with_name("error-required", &select.label));
            }
        }
    }

    /// Everything that is wrong, in the order of the page.
    pub(super) fn errors(&self) -> Vec<InputError> {
        let inputs = self.inputs().map(|(_, input)| input);
        let (before_selects, after_selects) = inputs.split_at(COUNT_BEFORE_SELECTS);
        let selects = [Some(&self.country), Some(&self.language), self.site.as_ref()];
        let mut errors = list_errors(before_selects);
        errors.extend(selects.into_iter().flatten().filter_map(Select::input_error));
        errors.extend(list_errors(after_selects));
        errors
    }

    /// The fields for text, in the order of the page.
    fn inputs(&self) -> [(Field, &InputField); 12] {
        [
            (Field::FirstName, &self.first_name),
            (Field::LastName, &self.last_name),
            (Field::DateOfBirth, &self.date_of_birth),
            (Field::EmailAddress, &self.email),
            (Field::GuardianFirstName, &self.guardian_first_name),
            (Field::GuardianLastName, &self.guardian_last_name),
            (Field::PhoneNumber, &self.phone),
            (Field::Address1, &self.address1),
            (Field::Address2, &self.address2),
            (Field::PostalCode, &self.postal_code),
            (Field::City, &self.city),
            (Field::State, &self.state),
        ]
    }

    fn input_mut(&mut self, field: Field) -> Option<&mut InputField> {
        Some(match field {
            Field::FirstName => &mut self.first_name,
            Field::LastName => &mut self.last_name,
            Field::DateOfBirth => &mut self.date_of_birth,
            Field::EmailAddress => &mut self.email,
            Field::GuardianFirstName => &mut self.guardian_first_name,
            Field::GuardianLastName => &mut self.guardian_last_name,
            Field::State => &mut self.state,
            _ => return None,
        })
    }
}

/// The text of a field. `None` if it is empty or wrong.
fn valid_text(input: &InputField) -> Option<ShortText> {
    Some(input).filter(|input| input.error.is_none()).and_then(InputField::typed_value).map(ShortText)
}

/// The chosen value. `None` if none of the options was chosen.
fn valid_choice(select: &Select) -> Option<&str> {
    select.error.is_none().then_some(select.value.as_str())
}

fn to_change(input: &InputField) -> Change<ShortText> {
    valid_text(input).map_or(Change::Keep, Change::Set)
}

/// The sentence about a fault that the operation found in a field.
fn describe_fault(page: &Page<'_>, field: Field, label: &str) -> String {
    match field {
        Field::DateOfBirth => page.text("new-person-born-wrong"),
        Field::EmailAddress => page.text("new-person-email-taken"),
        Field::GuardianFirstName | Field::GuardianLastName => page.text("new-person-guardian-missing"),
        Field::State => page.text("new-person-state-wrong"),
        _ => page.with_name("error-text", label),
    }
}
