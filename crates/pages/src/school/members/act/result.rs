//! The result of an act, with its numbers and new passwords.

use askama::Template;
use axum::response::Response;
use services::member_acts::{FinishedAct, MemberAct, NewSignIn};

use super::form::ActForm;
use super::views::{list_numbers, name_act};
use crate::page::{Page, Section, render};
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "school_act_done.html")]
struct ResultPage<'a> {
    page: Page<'a>,
    heading: String,
    /// What became of how many.
    numbers: Vec<String>,
    /// True if there is a run that undoes it.
    can_be_undone: bool,
    sign_ins: &'a [NewSignIn],
    /// The address of the list of members.
    back_path: String,
}

/// The page that shows what an act has done.
pub(super) fn render_result(
    pages: &Pages,
    visitor: &Visitor,
    (form, act): (&ActForm, &MemberAct),
    finished: &FinishedAct,
) -> Response {
    let page = Page::new(pages, visitor, Section::Account);
    render(&ResultPage {
        heading: name_act(&page, act, &finished.target),
        numbers: list_numbers(&page, act, &finished.counts, "school-bulk-changed"),
        can_be_undone: finished.run.is_some(),
        sign_ins: &finished.sign_ins,
        back_path: form.list_address(),
        page,
    })
}
