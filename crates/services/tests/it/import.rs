//! Tables of members.

use domain::{DisabilityType, Organization};
use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;
use secrets::Passwords;
use services::roster_imports::{OperatorImport, OperatorImportResult, RowOutcome, import};
use services::{Fault, Field};
use store::testkit::TestDb;
use store::{Db, db_test};

use crate::tables::{new_table, operator_import};
use crate::world::{add_school, error_key, operator_context};

/// Options of an import.
#[derive(Debug, Clone, Copy, Default)]
struct Choices {
    is_dry_run: bool,
    generates_passwords: bool,
}

async fn import_with(
    db: &Db,
    school: &Organization,
    rows: &[impl AsRef<str>],
    choices: Choices,
) -> OperatorImportResult {
    let table = new_table(rows);
    let Choices { is_dry_run, generates_passwords } = choices;
    let request = OperatorImport { is_dry_run, generates_passwords, ..operator_import(school, &table) };
    import(&operator_context(db), &request).await.unwrap()
}

async fn import_rows(db: &Db, school: &Organization, rows: &[impl AsRef<str>]) -> OperatorImportResult {
    import_with(db, school, rows, Choices::default()).await
}

/// Short texts of the outcomes of all rows.
fn row_outcomes(imported: &OperatorImportResult) -> Vec<String> {
    let short = |outcome: &RowOutcome| match outcome {
        RowOutcome::New => "created".to_owned(),
        RowOutcome::Doubtful(alike) => format!("may be {}", alike.join(", ")),
        RowOutcome::Changed(columns) => {
            let words: Vec<_> = columns.iter().copied().map(Field::words).collect();
            format!("changed {}", words.join(", "))
        }
        RowOutcome::Unchanged => "unchanged".to_owned(),
        RowOutcome::Refused(faults) => {
            let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
            format!("refused {}", faults.join("; "))
        }
    };
    imported.table.rows.iter().map(|row| format!("{} {}", row.line, short(&row.outcome))).collect()
}

async fn count_members(db: &Db, school: &Organization) -> usize {
    let mut tx = db.begin().await.unwrap();
    store::members::with_proofs(&mut tx, &school.id).await.unwrap().len()
}

db_test! {
    async fn a_table_is_imported_and_imported_again(db: Db) {
        let school = add_school(&db).await;
        let rows = [
            "Mia,Berg,2014-05-01,6,mia.berg,Mia-reads-2026,visual",
            "Ben,Åker,2013-01-31,7,,,learning physical",
            "Liu,Ito,2015-12-24,5,,,",
        ];
        let dry = import_with(&db, &school, &rows, Choices { is_dry_run: true, ..Choices::default() }).await;
        assert_eq!(row_outcomes(&dry), ["2 created", "3 created", "4 created"]);
        assert!(dry.written.is_none() && count_members(&db, &school).await == 0, "a dry run changes nothing");
        let first = import_rows(&db, &school, &rows).await;
        assert!(first.written.is_some());
        assert_eq!(count_members(&db, &school).await, 3);
        let again = import_rows(&db, &school, &rows).await;
        assert_eq!(row_outcomes(&again), ["2 unchanged", "3 unchanged", "4 unchanged"]);

        // Matched by user name; by name and birth date however they are written; a first user name.
        let rows = [
            "Mia,Berg-Lund,2014-05-01,7,MIA.BERG,,visual learning",
            "BEN,åker,2013-01-31,7,,,learning",
            "Liu,Ito,2015-12-24,5,liu,Liu-reads-2026,",
            "New,Berg,2014-05-01,6,,,",
        ];
        let third = import_rows(&db, &school, &rows).await;
        assert_eq!(
            row_outcomes(&third),
            [
                "2 changed last name, grade, disability type",
                "3 changed first name, last name, disability type",
                "4 changed username",
                "5 created",
            ]
        );
        let again = import_rows(&db, &school, &rows).await;
        assert_eq!(row_outcomes(&again), ["2 unchanged", "3 unchanged", "4 unchanged", "5 unchanged"]);
        let (liu, hash) = store::accounts::find_by_login(&db, "Liu").await.unwrap().unwrap();
        assert!(hash.is_some() && !liu.needs_new_password);
        let mia = store::accounts::find_by_login(&db, "mia.berg").await.unwrap().unwrap().0;
        assert_eq!(mia.name.last, "Berg-Lund");
        let proofs = store::proofs::list_for_account(&db, &mia.id).await.unwrap();
        let kinds: Vec<DisabilityType> = proofs.iter().map(|proof| proof.kind).collect();
        assert_eq!(kinds, [DisabilityType::Learning, DisabilityType::Visual]);
    }

    async fn the_identifier_of_the_school_s_own_system_says_who_is_meant(db: Db) {
        let school = add_school(&db).await;
        let rows = ["Mia,Berg,2014-05-01,6,,,,s-1", "Ben,Åker,2013-01-31,7,,,,s-2"];
        import_rows(&db, &school, &rows).await;
        // Other names, another birth date; nothing but a grade; a namesake with another identifier.
        let rows = ["Maya,Lund,2014-05-02,6,,,,s-1", ",,,8,,,,s-2", "Mia,Berg,2014-05-01,6,,,,s-3"];
        let second = import_rows(&db, &school, &rows).await;
        assert_eq!(
            row_outcomes(&second),
            ["2 changed first name, last name, date of birth", "3 changed grade", "4 created"]
        );
        let twice = ["Maya,Lund,2014-05-02,6,,,,s-1", "Mia,Lund,2014-05-02,6,,,,s-1"];
        let refused = import_rows(&db, &school, &twice).await;
        assert!(row_outcomes(&refused)[1].contains("line 2 is about the same person"), "{refused:?}");
    }

    async fn all_rows_or_none_and_every_fault_of_a_row(db: Db) {
        let school = add_school(&db).await;
        let rows = [
            "Mia,Berg,2014-05-01,6,,,",
            ",Åker,2014-02-30,99,ben,short,blind",
            "Liu,Ito,1650-12-24,5,liu,,",
            "Petra,Quay,2014-05-01,6,petra@harbor.example,Petra-reads-1,",
            "MIA,berg,2014-05-01,6,,,",
        ];
        let refused = import_rows(&db, &school, &rows).await;
        assert_eq!(row_outcomes(&refused)[0], "2 created");
        for (place, wanted) in [
            (1, &["first name: is required", "date of birth: must be YYYY-MM-DD", "grade: must be a grade code",
                "password: must be 8 to 32 characters", "disability type: must be one of visual"][..]),
            (2, &["date of birth: must be a birth date", "password: is required together with username"]),
            (3, &["username: The user name or email address is taken."]),
            (4, &["username: line 2 is about the same person"]),
        ] {
            let said = &row_outcomes(&refused)[place];
            for fault in wanted {
                assert!(said.contains(fault), "{fault} in {said}");
            }
        }
        assert!(refused.written.is_none() && count_members(&db, &school).await == 0);
        let table = new_table(&rows);
        let nowhere = OperatorImport { organization: "nowhere", ..operator_import(&school, &table) };
        assert_eq!(error_key(import(&operator_context(&db), &nowhere).await), "ORGANIZATION_NOT_FOUND");
    }

    async fn passwords_are_generated_for_new_user_names_alone(db: Db) {
        let school = add_school(&db).await;
        let rows = ["Mia,Berg,2014-05-01,6,mia,,", "Ben,Lee,2014-05-01,6,ben,Ben-reads-2026,", "Liu,Ito,2014-05-01,6,,,"];
        let generate = Choices { generates_passwords: true, ..Choices::default() };
        let first = import_with(&db, &school, &rows, generate).await;
        let [generated] = &first.generated_passwords[..] else { panic!("{first:?}") };
        assert_eq!(generated.username, "mia");
        let (mia, hash) = store::accounts::find_by_login(&db, "mia").await.unwrap().unwrap();
        assert!(mia.needs_new_password, "it must be changed");
        let fits = Passwords::new(1).verify("someone", &generated.password.0, hash.as_deref()).await.unwrap();
        assert!(fits);
        assert!(!store::accounts::find_by_login(&db, "ben").await.unwrap().unwrap().0.needs_new_password);
        let again = import_with(&db, &school, &rows, generate).await;
        assert!(again.generated_passwords.is_empty() && row_outcomes(&again).iter().all(|row| row.ends_with("unchanged")));
    }

    async fn the_number_of_statements_grows_with_hundreds_of_rows(db: Db) {
        let school = add_school(&db).await;
        let rows: Vec<String> = (0..1_200).map(|n| format!("Pupil,Number {n},2014-05-01,6,,,visual")).collect();
        let before = db.statement_count();
        import_rows(&db, &school, &rows).await;
        assert_eq!(count_members(&db, &school).await, 1_200);
        let changed: Vec<String> = rows.iter().map(|row| row.replace(",6,", ",7,")).collect();
        let outcome = import_rows(&db, &school, &changed).await;
        assert!(row_outcomes(&outcome).iter().all(|row| row.ends_with(" changed grade")));
        let statements = db.statement_count() - before;
        assert!(statements < 70, "{statements}");
    }
}

/// A row of a table: mostly good, of few people, so that they meet.
fn any_row() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("Mia"), Just("mia"), Just("Ben"), Just(""), Just("Åsa")];
    let born = prop_oneof![4 => Just("2014-05-01"), 4 => Just("2013-01-31"), 1 => Just("soon")];
    let grade = prop_oneof![Just("6"), Just("7"), Just("K")];
    let login =
        prop_oneof![4 => Just(","), 1 => Just("a,Abc-12345"), 1 => Just("b,Abc-12345"), 1 => Just("c,")];
    let kinds = prop_oneof![Just(""), Just("visual"), Just("visual|learning"), Just("\u{0}")];
    let last =
        prop_oneof![Just("Berg".to_owned()), "\\PC{0,12}".prop_map(|text: String| text.replace(',', " "))];
    (name, last, born, grade, login, kinds).prop_map(|(first, last, born, grade, login, kinds)| {
        format!("{first},{last},{born},{grade},{login},{kinds}")
    })
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    /// What was imported is unchanged by the next import; what is refused leaves nothing behind; a dry run
    /// says what the import does.
    #[test]
    fn an_import_is_done_once(rows in prop::collection::vec(any_row(), 0..8), generate in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let home = TestDb::create_sqlite().await;
            let school = add_school(&home.db).await;
            let choices = Choices { is_dry_run: false, generates_passwords: generate };
            let dry = import_with(&home.db, &school, &rows, Choices { is_dry_run: true, ..choices }).await;
            let first = import_with(&home.db, &school, &rows, choices).await;
            prop_assert_eq!(row_outcomes(&dry), row_outcomes(&first));
            if first.written.is_some() {
                prop_assert_eq!(count_members(&home.db, &school).await, rows.len());
                let again = import_with(&home.db, &school, &rows, choices).await;
                let outcomes = row_outcomes(&again);
                prop_assert!(outcomes.iter().all(|row| row.ends_with(" unchanged")), "{:?}", outcomes);
                prop_assert!(again.written.is_some_and(|written| written.run.is_none()));
            } else {
                prop_assert_eq!(count_members(&home.db, &school).await, 0);
            }
            Ok(())
        })?;
    }
}
