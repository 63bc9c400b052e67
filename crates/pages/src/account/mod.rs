//! /account and the pages below it: what the library knows about the visitor, and what the visitor can
//! change.

mod agreement;
mod data;
pub(crate) mod devices;
mod history;
mod leave;
mod members;
mod membership_proof;
pub(crate) mod password;
pub(crate) mod preferences;
mod proof;
pub(crate) mod samples;
mod sessions;
mod subscription;

use axum::Router;
use axum::routing::{get, post};
use domain::access;
use services::{Operation, subscriptions};

use crate::steps::Step;
use crate::{
    Link, Page, Pages, Result, Section, Visitor, collection, collection_intake, conversion_reports, desk,
    format_day_of, problem_reports, render, school, system,
};

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/account", get(show_overview))
        .route("/account/agreement", get(agreement::show_form).post(agreement::sign))
        .route("/account/devices", get(devices::list_devices).post(devices::create_device))
        .route("/account/devices/browsers", post(devices::sign_out_browser))
        .route("/account/devices/revoke", get(devices::confirm_revocation).post(devices::revoke_device))
        .route("/account/members", get(members::show_page))
        .route("/account/sessions", get(sessions::list_sessions).post(sessions::end_sessions))
        .route("/account/password", get(password::show_form).post(password::change_password))
        .route("/account/preferences", get(preferences::show_form).post(preferences::save))
        .route("/account/history", get(history::show_page))
        .route("/account/data", get(data::show_page).post(data::export))
        .route("/account/proof", get(proof::show_form).post(proof::ask_authority))
        .route("/account/proof/membership", post(membership_proof::submit))
        .route("/account/subscription", get(subscription::show_page).post(subscription::subscribe))
        .route("/account/leave", get(leave::show_form).post(leave::close_account))
        .route("/account/left", get(leave::show_left))
}

#[derive(askama::Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    page: Page<'a>,
    sign_in_name: &'a str,
    organization: Option<&'a str>,
    /// Steps that are missing or being checked.
    steps: Vec<Step>,
    finished_steps: Vec<String>,
    is_open: bool,
    /// A sentence about borrowing books while the proof is checked. `None` if that is not possible.
    provisional: Option<String>,
    quota: Vec<String>,
    /// Where the user works for an organization or the library, each with a sentence.
    work: Vec<(Link, String)>,
    /// The other pages of the account, each with a sentence.
    ways: Vec<(Link, String)>,
}

async fn show_overview(visitor: Visitor) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let requirements = access::requirements_of(op.reader()?, op.now);
    let steps =
        requirements.map(|requirements| Step::from_requirements(&page, requirements)).unwrap_or_default();
    let (done, steps): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|step| step.is_done);
    let own = subscriptions::own::view_own(op).await?;
    let open = requirements.filter(access::Requirements::are_met);
    let until = open.and_then(|requirements| requirements.provisional_until);
    Ok(render(&AccountPage {
        sign_in_name: op.account()?.sign_in_name(),
        organization: op.reader()?.organization.as_ref().map(|standing| standing.organization.name.as_str()),
        is_open: requirements.as_ref().is_none_or(access::Requirements::are_met),
        provisional: until.map(|until| page.with_name("steps-provisional", &format_day_of(&page, until))),
        steps,
        finished_steps: done.into_iter().map(|step| step.heading).collect(),
        quota: own.map(|own| quota_lines(&page, &own)).unwrap_or_default(),
        work: work_links(&page, op),
        ways: own_links(&page),
        page,
    }))
}

/// Sentences about the used and the remaining quota of the subscription.
fn quota_lines(page: &Page<'_>, own: &subscriptions::own::OwnSubscription) -> Vec<String> {
    let taken = page.count("quota-used", own.quota.taken.into());
    let left = match own.quota.books_left() {
        Some(left) => page.count("quota-left", left.into()),
        None => page.text("quota-unlimited"),
    };
    let end = own.subscription.end.map(|end| page.with_name("quota-end", &format_day_of(page, end)));
    [Some(taken), Some(left), end].into_iter().flatten().collect()
}

/// A link whose text is a message, and the sentence about it.
fn link_with_hint(page: &Page<'_>, path: &str, id: &str) -> (Link, String) {
    (Link::new(path, page.text(id)), page.text(&format!("{id}-hint")))
}

fn work_links(page: &Page<'_>, op: &Operation) -> Vec<(Link, String)> {
    let way = |path: &str, id: &str| link_with_hint(page, path, id);
    let school = op.require_sponsor().is_ok().then(|| way(school::START_PATH, "account-school"));
    let members = op.require_membership_staff().is_ok().then(|| way(desk::START_PATH, "account-desk"));
    let system = op.require_administrator().is_ok().then(|| way(system::START_PATH, "account-system"));
    let staff = op.require_collection_staff().is_ok().then(|| {
        [
            way(collection::START_PATH, "account-collection"),
            way(collection_intake::ADD_PATH, "account-intake"),
            way(problem_reports::LIST_PATH, "account-problems"),
            way(conversion_reports::LIST_PATH, "account-conversion-reports"),
        ]
    });
    school.into_iter().chain(members).chain(staff.into_iter().flatten()).chain(system).collect()
}

fn own_links(page: &Page<'_>) -> Vec<(Link, String)> {
    let way = |path: &str, id: &str| link_with_hint(page, path, id);
    vec![
        way("/account/preferences", "account-preferences"),
        way("/account/devices", "account-devices"),
        way("/display", "account-display"),
        way("/account/history", "account-history"),
        way("/account/sessions", "account-sessions"),
        way("/account/password", "account-password"),
        way("/account/data", "account-data"),
        way("/account/leave", "account-leave"),
    ]
}

#[cfg(test)]
mod tests {
    use crate::texts::assert_messages;

    #[test]
    fn every_way_has_a_sentence_in_every_language() {
        let ways = [
            "school", "history", "preferences", "display", "devices", "sessions", "password", "data",
            "leave", "desk", "collection", "intake", "problems", "conversion-reports", "system",
        ];
        assert_messages(ways.map(|way| format!("account-{way}-hint")));
    }
}
