//! /system/reference-organizations/new and /entry: the form with an entry of the reference list. Its fields
//! have the names of the columns of a file that the operator imports.

use axum::response::Response;
use domain::Address;
use domain::organization_types::OrganizationType;
use domain::reference_organizations::{ReferenceOrganization, ReferenceRow};
use services::organization_types;
use services::reference_organizations::{self, AddOutcome};

use super::countries::list_country_choices;
use super::references::{LIST_PATH, entry_path, parse_id};
use crate::inputs::{Choice, InputError, InputField, form_status};
use crate::{Fields, Form, Page, Query, Result, Section, Visitor, list_errors, render_with_status};

const NEW_PATH: &str = "/system/reference-organizations/new";
const ENTRY_PATH: &str = "/system/reference-organizations/entry";

impl ReferenceRow for Fields {
    fn column(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }
}

struct AddressNames {
    /// The message above the fields.
    legend: &'static str,
    address1: &'static str,
    address2: &'static str,
    city: &'static str,
    state: &'static str,
    postal_code: &'static str,
    country: &'static str,
    is_required: bool,
}

const POSTAL: AddressNames = AddressNames {
    legend: "system-reference-address",
    address1: "address1",
    address2: "address2",
    city: "city",
    state: "state",
    postal_code: "postalCode",
    country: "country",
    is_required: true,
};

const LOCATION: AddressNames = AddressNames {
    legend: "system-reference-location",
    address1: "locationAddress1",
    address2: "locationAddress2",
    city: "locationCity",
    state: "locationState",
    postal_code: "locationPostalCode",
    country: "locationCountry",
    is_required: false,
};

/// The fields of an address, with what was typed.
struct AddressFields {
    legend: String,
    /// Lines, city, state and postal code.
    texts: [InputField; 5],
    country_name: &'static str,
    countries: Vec<Choice>,
}

impl AddressFields {
    /// The fields without values, but with a country, which is empty for none.
    fn new(page: &Page<'_>, names: &AddressNames, country: &str) -> Self {
        let text = |name: &'static str, label: &str| InputField::new_optional(page, name, label);
        let state = text(names.state, "system-reference-state");
        let state = state.with_hint(page.text("system-reference-state-hint"));
        let mut countries = list_country_choices(page, country);
        if !names.is_required {
            let same = Choice::new("", page.text("system-reference-same-country"), country.is_empty());
            countries.insert(0, same);
        }
        Self {
            legend: page.text(names.legend),
            texts: [
                text(names.address1, "system-reference-line1"),
                text(names.address2, "system-reference-line2"),
                text(names.city, "system-reference-city"),
                InputField { required: names.is_required, ..state },
                text(names.postal_code, "system-reference-postal-code"),
            ],
            country_name: names.country,
            countries,
        }
    }

    fn from_address(page: &Page<'_>, names: &AddressNames, address: Option<&Address>) -> Self {
        let Some(address) = address else { return Self::new(page, names, "") };
        let mut filled = Self::new(page, names, address.country.as_deref().unwrap_or_default());
        let Address { address1, address2, city, state, postal_code, .. } = address;
        let values = [address1, address2, city, state, postal_code];
        for (field, value) in filled.texts.iter_mut().zip(values) {
            field.value = value.clone().unwrap_or_default();
        }
        filled
    }

    fn read(page: &Page<'_>, names: &AddressNames, fields: &Fields) -> Self {
        let empty = Self::new(page, names, fields.column(names.country));
        Self { texts: empty.texts.map(|field| field.read_from(page, fields)), ..empty }
    }
}

/// The form with an entry, with what was typed.
struct EntryForm {
    identifier: InputField,
    /// Its own name, and that of the organization above.
    names: [InputField; 2],
    kind: String,
    types: Vec<Choice>,
    addresses: [AddressFields; 2],
    errors: Vec<InputError>,
}

impl EntryForm {
    fn new(page: &Page<'_>, addresses: [AddressFields; 2]) -> Self {
        let names = [
            InputField::new_required(page, "name", "system-reference-name"),
            InputField::new_optional(page, "parentName", "system-reference-parent"),
        ];
        Self {
            identifier: InputField::new_required(page, "referenceOrgId", "system-reference-id")
                .with_hint(page.text("system-reference-id-hint")),
            names,
            kind: String::new(),
            types: Vec::new(),
            addresses,
            errors: Vec::new(),
        }
    }

    /// The form before anything is typed. The country is that of the visitor's site.
    fn new_empty(page: &Page<'_>, country: &str) -> Self {
        Self::new(page, [AddressFields::new(page, &POSTAL, country), AddressFields::new(page, &LOCATION, "")])
    }

    fn from_entry(page: &Page<'_>, entry: &ReferenceOrganization) -> Self {
        let postal = AddressFields::from_address(page, &POSTAL, Some(&entry.address));
        // "The same" stays the choice if the postal address moves to another country.
        let location = entry.location.clone().map(|location| Address {
            country: location.country.filter(|country| entry.address.country.as_ref() != Some(country)),
            ..location
        });
        let location = AddressFields::from_address(page, &LOCATION, location.as_ref());
        let form = Self::new(page, [postal, location]);
        let identifier = form.identifier.with_value(&entry.id);
        let [name, parent] = form.names;
        let parent = parent.with_value(entry.parent_name.clone().unwrap_or_default());
        Self { identifier, names: [name.with_value(&entry.name), parent], kind: entry.kind.clone(), ..form }
    }

    /// Reads the form, and the entry, if there are no errors.
    fn read(page: &Page<'_>, fields: &Fields) -> (Self, Option<ReferenceOrganization>) {
        let addresses = [&POSTAL, &LOCATION].map(|names| AddressFields::read(page, names, fields));
        let form = Self::new(page, addresses);
        let mut form = Self {
            identifier: form.identifier.read_from(page, fields),
            names: form.names.map(|field| field.read_from(page, fields)),
            kind: fields.column("organizationType").to_owned(),
            ..form
        };
        let entry = ReferenceOrganization::from_row(fields, None);
        for fault in entry.as_ref().err().into_iter().flatten() {
            form.add_fault(page, fault);
        }
        let errors = [form.list_text_errors(), form.errors.clone()].concat();
        let entry = entry.ok().filter(|_| errors.is_empty());
        (Self { errors, ..form }, entry)
    }

    /// Sets the types to choose from. An entry may keep one that does not exist any more.
    fn with_types(self, types: &[OrganizationType]) -> Self {
        let is_chosen = |name: &str| name == self.kind;
        let choice = |kind: &OrganizationType| {
            Choice::new(&kind.name, kind.description.clone(), is_chosen(&kind.name))
        };
        let mut choices: Vec<Choice> = types.iter().map(choice).collect();
        if !self.kind.is_empty() && !types.iter().any(|kind| is_chosen(&kind.name)) {
            choices.push(Choice::new(&self.kind, self.kind.clone(), true));
        }
        Self { types: choices, ..self }
    }

    /// Adds the error that there is an entry with this identifier.
    fn with_known_id(mut self, page: &Page<'_>) -> Self {
        self.identifier.error = Some(page.text("system-reference-exists"));
        Self { errors: self.list_text_errors(), ..self }
    }

    /// Adds a fault of the row, which begins with the name of its column, to the field of this name.
    fn add_fault(&mut self, page: &Page<'_>, fault: &str) {
        let column = fault.split(':').next().unwrap_or_default();
        let of_addresses = self.addresses.iter_mut().flat_map(|address| address.texts.iter_mut());
        let mut texts = [&mut self.identifier].into_iter().chain(&mut self.names).chain(of_addresses);
        let found = texts.find(|field| field.name == column);
        match found {
            // An empty state of the location is that of the postal address, where its error is reported.
            Some(field) if field.error.is_some() || field.value.is_empty() => {}
            Some(field) => field.error = Some(page.text(wrong_message(column))),
            None => {
                let (field, label) = match column {
                    "country" => ("country", "system-site-country"),
                    "locationCountry" => ("locationCountry", "system-site-country"),
                    _ => ("organizationType", "system-reference-type"),
                };
                let text = page.with_name("error-required", &page.text(label));
                self.errors.push(InputError { field, text });
            }
        }
    }

    fn list_text_errors(&self) -> Vec<InputError> {
        let of_addresses = self.addresses.iter().flat_map(|address| &address.texts);
        let texts = [&self.identifier].into_iter().chain(&self.names).chain(of_addresses);
        list_errors(&texts.collect::<Vec<_>>())
    }
}

/// The message about a line of text that is not a value of its column.
fn wrong_message(column: &str) -> &'static str {
    match column {
        "referenceOrgId" => "system-reference-id-wrong",
        "locationState" => "system-reference-location-state-wrong",
        _ => "system-reference-state-wrong",
    }
}

#[derive(askama::Template)]
#[template(path = "system_reference.html")]
struct ReferenceFormPage<'a> {
    page: Page<'a>,
    heading: &'static str,
    button: &'static str,
    action: &'static str,
    is_new: bool,
    form: EntryForm,
    list_href: &'static str,
}

fn render_form(page: Page<'_>, is_new: bool, form: EntryForm) -> Response {
    let shown = ReferenceFormPage {
        page,
        heading: if is_new { "system-reference-new" } else { "system-reference-change" },
        button: if is_new { "system-reference-add" } else { "system-reference-save" },
        action: if is_new { NEW_PATH } else { ENTRY_PATH },
        is_new,
        form,
        list_href: LIST_PATH,
    };
    render_with_status(form_status(&shown.form.errors), &shown)
}

pub(super) async fn show_new(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let types = organization_types::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let form = EntryForm::new_empty(&page, &visitor.op.site.country);
    Ok(render_form(page, true, form.with_types(&types)))
}

pub(super) async fn add_entry(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let page = visitor.page(Section::Account);
    let (form, entry) = EntryForm::read(&page, &fields);
    let Some(entry) = entry else {
        let types = organization_types::list(&visitor.op).await?;
        return Ok(render_form(page, true, form.with_types(&types)));
    };
    match reference_organizations::add(&visitor.op, &entry).await? {
        AddOutcome::Added => visitor.redirect_with_message("system-reference-added", &entry_path(&entry.id)),
        AddOutcome::Exists(types) => {
            let form = form.with_types(&types).with_known_id(&page);
            Ok(render_form(page, true, form))
        }
    }
}

pub(super) async fn show_entry(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let (entry, types) = reference_organizations::open(&visitor.op, parse_id(&fields)?).await?;
    let page = visitor.page(Section::Account);
    let form = EntryForm::from_entry(&page, &entry).with_types(&types);
    Ok(render_form(page, false, form))
}

pub(super) async fn change_entry(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let page = visitor.page(Section::Account);
    let (form, entry) = EntryForm::read(&page, &fields);
    let Some(entry) = entry else {
        let types = organization_types::list(&visitor.op).await?;
        return Ok(render_form(page, false, form.with_types(&types)));
    };
    reference_organizations::change(&visitor.op, &entry).await?;
    visitor.redirect_with_message("system-reference-changed", &entry_path(&entry.id))
}
