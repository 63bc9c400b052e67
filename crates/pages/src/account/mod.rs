//! /account and the pages below it: what the library knows of the visitor, and what the visitor can change.

mod agreement;
mod data;
mod devices;
mod history;
mod leave;
mod members;
mod password;
mod preferences;
mod proof;
pub(crate) mod samples;
mod sessions;
mod subscription;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use domain::access;
use services::roles::{CollectionStaff, FromCaller as _};
use services::subscriptions;

use crate::dates::day_of;
use crate::page::{Link, Page, Section, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::steps::Step;
use crate::visitor::Visitor;
use crate::{conversion_reports, problem_reports};

/// The routes of the account.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/account", get(start))
        .route("/account/agreement", get(agreement::get).post(agreement::post))
        .route("/account/devices", get(devices::get).post(devices::post))
        .route("/account/devices/revoke", get(devices::confirm).post(devices::revoke))
        .route("/account/members", get(members::get))
        .route("/account/sessions", get(sessions::get).post(sessions::post))
        .route("/account/password", get(password::get).post(password::post))
        .route("/account/preferences", get(preferences::get).post(preferences::post))
        .route("/account/history", get(history::get))
        .route("/account/data", get(data::get).post(data::post))
        .route("/account/proof", get(proof::get).post(proof::post))
        .route("/account/subscription", get(subscription::get).post(subscription::post))
        .route("/account/leave", get(leave::get).post(leave::post))
        .route("/account/left", get(leave::left))
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    page: Page<'a>,
    sign_in_name: &'a str,
    organization: Option<&'a str>,
    /// What is missing, or being checked.
    steps: Vec<Step>,
    /// The names of what is done.
    done: Vec<String>,
    is_open: bool,
    quota: Vec<String>,
    ways: Vec<(Link, String)>,
}

/// GET /account
async fn start(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let requirements = access::requirements(&user.reader, user.now());
    let steps = requirements.map(|requirements| Step::all(&page, requirements)).unwrap_or_default();
    let (done, steps): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|step| step.done);
    let own = subscriptions::own::own(&pages.library, &user.reader, user.now()).await?;
    Ok(show(&AccountPage {
        sign_in_name: user.reader.account.sign_in_name(),
        organization: user.reader.organization.as_ref().map(|standing| standing.organization.name.as_str()),
        is_open: requirements.as_ref().is_none_or(access::Requirements::are_met),
        steps,
        done: done.into_iter().map(|step| step.heading).collect(),
        quota: own.map(|own| quota(&page, &own)).unwrap_or_default(),
        ways: ways(&page, CollectionStaff::from_caller(&visitor.caller).is_ok()),
        page,
    }))
}

/// What is used of the subscription, and what is left.
fn quota(page: &Page<'_>, own: &subscriptions::own::Own) -> Vec<String> {
    let taken = page.count("quota-used", own.quota.taken.into());
    let left = match own.quota.left() {
        Some(left) => page.count("quota-left", left.into()),
        None => page.text("quota-unlimited"),
    };
    let end = own.subscription.end.map(|end| page.with_name("quota-end", &day_of(page, end)));
    [Some(taken), Some(left), end].into_iter().flatten().collect()
}

/// The other pages of the account, each with a sentence.
fn ways(page: &Page<'_>, is_staff: bool) -> Vec<(Link, String)> {
    let way = |path: &str, id: &str| (Link::new(path, page.text(id)), page.text(&format!("{id}-hint")));
    let staff = is_staff.then(|| {
        [
            way(problem_reports::PATH, "account-problems"),
            way(conversion_reports::PATH, "account-conversion-reports"),
        ]
    });
    let own = [
        way("/account/preferences", "account-preferences"),
        way("/account/devices", "account-devices"),
        way("/display", "account-display"),
        way("/account/history", "account-history"),
        way("/account/sessions", "account-sessions"),
        way("/account/password", "account-password"),
        way("/account/data", "account-data"),
        way("/account/leave", "account-leave"),
    ];
    own.into_iter().chain(staff.into_iter().flatten()).collect()
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use crate::texts;

    #[test]
    fn every_way_has_a_sentence_in_every_language() {
        let messages = texts::load();
        for way in [
            "history",
            "preferences",
            "display",
            "devices",
            "sessions",
            "password",
            "data",
            "leave",
            "problems",
            "conversion-reports",
        ] {
            for language in Language::ALL {
                assert!(messages.has(language, &format!("account-{way}-hint")), "{way} in {language:?}");
            }
        }
    }
}
