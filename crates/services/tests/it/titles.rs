//! Titles, their formats and their files.

use domain::artifacts::ArtifactEdit;
use domain::change::Change;
use domain::fixtures::{lab, title, with_change};
use domain::{Format, Role, Title, TitleId};
use services::Operation;
use services::files;
use services::titles::{TitleFormat, edit_artifact, issue_source_ticket};
use store::{KeyPage, db_test};

use crate::library::World;
use crate::world::error_key;

async fn add_title(world: &World, change: impl FnOnce(&mut Title)) -> TitleId {
    let title = with_change(title(), change);
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
    title.id
}

async fn collection_staff(world: &World) -> Operation {
    world.new_user("cora", Role::CollectionAssistant).await
}

db_test! {
    async fn a_change_of_a_format_is_accepted_once(db: Db) {
        let world = World::new(db, None).await;
        let cora = collection_staff(&world).await;
        let id = add_title(&world, |_| ()).await;
        let edit = ArtifactEdit { supplier: Change::Set("Harbor Press".into()), ..ArtifactEdit::default() };
        let format_of = |format| TitleFormat { title: id, format };
        edit_artifact(&cora, format_of(Format::Epub3), edit.clone()).await.unwrap();
        let missing = edit_artifact(&cora, format_of(Format::Brf), edit.clone()).await;
        assert_eq!(error_key(missing), "FORMAT_NOT_AVAILABLE");
        let events = store::history::list(&world.db, id, &KeyPage { after: None, limit: 10 }).await.unwrap();
        let [(_, event)] = &events[..] else { panic!("{events:?}") };
        assert_eq!((event.format, &event.person), (Some(Format::Epub3), &Some(cora.account().unwrap().display_name())));
        let mut tx = world.db.begin().await.unwrap();
        let after = jobs::title_updates::foresee_title(&mut tx, id).await.unwrap().unwrap();
        assert_eq!(after.artifact(Format::Epub3).unwrap().details.supplier.as_deref(), Some("Harbor Press"));
    }

    async fn the_source_is_for_the_staff_of_its_site(db: Db) {
        let world = World::new(db, None).await;
        let cora = collection_staff(&world).await;
        let id = add_title(&world, |_| ()).await;
        let name = "sources/1001/book.epub";
        world.files.put(&delivery::Key::parse(name).unwrap(), "a book".into()).await.unwrap();
        let ticket = issue_source_ticket(&cora, id).await.unwrap();
        let file = files::open(&world.anybody(), &ticket).await.unwrap();
        assert_eq!((file.save_name(), file.file_meta().size), ("1001-source.epub", 6));
        let bare = add_title(&world, |title| {
            title.id = TitleId(2);
            title.files.source = None;
        })
        .await;
        assert_eq!(error_key(issue_source_ticket(&cora, bare).await), "RESOURCE_NOT_FOUND");
        let foreign = add_title(&world, |title| {
            title.id = TitleId(3);
            title.site = lab();
        })
        .await;
        assert_eq!(error_key(issue_source_ticket(&cora, foreign).await), "TITLE_NOT_FOUND");
    }
}
