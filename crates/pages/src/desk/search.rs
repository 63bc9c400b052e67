//! /desk: the search for people, and the work that waits.

use std::collections::HashMap;

use jiff::civil::Date;
use services::desk::{FoundPeople, MAX_PEOPLE, Person, find_people};
use services::work::{WorkSummary, count_work};

use super::person_path;
use super::wording::{list_roles, sign_in_name_text};
use super::work::{KindRow, list_kinds};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Page, Query, Result, Section, Visitor, format_day, render_with_status};

/// Maximum length of the words, in characters; further ones are ignored.
const MAX_WORDS_CHARS: usize = 255;

struct PersonRow {
    href: String,
    /// The page on which the person is served. `None` for a closed account.
    service_href: Option<String>,
    name: String,
    /// The value that distinguishes the person from another one of the same name. `None` if there is no
    /// other.
    distinction: Option<String>,
    birth_date: String,
    sign_in_name: String,
    roles: String,
    organization: String,
}

#[derive(askama::Template)]
#[template(path = "desk.html")]
struct PersonSearchPage<'a> {
    page: Page<'a>,
    words: String,
    birth_date: InputField,
    errors: Vec<InputError>,
    /// The number of people. Empty before a search.
    count: String,
    /// A sentence that there are more people than these. Empty if all are shown.
    more_text: String,
    people: Vec<PersonRow>,
    /// False next to results.
    shows_work: bool,
    /// The kinds of work of which something waits.
    kinds: Vec<KindRow>,
}

pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let words = fields.get("words").map(|words| words.chars().take(MAX_WORDS_CHARS).collect::<String>());
    let (birth_date, born) = read_birth_date(&page, &fields);
    let errors = list_errors(&[&birth_date]);
    let (people, summaries) = if errors.is_empty() && (words.is_some() || born.is_some()) {
        (Some(find_people(&visitor.op, words.as_deref(), born).await?), None)
    } else {
        (None, Some(count_work(&visitor.op).await?))
    };
    let count = people.as_ref().map(|people| page.count("desk-found", people.people.len() as u64));
    let is_cut = people.as_ref().is_some_and(|people| !people.is_complete);
    let status = inputs::form_status(&errors);
    let shown = PersonSearchPage {
        words: words.unwrap_or_default(),
        birth_date,
        errors,
        count: count.unwrap_or_default(),
        more_text: if is_cut { page.count("desk-found-more", MAX_PEOPLE.into()) } else { String::new() },
        people: people.map(|people| list_rows(&page, &people)).unwrap_or_default(),
        shows_work: summaries.is_some(),
        kinds: summaries.map(|summaries| list_waiting(&page, summaries)).unwrap_or_default(),
        page,
    };
    Ok(render_with_status(status, &shown))
}

/// The kinds of work of which something waits.
fn list_waiting(page: &Page<'_>, mut summaries: Vec<WorkSummary>) -> Vec<KindRow> {
    summaries.retain(|summary| summary.count > 0);
    list_kinds(page, &summaries, None)
}

/// The field for the birth date, and the date, if it is one.
fn read_birth_date(page: &Page<'_>, fields: &Fields) -> (InputField, Option<Date>) {
    let field = InputField::new_optional(page, "birth_date", "desk-birth-date")
        .with_hint(page.text("desk-birth-date-hint"));
    inputs::read_day(page, fields, field, "desk-birth-date-wrong")
}

fn list_rows(page: &Page<'_>, people: &FoundPeople) -> Vec<PersonRow> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for person in &people.people {
        *counts.entry(person.account.display_name()).or_default() += 1;
    }
    let is_namesake = |name: &str| counts.get(name).is_some_and(|count| *count > 1);
    let row = |person: &Person| {
        let (account, none) = (&person.account, || page.text("desk-none"));
        let name = account.display_name();
        PersonRow {
            href: person_path(&account.id),
            service_href: (!account.deleted).then(|| format!("{}/serve", person_path(&account.id))),
            // Sign-in names can be the same as those of a closed account; identifiers are not.
            distinction: is_namesake(&name).then(|| account.id.to_string()),
            name,
            birth_date: account.date_of_birth.map_or_else(none, |born| format_day(page, born)),
            sign_in_name: sign_in_name_text(page, account),
            roles: list_roles(page, account),
            organization: person.organization.clone().unwrap_or_else(none),
        }
    };
    people.people.iter().map(row).collect()
}
