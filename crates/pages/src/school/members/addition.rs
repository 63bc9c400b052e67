//! /school/members/new: one new member (docs/rules/organizations.md#rule-4).

use std::collections::BTreeSet;

use axum::http::StatusCode;
use domain::ids::AccountId;
use services::members::{self, MemberPlacement, NewMember};
use services::values::ShortText;
use services::{ErrorKey, Faults, Field, Operation};

use super::details::member_path;
use super::draft::{FormPurpose, MemberDraft};
use crate::{Form, Problem, Result, Section, Visitor};

pub(super) async fn show_form(visitor: Visitor) -> Result {
    require_addition(&visitor.op)?;
    let page = visitor.page(Section::Account);
    let draft = MemberDraft::new_empty(&page);
    Ok(draft.render(page, addition_purpose(&visitor)))
}

/// POST: adds the member, and leads to the page about the member.
pub(super) async fn add_member(visitor: Visitor, Form(fields): Form) -> Result {
    require_addition(&visitor.op)?;
    let page = visitor.page(Section::Account);
    let draft = MemberDraft::from_fields(&page, &fields, visitor.op.today());
    if !draft.errors().is_empty() {
        return Ok(draft.render(page, addition_purpose(&visitor)));
    }
    let mut faults = Faults::default();
    let new = to_new_member(&draft, &mut faults);
    let member = add_once(&visitor, fields.get("form"), new, faults).await?;
    visitor.redirect_with_message("members-said-added", &member_path(&member))
}

/// Adds the member once, even if the browser sends the form again. A form that was changed meanwhile adds
/// another member.
async fn add_once(
    visitor: &Visitor,
    form: Option<&str>,
    new: NewMember,
    faults: Faults,
) -> Result<AccountId> {
    let id = visitor.creation_mark(form, &new).map(AccountId::from);
    let placement = MemberPlacement { id: id.clone(), ..MemberPlacement::default() };
    match (members::create_own(&visitor.op, new, placement, faults).await, id) {
        (Ok(added), _) => Ok(added.reader.account.id.clone()),
        (Err(error), Some(id)) if error.key() == Some(ErrorKey::UserExists) => Ok(id),
        (Err(error), _) => Err(error.into()),
    }
}

/// Refuses sponsors whose organization may not add members.
fn require_addition(op: &Operation) -> Result<()> {
    if op.require_sponsor()?.organization.can_create_users {
        return Ok(());
    }
    Err(Problem::Explained(StatusCode::FORBIDDEN, "members-no-addition"))
}

fn addition_purpose(visitor: &Visitor) -> FormPurpose {
    FormPurpose {
        heading: "members-new",
        text: Some("members-new-text"),
        action: "/school/members/new".to_owned(),
        mark: visitor.new_form_value(),
        back_path: "/school/members".to_owned(),
    }
}

/// The new member, with the faults of a form without names.
fn to_new_member(draft: &MemberDraft, faults: &mut Faults) -> NewMember {
    let name = |place: usize| {
        let names = draft.names.as_ref()?;
        names[place].typed_value().map(ShortText)
    };
    NewMember {
        first_name: faults.require(Field::FirstName, name(0)),
        last_name: faults.require(Field::LastName, name(1)),
        date_of_birth: faults.require(Field::DateOfBirth, draft.born),
        grade: faults.require(Field::Grade, draft.grade.clone()),
        username: None,
        password: None,
        disability_type: BTreeSet::new(),
        disability_plan: BTreeSet::new(),
    }
}
