//! A walk through the catalog of a site.

use domain::fixtures::{days_ago, individual, lab, noon, site, title, with_change};
use domain::{Title, TitleId, TitleStatus};
use store::supplier_records::{self, ImportedRecord, RecordSupplier};
use store::{Db, db_test, export, titles};

use crate::world;

async fn add_titles(db: &Db, all: &[Title]) {
    let mut tx = db.begin().await.unwrap();
    let all: Vec<_> = all.iter().map(|title| (title.clone(), None)).collect();
    titles::insert_many(&mut tx, &all).await.unwrap();
    tx.commit().await.unwrap();
}

fn title_with_number(id: i64) -> Title {
    with_change(title(), |title| {
        title.id = TitleId(id);
        title.dates.updated = days_ago(id);
    })
}

db_test! {
    async fn a_walk_passes_every_title_of_the_site_once(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        let mut all: Vec<Title> = (1..=9).map(title_with_number).collect();
        all[1].site = lab();
        all[3].owner = Some(ada.account.id);
        all[4].status = TitleStatus::Withdrawn;
        add_titles(&db, &all).await;
        let walk = async |since, limit| {
            let (mut ids, mut passed, mut after) = (Vec::new(), 0, TitleId(0));
            loop {
                let before = db.statement_count();
                let stretch = export::read_chunk(&db, &site(), since, after, limit).await.unwrap();
                assert_eq!(db.statement_count() - before, 1);
                assert!(stretch.title_count <= u64::from(limit));
                let Some(last) = stretch.last else { return (ids, passed) };
                (after, passed) = (last, passed + stretch.title_count);
                ids.extend(stretch.titles.iter().map(|title| title.id.0));
            }
        };
        let whole = vec![1, 3, 5, 6, 7, 8, 9];
        for limit in [1, 2, 4, 9, 100] {
            assert_eq!(walk(None, limit).await, (whole.clone(), 9), "limit {limit}");
        }
        assert_eq!(walk(Some(days_ago(5)), 2).await, (vec![1, 3, 5], 9), "that day is one of them");
        assert_eq!(walk(Some(noon()), 100).await, (vec![], 9));
        let there = export::read_chunk(&db, &site(), None, TitleId(8), 5).await.unwrap();
        assert_eq!(there.titles, [all[8].clone()], "as it is");
    }

    async fn isbns_and_references_are_found_for_many_titles_in_one_call(db: Db) {
        world::create_sites(&db).await;
        let isbn = |title: &mut Title| title.metadata.isbn13 = Some("9780306406157".into());
        add_titles(&db, &[with_change(title_with_number(1), isbn), title_with_number(2), title_with_number(3)]).await;
        let harbor = RecordSupplier { site: site(), name: "harbor".into() };
        let mut tx = db.begin().await.unwrap();
        let record = |reference: &str, id| (reference.to_owned(), ImportedRecord { title: TitleId(id), hash: "h".into() });
        let records = [record("b", 1), record("a", 1), record("c", 3)];
        supplier_records::upsert_many(&mut tx, &harbor, &records).await.unwrap();
        tx.commit().await.unwrap();
        let ids = [1, 2, 3, 4].map(TitleId);
        let before = db.statement_count();
        let isbns = export::list_isbns(&db, &ids).await.unwrap();
        let references = supplier_records::list_references(&db, &harbor, &ids).await.unwrap();
        assert_eq!(db.statement_count() - before, 2);
        assert_eq!(isbns, [(TitleId(1), "9780306406157".to_owned())].into());
        let named = [(TitleId(1), "a".to_owned()), (TitleId(3), "c".to_owned())];
        assert_eq!(references, named.into(), "one for each, always the same");
        for other in [RecordSupplier { name: "gull".into(), ..harbor.clone() }, RecordSupplier { site: lab(), ..harbor }] {
            assert!(supplier_records::list_references(&db, &other, &ids).await.unwrap().is_empty());
        }
        assert!(export::list_isbns(&db, &[]).await.unwrap().is_empty());
    }
}
