//! /desk/people/{id}/merge: two accounts of one person become one, and two again.

use domain::{Account, AccountId, TitleId};
use jiff::civil::date;
use store::{Db, assignments};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

const KEPT_PERSON_PATH: &str = "/desk/people/demo-individual";
const MERGE_PATH: &str = "/desk/people/demo-individual/merge";
const UNDO_PATH: &str = "/desk/people/demo-individual/merge/undo";
const PREVIEW_PATH: &str = "/desk/people/demo-individual/merge?with=twin&keep=demo-individual";

/// Adds a second account of the reader, with a name of its own to sign in by and an assigned title.
async fn add_twin(db: &Db, title: TitleId) -> Account {
    let ines = store::accounts::get(db, &"demo-individual".into()).await.unwrap().unwrap();
    let created = ines.created;
    let twin = Account { id: "twin".into(), email: None, username: Some("ines-again".into()), ..ines };
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &twin, Some("a hash")).await.unwrap();
    tx.commit().await.unwrap();
    assert!(assignments::assign(db, &twin.id, title, None, created).await.unwrap());
    twin
}

async fn is_assigned(db: &Db, account: &str, title: TitleId) -> bool {
    let account = AccountId::from(account);
    let assignees = assignments::find_assignees(db, title, &[account]).await.unwrap();
    !assignees.is_empty()
}

async fn is_closed(db: &Db, account: &str) -> bool {
    store::accounts::get(db, &account.into()).await.unwrap().unwrap().deleted
}

one! {
    async fn staff_merge_two_accounts_of_one_person_and_undo_it(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let title = TitleId(sandbox.title("publicDomain"));
        let twin = add_twin(&db, title).await;
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let page = staff.read("/desk/duplicates").await;
        assert!(page.contains("/merge?with=") && page.contains("ines-again"), "{page}");
        let page = staff.read(PREVIEW_PATH).await;
        for said in ["Ines Okafor", "ines-again", "Assigned titles", "Moves", "keep=twin", "State of the account"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let token = hidden_field(&page, "token");
        let token = ("token", token.as_str());
        let form = [token, ("closed", "twin")];
        // Nobody merges, separates or erases people about whom somebody else is deciding.
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let own_token = hidden_field(&administrator.read("/desk/duplicates").await, "token");
        let claim = [("token", own_token.as_str()), ("kind", "proof"), ("subject", "twin"), ("list", "proof")];
        administrator.post("/desk/work/claim", &claim).await.expect_status(303);
        let distinct = [token, ("person", "demo-individual"), ("person", "twin")];
        let erase = [token, ("identifier", "twin")];
        let twin_path = "/desk/people/twin/erase";
        for (path, form) in [(MERGE_PATH, &form[..]), ("/desk/duplicates", &distinct[..]), (twin_path, &erase[..])] {
            let refused = staff.post(path, form).await.expect_status(409).text();
            assert!(refused.contains("has taken this, until"), "{path}: {refused}");
            assert!(refused.contains("was not saved"), "{path}: {refused}");
        }
        for path in [PREVIEW_PATH, twin_path] {
            assert!(staff.read(path).await.contains("has taken this, until"), "{path}");
        }
        administrator.post("/desk/work/release", &claim).await.expect_status(303);
        let reply = staff.post(MERGE_PATH, &form).await.expect_status(303);
        let page = staff.read(reply.header("location")).await;
        for said in ["The accounts are merged.", "Undo the merge with twin", "Accounts of one person merged"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(is_closed(&db, "twin").await && is_assigned(&db, "demo-individual", title).await);
        assert!(store::accounts::find_by_login(&db, "ines-again").await.unwrap().is_none(), "the sign-in has ended");
        assert!(staff.read("/desk/people/twin").await.contains("merged into another one"));
        assert!(!staff.read("/desk/duplicates").await.contains("ines-again"));
        assert!(staff.read(PREVIEW_PATH).await.contains("One of these accounts is closed."));

        let number = hidden_field(&page, "merge");
        let undo = [token, ("merge", number.as_str())];
        staff.post(UNDO_PATH, &undo).await.expect_status(303);
        let page = staff.read(KEPT_PERSON_PATH).await;
        for said in ["The merge is undone", "The merge was undone on"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert_eq!(store::accounts::get(&db, &twin.id).await.unwrap(), Some(twin));
        assert!(is_assigned(&db, "twin", title).await && !is_assigned(&db, "demo-individual", title).await);
        assert!(store::accounts::find_by_login(&db, "ines-again").await.unwrap().is_some());
        staff.post(UNDO_PATH, &undo).await.expect_status(303);
        assert!(staff.read(KEPT_PERSON_PATH).await.contains("The merge was undone before."));
    }

    async fn accounts_with_other_birth_dates_are_merged_only_if_staff_confirm_it(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let twin = add_twin(&db, TitleId(sandbox.title("publicDomain"))).await;
        let twin = Account { date_of_birth: Some(date(1970, 1, 1)), ..twin };
        let mut tx = db.begin().await.unwrap();
        store::accounts::update(&mut tx, &twin).await.unwrap();
        tx.commit().await.unwrap();
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&staff.read(PREVIEW_PATH).await, "token");
        let token = ("token", token.as_str());
        let wrong = staff.post(MERGE_PATH, &[token, ("closed", "twin")]).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("href=\"#sure\""), "{wrong}");
        assert!(!is_closed(&db, "twin").await);
        staff.post(MERGE_PATH, &[token, ("closed", "twin"), ("sure", "yes")]).await.expect_status(303);
        let number = hidden_field(&staff.read(KEPT_PERSON_PATH).await, "merge");

        // Once one of the accounts is erased, there is no way back.
        staff.post("/desk/people/twin/erase", &[token, ("identifier", "twin")]).await.expect_status(303);
        staff.post(UNDO_PATH, &[token, ("merge", &number)]).await.expect_status(303);
        let page = staff.read(KEPT_PERSON_PATH).await;
        assert!(page.contains("was closed or erased") && !page.contains("Undo the merge"), "{page}");
        // Accounts of staff and of nobody are not merged.
        let of_staff = sandbox.user("collectionAssistant")["userAccountId"].as_str().unwrap().to_owned();
        let page = staff.read(&format!("{MERGE_PATH}?with={of_staff}&keep=demo-individual")).await;
        assert!(page.contains("people who work for the library") && !page.contains("Merge the accounts"), "{page}");
        staff.post(MERGE_PATH, &[token, ("closed", "nobody")]).await.expect_status(404);
    }
}
