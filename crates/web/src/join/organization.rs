//! /join/organization: a school or another organization that gets books for its members.

use askama::Template;
use domain::joining::{Applicant, OrganizationApplicant};
use domain::reference_organizations::ReferenceOrganization;
use domain::{Address, Name};
use layout::inputs::{InputError, InputField, Select, list_errors};
use oauth::Params;
use services::joining::{ApplicantKind, ChosenReference, JoinChoices};

use super::reader::{email_field, select_country};
use super::references;
use super::request::{JoinForm, JoinFrame};
use crate::{FormProblem, Page, PageValues, WebState};

#[derive(Template)]
#[template(path = "join_organization.html")]
struct OrganizationPage<'a> {
    frame: JoinFrame<'a>,
    page: &'a Page,
    errors: &'a [InputError],
    form: &'a OrganizationForm,
}

pub(super) struct OrganizationForm {
    name: InputField,
    kind: Select,
    address1: InputField,
    city: InputField,
    postal_code: InputField,
    country: Select,
    phone_number: InputField,
    first_name: InputField,
    last_name: InputField,
    title: InputField,
    email: InputField,
    /// The entry of the reference list that it was chosen from; empty without one.
    reference: String,
    agrees: bool,
    agreement_error: Option<String>,
}

impl JoinForm for OrganizationForm {
    const PATH: &'static str = "/join/organization";

    const KIND: ApplicantKind = ApplicantKind::Organization;

    fn read(state: &WebState, choices: JoinChoices, sent: Option<&Params>) -> Result<Self, FormProblem> {
        let types =
            choices.organization_types.into_iter().map(|kind| (kind.name, kind.description)).collect();
        let mut form = Self::empty(&state.page, types);
        if let Some(ChosenReference { entry, .. }) = choices.reference {
            form.fill_from_reference(entry);
        }
        if let Some(sent) = sent {
            form.fill(&state.page, sent);
            form.reference = references::read_reference(sent).unwrap_or_default();
            form.agrees = sent.get("agreement")?.is_some();
            if !form.agrees {
                form.agreement_error = Some(state.page.text("join-agreement-missing"));
            }
        }
        Ok(form)
    }

    fn email(&mut self) -> &mut InputField {
        &mut self.email
    }

    fn errors(&self) -> Vec<InputError> {
        let mut all = list_errors(&[&self.name]);
        all.extend(self.kind.input_error());
        all.extend(list_errors(&[&self.address1, &self.city, &self.postal_code]));
        all.extend(self.country.input_error());
        all.extend(list_errors(&[
            &self.phone_number, &self.first_name, &self.last_name, &self.title, &self.email,
        ]));
        let agreement = self.agreement_error.clone();
        all.extend(agreement.map(|text| InputError { field: "agreement", text }));
        all
    }

    fn applicant(&self) -> Option<Applicant> {
        if !self.errors().is_empty() {
            return None;
        }
        let address = Address {
            address1: self.address1.typed_value(),
            city: self.city.typed_value(),
            postal_code: self.postal_code.typed_value(),
            country: Some(self.country.value.clone()),
            ..Address::default()
        };
        Some(Applicant::Organization(OrganizationApplicant {
            name: self.name.value.clone(),
            kind: self.kind.value.clone(),
            address,
            phone_number: self.phone_number.typed_value(),
            contact: Name::new(self.first_name.value.clone(), self.last_name.value.clone()),
            contact_title: self.title.value.clone(),
            reference_org_id: Some(self.reference.clone()).filter(|reference| !reference.is_empty()),
        }))
    }

    fn page<'a>(&'a self, frame: JoinFrame<'a>) -> impl Template + 'a {
        OrganizationPage { page: frame.page, errors: frame.errors, frame, form: self }
    }
}

impl OrganizationForm {
    fn empty(page: &Page, types: Vec<(String, String)>) -> Self {
        let title = InputField::new_required(page, "contactTitle", "join-contact-title");
        Self {
            name: InputField::new_required(page, "organizationName", "join-organization-name")
                .with_autocomplete("organization"),
            kind: Select::new_required(page, "organizationType", "join-organization-type", types),
            address1: InputField::new_required(page, "address1", "join-address")
                .with_autocomplete("address-line1"),
            city: InputField::new_required(page, "city", "join-city").with_autocomplete("address-level2"),
            postal_code: InputField::new_required(page, "postalCode", "join-postal-code")
                .with_autocomplete("postal-code"),
            country: select_country(page),
            phone_number: InputField::new_optional(page, "phoneNumber", "join-phone")
                .with_autocomplete("tel"),
            first_name: InputField::new_required(page, "contactFirstName", "join-first-name")
                .with_autocomplete("given-name"),
            last_name: InputField::new_required(page, "contactLastName", "join-last-name")
                .with_autocomplete("family-name"),
            title: title
                .with_autocomplete("organization-title")
                .with_hint(page.text("join-contact-title-hint")),
            email: email_field(page),
            reference: String::new(),
            agrees: false,
            agreement_error: None,
        }
    }

    /// Fills in the values of the reference list.
    fn fill_from_reference(&mut self, entry: ReferenceOrganization) {
        let ReferenceOrganization { id, name, kind, address, .. } = entry;
        let offered = |select: &Select, value: Option<String>| {
            value.filter(|value| select.options.iter().any(|(option, _)| option == value)).unwrap_or_default()
        };
        self.kind.value = offered(&self.kind, Some(kind));
        self.country.value = offered(&self.country, address.country);
        self.name.value = name;
        self.address1.value = address.address1.unwrap_or_default();
        self.city.value = address.city.unwrap_or_default();
        self.postal_code.value = address.postal_code.unwrap_or_default();
        self.reference = id;
    }

    fn fill(&mut self, page: &Page, sent: &Params) {
        for input in [
            &mut self.name, &mut self.address1, &mut self.city, &mut self.postal_code,
            &mut self.phone_number, &mut self.first_name, &mut self.last_name, &mut self.title,
            &mut self.email,
        ] {
            *input = input.clone().read_from(page, &PageValues(sent));
        }
        self.kind.choose(page, &PageValues(sent));
        self.country.choose(page, &PageValues(sent));
    }
}
