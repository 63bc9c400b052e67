//! A member, formatted for the list.

use services::members::MemberOverview;
use services::roster_tags::RosterTag;

use super::details::member_path;
use super::grades::grade_name;
use crate::disabilities::plan_name;
use crate::{Page, format_day_of, format_name};

/// A row of the list. Cells without a value say so.
pub(super) struct MemberRow {
    pub(super) id: String,
    pub(super) name: String,
    /// Distinguishes the member from another one of the same name on the page. `None` if there is no other.
    pub(super) distinction: Option<String>,
    /// The address of the page about the member.
    pub(super) href: String,
    /// The member's kind of sign-in, and whether the member is on the quick list.
    pub(super) facts: String,
    pub(super) grade: String,
    pub(super) plans: String,
    pub(super) format: String,
    pub(super) school: String,
    pub(super) last_read: String,
    pub(super) is_chosen: bool,
}

impl MemberRow {
    /// `is_namesake` if another member on the page has the same name.
    pub(super) fn new(page: &Page<'_>, member: &MemberOverview, is_namesake: bool, is_chosen: bool) -> Self {
        let none = || page.text("school-cell-none");
        let id = member.id.as_str();
        let sign_in = member.sign_in_name.as_deref();
        let plans: Vec<String> = member.plans.iter().map(|plan| plan_name(page, *plan)).collect();
        Self {
            id: id.to_owned(),
            name: member.name.clone(),
            distinction: is_namesake.then(|| sign_in.unwrap_or(id).to_owned()),
            href: member_path(&member.id),
            facts: list_facts(page, member).join(" · "),
            grade: member.grade.as_deref().map_or_else(none, |grade| grade_name(page, grade)),
            plans: if plans.is_empty() { none() } else { plans.join(", ") },
            format: member.format.map_or_else(none, |format| format_name(page, format)),
            school: member.tag.as_ref().map_or_else(none, tag_name),
            last_read: match member.last_read {
                Some(read) => format_day_of(page, read),
                None => page.text("school-cell-never"),
            },
            is_chosen,
        }
    }
}

/// The school of a roster tag with its district, or one of them.
pub(super) fn tag_name(tag: &RosterTag) -> String {
    match (tag.school.as_deref(), tag.district.as_deref()) {
        (Some(school), Some(district)) => format!("{school} ({district})"),
        (school, district) => school.or(district).unwrap_or_default().to_owned(),
    }
}

fn list_facts(page: &Page<'_>, member: &MemberOverview) -> Vec<String> {
    let sign_in = match &member.sign_in_name {
        Some(name) => name.clone(),
        None => page.text("school-member-without-sign-in"),
    };
    let linked = (!member.is_manageable).then(|| page.text("school-member-linked"));
    let listed = member.on_quick_list.then(|| page.text("school-member-quick-list"));
    [Some(sign_in), linked, listed].into_iter().flatten().collect()
}
