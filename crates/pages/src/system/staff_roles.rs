//! /system/staff/{id}/give and /take: a role of staff, given or taken after a question.

use axum::extract::Path;
use domain::Account;
use domain::WireEnum as _;
use domain::staff_roles::StaffRole;
use services::staff::{self, RoleOutcome, StaffRoleObstacle};

use super::staff::staff_path;
use crate::desk::role_name;
use crate::question::Question;
use crate::{Fields, Form, Link, Page, Problem, Query, Result, Section, Visitor};

/// The messages about giving or taking a role.
struct QuestionWords {
    link: &'static str,
    question: &'static str,
    /// What else the question says. `None` if nothing.
    text: Option<&'static str>,
    button: &'static str,
    /// The last part of the address.
    verb: &'static str,
}

const GIVE_WORDS: QuestionWords = QuestionWords {
    link: "system-staff-give",
    question: "system-staff-give-question",
    text: None,
    button: "system-staff-give-now",
    verb: "give",
};
const TAKE_WORDS: QuestionWords = QuestionWords {
    link: "system-staff-take",
    question: "system-staff-take-question",
    text: Some("system-staff-take-text"),
    button: "system-staff-take-now",
    verb: "take",
};

/// Links to the questions that change the roles of an account. Nobody takes a role of their own.
pub(super) fn list_role_links(page: &Page<'_>, account: &Account, is_own: bool) -> Vec<Link> {
    let link = |role: StaffRole| {
        let is_held = account.has_role(role.into());
        let words = if is_held { &TAKE_WORDS } else { &GIVE_WORDS };
        let href = format!("{}/{}?role={role}", staff_path(&account.id), words.verb);
        let text = page.with_name(words.link, &role_name(page, role.into()));
        (!is_held || !is_own).then(|| Link::new(href, text))
    };
    StaffRole::ALL.iter().filter_map(|role| link(*role)).collect()
}

/// GET: the question before a role is given.
pub(super) async fn ask_to_give(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    render_question(&visitor, &id, parse_role(&fields)?, &GIVE_WORDS).await
}

/// GET: the question before a role is taken away.
pub(super) async fn ask_to_take(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    render_question(&visitor, &id, parse_role(&fields)?, &TAKE_WORDS).await
}

async fn render_question(visitor: &Visitor, id: &str, role: StaffRole, words: &QuestionWords) -> Result {
    let account = staff::get(&visitor.op, id).await?.account;
    let page = visitor.page(Section::Account);
    let name = account.display_name();
    let role_text = role_name(&page, role.into());
    let values = [("name", name.as_str().into()), ("role", role_text.as_str().into())];
    let paragraphs = [Some(about_message(role)), words.text.map(str::to_owned)];
    let paragraphs = paragraphs.into_iter().flatten().map(|message| page.text(&message)).collect();
    let member_href = staff_path(&account.id);
    let question = Question {
        heading: page.format(words.question, &values),
        subject: String::new(),
        paragraphs,
        action: format!("{member_href}/{}", words.verb),
        fields: vec![("role", role.to_string())],
        button: page.text(words.button),
        back: Link::new(member_href, page.text("system-staff-keep")),
    };
    Ok(question.render(page))
}

/// The message that says what somebody with a role may do.
fn about_message(role: StaffRole) -> String {
    format!("system-staff-about-{role}")
}

/// The role that a form or an address names.
fn parse_role(fields: &Fields) -> Result<StaffRole> {
    fields.get("role").and_then(|role| role.parse().ok()).ok_or(Problem::NotFound)
}

/// POST: gives a role.
pub(super) async fn give_role(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let outcome = staff::give_role(&visitor.op, &id, parse_role(&fields)?).await?;
    visitor.redirect_with_message(outcome_message(outcome, "system-staff-given"), &staff_path(&id.into()))
}

/// POST: takes a role away.
pub(super) async fn take_role(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let outcome = staff::take_role(&visitor.op, &id, parse_role(&fields)?).await?;
    visitor.redirect_with_message(outcome_message(outcome, "system-staff-taken"), &staff_path(&id.into()))
}

fn outcome_message(outcome: RoleOutcome, changed: &'static str) -> &'static str {
    match outcome {
        RoleOutcome::Changed => changed,
        RoleOutcome::Unchanged => "system-staff-unchanged",
        RoleOutcome::Refused(StaffRoleObstacle::CannotSignIn) => "system-staff-refused-sign-in",
        RoleOutcome::Refused(StaffRoleObstacle::OwnRole) => "system-staff-refused-own",
        RoleOutcome::Refused(StaffRoleObstacle::LastAdministrator) => "system-staff-refused-last",
    }
}

#[cfg(test)]
mod tests {
    use domain::WireEnum as _;
    use domain::staff_roles::StaffRole;

    use super::about_message;
    use crate::texts::assert_messages;

    #[test]
    fn every_role_of_staff_is_explained_in_every_language() {
        assert_messages(StaffRole::ALL.iter().map(|role| about_message(*role)));
    }
}
