//! Accounts that may be of the same person.

use domain::fixtures::{account, lab, noon, site, with_change};
use domain::{Account, AccountId, Name, Role};
use jiff::civil::date;
use store::distinct_people::{self, Distinction, Namesake, NamesakeKey};
use store::{Db, accounts, closing, db_test};

use crate::world;

/// Somebody with this name who was born on September 3.
fn born(id: &str, first: &str, year: i16) -> Account {
    with_change(account(id, Role::Individual), |account| {
        account.name = Name::new(first, "Marsh");
        account.date_of_birth = Some(date(year, 9, 3));
    })
}

/// The identifiers of the accounts of each group.
async fn list_groups(db: &Db) -> Vec<Vec<String>> {
    let keys = distinct_people::list_groups(db, Some(&site()), &NamesakeKey::default(), 50).await.unwrap();
    let people = distinct_people::list_namesakes(db, &keys).await.unwrap();
    let ids =
        |group: &[Namesake]| group.iter().map(|one| one.account.id.to_string()).collect::<Vec<String>>();
    people.chunk_by(|one, other| one.key == other.key).map(ids).collect()
}

async fn mark_distinct(db: &Db, ids: &[&str]) {
    let ids: Vec<AccountId> = ids.iter().map(|id| AccountId::from(*id)).collect();
    let by = AccountId::from("ann");
    let new = Distinction { accounts: &ids, decided_by: Some(&by), decided: noon() };
    committed!(db, tx => distinct_people::insert(&mut tx, &new));
}

db_test! {
    async fn namesakes_with_one_birth_date_are_listed_until_staff_know_better(db: Db) {
        world::create_sites(&db).await;
        world::settle_account(&db, &account("ann", Role::MembershipAssistant)).await;
        let elsewhere = with_change(born("elsewhere", "Olive", 2014), |account| account.site = lab());
        for account in [
            born("o1", "Olive", 2014),
            born("o2", "Ölive", 2014),
            born("o3", "OLIVE", 2014),
            born("later", "Olive", 2015),
            born("b1", "Bea", 2014),
            born("b2", "Bea", 2014),
            elsewhere,
        ] {
            world::settle_account(&db, &account).await;
        }
        let (bea, olive) = (vec!["b1".to_owned(), "b2".into()], vec!["o1".to_owned(), "o2".into(), "o3".into()]);
        assert_eq!(list_groups(&db).await, [bea, olive.clone()]);
        let first = distinct_people::list_groups(&db, None, &NamesakeKey::default(), 1).await.unwrap();
        let rest = distinct_people::list_groups(&db, None, &first[0], 50).await.unwrap();
        assert_eq!(rest.len(), 1, "the next page begins after the last group");
        let people = distinct_people::list_namesakes(&db, &rest).await.unwrap();
        assert_eq!((people[0].group_size, people[0].proofs, people[0].last_sign_in), (3, 0, None));

        mark_distinct(&db, &["b2", "b1"]).await;
        mark_distinct(&db, &["b1", "b2"]).await;
        let by = AccountId::from("ann");
        let others = ["o2", "o3"].map(AccountId::from);
        let decision = Distinction { accounts: &others, decided_by: Some(&by), decided: noon() };
        committed!(db, tx => distinct_people::insert_for_account(&mut tx, &"o1".into(), &decision));
        assert_eq!(list_groups(&db).await, [olive], "one pair is not decided yet");
        mark_distinct(&db, &["o1", "o2", "o3"]).await;
        assert!(list_groups(&db).await.is_empty());

        // A decision goes with one of the accounts, and a removed account is nobody's duplicate.
        let mut tx = db.begin().await.unwrap();
        let account = accounts::get_for_update(&mut tx, &"b2".into()).await.unwrap().unwrap();
        closing::close(&mut tx, &account, noon()).await.unwrap();
        tx.commit().await.unwrap();
        world::settle_account(&db, &born("b3", "Bea", 2014)).await;
        assert_eq!(list_groups(&db).await, [["b1".to_owned(), "b3".into()]]);
    }

    async fn all_accounts_of_a_large_group_are_compared_in_the_end(db: Db) {
        world::create_sites(&db).await;
        world::settle_account(&db, &account("ann", Role::MembershipAssistant)).await;
        for number in 10..22 {
            world::settle_account(&db, &born(&format!("o{number}"), "Olive", 2014)).await;
        }
        for _ in 0..3 {
            let shown = list_groups(&db).await.concat();
            assert_eq!(shown.len(), 10);
            mark_distinct(&db, &shown.iter().map(String::as_str).collect::<Vec<_>>()).await;
        }
        assert!(list_groups(&db).await.is_empty());
    }
}
