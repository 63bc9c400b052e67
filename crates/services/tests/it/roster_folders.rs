//! Files of members from folders: written without anybody at a browser, or held
//! (docs/rosters.md#from-a-folder).

use std::fmt::Write as _;

use domain::Organization;
use domain::roster_holds::HOLD_PERIOD;
use jiff::SignedDuration;
use proptest::prelude::{Strategy, prop, prop_assert_eq, proptest};
use proptest::test_runner::Config;
use services::roster_imports::{
    ConfirmedImport, HeldFile, HoldReason, ImportConfirmation, ImportOutcome, RosterFile, RosterFileEffect,
    RosterFolderSettings, RosterFolderState, RosterHold, RosterPause, TakenFile, change_folder, confirm,
    discard, list_folder_states, take, view, view_folder,
};
use services::roster_runs::{self, KeptReason, MemberField, RosterRunKind};
use services::{Operation, PageRequest, groups};
use store::testkit::TestDb;
use store::{Db, KeyPage, db_test};

use crate::tables::{confirm_upload, upload_text};
use crate::world::{add_school, error_key, operator_context, petra_context, user_context};

/// A file that lists the school completely, with this many pupils after the first ones.
fn pupils(from: u32, count: u32) -> String {
    let mut text = "id,firstName,lastName,dateOfBirth,grade,school\n".to_owned();
    for number in from..from + count {
        let day = number % 28 + 1;
        writeln!(text, "n-{number},Nora{number},Falk{number},2014-01-{day:02},6,Harbor School").unwrap();
    }
    text
}

fn new_file(school: &Organization, name: &str, content: &str) -> RosterFile {
    let content = content.as_bytes().to_vec().into();
    RosterFile { organization: school.id.clone(), file_name: name.to_owned(), content }
}

async fn take_text(db: &Db, school: &Organization, name: &str, content: &str) -> TakenFile {
    take(&operator_context(db), &new_file(school, name, content)).await.unwrap()
}

/// Takes a file that must be written.
async fn write_text(db: &Db, school: &Organization, content: &str) -> ConfirmedImport {
    match take_text(db, school, "pupils.csv", content).await {
        TakenFile::Written(written) => written,
        other => panic!("not written: {other:?}"),
    }
}

/// A file with two pupils in these classes.
fn pupils_in(classes: [&str; 2]) -> String {
    let [nora, oskar] = classes;
    format!(
        "id,firstName,lastName,dateOfBirth,grade,class\n\
         n-1,Nora,Falk,2014-01-02,6,{nora}\nn-2,Oskar,Lind,2014-01-03,6,{oskar}\n"
    )
}

/// The groups of the school with the numbers of their members.
async fn list_groups(db: &Db, school: &Organization) -> Vec<String> {
    let groups = store::groups::list_with_counts(db, &school.id).await.unwrap();
    groups.into_iter().map(|(group, members)| format!("{} {members}", group.name)).collect()
}

async fn count_members(db: &Db, school: &Organization) -> usize {
    let mut tx = db.begin().await.unwrap();
    let members = store::members::with_proofs(&mut tx, &school.id).await.unwrap();
    tx.rollback().await.unwrap();
    members.len()
}

/// The identifiers that the school's own system has for the members, sorted.
async fn list_sourced_ids(db: &Db, school: &Organization) -> Vec<String> {
    let mut tx = db.begin().await.unwrap();
    let ids = store::members::list_sourced_ids(&mut tx, &school.id).await.unwrap();
    tx.rollback().await.unwrap();
    let mut ids: Vec<String> = ids.into_keys().collect();
    ids.sort();
    ids
}

async fn count_emails(db: &Db) -> usize {
    let jobs = store::jobs::list(db, None, &KeyPage::first_page(100)).await.unwrap();
    jobs.iter().filter(|job| job.kind == "letter" && job.payload["about"] == "rosterFileHeld").count()
}

async fn list_held(op: &Operation) -> Vec<HeldFile> {
    view_folder(op).await.unwrap().held
}

/// The held file of this name.
async fn find_held(op: &Operation, name: &str) -> HeldFile {
    list_held(op).await.into_iter().find(|held| held.file_name == name).unwrap()
}

db_test! {
    async fn a_file_is_imported_once_as_a_run_of_the_operator(db: Db) {
        let school = add_school(&db).await;
        let written = write_text(&db, &school, &pupils(0, 3)).await;
        assert!(written.run.is_some() && written.removal.is_none(), "{written:?}");
        assert_eq!(count_members(&db, &school).await, 3);
        assert_eq!(take_text(&db, &school, "again.csv", &pupils(0, 3)).await, TakenFile::Repeated);
        let part = PageRequest { sort: (), descending: true, after: None, backward: false, limit: 100 };
        let runs = roster_runs::list(&operator_context(&db), &school.id, part).await.unwrap().items;
        assert_eq!(runs.len(), 1);
        assert_eq!((runs[0].kind, runs[0].created, &runs[0].made_by), (RosterRunKind::Import, 3, &None));
        assert_eq!(runs[0].file_name.as_deref(), Some("pupils.csv"));
        // An earlier file again is another one than the last.
        write_text(&db, &school, &pupils(0, 4)).await;
        assert!(write_text(&db, &school, &pupils(0, 3)).await.removal.is_some());
        assert_eq!(count_members(&db, &school).await, 3);
    }

    async fn rows_with_faults_and_doubtful_people_are_left_out(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 3)).await;
        let doubtful = "n-9,Nora1,Falk1,2013-03-03,6,Harbor School\n";
        let fault = "n-8,Uma,Moe,31.31.2013,6,Harbor School\n";
        let petra = petra_context(&db).await;
        change_folder(&petra, &RosterFolderSettings { keeps_missing: true, pause: None }).await.unwrap();
        // Without the row of the pupil whose name the doubtful one has.
        let rows: Vec<String> = pupils(0, 4).lines().filter(|row| !row.starts_with("n-1,")).map(str::to_owned).collect();
        let written = write_text(&db, &school, &format!("{}\n{doubtful}{fault}", rows.join("\n"))).await;
        assert!(written.removal.is_none());
        assert_eq!(count_members(&db, &school).await, 4);
    }

    async fn missing_members_are_removed_unless_the_school_keeps_them(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 40)).await;
        let written = write_text(&db, &school, &pupils(0, 38)).await;
        assert!(written.removal.is_some() && written.run.is_none(), "{written:?}");
        assert_eq!(count_members(&db, &school).await, 38);
        let petra = petra_context(&db).await;
        let settings = RosterFolderSettings { keeps_missing: true, pause: None };
        change_folder(&petra, &settings).await.unwrap();
        let written = write_text(&db, &school, &pupils(0, 5)).await;
        assert_eq!(written, ConfirmedImport { run: None, removal: None });
        assert_eq!(count_members(&db, &school).await, 38);
        let folder = view_folder(&petra).await.unwrap().folder.unwrap();
        assert_eq!((folder.name.as_str(), folder.settings, folder.is_paused), (school.id.as_str(), settings, false));
    }

    async fn only_members_of_the_declared_school_are_missing(db: Db) {
        let school = add_school(&db).await;
        let hill = pupils(100, 2).replace("Harbor School", "Hill School");
        let (_, hill_rows) = hill.split_once('\n').unwrap();
        write_text(&db, &school, &format!("{}{hill_rows}", pupils(0, 40))).await;
        assert_eq!(count_members(&db, &school).await, 42);
        // The list of one school says nothing about the other.
        assert!(write_text(&db, &school, &pupils(0, 38)).await.removal.is_some());
        assert_eq!(count_members(&db, &school).await, 40);
        assert_eq!(write_text(&db, &school, &hill).await, ConfirmedImport { run: None, removal: None });
        // A file with pupils of two schools is the list of neither.
        let some = format!("{}{hill_rows}", pupils(0, 5));
        assert_eq!(write_text(&db, &school, &some).await, ConfirmedImport { run: None, removal: None });
        assert_eq!(count_members(&db, &school).await, 40);
        // Whom the file itself calls inactive is missing from any file.
        assert!(write_text(&db, &school, "id,status\nn-100,inactive\n").await.removal.is_some());
        assert_eq!(count_members(&db, &school).await, 39);
    }

    async fn members_whose_rows_have_faults_are_not_missing(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 3)).await;
        let same = ConfirmedImport { run: None, removal: None };
        let text = pupils(0, 3).replace("2014-01-02,6", "2014-01-02,UG");
        assert_eq!(write_text(&db, &school, &text).await, same);
        // Without identifiers, a wrong birth date leaves the name.
        let text = "firstName,lastName,dateOfBirth,grade,school\nNora0,Falk0,2014-01-01,6,Harbor School\n\
            Nora1,Falk1,2014-02-31,6,Harbor School\nNora2,Falk2,2014-01-03,6,Harbor School\n";
        assert_eq!(write_text(&db, &school, text).await, same);
        // A row that cannot be read may be about anybody.
        let text = pupils(0, 3).replace(",2014-01-02,6,Harbor School", "");
        assert_eq!(write_text(&db, &school, &text).await, same);
        assert_eq!(count_members(&db, &school).await, 3);
    }

    async fn members_whom_a_doubtful_row_may_mean_are_not_missing(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 3)).await;
        let same = ConfirmedImport { run: None, removal: None };
        // The school's system has given a pupil another identifier.
        let text = pupils(0, 3).replace("n-1,", "n-9,");
        assert_eq!(write_text(&db, &school, &text).await, same);
        // The same, and the file itself calls the former identifier inactive.
        let inactive = "id,firstName,lastName,dateOfBirth,grade,status\nn-1,,,,,inactive\n\
            n-9,Nora1,Falk1,2014-01-02,6,active\n";
        assert_eq!(write_text(&db, &school, inactive).await, same);
        assert_eq!(list_sourced_ids(&db, &school).await, ["n-0", "n-1", "n-2"]);
        // Nor in the preview; then the sponsor says that the row is about somebody else.
        let petra = petra_context(&db).await;
        let upload = upload_text(&petra, &text).await;
        assert!(view(&petra, &upload).await.unwrap().table.missing_members.is_empty());
        assert!(confirm_upload(&petra, &upload).await.run.is_some());
        assert_eq!(list_sourced_ids(&db, &school).await, ["n-0", "n-1", "n-2", "n-9"]);
        // From now on the row means a member of its own, and the other one is missing.
        assert!(write_text(&db, &school, &text).await.removal.is_some());
        assert_eq!(list_sourced_ids(&db, &school).await, ["n-0", "n-2", "n-9"]);
    }

    async fn a_file_that_would_do_harm_is_held_whole_and_released(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 40)).await;
        let effect = RosterFileEffect { members: 40, removed: 4, rows: 37, refused: 0 };
        let hold = RosterHold { reason: HoldReason::Removals, effect };
        // One new pupil, four who are missing.
        let text = pupils(4, 37);
        assert_eq!(take_text(&db, &school, "monday.csv", &text).await, TakenFile::Held(hold));
        assert_eq!(count_members(&db, &school).await, 40, "nothing is written");
        assert_eq!(count_emails(&db).await, 1);
        assert_eq!(take_text(&db, &school, "tuesday.csv", &text).await, TakenFile::Repeated);
        let petra = petra_context(&db).await;
        let held = find_held(&petra, "monday.csv").await;
        assert_eq!(held.hold, hold);

        let preview = view(&petra, &held.id).await.unwrap();
        assert_eq!((preview.hold, preview.table.missing_members.len()), (Some(hold), 4));
        let stranger = user_context(&db, &domain::fixtures::individual("ada").account);
        assert_eq!(error_key(view(&stranger, &held.id).await), "NOT_SPONSOR");
        let digest = preview.table.digest.as_str();
        let release = ImportConfirmation { id: &held.id, digest, adds_doubtful: false, removes_missing: true };
        let ImportOutcome::Written(written) = confirm(&petra, &release).await.unwrap() else {
            panic!("it was not written")
        };
        assert!(written.run.is_some() && written.removal.is_some(), "{written:?}");
        assert_eq!(count_members(&db, &school).await, 37);
        assert_eq!(list_held(&petra).await, []);
        assert_eq!(error_key(confirm(&petra, &release).await), "RECORD_NOT_FOUND");
    }

    async fn held_files_replace_those_of_their_name_and_are_discarded(db: Db) {
        let school = add_school(&db).await;
        write_text(&db, &school, &pupils(0, 40)).await;
        for (name, count) in [("a.csv", 30), ("a.csv", 29), ("b.csv", 28)] {
            let taken = take_text(&db, &school, name, &pupils(0, count)).await;
            assert!(matches!(taken, TakenFile::Held(_)), "{taken:?}");
        }
        assert_eq!(count_emails(&db).await, 1, "one a day");
        let petra = petra_context(&db).await;
        assert_eq!(list_held(&petra).await.len(), 2);
        let (a, b) = (find_held(&petra, "a.csv").await, find_held(&petra, "b.csv").await);
        assert_eq!((a.hold.effect.removed, b.hold.effect.removed), (11, 12));
        discard(&petra, &a.id).await.unwrap();
        assert_eq!(error_key(discard(&petra, &a.id).await), "RECORD_NOT_FOUND");
        let mut late = petra.clone();
        late.now += HOLD_PERIOD - SignedDuration::from_secs(1);
        assert!(view(&late, &b.id).await.is_ok());
        store::roster_imports::purge(&db, late.now).await.unwrap();
        late.now += SignedDuration::from_secs(1);
        assert_eq!(error_key(view(&late, &b.id).await), "RECORD_NOT_FOUND");
        assert_eq!(store::roster_imports::purge(&db, late.now).await.unwrap(), 1);
        assert_eq!(count_members(&db, &school).await, 40);
        for number in 0..12 {
            take_text(&db, &school, &format!("{number}.csv"), &pupils(0, 10 + number)).await;
        }
        assert_eq!(list_held(&petra).await.len(), 10, "the oldest are forgotten");
    }

    async fn a_file_of_which_most_rows_have_faults_is_held(db: Db) {
        let school = add_school(&db).await;
        let header = "firstName,lastName,dateOfBirth,grade\n";
        let (good, bad) = ("Nora,Falk,2014-12-31,6\n", ["Uma,Moe,31.31.2013,6\n", "Uli,Lind,31.31.2013,6\n"]);
        let text = format!("{header}{good}{}{}", bad[0], bad[1]);
        let TakenFile::Held(hold) = take_text(&db, &school, "a.csv", &text).await else { panic!("not held") };
        assert_eq!((hold.reason, hold.effect.rows, hold.effect.refused), (HoldReason::Refusals, 3, 2));
        assert_eq!(count_members(&db, &school).await, 0);
        write_text(&db, &school, &format!("{header}{good}{}", bad[0])).await;
        assert_eq!(count_members(&db, &school).await, 1);
    }

    async fn files_stay_during_a_pause(db: Db) {
        let school = add_school(&db).await;
        let (petra, operator) = (petra_context(&db).await, operator_context(&db));
        let ids = [school.id.clone(), "nothing".into()];
        let states = list_folder_states(&operator, &ids).await.unwrap();
        assert_eq!(states, [(school.id.clone(), RosterFolderState::Open)].into());
        let today = petra.today();
        let pause = Some(RosterPause { from: today, until: today });
        change_folder(&petra, &RosterFolderSettings { keeps_missing: false, pause }).await.unwrap();
        let states = list_folder_states(&operator, &ids).await.unwrap();
        assert_eq!(states, [(school.id.clone(), RosterFolderState::Paused)].into());
        assert!(view_folder(&petra).await.unwrap().folder.unwrap().is_paused);
        let backward = Some(RosterPause { from: today, until: today.yesterday().unwrap() });
        let settings = RosterFolderSettings { keeps_missing: false, pause: backward };
        assert_eq!(error_key(change_folder(&petra, &settings).await), "INVALID_DATE");
        // Taking a file keeps the settings.
        write_text(&db, &school, &pupils(0, 1)).await;
        assert_eq!(view_folder(&petra).await.unwrap().folder.unwrap().settings.pause, pause);
    }

    async fn only_the_operator_takes_files_and_only_tables(db: Db) {
        let school = add_school(&db).await;
        let (petra, operator) = (petra_context(&db).await, operator_context(&db));
        let file = new_file(&school, "a.csv", &pupils(0, 1));
        assert_eq!(error_key(take(&petra, &file).await), "FORBIDDEN");
        assert_eq!(error_key(list_folder_states(&petra, &[]).await), "FORBIDDEN");
        let letter = new_file(&school, "a.csv", "Dear friends");
        assert_eq!(error_key(take(&operator, &letter).await), "INVALID_FILE_TYPE");
        let lost = RosterFile { organization: "nothing".into(), ..file };
        assert_eq!(error_key(take(&operator, &lost).await), "ORGANIZATION_NOT_FOUND");
    }

    async fn classes_of_files_become_groups_that_an_undo_puts_back(db: Db) {
        let school = add_school(&db).await;
        let first = write_text(&db, &school, &pupils_in(["6a", "6a|Choir"])).await;
        assert_eq!(list_groups(&db, &school).await, ["6a 2", "Choir 1"]);
        let club = groups::create(&petra_context(&db).await, "Club").await.unwrap();
        let members = store::groups::list_memberships(&db, &school.id).await.unwrap();
        let places: Vec<_> = members.keys().map(|member| (club.id, member)).collect();
        let mut tx = db.begin().await.unwrap();
        store::groups::add_members(&mut tx, &places).await.unwrap();
        tx.commit().await.unwrap();
        let second = write_text(&db, &school, &pupils_in(["6b", "6a"])).await;
        assert_eq!(list_groups(&db, &school).await, ["6a 1", "6b 1", "Choir 0", "Club 2"]);
        // A file that names no class leaves groups as they are.
        assert_eq!(write_text(&db, &school, &pupils_in(["", ""])).await.run, None);
        let operator = operator_context(&db);
        let undone = roster_runs::undo(&operator, &school.id, &second.run.unwrap()).await.unwrap();
        assert_eq!((undone.changed, undone.kept.len()), (2, 0));
        assert_eq!(list_groups(&db, &school).await, ["6a 2", "Choir 1", "Club 2"]);
        // Somebody has worked with the new members since.
        let undone = roster_runs::undo(&operator, &school.id, &first.run.unwrap()).await.unwrap();
        let edited = [KeptReason::Edited(vec![MemberField::Groups])];
        assert!(undone.kept.len() == 2 && undone.kept.iter().all(|kept| kept.reasons == edited), "{undone:?}");
    }
}

/// A change of a pupil in the next file of a school.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowChange {
    Same,
    Left,
    WrongGrade,
    OtherIdentifier,
    OtherBirthDate,
    OtherGivenName,
}

/// The row of a pupil after a change. `None` if the pupil has left.
fn changed_row(number: usize, change: RowChange) -> Option<String> {
    let day = number % 28 + 1;
    let (id, given, born, grade) = match change {
        RowChange::Left => return None,
        RowChange::Same => ("n", "Nora", "2014-01", "6"),
        RowChange::WrongGrade => ("n", "Nora", "2014-01", "UG"),
        RowChange::OtherIdentifier => ("m", "Nora", "2014-01", "6"),
        RowChange::OtherBirthDate => ("m", "Nora", "2013-02", "6"),
        RowChange::OtherGivenName => ("m", "Mila", "2014-01", "6"),
    };
    Some(format!("{id}-{number},{given}{number},Falk{number},{born}-{day:02},{grade},Harbor School\n"))
}

fn any_change() -> impl Strategy<Value = RowChange> {
    let changes = [
        RowChange::Same,
        RowChange::Left,
        RowChange::WrongGrade,
        RowChange::OtherIdentifier,
        RowChange::OtherBirthDate,
        RowChange::OtherGivenName,
    ];
    prop::sample::select(changes.to_vec())
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    #[test]
    fn only_pupils_about_whom_no_row_can_be_are_missing(changes in prop::collection::vec(any_change(), 1..9)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let home = TestDb::create_sqlite().await;
            let school = add_school(&home.db).await;
            // One pupil stays, so that the file has a row.
            let changes: Vec<RowChange> = [RowChange::Same].into_iter().chain(changes).collect();
            let before = pupils(0, u32::try_from(changes.len()).unwrap());
            write_text(&home.db, &school, &before).await;
            let rows: Vec<String> =
                changes.iter().enumerate().filter_map(|(number, change)| changed_row(number, *change)).collect();
            let (header, _) = before.split_once('\n').unwrap();
            let text = format!("{header}\n{}", rows.concat());
            let count = |one: RowChange| changes.iter().filter(|change| **change == one).count() as u64;
            let effect = RosterFileEffect {
                members: changes.len() as u64,
                removed: count(RowChange::Left),
                rows: rows.len() as u64,
                refused: count(RowChange::WrongGrade),
            };
            let taken = take_text(&home.db, &school, "next.csv", &text).await;
            let is_held = effect.to_hold().is_some();
            let stays = |change: RowChange| is_held || change != RowChange::Left;
            match (&taken, effect.to_hold()) {
                (TakenFile::Held(hold), expected) => prop_assert_eq!(Some(*hold), expected, "{:?}", changes),
                (_, expected) => prop_assert_eq!(None, expected, "{:?}", changes),
            }
            let numbers = changes.iter().enumerate().filter(|(_, change)| stays(**change));
            let expected: Vec<String> = numbers.map(|(number, _)| format!("n-{number}")).collect();
            prop_assert_eq!(list_sourced_ids(&home.db, &school).await, expected, "{:?}", changes);
            Ok(())
        })?;
    }
}
