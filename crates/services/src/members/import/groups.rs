//! Plans which groups the members of a table join and leave, by the classes that its rows name: pure, so that
//! it can be shown before it is done.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::groups::{
    GroupOrigin, MAX_GROUPS_PER_MEMBER, MAX_GROUPS_PER_ORGANIZATION, class_group_name, group_name_key,
    unused_group_name,
};
use store::groups::{Group, Memberships, NewGroup};

use super::plan::RowAction;
use super::row::ImportRow;

/// Maximum length of a class's identifier, in bytes: that of the specification of OneRoster.
const MAX_SOURCE_BYTES: usize = 255;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClassName {
    name: String,
    origin: GroupOrigin,
    source: String,
}

impl ClassName {
    /// The class with this title, and the identifier that the school's own system has for it. `None` if no
    /// group can be made for it.
    pub(crate) fn new(title: &str, sourced_id: Option<&str>) -> Option<Self> {
        let name = class_group_name(title)?;
        let (origin, source) = match sourced_id {
            Some(id) => (GroupOrigin::ClassId, id.to_owned()),
            None => (GroupOrigin::ClassName, group_name_key(&name)),
        };
        let is_usable = !source.is_empty() && (sourced_id.is_none() || source.len() <= MAX_SOURCE_BYTES);
        is_usable.then_some(Self { name, origin, source })
    }

    fn key(&self) -> SourceKey<'_> {
        (self.origin, &self.source)
    }
}

pub(super) type SourceKey<'a> = (GroupOrigin, &'a str);

/// The identifiers of the groups that are made for classes.
pub(super) fn index_by_source(groups: &[Group]) -> HashMap<SourceKey<'_>, i64> {
    groups.iter().filter_map(|group| Some(((group.origin, group.source.as_deref()?), group.id))).collect()
}

/// The groups of an organization, with which the classes of a table are compared.
#[derive(Debug, Default)]
pub(crate) struct GroupBasis {
    pub(crate) groups: Vec<Group>,
    pub(crate) memberships: Memberships,
}

/// What a table does with the groups of its members.
#[derive(Debug, Default)]
pub(crate) struct GroupPlan {
    /// Groups that do not exist yet.
    pub(crate) new_groups: Vec<NewGroup>,
    /// By place of the row.
    changes: HashMap<usize, GroupChange>,
    /// Classes for which there is no room in the organization.
    pub(crate) left_out: BTreeSet<String>,
    names: HashMap<i64, String>,
}

/// The groups that one member joins and leaves.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct GroupChange {
    /// The groups of the member before.
    pub(super) before: BTreeSet<i64>,
    pub(super) joins: BTreeSet<i64>,
    /// New groups that the member joins, by place in [`GroupPlan::new_groups`].
    pub(super) joins_new: BTreeSet<usize>,
    pub(super) leaves: BTreeSet<i64>,
}

impl GroupChange {
    fn is_empty(&self) -> bool {
        self.joins.is_empty() && self.joins_new.is_empty() && self.leaves.is_empty()
    }

    pub(crate) fn joins_any(&self) -> bool {
        !self.joins.is_empty() || !self.joins_new.is_empty()
    }

    pub(crate) fn leaves_any(&self) -> bool {
        !self.leaves.is_empty()
    }

    /// Joins no more groups than a member can be in.
    fn keep_within_limit(&mut self) {
        let staying = self.before.len() - self.leaves.len();
        let room = MAX_GROUPS_PER_MEMBER.saturating_sub(staying);
        self.joins = self.joins.iter().copied().take(room).collect();
        let room = room - self.joins.len();
        self.joins_new = self.joins_new.iter().copied().take(room).collect();
    }
}

impl GroupPlan {
    /// Compares the classes of rows with the groups of the organization. A table that names no class changes
    /// nothing; in another one, members leave the groups of its kind of classes that their rows do not name.
    pub(crate) fn from_rows(basis: &GroupBasis, rows: &[ImportRow], actions: &[RowAction]) -> Self {
        let origins: HashSet<GroupOrigin> =
            rows.iter().flat_map(|row| &row.classes).map(|class| class.origin).collect();
        if origins.is_empty() {
            return Self::default();
        }
        let by_source = index_by_source(&basis.groups);
        let from_file: HashSet<i64> = basis
            .groups
            .iter()
            .filter(|group| origins.contains(&group.origin))
            .map(|group| group.id)
            .collect();
        let mut new_groups = NewGroups::new(&basis.groups);
        let mut changes = HashMap::new();
        for (place, (row, action)) in rows.iter().zip(actions).enumerate() {
            if matches!(action, RowAction::Refuse(_)) {
                continue;
            }
            let before = action.existing_member().and_then(|member| basis.memberships.get(member));
            let before = before.cloned().unwrap_or_default();
            let mut named = BTreeSet::new();
            let mut joins_new = BTreeSet::new();
            for class in &row.classes {
                match by_source.get(&class.key()) {
                    Some(id) => drop(named.insert(*id)),
                    None => joins_new.extend(new_groups.find_or_add(class)),
                }
            }
            let leaves = before.iter().filter(|id| from_file.contains(*id) && !named.contains(*id));
            let leaves = leaves.copied().collect();
            let joins = named.difference(&before).copied().collect();
            let mut change = GroupChange { before, joins, joins_new, leaves };
            change.keep_within_limit();
            if !change.is_empty() {
                changes.insert(place, change);
            }
        }
        let NewGroups { groups, left_out, .. } = new_groups;
        let names = basis.groups.iter().map(|group| (group.id, group.name.clone())).collect();
        Self { new_groups: groups, changes, left_out, names }
    }

    /// What the member of a row joins and leaves. `None` if nothing.
    pub(crate) fn change(&self, place: usize) -> Option<&GroupChange> {
        self.changes.get(&place)
    }

    /// Number of new groups that the members of these rows join.
    pub(crate) fn count_new(&self, is_meant: impl Fn(usize) -> bool) -> usize {
        let changes = self.changes.iter().filter(|(place, _)| is_meant(**place));
        changes.flat_map(|(_, change)| &change.joins_new).collect::<BTreeSet<_>>().len()
    }

    /// The names of the groups that the member of a row joins.
    pub(crate) fn list_joined(&self, place: usize) -> Vec<String> {
        let Some(change) = self.change(place) else { return Vec::new() };
        let new = change.joins_new.iter().filter_map(|place| self.new_groups.get(*place));
        let existing = change.joins.iter().filter_map(|id| self.names.get(id));
        existing.cloned().chain(new.map(|group| group.name.clone())).collect()
    }

    /// The names of the groups that the member of a row leaves.
    pub(crate) fn list_left(&self, place: usize) -> Vec<String> {
        let leaves = self.change(place).into_iter().flat_map(|change| &change.leaves);
        leaves.filter_map(|id| self.names.get(id).cloned()).collect()
    }
}

/// Groups for classes that have none yet.
struct NewGroups<'a> {
    groups: Vec<NewGroup>,
    /// Places in `groups`.
    by_source: HashMap<SourceKey<'a>, usize>,
    /// The keys of all names of the organization.
    taken_names: HashSet<String>,
    /// How many groups there is room for.
    room: usize,
    left_out: BTreeSet<String>,
}

impl<'a> NewGroups<'a> {
    fn new(existing: &[Group]) -> Self {
        Self {
            groups: Vec::new(),
            by_source: HashMap::new(),
            taken_names: existing.iter().map(|group| group_name_key(&group.name)).collect(),
            room: MAX_GROUPS_PER_ORGANIZATION.saturating_sub(existing.len()),
            left_out: BTreeSet::new(),
        }
    }

    /// The place of the new group for a class. `None` if there is no room for it.
    fn find_or_add(&mut self, class: &'a ClassName) -> Option<usize> {
        if let Some(place) = self.by_source.get(&class.key()) {
            return Some(*place);
        }
        if self.groups.len() >= self.room {
            self.left_out.insert(class.source.clone());
            return None;
        }
        let name = unused_group_name(&class.name, |key| self.taken_names.contains(key));
        self.taken_names.insert(group_name_key(&name));
        self.groups.push(NewGroup { name, origin: class.origin, source: Some(class.source.clone()) });
        let place = self.groups.len() - 1;
        self.by_source.insert(class.key(), place);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use domain::AccountId;
    use domain::groups::GroupOrigin;
    use jiff::Timestamp;
    use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, proptest};
    use store::groups::{Group, Memberships};

    use super::{ClassName, GroupBasis, GroupPlan};
    use crate::members::import::plan::RowAction;
    use crate::members::import::row::ImportRow;

    fn group(id: i64, name: &str, origin: GroupOrigin, source: Option<&str>) -> Group {
        let source = source.map(str::to_owned);
        Group { id, name: name.to_owned(), origin, source, date_added: Timestamp::UNIX_EPOCH }
    }

    fn row(line: u64, titles: &[&str]) -> ImportRow {
        let classes = titles.iter().filter_map(|title| ClassName::new(title, None)).collect();
        ImportRow { classes, ..ImportRow::from_cells(line, |_| "") }
    }

    fn keep(id: &str) -> RowAction {
        RowAction::Keep(AccountId::from(id))
    }

    fn basis(memberships: &[(&str, &[i64])]) -> GroupBasis {
        let groups = vec![
            group(1, "6a", GroupOrigin::ClassName, Some("6a")),
            group(2, "6b", GroupOrigin::ClassName, Some("6b")),
            group(3, "Club", GroupOrigin::ByHand, None),
            group(4, "Math", GroupOrigin::ClassId, Some("c1")),
        ];
        let one = |(id, groups): &(&str, &[i64])| (AccountId::from(*id), groups.iter().copied().collect());
        GroupBasis { groups, memberships: memberships.iter().map(one).collect() }
    }

    #[test]
    fn members_change_the_classes_that_the_file_names_and_no_other_groups() {
        let basis = basis(&[("mia", &[1, 3, 4]), ("bo", &[2])]);
        let rows = [row(2, &["6B", "Art"]), row(3, &[]), row(4, &["Club"])];
        let plan = GroupPlan::from_rows(&basis, &rows, &[keep("mia"), keep("bo"), keep("liu")]);
        assert_eq!(
            (plan.list_joined(0), plan.list_left(0)),
            (vec!["6b".into(), "Art".into()], vec!["6a".into()])
        );
        assert_eq!((plan.list_joined(1), plan.list_left(1)), (vec![], vec!["6b".into()]));
        // A class is never a group that a sponsor made.
        assert_eq!(plan.list_joined(2), ["Club (2)"]);
        let names: Vec<&str> = plan.new_groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["Art", "Club (2)"]);
    }

    #[test]
    fn a_table_without_classes_changes_nothing() {
        let plan = GroupPlan::from_rows(&basis(&[("mia", &[1, 3])]), &[row(2, &[])], &[keep("mia")]);
        assert!(plan.change(0).is_none() && plan.new_groups.is_empty());
    }

    #[test]
    fn classes_of_one_title_with_different_identifiers_are_different_groups() {
        let class = |id| ClassName::new("Math", Some(id)).unwrap();
        let classes = vec![class("c1"), class("c2"), class("c3")];
        let row = ImportRow { classes, ..ImportRow::from_cells(2, |_| "") };
        let plan = GroupPlan::from_rows(&basis(&[]), &[row], &[keep("mia")]);
        assert_eq!(plan.list_joined(0), ["Math", "Math (2)", "Math (3)"]);
        assert_eq!(ClassName::new("Math", Some(&"x".repeat(256))), None);
        assert_eq!(ClassName::new(" ", Some("c1")), None);
    }

    #[test]
    fn there_are_at_most_a_thousand_groups_and_a_hundred_of_one_member() {
        let titles: Vec<String> = (0..1_100).map(|number| format!("class {number}")).collect();
        let rows: Vec<ImportRow> = titles.iter().map(|title| row(2, &[title])).collect();
        let actions: Vec<RowAction> = (0..rows.len()).map(|number| keep(&format!("m{number}"))).collect();
        let plan = GroupPlan::from_rows(&basis(&[]), &rows, &actions);
        assert_eq!((plan.new_groups.len(), plan.left_out.len()), (996, 104));
        let titles: Vec<&str> = titles.iter().take(150).map(String::as_str).collect();
        let plan = GroupPlan::from_rows(&basis(&[("mia", &[3])]), &[row(2, &titles)], &[keep("mia")]);
        assert_eq!(plan.list_joined(0).len(), 99);
    }

    /// Groups after a plan, with new groups stored as the writer stores them.
    fn write(basis: GroupBasis, plan: &GroupPlan, members: &[AccountId]) -> GroupBasis {
        let GroupBasis { mut groups, mut memberships } = basis;
        let first_id = 100 + i64::try_from(groups.len()).unwrap();
        let ids: Vec<i64> = (first_id..).take(plan.new_groups.len()).collect();
        for (new, id) in plan.new_groups.iter().zip(&ids) {
            groups.push(group(*id, &new.name, new.origin, new.source.as_deref()));
        }
        for (place, member) in members.iter().enumerate() {
            let Some(change) = plan.change(place) else { continue };
            let of_member = memberships.entry(member.clone()).or_default();
            of_member.retain(|id| !change.leaves.contains(id));
            of_member.extend(&change.joins);
            of_member.extend(change.joins_new.iter().map(|place| ids[*place]));
        }
        GroupBasis { groups, memberships }
    }

    fn any_rows() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(0..8_u8, 0..4), 4)
    }

    proptest! {
        #[test]
        fn after_any_files_members_are_in_the_classes_of_the_last_one(
            files in prop::collection::vec(any_rows(), 1..4), is_in_club in any::<[bool; 4]>()
        ) {
            let members: Vec<AccountId> = (0..4).map(|number| AccountId::from(format!("m{number}"))).collect();
            let clubs = members.iter().zip(is_in_club).filter(|(_, is_in)| *is_in);
            let memberships: Memberships =
                clubs.map(|(member, _)| (member.clone(), [3].into_iter().collect())).collect();
            let mut stored = GroupBasis { memberships, ..basis(&[]) };
            let mut expected: Vec<Vec<String>> = vec![Vec::new(); 4];
            for file in &files {
                let titles = |row: &Vec<u8>| row.iter().map(|class| format!("c{class}")).collect::<Vec<_>>();
                let rows: Vec<ImportRow> = file
                    .iter()
                    .map(|of_row| {
                        let titles = titles(of_row);
                        row(2, &titles.iter().map(String::as_str).collect::<Vec<_>>())
                    })
                    .collect();
                let actions = || members.iter().cloned().map(RowAction::Keep).collect::<Vec<_>>();
                let plan = GroupPlan::from_rows(&stored, &rows, &actions());
                stored = write(stored, &plan, &members);
                if file.iter().any(|row| !row.is_empty()) {
                    expected = file.iter().map(titles).collect();
                }
                // The same file again changes nothing.
                let again = GroupPlan::from_rows(&stored, &rows, &actions());
                prop_assert!(again.new_groups.is_empty() && again.changes.is_empty());
            }
            for ((member, expected), is_in) in members.iter().zip(&mut expected).zip(is_in_club) {
                let in_groups = stored.memberships.get(member).cloned().unwrap_or_default();
                prop_assert_eq!(in_groups.contains(&3), is_in);
                let names = stored.groups.iter().filter(|group| in_groups.contains(&group.id) && group.id != 3);
                let mut names: Vec<String> = names.map(|group| group.name.clone()).collect();
                names.sort();
                expected.sort();
                expected.dedup();
                prop_assert_eq!(&names, &*expected);
            }
        }
    }
}
