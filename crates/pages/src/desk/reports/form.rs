//! The form that asks for a report.

use domain::reports::ReportMonths;
use jiff::civil::Date;
use services::reports::{ReportRequest, ReportedPeople};
use services::values::ParseValue as _;
use url::form_urlencoded;

use crate::{Fields, InputError, InputField, Page, list_errors};

/// The field that says that a report is asked for: without it the page shows the form alone, because the
/// audit records every report.
const SENT_FIELD: &str = "report";

pub(super) struct ReportForm {
    pub(super) organization: InputField,
    pub(super) first: InputField,
    pub(super) last: InputField,
    /// True if a report is asked for.
    pub(super) is_sent: bool,
    /// The months, if there are no errors.
    months: Option<ReportMonths>,
}

impl ReportForm {
    /// Reads the fields of the address. Before anything was typed, they name the last year.
    pub(super) fn read(page: &Page<'_>, fields: &Fields, today: Date) -> Self {
        let usual = ReportMonths::ending_with(today);
        let days = usual.first_days();
        let organization = read_organization(page, fields);
        let (first, from) = read_month(page, fields, "first", "reports-first", days.first().copied());
        let (mut last, to) = read_month(page, fields, "last", "reports-last", days.last().copied());
        let months = from.zip(to).and_then(|(from, to)| ReportMonths::new(from, to));
        if months.is_none() && first.error.is_none() && last.error.is_none() {
            last.error = Some(page.text("reports-months-wrong"));
        }
        Self { organization, first, last, is_sent: fields.get(SENT_FIELD).is_some(), months }
    }

    /// The requested report. `None` if a field is invalid.
    pub(super) fn to_request(&self) -> Option<ReportRequest> {
        let people = ReportedPeople { site: None, organization: self.organization.typed_value() };
        let months = self.months.clone().filter(|_| self.list_errors().is_empty())?;
        Some(ReportRequest { people, months })
    }

    pub(super) fn list_errors(&self) -> Vec<InputError> {
        list_errors(&[&self.organization, &self.first, &self.last])
    }

    /// Marks an organization that does not exist.
    pub(super) fn mark_unknown(&mut self, page: &Page<'_>) {
        self.organization.error = Some(page.text("reports-organization-unknown"));
    }

    /// The query of an address that asks for the same report.
    pub(super) fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(SENT_FIELD, "yes");
        for field in [&self.organization, &self.first, &self.last] {
            query.append_pair(field.name, &field.value);
        }
        query.finish()
    }
}

/// The field for the organization whose readers are counted. Empty for those of all.
pub(super) fn read_organization(page: &Page<'_>, fields: &Fields) -> InputField {
    InputField::new_optional(page, "organization", "reports-organization")
        .with_hint(page.text("reports-organization-hint"))
        .read_from(page, fields)
}

/// A field for a month, and its first day, if it is one.
fn read_month(
    page: &Page<'_>,
    fields: &Fields,
    name: &'static str,
    label: &str,
    usual: Option<Date>,
) -> (InputField, Option<Date>) {
    // As text: not every browser has a field for months.
    let field = InputField::new_optional(page, name, label).with_hint(page.text("reports-month-hint"));
    let mut field = field.read_from(page, fields);
    if field.value.is_empty() {
        field.value = usual.map(|day| day.strftime("%Y-%m").to_string()).unwrap_or_default();
    }
    let month = Date::parse_value(&format!("{}-01", field.value)).ok();
    if month.is_none() && field.error.is_none() {
        field.error = Some(page.text("reports-month-wrong"));
    }
    (field, month)
}
