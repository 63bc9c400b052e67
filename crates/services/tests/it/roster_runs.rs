//! Runs: imports and removals of members, and undoing them (docs/rules/organizations.md#rule-14).

use std::collections::BTreeMap;

use domain::fixtures::{account, noon, site, title};
use domain::lists::ListAccess;
use domain::{Account, AccountId, Organization, ReadingList, Role, RosterRunId};
use jiff::SignedDuration;
use proptest::prelude::{Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;
use services::members::{ChangeMember, MemberAddress, change, get, remove};
use services::organizations::create;
use services::roster_imports::{OperatorImport, discard, import, view};
use services::roster_runs::{
    self, KeptReason, MemberChange, MemberField, RosterRun, RosterRunKind, UndoPreview, UndoResult, undo,
};
use services::{Faults, Operation, PageRequest};
use store::testkit::TestDb;
use store::{Db, db_test};

use crate::tables::{confirm_upload, new_table, operator_import, upload_text};
use crate::world::{
    PETRA, add_school, error_key, new_organization, operator_context, petra_context, read_value, user_context,
};

const MIA: &str = "Mia,Berg,2014-05-01,6,mia,Mia-reads-2026,visual";
const BEN: &str = "Ben,Lee,2013-01-31,7,,,";

/// Imports rows; returns the run.
async fn import_rows(db: &Db, school: &Organization, rows: &[impl AsRef<str>]) -> Option<RosterRunId> {
    let table = new_table(rows);
    let imported = import(&operator_context(db), &operator_import(school, &table)).await.unwrap();
    imported.written?.run
}

async fn list_runs(op: &Operation, school: &Organization) -> Vec<RosterRun> {
    let part = PageRequest { sort: (), descending: true, after: None, backward: false, limit: 100 };
    roster_runs::list(op, &school.id, part).await.unwrap().items
}

/// The run that removed somebody last.
async fn find_removal(db: &Db, school: &Organization) -> RosterRun {
    let runs = list_runs(&operator_context(db), school).await;
    runs.into_iter().find(|run| run.kind == RosterRunKind::Removal && run.undone.is_none()).unwrap()
}

async fn undo_run(db: &Db, school: &Organization, run: &RosterRunId) -> UndoResult {
    undo(&operator_context(db), &school.id, run).await.unwrap()
}

/// The member with this name, and the disabilities that the school knows.
async fn find_member(db: &Db, school: &Organization, who: &str) -> Account {
    get(&operator_context(db), &school.id, who).await.unwrap().reader.account
}

async fn find_id(db: &Db, school: &Organization, who: &str) -> AccountId {
    find_member(db, school, who).await.id
}

/// The given name and the grade of each member, sorted.
async fn list_grades(db: &Db, school: &Organization) -> Vec<(String, String)> {
    let mut tx = db.begin().await.unwrap();
    let members = store::members::with_proofs(&mut tx, &school.id).await.unwrap();
    tx.rollback().await.unwrap();
    let grade = |account: Account| account.membership.and_then(|place| place.grade).unwrap_or_default();
    let mut grades: Vec<_> =
        members.into_iter().map(|(account, _)| (account.name.first.clone(), grade(account))).collect();
    grades.sort();
    grades
}

async fn set_grade(db: &Db, school: &Organization, who: &str, grade: &str) {
    let form = ChangeMember { grade: read_value(grade), ..ChangeMember::default() };
    let member = MemberAddress { organization: school, who };
    change(&operator_context(db), member, form, Faults::default()).await.unwrap();
}

async fn insert_list(db: &Db, id: &str, owner: &AccountId) {
    let list = ReadingList {
        id: id.into(),
        site: site(),
        owner: owner.clone(),
        organization: None,
        name: id.into(),
        description: String::new(),
        access: ListAccess::Private,
        updated: noon(),
    };
    store::lists::insert(db, &list).await.unwrap();
}

/// Puts a member on a list of Petra's and on her quick list, and assigns a title.
async fn fill_member(db: &Db, member: &AccountId) -> Account {
    let (petra, _) = store::accounts::find_by_login(db, PETRA).await.unwrap().unwrap();
    insert_list(db, "class", &petra.id).await;
    let mut tx = db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title(), None).await.unwrap();
    store::lists::add_members(&mut tx, "class", std::slice::from_ref(member), &petra.id, noon())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    store::assignments::assign(db, member, title().id, Some(&petra.id), noon()).await.unwrap();
    store::quick_lists::set(db, &petra.id, member, true, noon()).await.unwrap();
    petra
}

db_test! {
    async fn a_removal_takes_what_it_took_and_is_undone(db: Db) {
        let school = add_school(&db).await;
        import_rows(&db, &school, &[MIA]).await;
        let before = find_member(&db, &school, "mia").await;
        let petra = fill_member(&db, &before.id).await;
        let op = user_context(&db, &petra);
        assert!(remove(&op, &school.id, "mia").await.unwrap().deleted);
        assert!(!store::accounts::is_login_taken(&db, "mia").await.unwrap(), "the name is free");
        assert!(!store::lists::is_member(&db, "class", &before.id).await.unwrap());
        assert_eq!(store::assignments::count(&db, &before.id).await.unwrap(), 0);

        let run = find_removal(&db, &school).await;
        assert_eq!((run.created, run.changed, run.removed), (0, 0, 1));
        assert_eq!(run.made_by, Some(petra.display_name()));
        let part = PageRequest { sort: (), descending: true, after: None, backward: false, limit: 10 };
        let removed = roster_runs::list_removed(&op, &school.id, part).await.unwrap();
        assert_eq!((removed.total, removed.items[0].name.as_str()), (1, "Mia Berg"));
        let view = roster_runs::get(&op, &school.id, &run.id).await.unwrap();
        assert_eq!(view.preview, Some(UndoPreview { changed: 0, restored: 1, removed: 0, kept: 0 }));
        assert_eq!(view.people[0].change, MemberChange::Removed);

        let undone = undo(&op, &school.id, &run.id).await.unwrap();
        assert_eq!((undone.restored, undone.kept.len()), (1, 0));
        assert_eq!(find_member(&db, &school, "mia").await, before);
        assert!(store::lists::is_member(&db, "class", &before.id).await.unwrap());
        assert_eq!(store::assignments::count(&db, &before.id).await.unwrap(), 1);
        assert!(!store::quick_lists::set(&db, &petra.id, &before.id, true, noon()).await.unwrap());
        let (_, hash) = store::accounts::find_by_login(&db, "mia").await.unwrap().unwrap();
        assert!(hash.is_some(), "the password is as before");
        let known = get(&op, &school.id, "mia").await.unwrap();
        assert_eq!(known.disabilities.len(), 1);
        assert_eq!(roster_runs::list_removed(&op, &school.id, part).await.unwrap().total, 0);
    }

    async fn a_user_name_that_is_taken_does_not_come_back(db: Db) {
        let school = add_school(&db).await;
        import_rows(&db, &school, &[MIA]).await;
        let id = find_id(&db, &school, "mia").await;
        remove(&operator_context(&db), &school.id, "mia").await.unwrap();
        import_rows(&db, &school, &["Mila,Berg,2014-06-01,6,mia,Mia-reads-2026,"]).await;
        let undone = undo_run(&db, &school, &find_removal(&db, &school).await.id).await;
        assert_eq!((undone.restored, undone.kept[0].reasons.clone()), (1, vec![KeptReason::UsernameTaken]));
        let restored = find_member(&db, &school, id.as_str()).await;
        assert_eq!((restored.username, restored.name.first.as_str()), (None, "Mia"));
        assert_eq!(find_member(&db, &school, "mia").await.name.first, "Mila");
    }

    async fn an_undo_keeps_what_was_edited_since(db: Db) {
        let school = add_school(&db).await;
        import_rows(&db, &school, &[MIA, BEN]).await;
        let changed = import_rows(&db, &school, &["Maja,Berg,2014-05-01,7,mia,Mia-reads-2026,learning", BEN]).await;
        let run = changed.unwrap();
        set_grade(&db, &school, "mia", "8").await;
        let view = roster_runs::get(&operator_context(&db), &school.id, &run).await.unwrap();
        assert_eq!(view.people.len(), 1, "Ben was not changed");
        assert_eq!(view.people[0].kept, [KeptReason::Edited(vec![MemberField::Grade])]);
        assert_eq!(view.run.file_name.as_deref(), Some("pupils.csv"));
        let undone = undo_run(&db, &school, &run).await;
        assert_eq!((undone.changed, undone.removed, undone.kept.len()), (1, 0, 1));
        let member = get(&operator_context(&db), &school.id, "mia").await.unwrap();
        let account = member.reader.account;
        assert_eq!((account.name.first.as_str(), account.membership.unwrap().grade.as_deref()), ("Mia", Some("8")));
        let kinds: Vec<&str> = member.disabilities.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(kinds, ["visual"]);
        let after = roster_runs::get(&operator_context(&db), &school.id, &run).await.unwrap();
        assert!(after.preview.is_none() && after.people[0].kept == view.people[0].kept, "it is still said");
    }

    async fn a_sign_in_that_an_import_gave_is_taken_away(db: Db) {
        let school = add_school(&db).await;
        import_rows(&db, &school, &["Mia,Berg,2014-05-01,6,,,"]).await;
        let run = import_rows(&db, &school, &[MIA]).await.unwrap();
        let id = find_id(&db, &school, "mia").await;
        undo_run(&db, &school, &run).await;
        let account = find_member(&db, &school, id.as_str()).await;
        assert!(account.username.is_none() && account.needs_new_password);
        assert!(store::accounts::find_by_login(&db, "mia").await.unwrap().is_none());
    }

    async fn new_members_go_again_unless_they_have_done_something(db: Db) {
        let school = add_school(&db).await;
        let liu = "Liu,Ito,2015-12-24,5,,,";
        let run = import_rows(&db, &school, &[MIA, BEN, liu]).await.unwrap();
        insert_list(&db, "own", &find_id(&db, &school, "mia").await).await;
        let view = roster_runs::get(&operator_context(&db), &school.id, &run).await.unwrap();
        let liu = view.people.iter().find(|person| person.name == "Liu Ito").unwrap();
        set_grade(&db, &school, liu.account.as_str(), "6").await;
        let undone = undo_run(&db, &school, &run).await;
        assert_eq!(undone.removed, 1);
        let mut kept: Vec<_> = undone.kept.into_iter().map(|member| (member.name, member.reasons)).collect();
        kept.sort_by(|one, other| one.0.cmp(&other.0));
        let edited = KeptReason::Edited(vec![MemberField::Grade]);
        assert_eq!(kept, [("Liu Ito".to_owned(), vec![edited]), ("Mia Berg".to_owned(), vec![KeptReason::Active])]);
        let pair = |name: &str, grade: &str| (name.to_owned(), grade.to_owned());
        assert_eq!(list_grades(&db, &school).await, [pair("Liu", "6"), pair("Mia", "6")]);
        // The removal is a run, too.
        let again = undo_run(&db, &school, &undone.removal.unwrap()).await;
        assert_eq!(again.restored, 1);
        assert_eq!(list_grades(&db, &school).await[0], pair("Ben", "7"));
    }

    async fn a_run_is_undone_once_within_thirty_days_by_its_own_organization(db: Db) {
        let school = add_school(&db).await;
        let run = import_rows(&db, &school, &[BEN]).await.unwrap();
        let form = new_organization("Bay School", "tess@bay.example");
        let bay = create(&operator_context(&db), form, Faults::default()).await.unwrap().organization;
        assert_eq!(error_key(undo(&operator_context(&db), &bay.id, &run).await), "RECORD_NOT_FOUND");
        let stranger = user_context(&db, &account("ned", Role::OrganizationSponsor));
        assert_eq!(error_key(undo(&stranger, &school.id, &run).await), "RECORD_NOT_FOUND");
        assert_eq!(error_key(roster_runs::get(&stranger, &school.id, &run).await), "RECORD_NOT_FOUND");
        let mut late = operator_context(&db);
        late.now = noon() + SignedDuration::from_hours(30 * 24);
        assert_eq!(error_key(undo(&late, &school.id, &run).await), "OPERATION_NOT_ALLOWED");
        assert!(roster_runs::get(&late, &school.id, &run).await.unwrap().preview.is_none());
        late.now = noon() + SignedDuration::from_hours(30 * 24 - 1);
        assert_eq!(undo(&late, &school.id, &run).await.unwrap().removed, 1);
        assert_eq!(error_key(undo(&late, &school.id, &run).await), "OPERATION_NOT_ALLOWED");
    }

    async fn an_import_that_changes_nothing_is_no_run(db: Db) {
        let school = add_school(&db).await;
        let table = new_table(&[MIA]);
        let dry = OperatorImport { is_dry_run: true, ..operator_import(&school, &table) };
        assert_eq!(import(&operator_context(&db), &dry).await.unwrap().written, None);
        assert!(import_rows(&db, &school, &[MIA]).await.is_some());
        assert_eq!(import_rows(&db, &school, &[MIA]).await, None);
        assert_eq!(list_runs(&operator_context(&db), &school).await.len(), 1);
    }
}

/// A step of a sequence: pupils and grades by their places.
#[derive(Debug, Clone)]
enum Step {
    /// The operator imports a table.
    Import(BTreeMap<usize, usize>),
    /// A sponsor uploads a table, and confirms it if this is true.
    Upload(BTreeMap<usize, usize>, bool),
    Edit(usize, usize),
    Undo(usize),
}

const PUPILS: [&str; 3] = ["Ann", "Bob", "Cid"];
const GRADES: [&str; 3] = ["5", "6", "7"];

fn any_step() -> impl Strategy<Value = Step> {
    let table = || prop::collection::btree_map(0..3_usize, 0..3_usize, 1..=3);
    prop_oneof![
        table().prop_map(Step::Import),
        (table(), any::<bool>()).prop_map(|(rows, is_confirmed)| Step::Upload(rows, is_confirmed)),
        (0..3_usize, 0..3_usize).prop_map(|(pupil, grade)| Step::Edit(pupil, grade)),
        (0..8_usize).prop_map(Step::Undo),
    ]
}

/// An account of the model.
#[derive(Debug)]
struct ModelAccount {
    pupil: usize,
    grade: usize,
    is_member: bool,
}

/// What a run of the model has done to an account.
#[derive(Debug, Clone, Copy)]
enum ModelChange {
    Created(usize),
    Changed(usize, usize),
    Removed,
}

/// The school and its runs, as simply as can be.
#[derive(Debug, Default)]
struct Model {
    accounts: Vec<ModelAccount>,
    /// The changes by account of each run, and true if it was undone.
    runs: Vec<(Vec<(usize, ModelChange)>, bool)>,
}

impl Model {
    /// The members of this name, as places in `accounts`.
    fn find_members(&self, pupil: usize) -> Vec<usize> {
        let is_meant = |place: &usize| {
            let account = &self.accounts[*place];
            account.is_member && account.pupil == pupil
        };
        (0..self.accounts.len()).filter(is_meant).collect()
    }

    /// The pupils of rows that mean one of several members.
    fn find_ambiguous(&self, rows: &BTreeMap<usize, usize>) -> Vec<usize> {
        rows.keys().copied().filter(|pupil| self.find_members(*pupil).len() > 1).collect()
    }

    /// Imports a table of the operator: all rows or none. Returns true if it is a run.
    fn import(&mut self, rows: &BTreeMap<usize, usize>) -> bool {
        self.find_ambiguous(rows).is_empty() && self.confirm(rows)
    }

    /// Imports a table of a sponsor without the rows that mean one of several members. Returns true if it is
    /// a run.
    fn confirm(&mut self, rows: &BTreeMap<usize, usize>) -> bool {
        let ambiguous = self.find_ambiguous(rows);
        let mut changes = Vec::new();
        for (pupil, grade) in rows.iter().filter(|(pupil, _)| !ambiguous.contains(pupil)) {
            match self.find_members(*pupil).first() {
                None => {
                    changes.push((self.accounts.len(), ModelChange::Created(*grade)));
                    self.accounts.push(ModelAccount { pupil: *pupil, grade: *grade, is_member: true });
                }
                Some(place) if self.accounts[*place].grade != *grade => {
                    let before = std::mem::replace(&mut self.accounts[*place].grade, *grade);
                    changes.push((*place, ModelChange::Changed(before, *grade)));
                }
                Some(_) => {}
            }
        }
        self.record_run(changes)
    }

    /// Undoes a run. Returns true if that is a run itself, or `None` if the run was undone before.
    fn undo(&mut self, run: usize) -> Option<bool> {
        if std::mem::replace(&mut self.runs[run].1, true) {
            return None;
        }
        let mut removed = Vec::new();
        for (place, change) in self.runs[run].0.clone() {
            let account = &mut self.accounts[place];
            match change {
                ModelChange::Created(after) if account.is_member && account.grade == after => {
                    account.is_member = false;
                    removed.push((place, ModelChange::Removed));
                }
                ModelChange::Changed(before, after) if account.is_member && account.grade == after => {
                    account.grade = before;
                }
                ModelChange::Removed => account.is_member = true,
                ModelChange::Created(_) | ModelChange::Changed(..) => {}
            }
        }
        Some(self.record_run(removed))
    }

    fn record_run(&mut self, changes: Vec<(usize, ModelChange)>) -> bool {
        let is_run = !changes.is_empty();
        if is_run {
            self.runs.push((changes, false));
        }
        is_run
    }

    /// The given name and the grade of each member, sorted.
    fn list_grades(&self) -> Vec<(String, String)> {
        let members = self.accounts.iter().filter(|account| account.is_member);
        let mut grades: Vec<_> = members
            .map(|account| (PUPILS[account.pupil].to_owned(), GRADES[account.grade].to_owned()))
            .collect();
        grades.sort();
        grades
    }
}

/// The rows of a table.
fn to_lines(rows: &BTreeMap<usize, usize>) -> Vec<String> {
    let line =
        |(pupil, grade): (&usize, &usize)| format!("{},Berg,2014-05-01,{}", PUPILS[*pupil], GRADES[*grade]);
    rows.iter().map(line).collect()
}

/// The only member with this name. `None` if there are none or several.
async fn find_only_member(db: &Db, school: &Organization, pupil: usize) -> Option<AccountId> {
    let mut tx = db.begin().await.unwrap();
    let members = store::members::with_proofs(&mut tx, &school.id).await.unwrap();
    tx.rollback().await.unwrap();
    let mut named = members.into_iter().filter(|(account, _)| account.name.first == PUPILS[pupil]);
    named.next().filter(|_| named.next().is_none()).map(|(account, _)| account.id)
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    #[test]
    fn imports_edits_and_undos_end_where_a_simple_model_says(steps in prop::collection::vec(any_step(), 1..12)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let home = TestDb::create_sqlite().await;
            let school = add_school(&home.db).await;
            let (mut model, mut runs) = (Model::default(), Vec::<RosterRunId>::new());
            for step in steps {
                match &step {
                    Step::Import(rows) => {
                        let run = import_rows(&home.db, &school, &to_lines(rows)).await;
                        prop_assert_eq!(run.is_some(), model.import(rows), "{:?}", step);
                        runs.extend(run);
                    }
                    Step::Upload(rows, is_confirmed) => {
                        let sponsor = petra_context(&home.db).await;
                        let head = "firstName,lastName,dateOfBirth,grade";
                        let upload = upload_text(&sponsor, &format!("{head}\n{}", to_lines(rows).join("\n"))).await;
                        view(&sponsor, &upload).await.unwrap();
                        prop_assert_eq!(list_grades(&home.db, &school).await, model.list_grades(), "not confirmed");
                        if *is_confirmed {
                            let run = confirm_upload(&sponsor, &upload).await.run;
                            prop_assert_eq!(run.is_some(), model.confirm(rows), "{:?}", step);
                            runs.extend(run);
                        } else {
                            discard(&sponsor, &upload).await.unwrap();
                        }
                    }
                    Step::Edit(pupil, grade) => {
                        let members = model.find_members(*pupil);
                        if let Some(id) = find_only_member(&home.db, &school, *pupil).await {
                            set_grade(&home.db, &school, id.as_str(), GRADES[*grade]).await;
                            model.accounts[members[0]].grade = *grade;
                        }
                    }
                    Step::Undo(_) if runs.is_empty() => {}
                    Step::Undo(place) => {
                        let run = place % runs.len();
                        let undone = undo(&operator_context(&home.db), &school.id, &runs[run]).await;
                        match model.undo(run) {
                            None => prop_assert_eq!(error_key(undone), "OPERATION_NOT_ALLOWED"),
                            Some(is_run) => {
                                let removal = undone.unwrap().removal;
                                prop_assert_eq!(removal.is_some(), is_run, "{:?}", step);
                                runs.extend(removal);
                            }
                        }
                    }
                }
                prop_assert_eq!(list_grades(&home.db, &school).await, model.list_grades(), "{:?}", step);
            }
            Ok(())
        })?;
    }
}
