//! The forms for a new site, and for the name, country and kind of one.

use axum::extract::Path;
use domain::sites::is_identifier;
use domain::{Site, SiteId};
use services::ErrorKey;
use services::sites::{self, NewSite, SiteChange};
use services::values::{Country, ParseValue as _, ShortText};

use super::countries::list_country_choices;
use super::sites::{render_list, render_site_with, site_path};
use crate::inputs::{Choice, InputError, InputField};
use crate::{Fields, Form, Page, Problem, Result, Section, Visitor, list_errors};

/// Name, country and kind of a site, with what was typed.
pub(super) struct DetailsForm {
    pub(super) name: InputField,
    pub(super) countries: Vec<Choice>,
    pub(super) is_private: bool,
    country: Country,
}

impl DetailsForm {
    fn new(page: &Page<'_>, country: Country) -> Self {
        let countries = list_country_choices(page, &country.0);
        let name = InputField::new_required(page, "name", "system-site-name");
        Self { name, countries, is_private: false, country }
    }

    pub(super) fn from_site(page: &Page<'_>, site: &Site) -> Self {
        let form = Self::new(page, Country(site.country.clone()));
        Self { name: form.name.with_value(&site.name), is_private: site.private_label, ..form }
    }

    /// Reads the form. Only a page that is not of this server names something that is not a country.
    fn read(page: &Page<'_>, fields: &Fields) -> Result<Self> {
        let country = fields.get("country").and_then(|code| Country::parse_value(code).ok());
        let form = Self::new(page, country.ok_or(Problem::NotFound)?);
        let is_private = fields.get("private").is_some();
        Ok(Self { name: form.name.read_from(page, fields), is_private, ..form })
    }

    pub(super) fn list_errors(&self) -> Vec<InputError> {
        list_errors(&[&self.name])
    }

    /// The name. `None` if it has an error.
    fn valid_name(&self) -> Option<ShortText> {
        let text = ShortText::parse_value(&self.name.value).ok();
        text.filter(|_| self.name.error.is_none())
    }

    /// The change that the form asks for. `None` if it has errors.
    fn to_change(&self) -> Option<SiteChange> {
        Some(SiteChange {
            name: Some(self.valid_name()?),
            country: Some(self.country.clone()),
            private_label: Some(self.is_private),
        })
    }
}

/// The form for a new site, with what was typed.
pub(super) struct NewSiteForm {
    pub(super) identifier: InputField,
    pub(super) details: DetailsForm,
}

impl NewSiteForm {
    /// The form before anything is typed. The country is that of the visitor's site.
    pub(super) fn new_empty(page: &Page<'_>, country: &str) -> Self {
        let details = DetailsForm::new(page, Country(country.to_owned()));
        Self { identifier: identifier_field(page), details }
    }

    fn read(page: &Page<'_>, fields: &Fields) -> Result<Self> {
        let details = DetailsForm::read(page, fields)?;
        let mut identifier = identifier_field(page).read_from(page, fields);
        if identifier.error.is_none() && !is_identifier(&identifier.value) {
            identifier.error = Some(page.text("system-site-identifier-wrong"));
        }
        Ok(Self { identifier, details })
    }

    pub(super) fn list_errors(&self) -> Vec<InputError> {
        list_errors(&[&self.identifier, &self.details.name])
    }

    /// The site that the form asks for. `None` if it has errors.
    fn to_request(&self) -> Option<NewSite> {
        let name = self.details.valid_name().filter(|_| self.identifier.error.is_none())?;
        Some(NewSite {
            id: self.identifier.value.clone(),
            name,
            country: self.details.country.clone(),
            private_label: self.details.is_private,
        })
    }
}

fn identifier_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "identifier", "system-site-id")
        .with_hint(page.text("system-site-identifier-hint"))
}

pub(super) async fn create_site(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let page = visitor.page(Section::Account);
    let mut form = NewSiteForm::read(&page, &fields)?;
    if let Some(new) = form.to_request() {
        match sites::create(&visitor.op, new).await {
            Ok(site) => return visitor.redirect_with_message("system-site-created", &site_path(&site.id)),
            Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => {
                form.identifier.error = Some(page.text("system-site-exists"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(render_list(page, &[], form))
}

/// POST: changes the name, country and kind of a site.
pub(super) async fn set_details(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let site = SiteId::from(id);
    let page = visitor.page(Section::Account);
    let form = DetailsForm::read(&page, &fields)?;
    let Some(change) = form.to_change() else {
        let rules = sites::get_rules(&visitor.op, &site).await?;
        return Ok(render_site_with(page, &rules, form));
    };
    sites::change(&visitor.op, &site, change).await?;
    visitor.redirect_with_message("system-site-changed", &site_path(&site))
}
