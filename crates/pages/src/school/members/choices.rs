//! Choices in the forms around the list of members.

use domain::WireEnum as _;
use domain::proofs::DisabilityType;
use services::groups::Group;
use services::members::{FilterNames, MAX_NAME_MATCHES, RosterOverview};
use services::roster_tags::RosterTag;
use services::rosters::RosterSort;

use super::filter::MemberFilterFields;
use super::grades::{GRADE_CODES, grade_name};
use super::row::tag_name;
use crate::Page;
use crate::disabilities::disability_name;
use crate::inputs::Choice;

/// The value of the field `tag` that takes members out of their school.
pub(super) const NO_TAG_VALUE: &str = "none";

/// The acts on several members, by the values of the field `act`.
pub(super) const ACTS: [&str; 14] = [
    "grade", "tag", "quick_list_add", "quick_list_remove", "assign_title", "add_to_list", "add_to_group",
    "take_from_group", "mark_disability", "unmark_disability", "reset_sign_in", "give_sign_in", "make_codes",
    "remove",
];

pub(super) fn act_message(act: &str) -> String {
    format!("school-act-{}", act.replace('_', "-"))
}

/// The months without a book that the form for filters offers.
const IDLE_MONTHS: [u32; 3] = [3, 6, 12];

/// A roster that a form narrows: the fields of the form, and what it finds.
pub(super) struct NarrowedRoster {
    pub(super) words: String,
    pub(super) quick_list: bool,
    pub(super) grades: Vec<Choice>,
    pub(super) schools: Vec<Choice>,
    pub(super) districts: Vec<Choice>,
    pub(super) groups: Vec<Choice>,
    /// Months without a book.
    pub(super) idle: Vec<Choice>,
    pub(super) orders: Vec<Choice>,
    pub(super) is_narrowed: bool,
    /// The fields in words. Empty if nothing narrows the roster.
    pub(super) filter_text: String,
    /// The number of members who were found, and the filters.
    pub(super) found_text: String,
    /// The sentence that words find too many members. `None` if they do not.
    pub(super) cut_text: Option<String>,
}

impl NarrowedRoster {
    pub(super) fn new(
        page: &Page<'_>,
        overview: &RosterOverview,
        filter: &MemberFilterFields,
        sort: RosterSort,
    ) -> Self {
        let grade = |(code, count): &(String, u64)| {
            let text = format!("{} ({count})", grade_name(page, code));
            Choice::new(code, text, filter.grade.as_deref() == Some(code.as_str()))
        };
        let schools = overview.tags.iter().filter(|(tag, _)| tag.school.is_some());
        let school = |(tag, count): &(RosterTag, u64)| {
            let text = format!("{} ({count})", tag_name(tag));
            Choice::new(tag.id.to_string(), text, filter.school == Some(tag.id))
        };
        let group = |(group, count): &(Group, u64)| {
            let text = format!("{} ({count})", group.name);
            Choice::new(group.id.to_string(), text, filter.group == Some(group.id))
        };
        let months = |months: u32| {
            let text = page.count("school-filter-idle", months.into());
            Choice::new(months.to_string(), text, filter.idle_months == Some(months))
        };
        let order = |order: &RosterSort| {
            Choice::new(order.as_str(), page.value_text("school-sort", *order), *order == sort)
        };
        let filter_text = filter.describe(page, &filter_names(overview, filter));
        Self {
            words: filter.words.clone().unwrap_or_default(),
            quick_list: filter.quick_list,
            grades: overview.grades.iter().map(grade).collect(),
            schools: schools.map(school).collect(),
            districts: district_options(&overview.tags, filter.district),
            groups: overview.groups.iter().map(group).collect(),
            idle: IDLE_MONTHS.into_iter().map(months).collect(),
            orders: RosterSort::ALL.iter().map(order).collect(),
            is_narrowed: !filter.is_empty(),
            found_text: found_text(page, overview.members.total, &filter_text),
            cut_text: overview.is_cut.then(|| page.count("school-members-cut", MAX_NAME_MATCHES as u64)),
            filter_text,
        }
    }
}

/// What the filter names, among what the page offers.
fn filter_names(found: &RosterOverview, filter: &MemberFilterFields) -> FilterNames {
    let group = found.groups.iter().map(|(group, _)| group).find(|group| filter.group == Some(group.id));
    FilterNames { tags: found.tags.iter().map(|(tag, _)| tag.clone()).collect(), group: group.cloned() }
}

/// How many members were found, and by which filters.
fn found_text(page: &Page<'_>, total: u64, filter: &str) -> String {
    if filter.is_empty() {
        return page.count("members-count", total);
    }
    page.format("school-members-found", &[("count", total.into()), ("filter", filter.into())])
}

/// The districts of tags, which are sorted by them, each by the first of its tags.
fn district_options(tags: &[(RosterTag, u64)], chosen: Option<i64>) -> Vec<Choice> {
    let same = |one: &(RosterTag, u64), other: &(RosterTag, u64)| one.0.district == other.0.district;
    let groups = tags.chunk_by(same).filter(|group| group.iter().all(|(tag, _)| tag.district.is_some()));
    let option = |group: &[(RosterTag, u64)]| {
        let (first, _) = group.first()?;
        let count: u64 = group.iter().map(|(_, count)| count).sum();
        let text = format!("{} ({count})", first.district.as_deref()?);
        let is_chosen = group.iter().any(|(tag, _)| chosen == Some(tag.id));
        Some(Choice::new(first.id.to_string(), text, is_chosen))
    };
    groups.filter_map(option).collect()
}

/// Options of the form that acts on several members.
pub(super) struct ActChoices {
    pub(super) acts: Vec<Choice>,
    pub(super) grades: Vec<Choice>,
    /// All roster tags of the organization, and none.
    pub(super) tags: Vec<Choice>,
    pub(super) disabilities: Vec<Choice>,
    pub(super) groups: Vec<Choice>,
    pub(super) lists: Vec<Choice>,
}

impl ActChoices {
    pub(super) fn new(page: &Page<'_>, overview: &RosterOverview) -> Self {
        let act = |act: &str| Choice::new(act, page.text(&act_message(act)), false);
        let british = overview.grades.iter().map(|(code, _)| code.as_str());
        let british = british.filter(|code| !GRADE_CODES.contains(code));
        let grade = |code: &str| Choice::new(code, grade_name(page, code), false);
        let tag = |(tag, _): &(RosterTag, u64)| Choice::new(tag.id.to_string(), tag_name(tag), false);
        let none = Choice::new(NO_TAG_VALUE, page.text("school-acts-no-tag"), false);
        let disability =
            |kind: &DisabilityType| Choice::new(kind.as_str(), disability_name(page, *kind), false);
        let groups = overview.groups.iter();
        let groups = groups.map(|(group, _)| Choice::new(group.id.to_string(), group.name.clone(), false));
        let lists = overview.lists.iter().map(|list| Choice::new(&list.id, list.name.clone(), false));
        Self {
            acts: ACTS.map(act).into(),
            grades: GRADE_CODES.into_iter().chain(british).map(grade).collect(),
            tags: overview.tags.iter().map(tag).chain([none]).collect(),
            disabilities: DisabilityType::ALL.iter().map(disability).collect(),
            groups: groups.collect(),
            lists: lists.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use services::roster_tags::RosterTag;
    use services::rosters::RosterSort;

    use super::{ACTS, act_message, district_options};
    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_act_and_every_order_has_a_name_in_every_language() {
        assert_messages(ACTS.map(act_message));
        assert_messages(value_messages::<RosterSort>("school-sort"));
    }

    #[test]
    fn a_district_is_offered_once_with_all_its_members() {
        let tag = |id, district: Option<&str>, school: Option<&str>| RosterTag {
            id,
            district: district.map(str::to_owned),
            school: school.map(str::to_owned),
            date_added: Timestamp::UNIX_EPOCH,
        };
        let tags = [
            (tag(4, None, Some("Abbey")), 1),
            (tag(3, Some("North"), None), 2),
            (tag(1, Some("North"), Some("Harbor")), 3),
            (tag(2, Some("South"), Some("Quay")), 0),
        ];
        let options = district_options(&tags, Some(1));
        let options: Vec<_> =
            options.iter().map(|one| (one.value.as_str(), one.text.as_str(), one.is_chosen)).collect();
        assert_eq!(options, [("3", "North (5)", true), ("2", "South (0)", false)]);
    }
}
