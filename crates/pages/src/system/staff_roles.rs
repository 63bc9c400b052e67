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

/// The last part of the address of the question before a role is given; its messages have the same name.
const GIVE: &str = "give";
/// The last part of the address of the question before a role is taken away.
const TAKE: &str = "take";

/// Links to the questions that change the roles of an account. Nobody takes a role of their own.
pub(super) fn list_role_links(page: &Page<'_>, account: &Account, is_own: bool) -> Vec<Link> {
    let link = |role: StaffRole| {
        let is_held = account.has_role(role.into());
        let verb = if is_held { TAKE } else { GIVE };
        let href = format!("{}/{verb}?role={role}", staff_path(&account.id));
        let text = page.with_name(&format!("system-staff-{verb}"), &role_name(page, role.into()));
        (!is_held || !is_own).then(|| Link::new(href, text))
    };
    StaffRole::ALL.iter().filter_map(|role| link(*role)).collect()
}

pub(super) async fn ask_to_give(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    render_question(&visitor, &id, parse_role(&fields)?, GIVE).await
}

pub(super) async fn ask_to_take(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    render_question(&visitor, &id, parse_role(&fields)?, TAKE).await
}

async fn render_question(visitor: &Visitor, id: &str, role: StaffRole, verb: &str) -> Result {
    let account = staff::get(&visitor.op, id).await?.account;
    let page = visitor.page(Section::Account);
    let name = account.display_name();
    let role_text = role_name(&page, role.into());
    let values = [("name", name.as_str().into()), ("role", role_text.as_str().into())];
    let about_taking = (verb == TAKE).then(|| page.text("system-staff-take-text"));
    let member_href = staff_path(&account.id);
    let question = Question {
        heading: page.format(&format!("system-staff-{verb}-question"), &values),
        subject: String::new(),
        paragraphs: [page.text(&about_message(role))].into_iter().chain(about_taking).collect(),
        action: format!("{member_href}/{verb}"),
        fields: vec![("role", role.to_string())],
        button: page.text(&format!("system-staff-{verb}-now")),
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

pub(super) async fn give_role(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let outcome = staff::give_role(&visitor.op, &id, parse_role(&fields)?).await?;
    visitor.redirect_with_message(outcome_message(outcome, "system-staff-given"), &staff_path(&id.into()))
}

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

    use super::{GIVE, TAKE, about_message};
    use crate::texts::assert_messages;

    #[test]
    fn every_role_of_staff_is_explained_in_every_language() {
        assert_messages(StaffRole::ALL.iter().map(|role| about_message(*role)));
    }

    #[test]
    fn both_questions_have_words_in_every_language() {
        for verb in [GIVE, TAKE] {
            let link = format!("system-staff-{verb}");
            assert_messages([format!("{link}-question"), format!("{link}-now"), link]);
        }
    }
}
