//! The comparison of a table with the members of the organization.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::roster_holds::RosterFileEffect;
use domain::sorting::identity_key;
use domain::{Account, AccountId, Organization, OrganizationId};
use roster_files::{RecognizedColumn, RosterColumn, RosterFileKind, RosterRow, RosterTable};
use store::Tx;
use store::roster_imports::PendingImport;

use crate::members::import::{
    ClassName, GroupBasis, GroupChange, ImportPlan, ImportRow, PlanBasis, RowAction, SchoolNames,
};
use crate::roster_imports::ImportPreview;
use crate::roster_imports::columns::TableSender;
use crate::{ErrorKey, Fault, Field, Operation, Result};

/// A table and what its rows would change.
#[derive(Debug, Clone)]
pub struct CheckedTable {
    pub kind: RosterFileKind,
    pub columns: Vec<RecognizedColumn>,
    /// The school that the file declares. `None` if it declares none.
    pub school: Option<String>,
    /// What was assumed or left out when the file was read.
    pub remarks: Vec<String>,
    pub rows: Vec<CheckedRow>,
    /// Names of members of the declared school who are not in the file.
    pub missing_members: Vec<String>,
    pub groups: GroupCounts,
    /// Changes if the table would change anything else than before.
    pub digest: String,
}

impl CheckedTable {
    pub fn count(&self, is_meant: impl Fn(&RowOutcome) -> bool) -> u64 {
        self.rows.iter().filter(|row| is_meant(&row.outcome)).count() as u64
    }
}

/// What the classes of a file do with the groups of the organization. Doubtful rows are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GroupCounts {
    /// Groups that do not exist yet.
    pub new: u64,
    pub joining: u64,
    pub leaving: u64,
    /// Classes that get no group because the organization has too many.
    pub left_out: u64,
}

#[derive(Debug, Clone)]
pub struct CheckedRow {
    /// The line of the file where it begins.
    pub line: u64,
    /// The name of the person, as far as it could be read.
    pub name: String,
    pub outcome: RowOutcome,
    /// Names of the groups that the member joins.
    pub joins: Vec<String>,
    /// Names of the groups that the member leaves.
    pub leaves: Vec<String>,
}

#[derive(Debug, Clone)]
pub enum RowOutcome {
    /// Adds a member.
    New,
    /// Adds a member who may be one of these already.
    Doubtful(Vec<String>),
    /// Changes these fields of a member, or only groups.
    Changed(Vec<Field>),
    Unchanged,
    /// Nothing: the row has faults.
    Refused(Vec<Fault>),
}

/// A comparison with everything needed to write it.
pub(super) struct CheckedImport {
    pub(super) table: CheckedTable,
    pub(super) rows: Vec<ImportRow>,
    pub(super) plan: ImportPlan,
    pub(super) known: Vec<(Account, Vec<store::proofs::Proof>)>,
    /// Members of the declared school who are not in the file.
    pub(super) missing: Vec<Account>,
    /// Districts and schools that the organization has no roster tag for.
    pub(super) new_tags: Vec<SchoolNames>,
}

impl CheckedImport {
    /// What the sponsor sees of it.
    pub(super) fn into_preview(self, pending: PendingImport) -> ImportPreview {
        let PendingImport { id, file_name, hold, .. } = pending;
        ImportPreview { id, file_name, hold, table: self.table }
    }

    /// What writing it would do, in numbers.
    pub(super) fn effect(&self, removes_missing: bool) -> RosterFileEffect {
        RosterFileEffect {
            members: self.known.len() as u64,
            removed: if removes_missing { self.missing.len() as u64 } else { 0 },
            rows: self.rows.len() as u64,
            refused: self.table.count(|outcome| matches!(outcome, RowOutcome::Refused(_))),
        }
    }

    /// Counts people who may be members already among those who join and leave groups.
    pub(super) fn count_doubtful_people(&mut self) {
        self.table.groups = count_groups(&self.plan, |_| true);
    }

    /// Leaves out people who may be members already.
    pub(super) fn leave_out_doubtful_people(&mut self) {
        for (row, action) in self.table.rows.iter().zip(&mut self.plan.actions) {
            if matches!(row.outcome, RowOutcome::Doubtful(_)) {
                *action = RowAction::Refuse(Vec::new());
            }
        }
    }
}

/// Compares a table with the members of the organization, in the transaction that may write it. Members who
/// are not in the file are missing only from a file that declares its school; those whom the file itself
/// calls inactive are missing from any. Nobody is missing whom a doubtful row may mean.
pub(super) async fn check_table(
    op: &Operation,
    tx: &mut Tx,
    organization: &OrganizationId,
    table: &RosterTable,
    sender: TableSender,
) -> Result<CheckedImport> {
    let (inactive, active): (Vec<&RosterRow>, Vec<&RosterRow>) =
        table.rows.iter().partition(|row| is_inactive(row));
    let organization = lock_organization(op, tx, organization).await?;
    let members_with_proofs = store::members::with_proofs(tx, &organization.id).await?;
    let rows: Vec<ImportRow> = active.iter().map(|row| import_row(row, sender)).collect();
    let logins: Vec<&str> = rows.iter().filter_map(ImportRow::username).collect();
    let logins = store::accounts::find_by_logins(&mut *tx, &logins).await?;
    let mut tags = read_tags(tx, &organization.id).await?;
    let new_tags = add_missing_tags(&rows, &mut tags);
    let basis =
        PlanBasis { organization: &organization, known: &members_with_proofs, logins: &logins, tags: &tags };
    let groups = read_groups(tx, &organization.id, table).await?;
    let plan =
        ImportPlan::from_rows(op, &basis, &rows, sender.generates_passwords()).with_groups(&groups, &rows);
    let doubts = Doubts::from_plan(&plan, &members_with_proofs);
    let school = table.school.as_ref().map(|school| school.name.as_str());
    let mentioned = mentioned_members(&plan, &members_with_proofs, &active, &doubts);
    let missing = missing_members(&mentioned, &members_with_proofs, &tags, school, &inactive);
    let checked = rows.iter().zip(&active).zip(&plan.actions).enumerate();
    let checked: Vec<CheckedRow> = checked
        .map(|(place, ((row, cells), action))| CheckedRow {
            line: row.line,
            name: row_name(cells),
            outcome: row_outcome(action, doubts.rows.get(&place), plan.groups.change(place).is_some()),
            joins: plan.groups.list_joined(place),
            leaves: plan.groups.list_left(place),
        })
        .collect();
    let missing_members: Vec<String> = missing.iter().map(Account::display_name).collect();
    let digest = digest(&checked, &missing);
    let table = CheckedTable {
        kind: table.kind,
        columns: table.columns.clone(),
        school: school.map(str::to_owned),
        remarks: table.remarks.clone(),
        rows: checked,
        missing_members,
        groups: count_groups(&plan, |place| !doubts.rows.contains_key(&place)),
        digest,
    };
    Ok(CheckedImport { table, rows, plan, known: members_with_proofs, missing, new_tags })
}

fn import_row(row: &RosterRow, sender: TableSender) -> ImportRow {
    if let Some(fault) = &row.fault {
        return ImportRow::unreadable(row.line, fault.clone());
    }
    let cell = |column: RosterColumn| row.cells.get(&column).map(String::as_str).unwrap_or_default();
    let mut read =
        ImportRow::from_cells(row.line, |field| sender.column(field).map(cell).unwrap_or_default());
    let names = |column| Some(cell(column).trim().to_owned()).filter(|name| !name.is_empty());
    let school = SchoolNames { district: names(RosterColumn::District), school: names(RosterColumn::School) };
    read.school = (school.district.is_some() || school.school.is_some()).then_some(school);
    let classes = row.classes.iter();
    let classes = classes.filter_map(|class| ClassName::new(&class.title, class.sourced_id.as_deref()));
    read.classes = classes.collect();
    // A user name without a password only says which member is meant: pupils get their sign-ins from the
    // school, not from a file.
    read.is_username_for_matching = sender == TableSender::School && cell(RosterColumn::Password).is_empty();
    read
}

/// Returns true if the file says that the person has left.
fn is_inactive(row: &RosterRow) -> bool {
    let status = row.cells.get(&RosterColumn::Status).map(String::as_str);
    status.is_some_and(|status| ["inactive", "tobedeleted"].contains(&status.to_ascii_lowercase().as_str()))
}

fn row_name(row: &RosterRow) -> String {
    let cell = |column| row.cells.get(&column).map(|text| text.trim()).unwrap_or_default();
    let name = format!("{} {}", cell(RosterColumn::FirstName), cell(RosterColumn::LastName));
    name.trim().to_owned()
}

/// The organization of a table, locked until the transaction ends: always before the people in it.
/// `RECORD_NOT_FOUND` for everybody who does not manage its members.
async fn lock_organization(op: &Operation, tx: &mut Tx, id: &OrganizationId) -> Result<Organization> {
    if !op.manages_members(id) {
        return Err(ErrorKey::RecordNotFound.into());
    }
    let organization = store::organizations::get_for_update(tx, id).await?;
    organization.ok_or_else(|| ErrorKey::RecordNotFound.into())
}

async fn read_tags(tx: &mut Tx, organization: &OrganizationId) -> Result<HashMap<SchoolNames, i64>> {
    let tags = store::roster_tags::list(tx, organization).await?;
    let names =
        tags.into_iter().map(|tag| (SchoolNames { district: tag.district, school: tag.school }, tag.id));
    Ok(names.collect())
}

/// Adds a placeholder for each district and school that has no tag. Returns these.
fn add_missing_tags(rows: &[ImportRow], tags: &mut HashMap<SchoolNames, i64>) -> Vec<SchoolNames> {
    let mut new = Vec::new();
    for names in rows.iter().filter_map(|row| row.school.as_ref()) {
        if !tags.contains_key(names) {
            new.push(names.clone());
            tags.insert(names.clone(), -i64::try_from(new.len()).unwrap_or(i64::MAX));
        }
    }
    new
}

/// The groups of the organization, if the table names classes: two statements.
async fn read_groups(tx: &mut Tx, organization: &OrganizationId, table: &RosterTable) -> Result<GroupBasis> {
    if table.rows.iter().all(|row| row.classes.is_empty()) {
        return Ok(GroupBasis::default());
    }
    let groups = store::groups::list(&mut *tx, organization).await?;
    let memberships = store::groups::list_memberships(tx, organization).await?;
    Ok(GroupBasis { groups, memberships })
}

/// Counts the groups, and the members who join and leave some, of these rows.
fn count_groups(plan: &ImportPlan, is_meant: impl Fn(usize) -> bool) -> GroupCounts {
    let rows = (0..plan.actions.len()).filter(|place| is_meant(*place));
    let changes: Vec<&GroupChange> = rows.filter_map(|place| plan.groups.change(place)).collect();
    let count = |is_counted: fn(&GroupChange) -> bool| {
        changes.iter().filter(|change| is_counted(change)).count() as u64
    };
    GroupCounts {
        new: plan.groups.count_new(&is_meant) as u64,
        joining: count(GroupChange::joins_any),
        leaving: count(GroupChange::leaves_any),
        left_out: plan.groups.left_out.len() as u64,
    }
}

fn row_outcome(action: &RowAction, doubts: Option<&Vec<String>>, changes_groups: bool) -> RowOutcome {
    match (action, doubts) {
        (RowAction::Create(_), Some(alike)) => RowOutcome::Doubtful(alike.clone()),
        (RowAction::Create(_), None) => RowOutcome::New,
        (RowAction::Change(change), _) => RowOutcome::Changed(change.columns.clone()),
        (RowAction::Keep(_), _) if changes_groups => RowOutcome::Changed(Vec::new()),
        (RowAction::Keep(_), _) => RowOutcome::Unchanged,
        (RowAction::Refuse(faults), _) => RowOutcome::Refused(faults.clone()),
    }
}

/// New members who may be existing ones: somebody whom no row means has the same name, or the same birth
/// date and family name.
#[derive(Default)]
struct Doubts<'a> {
    /// Names and birth dates of the existing members, by the place of the row.
    rows: HashMap<usize, Vec<String>>,
    /// The existing members.
    candidates: HashSet<&'a AccountId>,
}

impl<'a> Doubts<'a> {
    fn from_plan(plan: &ImportPlan, known: &'a [(Account, Vec<store::proofs::Proof>)]) -> Self {
        let meant: HashSet<&AccountId> = plan.compared_members().into_iter().collect();
        let mut by_name: HashMap<String, Vec<&'a Account>> = HashMap::new();
        let mut by_family: HashMap<(String, jiff::civil::Date), Vec<&'a Account>> = HashMap::new();
        for (account, _) in known.iter().filter(|(account, _)| !meant.contains(&account.id)) {
            by_name.entry(name_key(account)).or_default().push(account);
            if let Some(born) = account.date_of_birth {
                by_family.entry((identity_key(&account.name.last), born)).or_default().push(account);
            }
        }
        let mut doubts = Self::default();
        for (place, action) in plan.actions.iter().enumerate() {
            let RowAction::Create(new) = action else { continue };
            let namesakes = by_name.get(&name_key(&new.account));
            let born = new.account.date_of_birth;
            let family = |born| (identity_key(&new.account.name.last), born);
            let twins = born.and_then(|born| by_family.get(&family(born)));
            let alike: Vec<&'a Account> = namesakes.into_iter().chain(twins).flatten().copied().collect();
            if !alike.is_empty() {
                let described: BTreeSet<String> = alike.iter().copied().map(describe_member).collect();
                doubts.rows.insert(place, described.into_iter().collect());
                doubts.candidates.extend(alike.iter().map(|account| &account.id));
            }
        }
        doubts
    }
}

fn name_key(account: &Account) -> String {
    format_name_key(&account.name.last, &account.name.first)
}

/// The name that a row says, comparable with that of a member.
fn row_key(row: &RosterRow) -> String {
    let cell = |column| row.cells.get(&column).map(String::as_str).unwrap_or_default();
    format_name_key(cell(RosterColumn::LastName), cell(RosterColumn::FirstName))
}

fn format_name_key(last: &str, first: &str) -> String {
    format!("{}\n{}", identity_key(last), identity_key(first))
}

fn describe_member(account: &Account) -> String {
    match account.date_of_birth {
        Some(born) => format!("{} ({born})", account.display_name()),
        None => account.display_name(),
    }
}

/// The members whom rows mean, those whom doubtful rows may mean, and those with the name of a row that is
/// refused: nobody is missing because of a new identifier, a wrong grade or a wrong birth date.
fn mentioned_members<'a>(
    plan: &'a ImportPlan,
    known: &'a [(Account, Vec<store::proofs::Proof>)],
    rows: &[&RosterRow],
    doubts: &Doubts<'a>,
) -> HashSet<&'a AccountId> {
    let refused = plan.actions.iter().zip(rows).filter(|(action, _)| matches!(action, RowAction::Refuse(_)));
    let names: HashSet<String> = refused.map(|(_, row)| row_key(row)).collect();
    let members = known.iter().map(|(account, _)| account);
    let namesakes = members.filter(|account| names.contains(&name_key(account))).map(|account| &account.id);
    plan.mentioned.iter().chain(namesakes).chain(doubts.candidates.iter().copied()).collect()
}

/// The members whom the file calls inactive, and those of the declared school, except mentioned ones. A
/// member belongs to it by the school's roster tag, or has come from the school's own system and has no tag.
fn missing_members(
    mentioned: &HashSet<&AccountId>,
    stored_members: &[(Account, Vec<store::proofs::Proof>)],
    tags: &HashMap<SchoolNames, i64>,
    school: Option<&str>,
    inactive: &[&RosterRow],
) -> Vec<Account> {
    let key = school.map(identity_key);
    let is_of_school =
        |names: &SchoolNames| key.is_some() && names.school.as_deref().map(identity_key) == key;
    let of_school: HashSet<i64> =
        tags.iter().filter(|(names, _)| is_of_school(names)).map(|(_, id)| *id).collect();
    let inactive: HashSet<&str> = inactive
        .iter()
        .filter_map(|row| row.cells.get(&RosterColumn::SourcedId))
        .map(String::as_str)
        .collect();
    let belongs = |account: &Account| {
        let Some(place) = &account.membership else { return false };
        let is_inactive = place.sourced_id.as_deref().is_some_and(|id| inactive.contains(id));
        is_inactive
            || match place.roster_tag {
                Some(tag) => of_school.contains(&tag),
                None => school.is_some() && place.sourced_id.is_some(),
            }
    };
    let missing = stored_members.iter().map(|(account, _)| account);
    missing.filter(|account| !mentioned.contains(&account.id) && belongs(account)).cloned().collect()
}

/// A short text that differs if anything else would be written.
fn digest(rows: &[CheckedRow], missing: &[Account]) -> String {
    let rows = rows.iter();
    let rows = rows.map(|row| format!("{} {:?} {:?} {:?}", row.line, row.outcome, row.joins, row.leaves));
    let missing = missing.iter().map(|account| format!("missing {}", account.id));
    secrets::hash_token(&rows.chain(missing).collect::<Vec<_>>().join("\n"))
}
