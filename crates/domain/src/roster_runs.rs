//! Runs: changes of many members of an organization in one step, which can be undone for a time
//! (docs/rules/organizations.md#rule-14).

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::wire::WireEnum as _;
use crate::{Account, DisabilityPlan, DisabilityType, wire_enum};

/// Period in which a run can be undone, and its changes are kept: 30 days.
pub const UNDO_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);

wire_enum! {
    /// The kind of change that a run makes.
    pub enum RosterRunKind {
        /// Adds and changes members as a file says.
        Import = "import",
        /// Removes members.
        Removal = "removal",
        /// Gives members another grade.
        Grade = "grade",
        /// Gives members another district and school.
        RosterTag = "rosterTag",
        /// Gives members the next grade, and removes those who leave school.
        SchoolYear = "schoolYear",
        /// Puts members into a group, or takes them out of one.
        Group = "group",
        /// Marks members as disabled, or takes such marks back.
        Disability = "disability",
    }
}

wire_enum! {
    /// A part of what is known of a member that a run can change.
    pub enum MemberField {
        FirstName = "firstName",
        LastName = "lastName",
        DateOfBirth = "dateOfBirth",
        Grade = "grade",
        Plans = "plans",
        SafeSearch = "safeSearch",
        AllowSearchDownloads = "allowSearchDownloads",
        RosterTag = "rosterTag",
        Username = "username",
        SourcedId = "sourcedId",
        Disabilities = "disabilities",
        Groups = "groups",
    }
}

/// Data of a member that a run can change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemberState {
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<Date>,
    /// Grade code.
    pub grade: Option<String>,
    pub plans: BTreeSet<DisabilityPlan>,
    pub safe_search: bool,
    pub allow_search_downloads: Option<bool>,
    /// District and school on the roster.
    pub roster_tag: Option<i64>,
    /// Sign-in name.
    pub username: Option<String>,
    /// Identifier of the school's own system.
    pub sourced_id: Option<String>,
    /// Disabilities that the school verified.
    pub disabilities: BTreeSet<DisabilityType>,
    /// Groups that the member is in, of a run that changes some.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub groups: BTreeSet<i64>,
}

impl MemberState {
    /// The state of a member with these disabilities that the school verified.
    pub fn from_account(account: &Account, disabilities: BTreeSet<DisabilityType>) -> Self {
        let place = account.membership.as_ref();
        Self {
            first_name: account.name.first.clone(),
            last_name: account.name.last.clone(),
            date_of_birth: account.date_of_birth,
            grade: place.and_then(|place| place.grade.clone()),
            plans: place.map(|place| place.plans.clone()).unwrap_or_default(),
            safe_search: account.safe_search,
            allow_search_downloads: place.and_then(|place| place.allow_search_downloads),
            roster_tag: place.and_then(|place| place.roster_tag),
            username: account.username.clone(),
            sourced_id: place.and_then(|place| place.sourced_id.clone()),
            disabilities,
            groups: BTreeSet::new(),
        }
    }

    /// The state of a member who is in these groups.
    #[must_use]
    pub fn with_groups(self, groups: BTreeSet<i64>) -> Self {
        Self { groups, ..self }
    }

    /// Writes it to the account, all but the disabilities and the groups, which an account does not have.
    /// Without a membership there is no place for what belongs to one.
    pub fn write_to(&self, account: &mut Account) {
        account.name.first.clone_from(&self.first_name);
        account.name.last.clone_from(&self.last_name);
        account.date_of_birth = self.date_of_birth;
        account.safe_search = self.safe_search;
        account.username.clone_from(&self.username);
        let Some(place) = &mut account.membership else { return };
        place.grade.clone_from(&self.grade);
        place.plans.clone_from(&self.plans);
        place.allow_search_downloads = self.allow_search_downloads;
        place.roster_tag = self.roster_tag;
        place.sourced_id.clone_from(&self.sourced_id);
    }

    /// The state that undoing a change from `before` to `after` makes of the current one: each field that
    /// still has the value of `after` gets that of `before`, the others stay. Returns with it the fields that
    /// the change touched and that stay because somebody has edited them since. Groups are undone one by one:
    /// the member leaves those that the change put the member into, and is put back into those that it took
    /// the member out of.
    pub fn undo(current: &Self, before: &Self, after: &Self) -> (Self, Vec<MemberField>) {
        let mut state = current.clone();
        let mut kept = Vec::new();
        for field in MemberField::ALL.iter().copied().filter(|field| *field != MemberField::Groups) {
            if !current.differs_in(field, after) {
                state.copy_field(field, before);
            } else if before.differs_in(field, after) && current.differs_in(field, before) {
                kept.push(field);
            }
        }
        state.groups = undo_groups(&current.groups, &before.groups, &after.groups);
        (state, kept)
    }

    /// Takes the fields that a linked account manages itself (docs/rules/organizations.md#rule-5) from the
    /// current state. Returns those that would have been others.
    pub fn keep_own_fields(&mut self, current: &Self) -> Vec<MemberField> {
        const OWN_FIELDS: [MemberField; 5] = [
            MemberField::FirstName,
            MemberField::LastName,
            MemberField::Plans,
            MemberField::Username,
            MemberField::Disabilities,
        ];
        let mut differing = self.differing_fields(current);
        differing.retain(|field| OWN_FIELDS.contains(field));
        for field in &differing {
            self.copy_field(*field, current);
        }
        differing
    }

    pub fn differing_fields(&self, other: &Self) -> Vec<MemberField> {
        MemberField::ALL.iter().copied().filter(|field| self.differs_in(*field, other)).collect()
    }

    fn differs_in(&self, field: MemberField, other: &Self) -> bool {
        match field {
            MemberField::FirstName => self.first_name != other.first_name,
            MemberField::LastName => self.last_name != other.last_name,
            MemberField::DateOfBirth => self.date_of_birth != other.date_of_birth,
            MemberField::Grade => self.grade != other.grade,
            MemberField::Plans => self.plans != other.plans,
            MemberField::SafeSearch => self.safe_search != other.safe_search,
            MemberField::AllowSearchDownloads => self.allow_search_downloads != other.allow_search_downloads,
            MemberField::RosterTag => self.roster_tag != other.roster_tag,
            MemberField::Username => self.username != other.username,
            MemberField::SourcedId => self.sourced_id != other.sourced_id,
            MemberField::Disabilities => self.disabilities != other.disabilities,
            MemberField::Groups => self.groups != other.groups,
        }
    }

    fn copy_field(&mut self, field: MemberField, from: &Self) {
        match field {
            MemberField::FirstName => self.first_name.clone_from(&from.first_name),
            MemberField::LastName => self.last_name.clone_from(&from.last_name),
            MemberField::DateOfBirth => self.date_of_birth = from.date_of_birth,
            MemberField::Grade => self.grade.clone_from(&from.grade),
            MemberField::Plans => self.plans.clone_from(&from.plans),
            MemberField::SafeSearch => self.safe_search = from.safe_search,
            MemberField::AllowSearchDownloads => self.allow_search_downloads = from.allow_search_downloads,
            MemberField::RosterTag => self.roster_tag = from.roster_tag,
            MemberField::Username => self.username.clone_from(&from.username),
            MemberField::SourcedId => self.sourced_id.clone_from(&from.sourced_id),
            MemberField::Disabilities => self.disabilities.clone_from(&from.disabilities),
            MemberField::Groups => self.groups.clone_from(&from.groups),
        }
    }

    /// The name as others see it.
    pub fn display_name(&self) -> String {
        crate::contributors::Name::new(&*self.first_name, &*self.last_name).display_name()
    }
}

fn undo_groups(current: &BTreeSet<i64>, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> BTreeSet<i64> {
    let stays = |group: &&i64| before.contains(*group) || !after.contains(*group);
    let left = before.difference(after);
    current.iter().filter(stays).chain(left).copied().collect()
}

/// A change that a run makes of one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberChange {
    /// The member is new.
    Created { after: MemberState },
    /// Some fields have other values.
    Changed { before: Box<MemberState>, after: Box<MemberState> },
    /// The member has left the organization.
    Removed,
}

impl MemberChange {
    /// The change from one state to another.
    pub fn from_states(before: MemberState, after: MemberState) -> Self {
        Self::Changed { before: Box::new(before), after: Box::new(after) }
    }
}

/// The reason why undoing a run leaves something of a member unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeptReason {
    /// Somebody has edited these fields since.
    Edited(Vec<MemberField>),
    /// The new member has read, downloaded or noted something.
    Active,
    /// The new member is not only a member of the organization any more.
    OtherRole,
    /// The member has left the organization since.
    Left,
    /// The person has become a member again in another way, of this organization or another one.
    MemberAgain,
    Closed,
    /// Somebody else has the user name or email address now.
    UsernameTaken,
    /// Another member has the identifier of the school's own system now.
    SourcedIdTaken,
}

/// The last moment at which a run of this time can be undone.
pub fn undo_deadline(at: Timestamp) -> Timestamp {
    at.saturating_add(UNDO_PERIOD).unwrap_or(Timestamp::MAX)
}

/// Days that are left to undo a run, the last one in part; 0 if it is too late.
pub fn undo_days_left(at: Timestamp, now: Timestamp) -> i64 {
    const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
    let left = undo_deadline(at).duration_since(now);
    if left <= SignedDuration::ZERO { 0 } else { (left.as_secs() + SECONDS_PER_DAY - 1) / SECONDS_PER_DAY }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::SignedDuration;
    use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

    use super::{MemberField, MemberState, undo_days_left};
    use crate::fixtures::{member, noon, school};
    use crate::wire::WireEnum as _;
    use crate::{DisabilityPlan, DisabilityType};

    /// States of few values, so that they meet.
    fn any_state() -> impl Strategy<Value = MemberState> {
        let word = || prop_oneof![Just("a".to_owned()), Just("b".to_owned())];
        let maybe_word = || prop::option::of(word());
        let plans = prop::collection::btree_set(prop::sample::select(DisabilityPlan::ALL), 0..2);
        let kinds = prop::collection::btree_set(prop::sample::select(DisabilityType::ALL), 0..2);
        let names = (word(), word(), maybe_word(), maybe_word(), maybe_word());
        let choices = (any::<bool>(), any::<Option<bool>>(), prop::option::of(1..3_i64));
        (names, choices, plans, kinds).prop_map(|(names, choices, plans, disabilities)| {
            let (first_name, last_name, grade, username, sourced_id) = names;
            let (safe_search, allow_search_downloads, roster_tag) = choices;
            MemberState {
                first_name,
                last_name,
                date_of_birth: None,
                grade,
                plans,
                safe_search,
                allow_search_downloads,
                roster_tag,
                username,
                sourced_id,
                disabilities,
                groups: BTreeSet::new(),
            }
        })
    }

    fn any_groups() -> impl Strategy<Value = BTreeSet<i64>> {
        prop::collection::btree_set(1..6_i64, 0..5)
    }

    proptest! {
        #[test]
        fn undoing_an_unedited_change_restores_the_state_before(before in any_state(), after in any_state()) {
            prop_assert_eq!(MemberState::undo(&after, &before, &after), (before, Vec::new()));
        }

        #[test]
        fn undoing_leaves_every_edited_field(
            before in any_state(), after in any_state(), current in any_state()
        ) {
            let (state, kept) = MemberState::undo(&current, &before, &after);
            let edited: BTreeSet<MemberField> = current.differing_fields(&after).into_iter().collect();
            let moved: BTreeSet<MemberField> = state.differing_fields(&current).into_iter().collect();
            prop_assert!(moved.is_disjoint(&edited), "{:?}", moved);
            // What was not edited is as before, whatever else was.
            let open: BTreeSet<MemberField> = state.differing_fields(&before).into_iter().collect();
            prop_assert!(open.is_subset(&edited), "{:?}", open);
            // What is reported was changed and edited, and is not as before.
            let changed = before.differing_fields(&after);
            for field in MemberField::ALL {
                let is_kept = edited.contains(field) && changed.contains(field) && open.contains(field);
                prop_assert_eq!(kept.contains(field), is_kept, "{}", field);
            }
        }

        #[test]
        fn groups_are_undone_one_by_one(
            current in any_groups(), before in any_groups(), after in any_groups()
        ) {
            let state = |groups: &BTreeSet<i64>| MemberState::default().with_groups(groups.clone());
            let (undone, kept) = MemberState::undo(&state(&current), &state(&before), &state(&after));
            prop_assert!(kept.is_empty());
            for group in 1..6_i64 {
                let is_touched = before.contains(&group) != after.contains(&group);
                let wanted = if is_touched { before.contains(&group) } else { current.contains(&group) };
                prop_assert_eq!(undone.groups.contains(&group), wanted, "{}", group);
            }
        }

        #[test]
        fn a_state_is_written_to_an_account_and_read_again(state in any_state()) {
            let mut account = member("mia", &school()).account;
            state.write_to(&mut account);
            prop_assert_eq!(MemberState::from_account(&account, state.disabilities.clone()), state);
        }

        #[test]
        fn a_linked_account_keeps_its_own_fields(state in any_state(), current in any_state()) {
            let mut kept = state.clone();
            let fields = kept.keep_own_fields(&current);
            for field in kept.differing_fields(&current) {
                prop_assert!(!fields.contains(&field), "{}", field);
            }
            prop_assert_eq!(&kept.username, &current.username);
            prop_assert_eq!(kept.grade, state.grade);
        }
    }

    #[test]
    fn a_run_can_be_undone_for_thirty_days() {
        let left = |hours| undo_days_left(noon(), noon() + SignedDuration::from_hours(hours));
        assert_eq!((left(0), left(1), left(24), left(29 * 24)), (30, 30, 29, 1));
        assert_eq!((left(30 * 24 - 1), left(30 * 24), left(90 * 24)), (1, 0, 0));
    }
}
