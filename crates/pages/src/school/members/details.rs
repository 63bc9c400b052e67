//! /school/members/{id}/details: another name, birth date or grade of one member
//! (docs/rules/organizations.md#rule-5).

use domain::ids::AccountId;
use services::Faults;
use services::members::{self, ChangeMember, MemberAddress};
use services::values::ShortText;

use super::draft::{FormPurpose, MemberDraft};
use crate::{Form, Path, Result, Section, Visitor, percent_encode};

/// The address of the page about a member.
pub(super) fn member_path(member: &AccountId) -> String {
    format!("/school/members/{}", percent_encode(member.as_str()))
}

/// GET: the form as stored.
pub(super) async fn show_form(visitor: Visitor, Path(id): Path<String>) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.id;
    let member = members::get(&visitor.op, organization, &id).await?;
    let page = visitor.page(Section::Account);
    let account = &member.reader.account;
    let draft = MemberDraft::from_account(&page, account);
    Ok(draft.render(page, change_purpose(&account.id)))
}

pub(super) async fn change_member(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let organization = visitor.op.require_sponsor()?.organization;
    let page = visitor.page(Section::Account);
    let draft = MemberDraft::from_fields(&page, &fields, visitor.op.today());
    let id = AccountId::from(id);
    if !draft.errors().is_empty() {
        return Ok(draft.render(page, change_purpose(&id)));
    }
    let address = MemberAddress { organization, who: id.as_str() };
    members::change(&visitor.op, address, to_change(draft), Faults::default()).await?;
    visitor.redirect_with_message("members-said-changed", &member_path(&id))
}

fn change_purpose(member: &AccountId) -> FormPurpose {
    let back_path = member_path(member);
    let action = format!("{back_path}/details");
    FormPurpose { heading: "members-change", text: None, action, mark: String::new(), back_path }
}

fn to_change(draft: MemberDraft) -> ChangeMember {
    let [first_name, last_name] = match draft.names {
        Some(names) => names.map(|name| name.typed_value().map(ShortText)),
        None => [None, None],
    };
    ChangeMember {
        first_name,
        last_name,
        date_of_birth: draft.born,
        grade: draft.grade,
        ..ChangeMember::default()
    }
}
