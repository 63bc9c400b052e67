//! /desk/people/{id}: everything about one person.

mod merges;
mod parts;

use axum::response::Response;
use domain::{AccountId, Name, access};
use jiff::Timestamp;
use services::desk::{
    Disabilities, PersonOverview, ProofSummary, Submission, open_disabilities, open_person,
};

use self::merges::{MergeView, list_merges};
use self::parts::{PersonPart, list_changes, list_events};
use super::lock::lock_link;
use super::person_data::data_link;
use super::person_path;
use super::question::QuestionForm;
use super::wording::{account_state_text, list_roles, proof_line, source_name};
use super::work::subscription_link;
use crate::disabilities::{disability_name, plan_name};
use crate::{Form, Link, Page, Path, Result, Section, Visitor, format_day, format_day_of, render};

struct EventLine {
    date: String,
    text: String,
    /// The name of who did it. Empty if it is not known.
    by: String,
}

struct DisabilitiesView {
    /// Kind, source and date of each active proof.
    proofs: Vec<String>,
    /// Kinds and date of what was submitted, each with its remark, which may be empty.
    submissions: Vec<(String, String)>,
    plans: String,
}

#[derive(askama::Template)]
#[template(path = "desk_person.html")]
struct PersonPage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    /// True if the account is closed, so that nobody is served.
    is_removed: bool,
    /// A sentence about borrowing books. Empty for staff, who need nothing.
    standing: String,
    facts: Vec<(String, String)>,
    /// The text of the link to the page on which subscriptions are extended or begun.
    subscription_link: String,
    /// Agreement and subscription.
    membership: Vec<PersonPart>,
    proof_state: String,
    proofs: Vec<String>,
    /// `None` before they are asked for.
    disabilities: Option<DisabilitiesView>,
    question: QuestionForm,
    /// Requests to authorities, sessions, devices, copies and places in books.
    activity: Vec<PersonPart>,
    events: Vec<EventLine>,
    /// Changes with their authors, newest first.
    changes: Vec<EventLine>,
    /// Merges with other accounts, newest first.
    merges: Vec<MergeView>,
    /// The page that locks or unlocks the account. `None` if the visitor may not.
    lock: Option<Link>,
    /// The page with everything that the library holds about the person. `None` if the visitor may not.
    data: Option<Link>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let person = open_person(&visitor.op, &AccountId::from(id)).await?;
    Ok(render_person(&visitor, &person, None))
}

/// POST /desk/people/{id}/disabilities: the page with the kinds of disabilities, this once.
pub(super) async fn show_disabilities(visitor: Visitor, Path(id): Path<String>, Form(_): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let (person, disabilities) = open_disabilities(&visitor.op, &AccountId::from(id)).await?;
    Ok(render_person(&visitor, &person, Some(&disabilities)))
}

fn render_person(
    visitor: &Visitor,
    person: &PersonOverview,
    disabilities: Option<&Disabilities>,
) -> Response {
    let page = visitor.page(Section::Account);
    let account = &person.reader.account;
    let now = visitor.op.now;
    let provisional = person
        .reader
        .provisional_access(now)
        .map(|until| page.with_name("desk-proof-provisional", &format_day_of(&page, until)));
    let proof = |proof: &ProofSummary| {
        format!("{} · {}", source_name(&page, proof.source), format_day(&page, proof.added))
    };
    render(&PersonPage {
        name: account.display_name(),
        path: person_path(&account.id),
        is_removed: account.deleted,
        standing: describe_standing(&page, person, now),
        facts: list_facts(&page, person),
        subscription_link: subscription_link(&page, &person.reader.subscriptions),
        membership: vec![
            PersonPart::for_agreements(&page, person),
            PersonPart::for_subscriptions(&page, person, now),
        ],
        proof_state: provisional.unwrap_or_else(|| page.value_text("desk-proof", person.reader.proof)),
        proofs: person.proofs.iter().map(proof).collect(),
        disabilities: disabilities.map(|disabilities| disabilities_view(&page, disabilities)),
        question: QuestionForm::new_empty(&page, &account.id),
        activity: vec![
            PersonPart::for_requests(&page, person),
            PersonPart::for_sessions(&page, person),
            PersonPart::for_devices(&page, person),
            PersonPart::for_copies(&page, person, now),
            PersonPart::for_positions(&page, person),
        ],
        events: list_events(&page, person),
        changes: list_changes(&page, person),
        merges: list_merges(&page, person, now),
        lock: lock_link(&page, &visitor.op, account),
        data: data_link(&page, &visitor.op, account),
        page,
    })
}

fn describe_standing(page: &Page<'_>, person: &PersonOverview, now: Timestamp) -> String {
    match access::requirements_of(&person.reader, now) {
        None => String::new(),
        Some(requirements) if requirements.are_met() => page.text("desk-standing-complete"),
        Some(_) => page.text("desk-standing-incomplete"),
    }
}

fn list_facts(page: &Page<'_>, person: &PersonOverview) -> Vec<(String, String)> {
    let account = &person.reader.account;
    let none = || page.text("desk-none");
    let text = |value: Option<&str>| value.map_or_else(none, str::to_owned);
    let organization =
        person.reader.organization.as_ref().map(|standing| standing.organization.name.as_str());
    let site = person.site.as_ref().map(|site| site.name.as_str());
    page.label_all_facts([
        ("desk-birth-date", account.date_of_birth.map_or_else(none, |born| format_day(page, born))),
        ("desk-guardian", account.guardian.as_ref().map_or_else(none, Name::display_name)),
        ("desk-user-name", text(account.username.as_deref())),
        ("desk-email", text(account.email.as_deref())),
        ("desk-identifier", account.id.to_string()),
        ("desk-roles", list_roles(page, account)),
        ("desk-organization", text(organization)),
        ("desk-site", text(site.or(Some(account.site.as_str())))),
        ("desk-created", format_day_of(page, account.created)),
        ("desk-account", account_state_text(page, account)),
    ])
}

fn disabilities_view(page: &Page<'_>, disabilities: &Disabilities) -> DisabilitiesView {
    let submission = |submission: &Submission| {
        let mut kinds: Vec<String> =
            submission.kinds.iter().map(|kind| disability_name(page, *kind)).collect();
        kinds.push(format_day_of(page, submission.date));
        if !submission.suffices {
            kinds.push(page.text("desk-submission-insufficient"));
        }
        (kinds.join(" · "), submission.note.clone().unwrap_or_default())
    };
    let plans: Vec<String> = disabilities.plans.iter().map(|plan| plan_name(page, *plan)).collect();
    DisabilitiesView {
        proofs: disabilities.proofs.iter().map(|dated| proof_line(page, dated)).collect(),
        submissions: disabilities.submissions.iter().map(submission).collect(),
        plans: plans.join(", "),
    }
}
