//! A new school year (docs/rules/organizations.md#rule-16).

use std::sync::Arc;

use domain::fixtures::{account, title, with_change};
use domain::grades::{NextGrade, next_grade};
use domain::{Account, AccountId, Membership, Organization, Role, RosterRunId};
use services::organizations::create;
use services::roster_runs::{self, KeptReason, MemberField, RosterRunKind, UndoPreview};
use services::school_year::{
    GradeGroup, GradeStep, LeaverFate, OtherGradeFate, YearChoices, YearPreview, YearResult, apply, preview,
};
use services::values::Grade;
use services::{Faults, Operation};
use store::{Db, db_test};

use crate::world::{PETRA, add_school, error_key, new_organization, operator_context, user_context};

/// Members by name with their grades; the last has none.
const MEMBERS: [(&str, Option<&str>); 9] = [
    ("ann", Some("P")),
    ("bob", Some("K")),
    ("cid", Some("5")),
    ("dan", Some("5")),
    ("eve", Some("6")),
    ("fay", Some("12")),
    ("gil", Some("13")),
    ("hal", Some("4KHF")),
    ("ida", None),
];

/// An operation of the sponsor with this sign-in name.
async fn sponsor_context(db: &Db, name: &str) -> Operation {
    let (sponsor, _) = store::accounts::find_by_login(db, name).await.unwrap().unwrap();
    let mut op = user_context(db, &sponsor);
    op.reader = store::readers::find_by_account(db, &sponsor.id, op.now).await.unwrap().map(Arc::new);
    op
}

fn new_member(school: &Organization, id: &str, grade: Option<&str>) -> Account {
    with_change(account(id, Role::OrganizationMember), |member| {
        member.email = None;
        member.username = Some(id.to_owned());
        member.site = school.site.clone();
        let place = Membership::new(school.id.clone());
        member.membership = Some(Membership { grade: grade.map(str::to_owned), ..place });
    })
}

async fn insert_members(db: &Db, members: &[Account]) {
    let mut tx = db.begin().await.unwrap();
    let rows: Vec<(&Account, Option<&str>)> = members.iter().map(|one| (one, Some("a hash"))).collect();
    store::accounts::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

/// A school with all of [`MEMBERS`].
async fn add_school_with_members(db: &Db) -> (Organization, Operation) {
    let school = add_school(db).await;
    insert_members(db, &MEMBERS.map(|(id, grade)| new_member(&school, id, grade))).await;
    let petra = sponsor_context(db, PETRA).await;
    (school, petra)
}

async fn find_account(db: &Db, id: &str) -> Account {
    store::accounts::get(db, &id.into()).await.unwrap().unwrap()
}

/// The accounts of all of [`MEMBERS`].
async fn list_accounts(db: &Db) -> Vec<Account> {
    let mut accounts = Vec::new();
    for (id, _) in MEMBERS {
        accounts.push(find_account(db, id).await);
    }
    accounts
}

/// The grade of a member. `None` for one who is removed.
async fn find_grade(db: &Db, id: &str) -> Option<String> {
    find_account(db, id).await.membership.map(|place| place.grade.unwrap_or_default())
}

fn choose(last_grade: &str, leavers: LeaverFate) -> YearChoices {
    let last_grade = Grade(last_grade.to_owned());
    YearChoices { last_grade, leavers, other_grades: OtherGradeFate::Stay }
}

fn step(from: &str, to: &'static str, members: usize) -> GradeStep {
    GradeStep { from: from.to_owned(), to, members }
}

async fn confirm(op: &Operation, choices: &YearChoices, shown: &YearPreview) -> YearResult {
    apply(op, choices, &shown.digest).await.unwrap()
}

/// Looks at a new school year and does it. It does what was shown.
async fn look_and_apply(op: &Operation, choices: &YearChoices) -> Option<RosterRunId> {
    let shown = preview(op, choices).await.unwrap();
    match confirm(op, choices, &shown).await {
        YearResult::Finished(run) => {
            assert_eq!(run.is_some(), shown.can_be_confirmed);
            run
        }
        YearResult::Outdated(other) => panic!("{other:?} and not {shown:?}"),
    }
}

db_test! {
    async fn everybody_goes_one_grade_up_as_it_was_shown(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let choices = choose("12", LeaverFate::Remove);
        let shown = preview(&petra, &choices).await.unwrap();
        let steps = [step("P", "K", 1), step("K", "1", 1), step("5", "6", 2), step("6", "7", 1)];
        assert_eq!(shown.steps, steps);
        let fay = find_account(&db, "fay").await.display_name();
        assert_eq!((shown.leavers, &shown.leaver_names[..]), (1, &[fay][..]));
        let group = |grade: Option<&str>| GradeGroup { grade: grade.map(str::to_owned), members: 1 };
        assert_eq!(shown.unchanged, [group(Some("13")), group(Some("4KHF")), group(None)]);
        assert!(shown.can_be_confirmed && shown.previous.is_none());
        assert_eq!(find_grade(&db, "cid").await.as_deref(), Some("5"), "nothing is written before");

        let run = look_and_apply(&petra, &choices).await.unwrap();
        for (id, grade) in MEMBERS {
            let after = match grade.map(next_grade) {
                Some(NextGrade::Grade(next)) => Some(next),
                Some(NextGrade::Leaves) => None,
                Some(NextGrade::Unchanged) | None => Some(grade.unwrap_or_default()),
            };
            assert_eq!(find_grade(&db, id).await.as_deref(), after, "{id}");
        }
        assert!(find_account(&db, "fay").await.deleted);
        let view = roster_runs::get(&petra, &school.id, &run).await.unwrap();
        assert_eq!(view.run.kind, RosterRunKind::SchoolYear);
        assert_eq!((view.run.created, view.run.changed, view.run.removed), (0, 5, 1));
        assert_eq!(view.preview, Some(UndoPreview { changed: 5, restored: 1, removed: 0, kept: 0 }));
        assert_eq!(view.people[0].account, AccountId::from("fay"), "those who are gone come first");
    }

    async fn an_undo_brings_everybody_back_exactly(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let mut tx = db.begin().await.unwrap();
        store::titles::insert(&mut tx, &title(), None).await.unwrap();
        tx.commit().await.unwrap();
        let fay = AccountId::from("fay");
        let sponsor = petra.require_sponsor().unwrap().account.id.clone();
        store::assignments::assign(&db, &fay, title().id, Some(&sponsor), petra.now).await.unwrap();
        store::quick_lists::set(&db, &sponsor, &fay, true, petra.now).await.unwrap();
        let before = list_accounts(&db).await;
        let run = look_and_apply(&petra, &choose("12", LeaverFate::Remove)).await.unwrap();
        assert_eq!(store::assignments::count(&db, &fay).await.unwrap(), 0);
        let undone = roster_runs::undo(&petra, &school.id, &run).await.unwrap();
        assert_eq!((undone.changed, undone.restored, undone.removed, undone.kept.len()), (5, 1, 0, 0));
        assert_eq!(list_accounts(&db).await, before);
        assert_eq!(store::assignments::count(&db, &fay).await.unwrap(), 1);
        assert!(!store::quick_lists::set(&db, &sponsor, &fay, true, petra.now).await.unwrap());
        let (_, hash) = store::accounts::find_by_login(&db, "fay").await.unwrap().unwrap();
        assert_eq!(hash.as_deref(), Some("a hash"), "the password is as before");
        let again = roster_runs::undo(&petra, &school.id, &run).await;
        assert_eq!(error_key(again), "OPERATION_NOT_ALLOWED");
    }

    async fn an_undo_leaves_a_grade_that_was_edited_since(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let run = look_and_apply(&petra, &choose("12", LeaverFate::Keep)).await.unwrap();
        let cid = with_change(find_account(&db, "cid").await, |cid| {
            cid.membership.as_mut().unwrap().grade = Some("9".to_owned());
        });
        let mut tx = db.begin().await.unwrap();
        store::accounts::update(&mut tx, &cid).await.unwrap();
        tx.commit().await.unwrap();
        let undone = roster_runs::undo(&petra, &school.id, &run).await.unwrap();
        assert_eq!((undone.changed, undone.kept.len()), (4, 1));
        assert_eq!(undone.kept[0].reasons, [KeptReason::Edited(vec![MemberField::Grade])]);
        for (id, grade) in [("cid", "9"), ("dan", "5"), ("fay", "12")] {
            assert_eq!(find_grade(&db, id).await.as_deref(), Some(grade), "{id}");
        }
    }

    async fn a_form_that_is_sent_twice_does_nothing_the_second_time(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let choices = choose("12", LeaverFate::Remove);
        let shown = preview(&petra, &choices).await.unwrap();
        assert!(matches!(confirm(&petra, &choices, &shown).await, YearResult::Finished(Some(_))));
        let after = list_accounts(&db).await;
        let YearResult::Outdated(new) = confirm(&petra, &choices, &shown).await else {
            panic!("everybody has another grade by now");
        };
        assert_eq!(list_accounts(&db).await, after);
        assert_eq!((new.leavers, &new.steps[..2]), (0, &[step("K", "1", 1), step("1", "2", 1)][..]));
        let previous = new.previous.unwrap();
        assert_eq!((previous.changed, previous.removed), (5, 1), "it says that this year was begun");
    }

    async fn a_year_is_shown_again_if_its_effect_has_changed(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let choices = choose("12", LeaverFate::Keep);
        let shown = preview(&petra, &choices).await.unwrap();
        insert_members(&db, &[new_member(&school, "zoe", Some("6"))]).await;
        let YearResult::Outdated(new) = confirm(&petra, &choices, &shown).await else {
            panic!("one more would go up");
        };
        assert_eq!((&shown.steps[3], &new.steps[3]), (&step("6", "7", 1), &step("6", "7", 2)));
        // The preview of other choices confirms nothing.
        for other in [choose("12", LeaverFate::Remove), choose("6", LeaverFate::Keep)] {
            assert!(matches!(confirm(&petra, &other, &new).await, YearResult::Outdated(_)));
        }
        assert_eq!(find_grade(&db, "zoe").await.as_deref(), Some("6"), "nothing was written");
        assert!(matches!(confirm(&petra, &choices, &new).await, YearResult::Finished(Some(_))));
        assert_eq!(find_grade(&db, "zoe").await.as_deref(), Some("7"));
    }

    async fn a_primary_school_lets_its_own_last_grade_leave(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let shown = preview(&petra, &choose("5", LeaverFate::Remove)).await.unwrap();
        assert_eq!(shown.leavers, 3, "those in grade 5, and those in grade 12");
        look_and_apply(&petra, &choose("5", LeaverFate::Remove)).await;
        for (id, grade) in [("ann", Some("K")), ("cid", None), ("dan", None), ("eve", Some("7")), ("fay", None)] {
            assert_eq!(find_grade(&db, id).await.as_deref(), grade, "{id}");
        }
    }

    async fn leavers_stay_in_their_grade_if_the_sponsor_keeps_them(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let choices = choose("6", LeaverFate::Keep);
        let shown = preview(&petra, &choices).await.unwrap();
        assert_eq!(shown.leavers, 2);
        look_and_apply(&petra, &choices).await;
        for (id, grade) in [("cid", "6"), ("eve", "6"), ("fay", "12"), ("gil", "13")] {
            assert_eq!(find_grade(&db, id).await.as_deref(), Some(grade), "{id}");
        }
    }

    async fn members_in_other_grades_leave_only_if_the_sponsor_says_so(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let choices = YearChoices { other_grades: OtherGradeFate::Leave, ..choose("12", LeaverFate::Remove) };
        let shown = preview(&petra, &choices).await.unwrap();
        assert_eq!((shown.leavers, shown.unchanged.len()), (3, 1), "who has no grade stays");
        look_and_apply(&petra, &choices).await;
        for (id, is_member) in [("fay", false), ("gil", false), ("hal", false), ("ida", true)] {
            assert_eq!(find_account(&db, id).await.membership.is_some(), is_member, "{id}");
        }
    }

    async fn a_school_whose_members_all_stay_has_nothing_to_confirm(db: Db) {
        let school = add_school(&db).await;
        insert_members(&db, &[new_member(&school, "fay", Some("12")), new_member(&school, "gil", Some("13"))]).await;
        let petra = sponsor_context(&db, PETRA).await;
        let choices = choose("12", LeaverFate::Keep);
        assert!(!preview(&petra, &choices).await.unwrap().can_be_confirmed);
        assert_eq!(look_and_apply(&petra, &choices).await, None);
        assert!(preview(&petra, &choices).await.unwrap().previous.is_none(), "it is no run");
    }

    async fn members_of_another_school_and_sponsors_do_not_change(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let form = new_organization("Hill School", "hugo@hill.example");
        let other = create(&operator_context(&db), form, Faults::default()).await.unwrap().organization;
        insert_members(&db, &[new_member(&other, "max", Some("12"))]).await;
        look_and_apply(&petra, &choose("12", LeaverFate::Remove)).await;
        assert_eq!(find_grade(&db, "max").await.as_deref(), Some("12"));
        let hugo = sponsor_context(&db, "hugo@hill.example").await;
        assert!(preview(&hugo, &choose("12", LeaverFate::Keep)).await.unwrap().previous.is_none());
        assert!(!store::accounts::find_by_login(&db, PETRA).await.unwrap().unwrap().0.deleted);
    }

    async fn only_sponsors_begin_a_school_year(db: Db) {
        add_school_with_members(&db).await;
        let ann = user_context(&db, &find_account(&db, "ann").await);
        let choices = choose("12", LeaverFate::Remove);
        assert_eq!(error_key(preview(&ann, &choices).await), "NOT_SPONSOR");
        assert_eq!(error_key(apply(&ann, &choices, "").await), "NOT_SPONSOR");
        assert_eq!(find_grade(&db, "ann").await.as_deref(), Some("P"));
    }

    async fn as_many_statements_are_sent_for_400_members_as_for_nine(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let choices = choose("12", LeaverFate::Remove);
        let mut costs = Vec::new();
        let grades = ["3", "12"];
        for members in [0, 391] {
            let many: Vec<Account> = (0..members)
                .map(|n| new_member(&school, &format!("m{n}"), Some(grades[n % 2])))
                .chain([new_member(&school, &format!("leaver{members}"), Some("12"))])
                .collect();
            insert_members(&db, &many).await;
            let before = db.statement_count();
            look_and_apply(&petra, &choices).await;
            costs.push(db.statement_count() - before);
        }
        assert_eq!(costs[0], costs[1]);
    }

    async fn names_of_leavers_are_listed_up_to_a_hundred(db: Db) {
        let school = add_school(&db).await;
        let many: Vec<Account> = (0..101).map(|n| new_member(&school, &format!("m{n}"), Some("12"))).collect();
        insert_members(&db, &many).await;
        let petra = sponsor_context(&db, PETRA).await;
        let shown = preview(&petra, &choose("12", LeaverFate::Remove)).await.unwrap();
        assert_eq!((shown.leavers, shown.leaver_names.len()), (101, 100));
    }
}
