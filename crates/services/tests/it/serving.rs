//! Serving a person by telephone: who serves whom, and what is refused.

use std::sync::Arc;

use domain::fixtures::{account, with_change};
use domain::{Account, InterfaceLanguage, Membership, Organization, Role};
use services::serving::{
    ServedPerson, ServicePoint, SignInBar, SignInReset, add_note, open_person, reset_sign_in,
};
use services::{Error, Operation};
use store::{Db, db_test};

use crate::world::{PETRA, add_school, error_key, user_context};

fn new_member(school: &Organization, id: &str) -> Account {
    with_change(account(id, Role::OrganizationMember), |member| {
        member.email = None;
        member.username = Some(id.to_owned());
        member.site = school.site.clone();
        member.membership = Some(Membership::new(school.id.clone()));
    })
}

async fn insert_accounts(db: &Db, accounts: &[Account]) {
    let mut tx = db.begin().await.unwrap();
    let rows: Vec<(&Account, Option<&str>)> = accounts.iter().map(|one| (one, Some("a hash"))).collect();
    store::accounts::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

/// A school with Mia, with Lin, who is an individual member, too, and with Tess, who is a sponsor, too; and
/// an operation of Petra, who is its sponsor.
async fn add_school_with_members(db: &Db) -> Operation {
    let school = add_school(db).await;
    let lin = with_change(new_member(&school, "lin"), |lin| {
        lin.roles.insert(Role::Individual);
    });
    let tess = with_change(new_member(&school, "tess"), |tess| {
        tess.roles.insert(Role::OrganizationSponsor);
    });
    insert_accounts(db, &[new_member(&school, "mia"), lin, tess]).await;
    let (petra, _) = store::accounts::find_by_login(db, PETRA).await.unwrap().unwrap();
    let mut op = user_context(db, &petra);
    op.reader = store::readers::find_by_account(db, &petra.id, op.now).await.unwrap().map(Arc::new);
    op
}

fn at_school(id: &str) -> ServedPerson {
    ServedPerson { point: ServicePoint::School, id: id.into() }
}

/// Gives a new password; returns its words, or nothing if the password has been replaced before.
async fn reset(op: &Operation, person: &ServedPerson, replaced: &str) -> Result<Option<String>, Error> {
    let reset = SignInReset { replaced, language: InterfaceLanguage::English };
    let sign_in = reset_sign_in(op, person, reset).await?;
    Ok(sign_in.map(|sign_in| sign_in.password.0))
}

db_test! {
    async fn a_form_for_a_new_sign_in_replaces_the_password_once(db: Db) {
        let petra = add_school_with_members(&db).await;
        let mia = at_school("mia");
        let before = open_person(&petra, &mia, None).await.unwrap();
        assert_eq!((before.sign_in_bar, before.account.needs_new_password), (None, false));
        let password = reset(&petra, &mia, &before.password_mark).await.unwrap().unwrap();
        assert_eq!(password.split('-').count(), 5, "four words and a number");
        assert_eq!(reset(&petra, &mia, &before.password_mark).await.unwrap(), None);
        let after = open_person(&petra, &mia, None).await.unwrap();
        assert!(after.account.needs_new_password && after.password_mark != before.password_mark);
    }

    async fn a_sponsor_serves_members_and_leaves_the_sign_in_of_others_alone(db: Db) {
        let petra = add_school_with_members(&db).await;
        for id in ["lin", "tess"] {
            let shown = open_person(&petra, &at_school(id), None).await.unwrap();
            assert_eq!(shown.sign_in_bar, Some(SignInBar::ManagesItself), "{id}");
            let refused = reset(&petra, &at_school(id), &shown.password_mark).await;
            assert_eq!(error_key(refused), "NOT_MANAGEABLE", "{id}");
        }
        for id in ["ada", "nobody", petra.account_id().unwrap().as_str()] {
            assert_eq!(error_key(open_person(&petra, &at_school(id), None).await), "USER_NOT_FOUND", "{id}");
            assert_eq!(error_key(reset(&petra, &at_school(id), "").await), "USER_NOT_FOUND", "{id}");
        }
        let at_desk = ServedPerson { point: ServicePoint::Desk, ..at_school("mia") };
        assert_eq!(error_key(open_person(&petra, &at_desk, None).await), "FORBIDDEN");
    }

    async fn notes_of_the_desk_and_of_a_school_are_apart(db: Db) {
        let petra = add_school_with_members(&db).await;
        let staff = with_change(account("max", Role::MembershipAssistant), |staff| {
            staff.site = petra.account().unwrap().site.clone();
        });
        insert_accounts(&db, std::slice::from_ref(&staff)).await;
        let staff = user_context(&db, &staff);
        let at_desk = ServedPerson { point: ServicePoint::Desk, ..at_school("mia") };
        add_note(&staff, &at_desk, " Wants braille. ").await.unwrap();
        add_note(&petra, &at_school("mia"), "Spoke to the mother.").await.unwrap();
        for (op, person, text) in
            [(&staff, &at_desk, "Wants braille."), (&petra, &at_school("mia"), "Spoke to the mother.")]
        {
            let shown = open_person(op, person, None).await.unwrap();
            let texts: Vec<&str> = shown.notes.iter().map(|note| note.text.as_str()).collect();
            assert_eq!(texts, [text]);
            assert_eq!(shown.notes[0].author.as_ref(), op.signed_in_id());
        }
        // The button of one form, pressed twice.
        let petra = petra.with_sent_form(Some("a form".to_owned()));
        let mia = at_school("mia");
        let (first, second) =
            tokio::join!(add_note(&petra, &mia, "Called back."), add_note(&petra, &mia, "Called back."));
        first.and(second).unwrap();
        assert_eq!(open_person(&petra, &mia, None).await.unwrap().notes.len(), 2);
        assert_eq!(error_key(add_note(&staff, &at_desk, " ").await), "MISSING_PARAMETER");
        assert_eq!(error_key(add_note(&staff, &at_desk, &"a".repeat(2_001)).await), "INVALID_PARAMETER");
    }
}
