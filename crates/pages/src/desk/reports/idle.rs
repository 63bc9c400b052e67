//! /desk/reports/without-books: readers who have fetched no book for some months, as a work list.

use services::ErrorKey;
use services::reports::{
    IdlePage, IdlePosition, IdleReader, IdleReaders, IdleSearch, MAX_IDLE_MONTHS, ReportedPeople,
    list_without_books,
};

use super::form::read_organization;
use crate::desk::{person_path, sign_in_name_text};
use crate::inputs::{InputError, InputField, form_status, list_errors};
use crate::paging::{Pager, add_query, list_part};
use crate::{Fields, Page, Problem, Query, Result, Section, Visitor, format_day_of, render_with_status};

const PAGE_PATH: &str = "/desk/reports/without-books";

const READERS_PER_PAGE: u32 = 50;

/// The months without a book when none are named.
const USUAL_MONTHS: u32 = 6;

struct ReaderRow {
    href: String,
    name: String,
    sign_in_name: String,
    organization: String,
    /// The day of the last book, or that there was none.
    last_book: String,
}

#[derive(askama::Template)]
#[template(path = "desk_idle.html")]
struct IdleReadersPage<'a> {
    page: Page<'a>,
    form: IdleForm,
    errors: Vec<InputError>,
    /// True if the form could be read and finds nobody.
    is_empty: bool,
    readers: Vec<ReaderRow>,
    pager: Pager,
}

pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let part = list_part::<IdlePosition>(&fields)?;
    // Pages before this one have no address: the browser's history has them.
    if part.backward {
        return Err(Problem::NotFound);
    }
    let mut form = IdleForm::read(&page, &fields);
    let is_first = part.place.is_none();
    let mut found = IdleReaders { readers: Vec::new(), next: None };
    if let Some(search) = form.to_search() {
        let wanted = IdlePage { after: part.place, limit: READERS_PER_PAGE };
        match list_without_books(&visitor.op, &search, &wanted).await {
            Ok(readers) => found = readers,
            Err(error) if error.key() == Some(ErrorKey::OrganizationNotFound) => form.mark_unknown(&page),
            Err(error) => return Err(error.into()),
        }
    }
    let errors = form.list_errors();
    let list_links = Pager::new_onward(&form.address(), is_first, found.next.as_ref());
    let shown = IdleReadersPage {
        is_empty: errors.is_empty() && found.readers.is_empty(),
        readers: found.readers.iter().map(|reader| reader_row(&page, reader)).collect(),
        form,
        pager: list_links,
        page,
        errors,
    };
    Ok(render_with_status(form_status(&shown.errors), &shown))
}

fn reader_row(page: &Page<'_>, reader: &IdleReader) -> ReaderRow {
    let account = &reader.account;
    ReaderRow {
        href: person_path(&account.id),
        name: format!("{} ({})", account.display_name(), account.id),
        sign_in_name: sign_in_name_text(page, account),
        organization: reader.organization.clone().unwrap_or_else(|| page.text("desk-none")),
        last_book: reader.last_book.map_or_else(|| page.text("reports-never"), |at| format_day_of(page, at)),
    }
}

struct IdleForm {
    months: InputField,
    organization: InputField,
    /// The number of months. `None` if it cannot be read.
    number: Option<u32>,
}

impl IdleForm {
    fn read(page: &Page<'_>, fields: &Fields) -> Self {
        let organization = read_organization(page, fields);
        let mut months =
            InputField::new_optional(page, "months", "reports-idle-months").read_from(page, fields);
        if months.value.is_empty() {
            months.value = USUAL_MONTHS.to_string();
        }
        let number = months.value.parse().ok().filter(|number| (1..=MAX_IDLE_MONTHS).contains(number));
        if number.is_none() && months.error.is_none() {
            months.error = Some(page.count("reports-idle-months-wrong", MAX_IDLE_MONTHS.into()));
        }
        Self { months, organization, number }
    }

    /// The search. `None` if a field is invalid.
    fn to_search(&self) -> Option<IdleSearch> {
        let people = ReportedPeople { site: None, organization: self.organization.typed_value() };
        let months = self.number.filter(|_| self.list_errors().is_empty())?;
        Some(IdleSearch { people, months })
    }

    fn list_errors(&self) -> Vec<InputError> {
        list_errors(&[&self.months, &self.organization])
    }

    /// Marks an organization that does not exist.
    fn mark_unknown(&mut self, page: &Page<'_>) {
        self.organization.error = Some(page.text("reports-organization-unknown"));
    }

    /// The address of the first page of the list.
    fn address(&self) -> String {
        add_query(PAGE_PATH, [&self.months, &self.organization].map(|field| (field.name, &field.value)))
    }
}
