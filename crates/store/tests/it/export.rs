//! A walk through the catalog of a site.

use domain::fixtures::{days_ago, individual, lab, now, site, title, with};
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use store::supplier_records::{self, Supplier, Taken};
use store::{Db, db_test, export, titles};

use crate::world;

async fn add(db: &Db, all: &[Title]) {
    let mut tx = db.begin().await.unwrap();
    let all: Vec<_> = all.iter().map(|title| (title.clone(), None)).collect();
    titles::insert_many(&mut tx, &all).await.unwrap();
    tx.commit().await.unwrap();
}

fn numbered(id: i64) -> Title {
    with(title(), |title| {
        title.id = TitleId(id);
        title.dates.updated = days_ago(id);
    })
}

db_test! {
    async fn a_walk_passes_every_title_of_the_site_once(db: Db) {
        world::found(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        let mut all: Vec<Title> = (1..=9).map(numbered).collect();
        all[1].site = lab();
        all[3].owner = Some(ada.account.id);
        all[4].status = TitleStatus::Withdrawn;
        add(&db, &all).await;
        let walk = async |since, limit| {
            let (mut ids, mut passed, mut after) = (Vec::new(), 0, TitleId(0));
            loop {
                let before = db.statements();
                let stretch = export::stretch(&db, &site(), since, after, limit).await.unwrap();
                assert_eq!(db.statements() - before, 1);
                assert!(stretch.passed <= u64::from(limit));
                let Some(last) = stretch.last else { return (ids, passed) };
                (after, passed) = (last, passed + stretch.passed);
                ids.extend(stretch.titles.iter().map(|title| title.id.0));
            }
        };
        let whole = vec![1, 3, 5, 6, 7, 8, 9];
        for limit in [1, 2, 4, 9, 100] {
            assert_eq!(walk(None, limit).await, (whole.clone(), 9), "limit {limit}");
        }
        assert_eq!(walk(Some(days_ago(5)), 2).await, (vec![1, 3, 5], 9), "that day is one of them");
        assert_eq!(walk(Some(now()), 100).await, (vec![], 9));
        let there = export::stretch(&db, &site(), None, TitleId(8), 5).await.unwrap();
        assert_eq!(there.titles, [all[8].clone()], "as it is");
    }

    async fn isbns_and_references_are_found_for_many_titles_in_one_call(db: Db) {
        world::found(&db).await;
        let isbn = |title: &mut Title| title.metadata.isbn13 = Some("9780306406157".into());
        add(&db, &[with(numbered(1), isbn), numbered(2), numbered(3)]).await;
        let harbor = Supplier { site: site(), name: "harbor".into() };
        let mut tx = db.begin().await.unwrap();
        let record = |reference: &str, id| (reference.to_owned(), Taken { title: TitleId(id), hash: "h".into() });
        let records = [record("b", 1), record("a", 1), record("c", 3)];
        supplier_records::upsert_many(&mut tx, &harbor, &records).await.unwrap();
        tx.commit().await.unwrap();
        let ids = [1, 2, 3, 4].map(TitleId);
        let before = db.statements();
        let isbns = export::isbns(&db, &ids).await.unwrap();
        let references = supplier_records::references(&db, &harbor, &ids).await.unwrap();
        assert_eq!(db.statements() - before, 2);
        assert_eq!(isbns, [(TitleId(1), "9780306406157".to_owned())].into());
        let named = [(TitleId(1), "a".to_owned()), (TitleId(3), "c".to_owned())];
        assert_eq!(references, named.into(), "one for each, always the same");
        for other in [Supplier { name: "gull".into(), ..harbor.clone() }, Supplier { site: lab(), ..harbor }] {
            assert!(supplier_records::references(&db, &other, &ids).await.unwrap().is_empty());
        }
        assert!(export::isbns(&db, &[]).await.unwrap().is_empty());
    }
}
