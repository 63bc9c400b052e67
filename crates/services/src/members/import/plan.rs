//! Plans the action of an import for each row, compared with the members that an organization has.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use domain::sorting::identity_key;
use domain::{Account, AccountId, DisabilityType, Organization, ProofSource};
use jiff::civil::Date;
use store::accounts::fold_login;
use store::proofs::Proof;

use super::groups::{GroupBasis, GroupPlan};
use super::row::{ImportRow, SchoolNames};
use crate::members::change::ChangeMember;
use crate::members::new::NewMember;
use crate::{Change, Error, ErrorKey, Fault, Faults, Field, Mention, Operation, missing_companion};

/// The actions for all rows.
pub(crate) struct ImportPlan {
    pub(crate) actions: Vec<RowAction>,
    pub(crate) groups: GroupPlan,
    /// The members whom rows mean, also rows that are refused.
    pub(crate) mentioned: HashSet<AccountId>,
}

pub(crate) enum RowAction {
    Create(Box<Creation>),
    Change(Box<Alteration>),
    /// The member is as the row says.
    Keep(AccountId),
    Refuse(Vec<Fault>),
}

impl RowAction {
    /// The member who is changed or stays as is.
    pub(super) fn existing_member(&self) -> Option<&AccountId> {
        match self {
            Self::Change(change) => Some(&change.account.id),
            Self::Keep(id) => Some(id),
            Self::Create(_) | Self::Refuse(_) => None,
        }
    }

    /// The member who is there afterward. `None` if the row is refused.
    pub(super) fn member(&self) -> Option<&AccountId> {
        match self {
            Self::Create(new) => Some(&new.account.id),
            Self::Change(_) | Self::Keep(_) => self.existing_member(),
            Self::Refuse(_) => None,
        }
    }
}

pub(crate) struct Creation {
    pub(crate) account: Account,
    pub(super) disabilities: BTreeSet<DisabilityType>,
    pub(super) source: ProofSource,
}

pub(crate) struct Alteration {
    /// The account after the change.
    pub(super) account: Account,
    pub(crate) columns: Vec<Field>,
    /// Disabilities that the school verifies now.
    pub(super) added: Vec<DisabilityType>,
    /// Disabilities that the school verifies no more.
    pub(super) removed: Vec<DisabilityType>,
    /// It gets its first user name.
    pub(super) signs_in: bool,
}

/// A member of the organization, with what it has proved.
type KnownMember = (Account, Vec<Proof>);

/// Identity of a person without a user name: family name, given name and birth date.
type PersonKey = (String, String, Date);

/// The present organization, with which the rows of a table are compared.
#[derive(Clone, Copy)]
pub(crate) struct PlanBasis<'a> {
    pub(crate) organization: &'a Organization,
    /// Its members with their proofs.
    pub(crate) known: &'a [KnownMember],
    /// Accounts by user name, of any organization.
    pub(crate) logins: &'a HashMap<String, AccountId>,
    /// Its roster tags.
    pub(crate) tags: &'a HashMap<SchoolNames, i64>,
}

/// The existing members that rows are compared with.
struct Roster<'a> {
    organization: &'a Organization,
    members: &'a [KnownMember],
    /// Members by identifier, as places in `members`.
    by_id: HashMap<&'a AccountId, usize>,
    by_person: HashMap<PersonKey, Vec<usize>>,
    /// Members by the identifier of the school's own system, as places in `members`.
    by_sourced_id: HashMap<&'a str, usize>,
    /// Accounts by user name, of any organization.
    logins: &'a HashMap<String, AccountId>,
    tags: &'a HashMap<SchoolNames, i64>,
    generates: bool,
}

/// The members that other rows of the table mean.
#[derive(Default)]
struct MentionedMembers {
    members: HashMap<usize, u64>,
    names: HashMap<String, u64>,
    sourced_ids: HashMap<String, u64>,
    /// The first row of a name and birth date, and whether all rows of them have user names.
    people: HashMap<PersonKey, (u64, bool)>,
}

impl ImportPlan {
    /// Compares the rows with what is known.
    pub(crate) fn from_rows(
        op: &Operation,
        basis: &PlanBasis<'_>,
        rows: &[ImportRow],
        generates: bool,
    ) -> Self {
        let PlanBasis { organization, known, logins, tags } = *basis;
        let mut by_person: HashMap<PersonKey, Vec<usize>> = HashMap::new();
        for (place, (account, _)) in known.iter().enumerate() {
            if let Some(born) = account.date_of_birth {
                by_person
                    .entry(person_key(&account.name.last, &account.name.first, born))
                    .or_default()
                    .push(place);
            }
        }
        let by_id = known.iter().enumerate().map(|(place, (account, _))| (&account.id, place)).collect();
        let by_sourced_id = known.iter().enumerate();
        let by_sourced_id =
            by_sourced_id.filter_map(|(place, (account, _))| Some((sourced_id(account)?, place))).collect();
        let roster =
            Roster { organization, members: known, by_id, by_person, by_sourced_id, logins, tags, generates };
        let mut seen = MentionedMembers::default();
        let action = |row: &ImportRow| {
            roster.plan_row(op, row, &mut seen).unwrap_or_else(|error| match error {
                Error::Invalid(faults) => RowAction::Refuse(faults),
                Error::Refused(key) => {
                    RowAction::Refuse(vec![Fault::of_request(key, key.to_text(Mention::words))])
                }
                other => {
                    RowAction::Refuse(vec![Fault::of_request(ErrorKey::InternalError, other.to_string())])
                }
            })
        };
        let actions = rows.iter().map(action).collect();
        let mentioned = seen.members.keys().map(|place| known[*place].0.id.clone()).collect();
        Self { actions, groups: GroupPlan::default(), mentioned }
    }

    /// The same plan with what the classes of the rows do with groups.
    pub(crate) fn with_groups(self, basis: &GroupBasis, rows: &[ImportRow]) -> Self {
        let groups = GroupPlan::from_rows(basis, rows, &self.actions);
        Self { groups, ..self }
    }

    /// The rows whose members need a password, by place.
    pub(crate) fn signing_in(&self) -> impl Iterator<Item = usize> {
        let needs = |action: &RowAction| match action {
            RowAction::Create(new) => new.account.username.is_some(),
            RowAction::Change(change) => change.signs_in,
            RowAction::Keep(_) | RowAction::Refuse(_) => false,
        };
        self.actions.iter().enumerate().filter(move |(_, action)| needs(action)).map(|(place, _)| place)
    }

    /// The members whose data the rows were compared with.
    pub(crate) fn compared_members(&self) -> Vec<&AccountId> {
        self.actions.iter().filter_map(RowAction::existing_member).collect()
    }
}

impl Roster<'_> {
    fn plan_row(
        &self,
        op: &Operation,
        row: &ImportRow,
        seen: &mut MentionedMembers,
    ) -> Result<RowAction, Error> {
        let mut faults = row.faults.clone();
        let found = self.find_member(row, &mut faults);
        seen.add_row(row, found, &mut faults);
        match found {
            Some(place) => self.plan_change(op, row, &self.members[place], faults),
            None => self.plan_creation(op, row, faults),
        }
    }

    /// The member that a row means, as a place in `members`: the one with its identifier, else the one with
    /// its user name, else the one with its name and birth date. A member with another identifier or user
    /// name is somebody else.
    fn find_member(&self, row: &ImportRow, faults: &mut Faults) -> Option<usize> {
        if let Some(id) = &row.sourced_id
            && let Some(index) = self.by_sourced_id.get(id.0.as_str())
        {
            return Some(*index);
        }
        if let Some(name) = row.username()
            && let Some(id) = self.logins.get(&fold_login(name))
        {
            let index = self.by_id.get(id).copied();
            if index.is_none() {
                let reason = ErrorKey::UserExists.to_text(Mention::words);
                faults.add(ErrorKey::UserExists, Field::Username, reason);
            }
            return index;
        }
        let (first, last) = (row.first_name.as_ref()?, row.last_name.as_ref()?);
        let alike = self.by_person.get(&person_key(&last.0, &first.0, row.date_of_birth?))?;
        let free = |index: &&usize| {
            let account = &self.members[**index].0;
            (row.username.is_none() || !account.has_sign_in_name())
                && (row.sourced_id.is_none() || sourced_id(account).is_none())
        };
        let mut alike = alike.iter().filter(free);
        match (alike.next(), alike.next()) {
            (Some(index), None) => Some(*index),
            (Some(_), Some(_)) => {
                let reason = "several members have this name and birth date; say which one by its user name";
                faults.add(ErrorKey::InvalidParameter, Field::Username, reason);
                None
            }
            (None, _) => None,
        }
    }

    /// The roster tag of the row's district and school.
    fn find_tag(&self, row: &ImportRow) -> Option<i64> {
        self.tags.get(row.school.as_ref()?).copied()
    }

    fn plan_creation(&self, op: &Operation, row: &ImportRow, mut faults: Faults) -> Result<RowAction, Error> {
        // A password that is generated is there as far as the rules are concerned.
        let generated = self.generates && row.new_username().is_some() && row.password.is_none();
        let member = NewMember {
            first_name: faults.require(Field::FirstName, row.first_name.clone()),
            last_name: faults.require(Field::LastName, row.last_name.clone()),
            date_of_birth: faults.require(Field::DateOfBirth, row.date_of_birth),
            grade: faults.require(Field::Grade, row.grade.clone()),
            username: row.new_username().filter(|_| !generated),
            password: row.password.clone(),
            disability_type: row.disability_type.clone().unwrap_or_default(),
            disability_plan: row.disability_plan.clone().unwrap_or_default(),
        };
        let member = member.into_complete(op.today(), &mut faults);
        let member = faults.complete_with(member)?;
        let disabilities = member.disabilities.clone();
        let mut account = member.into_account(op.random_id(), self.organization, op.now);
        if generated {
            account.username = row.username().map(str::to_owned);
        }
        account.safe_search = row.safe_search.unwrap_or(account.safe_search);
        if let Some(place) = &mut account.membership {
            place.allow_search_downloads = row.allow_search_downloads;
            place.sourced_id = row.sourced_id.clone().map(|id| id.0);
            place.roster_tag = self.find_tag(row);
        }
        let source = row.proof_source.unwrap_or(ProofSource::SchoolVerified);
        Ok(RowAction::Create(Box::new(Creation { account, disabilities, source })))
    }

    fn plan_change(
        &self,
        op: &Operation,
        row: &ImportRow,
        (account, proofs): &KnownMember,
        mut faults: Faults,
    ) -> Result<RowAction, Error> {
        // The identifier says who is meant: an export without birth dates still changes grades.
        let is_identified =
            row.sourced_id.as_ref().is_some_and(|id| sourced_id(account) == Some(id.0.as_str()));
        for (column, given) in [
            (Field::FirstName, row.first_name.is_some()),
            (Field::LastName, row.last_name.is_some()),
            (Field::DateOfBirth, row.date_of_birth.is_some()),
            (Field::Grade, row.grade.is_some()),
        ] {
            faults.require(column, (given || is_identified).then_some(()));
        }
        let (form, mut columns) = differences(row, account, proofs);
        let membership = account.membership.as_ref();
        let tag = self
            .find_tag(row)
            .filter(|tag| membership.and_then(|membership| membership.roster_tag) != Some(*tag));
        columns.extend(tag.map(|_| Field::SchoolName));
        let new_id = row.sourced_id.as_ref().filter(|id| sourced_id(account) != Some(id.0.as_str()));
        columns.extend(new_id.map(|_| Field::SourcedId));
        let signs_in = form.username != Change::Keep;
        // A password is the member's own from the first sign-in name on: the table's is for new names alone.
        let locked =
            row.password.is_some() || (self.generates && signs_in) || faults.has_field(Field::Password);
        if signs_in && !locked {
            faults.push(missing_companion(Field::Password, Field::Username));
        }
        if row.password.is_some() && row.username.is_none() && !faults.has_field(Field::Username) {
            faults.push(missing_companion(Field::Username, Field::Password));
        }
        form.validate_values(op.today(), &mut faults);
        faults.into_result()?;
        form.require_own_fields(account)?;
        if columns.is_empty() {
            return Ok(RowAction::Keep(account.id.clone()));
        }
        let (added, removed) = match &form.disability_type {
            Some(kinds) => verified_changes(kinds, proofs),
            None => (Vec::new(), Vec::new()),
        };
        let mut after = account.clone();
        form.write_to(&mut after);
        if let Some(membership) = &mut after.membership {
            membership.roster_tag = tag.or(membership.roster_tag);
            membership.sourced_id = new_id.map(|id| id.0.clone()).or_else(|| membership.sourced_id.take());
        }
        if signs_in {
            after.needs_new_password = row.password.is_none();
        }
        Ok(RowAction::Change(Box::new(Alteration { account: after, columns, added, removed, signs_in })))
    }
}

/// The identifier that the school's own system has for a member.
fn sourced_id(account: &Account) -> Option<&str> {
    account.membership.as_ref()?.sourced_id.as_deref()
}

impl MentionedMembers {
    /// Notes whom a row means; adds a fault if a row before means the same one. A row without a user name
    /// means the only one with its name and birth date: the next import must find the same.
    fn add_row(&mut self, row: &ImportRow, member: Option<usize>, faults: &mut Faults) {
        let mut before = member.and_then(|place| note_line(self.members.entry(place), row.line));
        if let Some(id) = &row.sourced_id {
            before = before.or(note_line(self.sourced_ids.entry(id.0.clone()), row.line));
        }
        if let Some(name) = row.username() {
            before = before.or(note_line(self.names.entry(fold_login(name)), row.line));
        }
        if let (Some(first), Some(last), Some(born)) = (&row.first_name, &row.last_name, row.date_of_birth) {
            let named = row.username.is_some() || row.sourced_id.is_some();
            match self.people.entry(person_key(&last.0, &first.0, born)) {
                Entry::Vacant(free) => drop(free.insert((row.line, named))),
                Entry::Occupied(mut known) => {
                    let (line, other_named) = *known.get();
                    if !named || !other_named {
                        before = before.or(Some(line));
                    }
                    known.insert((line, named && other_named));
                }
            }
        }
        if let Some(line) = before {
            let reason = format!("line {line} is about the same person, or about one of the same name");
            faults.add(ErrorKey::InvalidParameter, Field::Username, reason);
        }
    }
}

/// The line that had this entry before; else the entry is this line's.
fn note_line<K>(entry: Entry<'_, K, u64>, line: u64) -> Option<u64> {
    match entry {
        Entry::Occupied(before) => Some(*before.get()),
        Entry::Vacant(free) => {
            free.insert(line);
            None
        }
    }
}

fn person_key(last: &str, first: &str, born: Date) -> PersonKey {
    (identity_key(last), identity_key(first), born)
}

fn differences(row: &ImportRow, account: &Account, proofs: &[Proof]) -> (ChangeMember, Vec<Field>) {
    let mut columns = Vec::new();
    let mut differs = |column: Field, differs: bool| {
        if differs {
            columns.push(column);
        }
        differs
    };
    let membership = account.membership.as_ref();
    let changed = ChangeMember {
        first_name: row
            .first_name
            .clone()
            .filter(|name| differs(Field::FirstName, name.0 != account.name.first)),
        last_name: row.last_name.clone().filter(|name| differs(Field::LastName, name.0 != account.name.last)),
        date_of_birth: row
            .date_of_birth
            .filter(|born| differs(Field::DateOfBirth, Some(*born) != account.date_of_birth)),
        grade: row.grade.clone().filter(|grade| {
            differs(
                Field::Grade,
                membership.and_then(|membership| membership.grade.as_ref()) != Some(&grade.0),
            )
        }),
        username: row.new_username().filter(|_| differs(Field::Username, !account.has_sign_in_name())).into(),
        disability_type: row.disability_type.clone().filter(|kinds| {
            let (added, removed) = verified_changes(kinds, proofs);
            differs(Field::DisabilityType, !added.is_empty() || !removed.is_empty())
        }),
        disability_plan: row.disability_plan.clone().filter(|plans| {
            differs(Field::DisabilityPlan, membership.is_none_or(|membership| membership.plans != *plans))
        }),
        safe_search: row.safe_search.filter(|set| differs(Field::SafeSearch, *set != account.safe_search)),
        allow_search_downloads: row
            .allow_search_downloads
            .filter(|set| {
                let known = membership.and_then(|membership| membership.allow_search_downloads);
                differs(Field::AllowSearchDownloads, known != Some(*set))
            })
            .into(),
        ..ChangeMember::default()
    };
    (changed, columns)
}

/// The proofs that the school adds and those that it withdraws when it verifies these kinds; a kind that
/// somebody else has verified is not added.
fn verified_changes(
    kinds: &BTreeSet<DisabilityType>,
    proofs: &[Proof],
) -> (Vec<DisabilityType>, Vec<DisabilityType>) {
    let added = kinds.iter().copied().filter(|kind| proofs.iter().all(|proof| proof.kind != *kind));
    let removed = proofs
        .iter()
        .filter(|proof| proof.source == ProofSource::SchoolVerified && !kinds.contains(&proof.kind))
        .map(|proof| proof.kind);
    (added.collect(), removed.collect())
}
