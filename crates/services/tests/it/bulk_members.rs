//! Acts on many members.

use std::sync::Arc;

use domain::fixtures::{account, title, with_change};
use domain::lists::ListAccess;
use domain::sessions::Browser;
use domain::{
    Account, AccountId, AuditedAct, DisabilityType, Membership, Organization, Peer, ProofSource, Role,
    SessionKind,
};
use services::enrollment::{self, EnrollmentForm, TypedCode};
use services::lists::{self, NewList};
use services::member_acts::{
    ActCounts, ActPreview, ActRefusal, ActRequest, ActResult, CardContent, CardRequest, FinishedAct,
    MemberAct, SignInCard, apply, preview,
};
use services::members::{MAX_NAME_MATCHES, MemberSearch, MemberSelection};
use services::organizations::create;
use services::roster_tags::{self, NewRosterTag};
use services::values::Grade;
use services::{Error, Faults, Operation, roster_runs, sessions};
use store::audit::EntrySearch;
use store::proofs::Proof;
use store::{Db, db_test};

use crate::world::{PETRA, add_school, error_key, new_organization, operator_context, user_context};

/// An operation of the sponsor with this sign-in name.
async fn sponsor_context(db: &Db, name: &str) -> Operation {
    let (sponsor, _) = store::accounts::find_by_login(db, name).await.unwrap().unwrap();
    let mut op = user_context(db, &sponsor);
    op.reader = store::readers::find_by_account(db, &sponsor.id, op.now).await.unwrap().map(Arc::new);
    op
}

fn new_member(school: &Organization, id: &str, grade: &str) -> Account {
    with_change(account(id, Role::OrganizationMember), |member| {
        member.email = None;
        member.username = Some(id.to_owned());
        member.site = school.site.clone();
        let place = Membership::new(school.id.clone());
        member.membership = Some(Membership { grade: Some(grade.to_owned()), ..place });
    })
}

async fn insert_members(db: &Db, members: &[Account]) {
    let mut tx = db.begin().await.unwrap();
    let rows: Vec<(&Account, Option<&str>)> = members.iter().map(|one| (one, Some("a hash"))).collect();
    store::accounts::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

/// A school with Mia and Ben in grade 6, and Liu in grade 7.
async fn add_school_with_members(db: &Db) -> (Organization, Operation) {
    let school = add_school(db).await;
    let members =
        [("mia", "6"), ("ben", "6"), ("liu", "7")].map(|(id, grade)| new_member(&school, id, grade));
    insert_members(db, &members).await;
    let petra = sponsor_context(db, PETRA).await;
    (school, petra)
}

fn choose(ids: &[&str]) -> MemberSelection<'static> {
    MemberSelection::Chosen(ids.iter().map(|id| AccountId::from(*id)).collect())
}

async fn find_account(db: &Db, id: &str) -> Account {
    store::accounts::get(db, &id.into()).await.unwrap().unwrap()
}

async fn find_grade(db: &Db, id: &str) -> Option<String> {
    find_account(db, id).await.membership.unwrap().grade
}

fn set_grade(code: &str) -> MemberAct {
    MemberAct::SetGrade(Grade(code.to_owned()))
}

async fn confirm(
    op: &Operation,
    selection: MemberSelection<'_>,
    act: MemberAct,
    shown: &ActPreview,
) -> ActResult {
    let cards = CardRequest::default();
    apply(op, &ActRequest { selection, act, digest: shown.digest.clone(), cards }).await.unwrap()
}

/// Looks at an act and does it. It does what was shown.
async fn look_and_apply(op: &Operation, selection: &MemberSelection<'_>, act: &MemberAct) -> FinishedAct {
    let shown = preview(op, selection, act).await.unwrap();
    match confirm(op, selection.clone(), act.clone(), &shown).await {
        ActResult::Finished(finished) => {
            assert_eq!(finished.counts, shown.counts);
            finished
        }
        ActResult::Outdated(other) => panic!("{other:?} and not {shown:?}"),
    }
}

/// The user names and passwords on cards.
fn read_passwords(finished: &FinishedAct) -> Vec<(&str, &str)> {
    fn read(card: &SignInCard) -> (&str, &str) {
        match &card.content {
            CardContent::Password { sign_in_name, password, .. } => {
                (sign_in_name.as_str(), password.0.as_str())
            }
            CardContent::Code(_) => panic!("{card:?}"),
        }
    }
    finished.cards.iter().map(read).collect()
}

db_test! {
    async fn the_grade_of_chosen_members_is_changed_and_given_back(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        insert_members(&db, &[new_member(&school, "zoe", "6")]).await;
        let chosen = choose(&["mia", "liu", "ben", "mia", "nobody"]);
        let shown = preview(&petra, &chosen, &set_grade("7")).await.unwrap();
        let counts = ActCounts { meant: 3, changing: 2, unchanged: 1, refused: Vec::new(), gone: 1 };
        assert_eq!((&shown.counts, shown.names.len(), shown.can_be_confirmed()), (&counts, 2, true));
        assert_eq!(find_grade(&db, "mia").await.as_deref(), Some("6"), "nothing is written before");
        let finished = look_and_apply(&petra, &chosen, &set_grade("7")).await;
        for (id, grade) in [("mia", "7"), ("ben", "7"), ("liu", "7"), ("zoe", "6")] {
            assert_eq!(find_grade(&db, id).await.as_deref(), Some(grade), "{id}");
        }
        let again = preview(&petra, &chosen, &set_grade("7")).await.unwrap();
        assert!(again.counts.changing == 0 && !again.can_be_confirmed());
        let undone = roster_runs::undo(&petra, &school.id, &finished.run.unwrap()).await.unwrap();
        assert_eq!(undone.changed, 2);
        for (id, grade) in [("mia", "6"), ("ben", "6"), ("liu", "7")] {
            assert_eq!(find_grade(&db, id).await.as_deref(), Some(grade), "{id}");
        }
    }

    async fn all_members_whom_a_search_finds_are_changed(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let tag = roster_tags::add(&petra, NewRosterTag { district: Some("North"), school: Some("Harbor") }).await.unwrap();
        let sixth = MemberSelection::Filtered(MemberSearch { grade: Some("6"), ..MemberSearch::default() });
        look_and_apply(&petra, &sixth, &MemberAct::SetRosterTag(Some(tag.id))).await;
        let tag_of = async |id| find_account(&db, id).await.membership.unwrap().roster_tag;
        assert_eq!((tag_of("mia").await, tag_of("ben").await, tag_of("liu").await), (Some(tag.id), Some(tag.id), None));
        let tagged = MemberSearch { school: Some(tag.id), ..MemberSearch::default() };
        let tagged = MemberSelection::Filtered(tagged);
        let shown = preview(&petra, &tagged, &MemberAct::SetRosterTag(None)).await.unwrap();
        assert_eq!((shown.counts.changing, &shown.filter.tags[..]), (2, &[tag][..]));
        look_and_apply(&petra, &tagged, &MemberAct::SetRosterTag(None)).await;
        assert_eq!(tag_of("mia").await, None);
        let named = MemberSelection::Filtered(MemberSearch { words: Some("LIU"), ..MemberSearch::default() });
        assert_eq!(look_and_apply(&petra, &named, &set_grade("8")).await.counts.changing, 1);
        let unknown = preview(&petra, &choose(&["mia"]), &MemberAct::SetRosterTag(Some(999))).await;
        assert_eq!(error_key(unknown), "INVALID_PARAMETER");
    }

    async fn members_are_put_on_the_quick_list_and_taken_off(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let put = MemberAct::PutOnQuickList;
        assert_eq!(look_and_apply(&petra, &choose(&["mia"]), &put).await.counts.changing, 1);
        let finished = look_and_apply(&petra, &choose(&["mia", "ben"]), &put).await;
        assert_eq!((finished.counts.changing, finished.counts.unchanged, finished.run), (1, 1, None));
        let listed = MemberSelection::Filtered(MemberSearch { quick_list: true, ..MemberSearch::default() });
        let finished = look_and_apply(&petra, &listed, &MemberAct::TakeOffQuickList).await;
        assert_eq!(finished.counts.changing, 2);
        let shown = preview(&petra, &listed, &MemberAct::TakeOffQuickList).await.unwrap();
        assert_eq!(shown.counts, ActCounts::default());
    }

    async fn a_book_and_a_list_are_given_to_members_once(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let mut tx = db.begin().await.unwrap();
        store::titles::insert(&mut tx, &title(), None).await.unwrap();
        tx.commit().await.unwrap();
        let assign = MemberAct::AssignTitle(title().id);
        look_and_apply(&petra, &choose(&["mia"]), &assign).await;
        let finished = look_and_apply(&petra, &choose(&["mia", "ben"]), &assign).await;
        assert_eq!((finished.counts.changing, finished.counts.unchanged), (1, 1));
        for (id, titles) in [("mia", 1), ("ben", 1), ("liu", 0)] {
            assert_eq!(store::assignments::count(&db, &id.into()).await.unwrap(), titles, "{id}");
        }
        let unknown = preview(&petra, &choose(&["mia"]), &MemberAct::AssignTitle(domain::ids::TitleId(1))).await;
        assert_eq!(error_key(unknown), "TITLE_NOT_FOUND");

        let new = NewList { name: "Autumn".to_owned().into(), access: ListAccess::Private.into(), description: None };
        let list = lists::create(&petra, new, Faults::default()).await.unwrap().list;
        let add = MemberAct::AddToList(list.id.clone());
        look_and_apply(&petra, &choose(&["liu"]), &add).await;
        let finished = look_and_apply(&petra, &choose(&["mia", "liu"]), &add).await;
        assert_eq!((finished.counts.changing, finished.counts.unchanged), (1, 1));
        assert!(store::lists::is_member(&db, &list.id, &"mia".into()).await.unwrap());
        assert!(!store::lists::is_member(&db, &list.id, &"ben".into()).await.unwrap());
        let unknown = preview(&petra, &choose(&["mia"]), &MemberAct::AddToList("nothing".into())).await;
        assert_eq!(error_key(unknown), "LIST_NOT_FOUND");
    }

    async fn the_school_states_a_disability_takes_it_back_and_the_audit_names_who_did(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let linked = with_change(new_member(&school, "lin", "6"), |lin| {
            lin.roles.insert(Role::Individual);
        });
        insert_members(&db, &[linked]).await;
        let kind = DisabilityType::Visual;
        let faxed = Proof { kind, source: ProofSource::Faxed };
        assert!(store::proofs::add(&db, &"ben".into(), &faxed, petra.now).await.unwrap());
        let sources = async || {
            let ids = ["mia", "ben", "liu", "lin"].map(AccountId::from);
            let sources = store::proofs::list_sources(&db, &ids, kind).await.unwrap();
            ids.map(|id| sources.get(&id).copied())
        };
        let (by_school, by_other) = (Some(ProofSource::SchoolVerified), Some(ProofSource::Faxed));
        let all = choose(&["mia", "ben", "liu", "lin"]);
        let finished = look_and_apply(&petra, &all, &MemberAct::MarkDisability(kind)).await;
        let refused = vec![(ActRefusal::ProvesAlone, 1)];
        let counts = ActCounts { meant: 4, changing: 2, unchanged: 1, refused, gone: 0 };
        assert_eq!(finished.counts, counts);
        assert_eq!(sources().await, [by_school, by_other, by_school, None]);
        let changes = store::audit_changes::list_about(&db, &"mia".into(), 9).await.unwrap();
        let changes: Vec<_> = changes.iter().map(|entry| (entry.act, entry.actor.as_ref())).collect();
        assert_eq!(changes, [(Some(AuditedAct::ChangeDisabilities), petra.signed_in_id())]);
        // The preview says that somebody has a proof already.
        let ben = AccountId::from("ben");
        let search = EntrySearch { account: Some(&ben), ..EntrySearch::default() };
        assert!(!store::audit::list(&db, search, 9).await.unwrap().is_empty());

        let unmark = MemberAct::UnmarkDisability(kind);
        let finished = look_and_apply(&petra, &choose(&["mia", "ben"]), &unmark).await;
        assert_eq!((finished.counts.changing, finished.counts.unchanged), (1, 1));
        assert_eq!(sources().await, [None, by_other, by_school, None]);
        let undone = roster_runs::undo(&petra, &school.id, &finished.run.unwrap()).await.unwrap();
        assert_eq!((undone.changed, sources().await[0]), (1, by_school));
    }

    async fn only_sign_ins_that_the_school_manages_are_reset(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let linked = with_change(new_member(&school, "lin", "6"), |lin| {
            lin.roles.insert(Role::Individual);
        });
        let nameless = with_change(new_member(&school, "noa", "6"), |noa| noa.username = None);
        insert_members(&db, &[linked, nameless]).await;
        let all = choose(&["mia", "ben", "lin", "noa"]);
        let shown = preview(&petra, &all, &MemberAct::ResetSignIn).await.unwrap();
        let refused = vec![(ActRefusal::ManagesItself, 1), (ActRefusal::HasNoSignInName, 1)];
        assert_eq!(shown.counts, ActCounts { meant: 4, changing: 2, refused, ..ActCounts::default() });
        let ActResult::Finished(finished) = confirm(&petra, all.clone(), MemberAct::ResetSignIn, &shown).await else {
            panic!("nothing has changed since");
        };
        let cards = read_passwords(&finished);
        assert_eq!(cards.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["ben", "mia"]);
        assert_ne!(cards[0].1, cards[1].1);
        for (id, is_reset) in [("mia", true), ("ben", true), ("lin", false), ("liu", false)] {
            let (account, hash) = store::accounts::find_by_login(&db, id).await.unwrap().unwrap();
            assert_eq!(account.needs_new_password, is_reset, "{id}");
            assert_eq!(hash.as_deref() != Some("a hash"), is_reset, "{id}");
        }
        // A form that is sent again makes no other passwords.
        let again = confirm(&petra, all, MemberAct::ResetSignIn, &shown).await;
        assert!(matches!(again, ActResult::Outdated(shown) if shown.counts.changing == 2));
    }

    async fn members_without_a_name_to_sign_in_by_get_one(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let nameless = |id: &str| with_change(new_member(&school, id, "6"), |member| {
            member.username = None;
            member.name = domain::contributors::Name::new("Zoë Ann", "Peña");
        });
        insert_members(&db, &["zoe", "zoa"].map(nameless)).await;
        let mut taken = new_member(&school, "taken", "6");
        taken.username = Some("Zoe.Pena".to_owned());
        insert_members(&db, &[taken]).await;
        let all = choose(&["zoe", "zoa", "mia"]);
        let finished = look_and_apply(&petra, &all, &MemberAct::GiveSignIn).await;
        assert_eq!((finished.counts.changing, finished.counts.unchanged), (2, 1));
        let cards = read_passwords(&finished);
        assert_eq!(cards.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["zoe.pena2", "zoe.pena3"]);
        for (name, _) in cards {
            let (account, hash) = store::accounts::find_by_login(&db, name).await.unwrap().unwrap();
            assert!(account.needs_new_password && hash.is_some_and(|hash| hash != "a hash"));
        }
    }

    async fn a_code_enrolls_one_browser_of_its_member(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let finished = look_and_apply(&petra, &choose(&["mia"]), &MemberAct::MakeEnrollmentCodes).await;
        let [SignInCard { content: CardContent::Code(code), .. }] = &finished.cards[..] else {
            panic!("{finished:?}")
        };
        let anybody = Operation::by_anybody(petra.library());
        let peer = Peer::from(None);
        let typed = code.to_groups();
        let enroll = || {
            let code = TypedCode { text: &typed, peer: &peer };
            EnrollmentForm { code, previous: None, browser: Browser::default() }
        };
        let person = enrollment::find_person(&anybody, enroll().code).await.unwrap();
        let name = find_account(&db, "mia").await.name;
        assert!(person.short_name.starts_with(&name.first), "{person:?}");
        let (one, other) = tokio::join!(
            enrollment::enroll(&anybody, enroll()),
            enrollment::enroll(&anybody, enroll())
        );
        let secrets: Vec<_> = [one, other].into_iter().filter_map(Result::ok).collect();
        assert_eq!(secrets.len(), 1);
        let op = sessions::resume(petra.library(), secrets[0].reveal()).await.unwrap().unwrap();
        assert_eq!(op.account_id().unwrap().as_str(), "mia");
        let session = store::sessions::get(&db, &secrets[0].hash()).await.unwrap().unwrap();
        assert_eq!(session.kind, SessionKind::Enrollment);
        // A reset of the sign-in signs the browser out, and makes an open code void.
        look_and_apply(&petra, &choose(&["mia"]), &MemberAct::ResetSignIn).await;
        assert!(sessions::resume(petra.library(), secrets[0].reveal()).await.unwrap().is_none());
        let finished = look_and_apply(&petra, &choose(&["ben"]), &MemberAct::MakeEnrollmentCodes).await;
        let [SignInCard { content: CardContent::Code(code), .. }] = &finished.cards[..] else {
            panic!("{finished:?}")
        };
        look_and_apply(&petra, &choose(&["ben"]), &MemberAct::ResetSignIn).await;
        let code = TypedCode { text: &code.to_groups(), peer: &peer };
        assert!(matches!(enrollment::find_person(&anybody, code).await, Err(Error::Credentials)));
    }

    async fn a_code_enrolls_a_browser_or_a_device_and_not_both(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let finished = look_and_apply(&petra, &choose(&["mia"]), &MemberAct::MakeEnrollmentCodes).await;
        let [SignInCard { content: CardContent::Code(code), .. }] = &finished.cards[..] else {
            panic!("{finished:?}")
        };
        let anybody = Operation::by_anybody(petra.library());
        let peer = Peer::from(None);
        let typed = code.to_groups();
        let code = TypedCode { text: &typed, peer: &peer };
        let browser = EnrollmentForm { code, previous: None, browser: Browser::default() };
        let enroll_device = || enrollment::enroll_device(&anybody, code, "Kobo");
        let (browser, device) = tokio::join!(enrollment::enroll(&anybody, browser), enroll_device());
        assert_ne!(browser.is_ok(), device.is_ok());
        let devices = store::devices::list(&db, &"mia".into()).await.unwrap();
        assert_eq!(devices.len(), usize::from(device.is_ok()));
        assert!(matches!(enroll_device().await, Err(Error::Credentials)));
    }

    async fn too_many_sign_ins_are_not_reset(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let many: Vec<Account> = (0..201).map(|n| new_member(&school, &format!("m{n}"), "3")).collect();
        insert_members(&db, &many).await;
        let third = MemberSelection::Filtered(MemberSearch { grade: Some("3"), ..MemberSearch::default() });
        let shown = preview(&petra, &third, &MemberAct::ResetSignIn).await.unwrap();
        assert!(shown.exceeded_limit == Some(200) && !shown.can_be_confirmed());
        assert_eq!(shown.names.len(), 100);
        let result = confirm(&petra, third, MemberAct::ResetSignIn, &shown).await;
        assert!(matches!(result, ActResult::Outdated(_)));
    }

    async fn removed_members_come_back_with_the_run(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        look_and_apply(&petra, &choose(&["mia"]), &MemberAct::PutOnQuickList).await;
        let finished = look_and_apply(&petra, &choose(&["mia", "ben"]), &MemberAct::Remove).await;
        assert!(find_account(&db, "mia").await.deleted && find_account(&db, "ben").await.deleted);
        assert!(!find_account(&db, "liu").await.deleted);
        let undone = roster_runs::undo(&petra, &school.id, &finished.run.unwrap()).await.unwrap();
        assert_eq!(undone.restored, 2);
        assert_eq!(find_grade(&db, "mia").await.as_deref(), Some("6"));
        let listed = MemberSelection::Filtered(MemberSearch { quick_list: true, ..MemberSearch::default() });
        let shown = preview(&petra, &listed, &MemberAct::TakeOffQuickList).await.unwrap();
        assert_eq!(shown.counts.changing, 1);
    }

    async fn members_of_another_school_do_not_change(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        let form = new_organization("Hill School", "hugo@hill.example");
        let other = create(&operator_context(&db), form, Faults::default()).await.unwrap().organization;
        insert_members(&db, &[new_member(&other, "max", "6")]).await;
        let ada = "ada";
        for act in [set_grade("9"), MemberAct::PutOnQuickList, MemberAct::ResetSignIn, MemberAct::Remove] {
            let shown = preview(&petra, &choose(&["max", ada]), &act).await.unwrap();
            assert_eq!(shown.counts, ActCounts { gone: 2, ..ActCounts::default() }, "{act:?}");
            confirm(&petra, choose(&["max", ada]), act, &shown).await;
        }
        let sixth = MemberSelection::Filtered(MemberSearch { grade: Some("6"), ..MemberSearch::default() });
        look_and_apply(&petra, &sixth, &set_grade("5")).await;
        assert_eq!(find_grade(&db, "max").await.as_deref(), Some("6"));
        assert!(!find_account(&db, ada).await.deleted);
        let hugo = sponsor_context(&db, "hugo@hill.example").await;
        let list = NewList { name: "Hill".to_owned().into(), access: ListAccess::Org.into(), description: None };
        let list = lists::create(&hugo, list, Faults::default()).await.unwrap().list;
        let foreign = preview(&petra, &choose(&["mia"]), &MemberAct::AddToList(list.id)).await;
        assert_eq!(error_key(foreign), "LIST_NOT_FOUND");
    }

    async fn an_act_is_shown_again_if_its_effect_has_changed(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let sixth = || MemberSelection::Filtered(MemberSearch { grade: Some("6"), ..MemberSearch::default() });
        let shown = preview(&petra, &sixth(), &MemberAct::Remove).await.unwrap();
        insert_members(&db, &[new_member(&school, "zoe", "6")]).await;
        let ActResult::Outdated(new) = confirm(&petra, sixth(), MemberAct::Remove, &shown).await else {
            panic!("one more would be removed");
        };
        assert_eq!((shown.counts.changing, new.counts.changing), (2, 3));
        assert!(!find_account(&db, "mia").await.deleted, "nothing was written");
        // The preview of another act confirms nothing.
        let other = confirm(&petra, sixth(), set_grade("8"), &new).await;
        assert!(matches!(other, ActResult::Outdated(_)));
        assert_eq!(find_grade(&db, "mia").await.as_deref(), Some("6"));
        assert!(matches!(confirm(&petra, sixth(), MemberAct::Remove, &new).await, ActResult::Finished(_)));
    }

    async fn words_that_find_more_members_than_are_looked_up_choose_nobody(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let members: Vec<Account> = (0..=MAX_NAME_MATCHES)
            .map(|n| {
                with_change(new_member(&school, &format!("twin{n}"), "6"), |member| member.name.last = "Falk".into())
            })
            .collect();
        insert_members(&db, &members).await;
        let twins = MemberSelection::Filtered(MemberSearch { words: Some("falk"), ..MemberSearch::default() });
        let refused = preview(&petra, &twins, &set_grade("7")).await.map(drop);
        assert_eq!(error_key(refused), "INVALID_PARAMETER");
    }

    async fn as_many_statements_are_sent_for_200_members_as_for_one(db: Db) {
        let (school, petra) = add_school_with_members(&db).await;
        let many: Vec<Account> = (0..201).map(|n| new_member(&school, &format!("m{n}"), "3")).collect();
        insert_members(&db, &many).await;
        let ids: Vec<AccountId> = many.iter().map(|member| member.id.clone()).collect();
        for act in [set_grade("4"), MemberAct::PutOnQuickList, MemberAct::TakeOffQuickList, MemberAct::Remove] {
            let mut costs = Vec::new();
            for some in [&ids[..1], &ids[1..]] {
                let before = db.statement_count();
                look_and_apply(&petra, &MemberSelection::Chosen(some.to_vec()), &act).await;
                costs.push(db.statement_count() - before);
            }
            assert_eq!(costs[0], costs[1], "{act:?}");
        }
    }

    async fn only_sponsors_act_and_only_on_somebody(db: Db) {
        let (_, petra) = add_school_with_members(&db).await;
        assert_eq!(error_key(preview(&petra, &choose(&[]), &MemberAct::Remove).await), "MISSING_PARAMETER");
        let mia = user_context(&db, &find_account(&db, "mia").await);
        assert_eq!(error_key(preview(&mia, &choose(&["ben"]), &MemberAct::Remove).await), "NOT_SPONSOR");
        let request = ActRequest { selection: choose(&["ben"]), act: MemberAct::Remove, digest: String::new(), cards: CardRequest::default() };
        assert_eq!(error_key(apply(&mia, &request).await), "NOT_SPONSOR");
        assert!(matches!(apply(&petra, &request).await, Ok(ActResult::Outdated(_))));
    }
}
