//! /system/sites: the sites, and each with its rules.

use std::collections::BTreeSet;

use axum::extract::Path;
use axum::response::Response;
use domain::admission::{CertifierKind, MAX_PROVISIONAL_DAYS};
use domain::confirmations::ReviewRule;
use domain::joining::OrganizationJoining;
use domain::{ProofSource, Site, SiteId, WireEnum};
use layout::admission::certifier_name;
use layout::inputs::country_name;
use services::admission::{self, AdmissionChange};
use services::joining::{self, JoiningChange};
use services::sites::{self, SiteRules};

use super::site_form::{DetailsForm, NewSiteForm};
use crate::desk::source_name;
use crate::inputs::{Choice, InputError, InputField, form_status};
use crate::{Fields, Form, Link, Page, Problem, Result, Section, Visitor};
use crate::{list_errors, percent_encode, render_with_status};

const LIST_PATH: &str = "/system/sites";

struct SiteRow {
    link: Link,
    facts: Vec<(String, String)>,
}

#[derive(askama::Template)]
#[template(path = "system_sites.html")]
struct SitesPage<'a> {
    page: Page<'a>,
    sites: Vec<SiteRow>,
    form: NewSiteForm,
    errors: Vec<InputError>,
}

pub(super) async fn list_sites(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let all = sites::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let form = NewSiteForm::new_empty(&page, &visitor.op.site.country);
    Ok(render_list(page, &all, form))
}

/// The page with these sites, or with the form alone if it has errors.
pub(super) fn render_list(page: Page<'_>, all: &[Site], form: NewSiteForm) -> Response {
    let errors = form.list_errors();
    let status = form_status(&errors);
    let row = |site: &Site| SiteRow {
        link: Link::new(site_path(&site.id), &site.name),
        facts: list_facts(&page, site),
    };
    let sites = all.iter().map(row).collect();
    render_with_status(status, &SitesPage { page, sites, form, errors })
}

pub(super) fn site_path(id: &SiteId) -> String {
    format!("{LIST_PATH}/{}", percent_encode(id.as_str()))
}

fn list_facts(page: &Page<'_>, site: &Site) -> Vec<(String, String)> {
    let label = page.text(if site.private_label { "system-yes" } else { "system-no" });
    page.label_all_facts([
        ("system-site-id", site.id.to_string()),
        ("system-site-country", country_name(&site.country, page.language())),
        ("system-site-private", label),
    ])
}

struct AdmissionForm {
    sources: Vec<Choice>,
    certifiers: Vec<Choice>,
    days: InputField,
    errors: Vec<InputError>,
}

impl AdmissionForm {
    fn new(page: &Page<'_>, sources: &BTreeSet<ProofSource>, certifiers: &BTreeSet<CertifierKind>) -> Self {
        let hint = page.count("system-site-days-hint", MAX_PROVISIONAL_DAYS.into());
        Self {
            sources: Choice::list_all(|source| source_name(page, source), |source| sources.contains(&source)),
            certifiers: Choice::list_all(
                |kind| certifier_name(page, kind),
                |kind| certifiers.contains(&kind),
            ),
            days: InputField::new_required(page, "days", "system-site-days").with_hint(hint),
            errors: Vec::new(),
        }
    }

    fn from_rules(page: &Page<'_>, rules: &SiteRules) -> Self {
        let admission = &rules.admission;
        let form = Self::new(page, &admission.proof_sources, &admission.certifiers);
        Self { days: form.days.with_value(admission.provisional_days.to_string()), ..form }
    }

    /// Reads the form, and the change that it asks for, if there are no errors.
    fn read(page: &Page<'_>, fields: &Fields) -> (Self, AdmissionChange) {
        let sources = parse_choice(fields, "sources");
        let certifiers = parse_choice(fields, "certifiers");
        let mut form = Self::new(page, &sources, &certifiers);
        form.days = form.days.read_from(page, fields);
        let days = form.days.value.parse().ok().filter(|days| *days <= MAX_PROVISIONAL_DAYS);
        if days.is_none() && form.days.error.is_none() {
            form.days.error = Some(page.count("system-site-days-wrong", MAX_PROVISIONAL_DAYS.into()));
        }
        let mut report = |field, message: &str| {
            form.errors.push(InputError { field, text: page.text(message) });
        };
        if sources.is_empty() {
            report("sources", "system-site-sources-missing");
        }
        if certifiers.is_empty() {
            report("certifiers", "system-site-certifiers-missing");
        }
        form.errors.extend(list_errors(&[&form.days]));
        let change = AdmissionChange {
            proof_sources: Some(sources),
            certifiers: Some(certifiers),
            provisional_days: days,
        };
        (form, change)
    }
}

fn parse_choice<E: WireEnum + Ord>(fields: &Fields, name: &str) -> BTreeSet<E> {
    fields.get_all(name).filter_map(|value| E::parse(value).ok()).collect()
}

#[derive(askama::Template)]
#[template(path = "system_site.html")]
struct SitePage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    facts: Vec<(String, String)>,
    errors: Vec<InputError>,
    details: DetailsForm,
    reviews: Vec<Choice>,
    readers_may_join: bool,
    organizations: Vec<Choice>,
    admission: AdmissionForm,
}

/// GET: a site with its rules.
pub(super) async fn show_site(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_administrator()?;
    let rules = sites::get_rules(&visitor.op, &SiteId::from(id)).await?;
    let page = visitor.page(Section::Account);
    let details = DetailsForm::from_site(&page, &rules.site);
    Ok(render_site_with(page, &rules, details))
}

/// The page with this form, which may have errors, and the stored rules.
pub(super) fn render_site_with(page: Page<'_>, rules: &SiteRules, details: DetailsForm) -> Response {
    let admission = AdmissionForm::from_rules(&page, rules);
    render_site(page, rules, details, admission)
}

fn render_site(
    page: Page<'_>,
    rules: &SiteRules,
    details: DetailsForm,
    admission: AdmissionForm,
) -> Response {
    let errors = [details.list_errors(), admission.errors.clone()].concat();
    let status = form_status(&errors);
    let shown = SitePage {
        name: rules.site.name.clone(),
        path: site_path(&rules.site.id),
        facts: list_facts(&page, &rules.site),
        errors,
        details,
        reviews: Choice::list_all(
            |rule| page.value_text("system-review", rule),
            |rule: ReviewRule| rules.reviews == rule,
        ),
        readers_may_join: rules.joining.readers,
        organizations: Choice::list_all(
            |rule| page.value_text("system-organizations", rule),
            |rule: OrganizationJoining| rules.joining.organizations == rule,
        ),
        admission,
        page,
    };
    render_with_status(status, &shown)
}

/// POST: which confirmations staff review.
pub(super) async fn set_reviews(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let rule = fields.get("reviews").and_then(|rule| rule.parse().ok()).ok_or(Problem::NotFound)?;
    let site = SiteId::from(id);
    sites::set_confirmation_review(&visitor.op, &site, rule).await?;
    visitor.redirect_with_message("system-site-saved", &site_path(&site))
}

/// POST: who may join on the site's pages.
pub(super) async fn set_joining(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let organizations = fields.get("organizations").and_then(|rule| rule.parse().ok());
    let organizations = Some(organizations.ok_or(Problem::NotFound)?);
    let change = JoiningChange { readers: Some(fields.get("readers").is_some()), organizations };
    let site = SiteId::from(id);
    joining::change_rules(&visitor.op, &site, change).await?;
    visitor.redirect_with_message("system-site-saved", &site_path(&site))
}

pub(super) async fn set_admission(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let site = SiteId::from(id);
    let page = visitor.page(Section::Account);
    let (form, change) = AdmissionForm::read(&page, &fields);
    if !form.errors.is_empty() {
        let rules = sites::get_rules(&visitor.op, &site).await?;
        let details = DetailsForm::from_site(&page, &rules.site);
        return Ok(render_site(page, &rules, details, form));
    }
    admission::change_rules(&visitor.op, &site, change).await?;
    visitor.redirect_with_message("system-site-saved", &site_path(&site))
}
