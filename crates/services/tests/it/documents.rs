//! Users' own documents.

use domain::documents::DocumentType;
use futures_util::TryStreamExt as _;
use services::PageRequest;
use services::documents::{DocumentSort, DocumentSource, NewDocument, create, list, remove};
use services::uploads::{Spool, Upload};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

async fn new_upload(bytes: &'static [u8]) -> Upload {
    let mut spool = Spool::new(1 << 20).await.unwrap();
    spool.write(&bytes.into()).await.unwrap();
    spool.finish().await.unwrap().unwrap()
}

pub(crate) async fn new_picture(kind: DocumentType) -> NewDocument {
    NewDocument { name: "Tides".into(), kind, source: DocumentSource::File(new_upload(PNG).await) }
}

async fn count_files(world: &World) -> usize {
    let listed = world.files.list(delivery::keys::DOCUMENTS);
    listed.try_collect::<Vec<_>>().await.unwrap().len()
}

db_test! {
    async fn an_owner_keeps_lists_and_removes_a_document(db: Db) {
        let world = World::new(db, None).await;
        let (ann, bob) = (world.new_reader("ann").await, world.new_reader("bob").await);
        let title = create(&ann, &new_picture(DocumentType::Png).await).await.unwrap();
        let part = || PageRequest { sort: DocumentSort::Title, descending: false, after: None, backward: false, limit: 10 };
        let own = list(&ann, part()).await.unwrap();
        assert_eq!((own.items.clone(), own.total), (vec![title.id], 1));
        assert_eq!(list(&bob, part()).await.unwrap().total, 0);
        assert_eq!(error_key(remove(&bob, title.id).await), "TITLE_NOT_FOUND");
        remove(&ann, title.id).await.unwrap();
        assert_eq!(list(&ann, part()).await.unwrap().total, 0);
        assert_eq!(error_key(remove(&ann, title.id).await), "TITLE_NOT_FOUND");
    }

    async fn a_refused_document_leaves_no_file(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        assert_eq!(error_key(create(&ann, &new_picture(DocumentType::Pdf).await).await), "INVALID_FILE_TYPE");
        assert_eq!(count_files(&world).await, 0);
        create(&ann, &new_picture(DocumentType::Png).await).await.unwrap();
        let second = create(&ann, &new_picture(DocumentType::Png).await).await;
        assert_eq!(error_key(second), "OPERATION_NOT_ALLOWED");
        assert_eq!(count_files(&world).await, 1);
    }

    async fn files_of_a_drive_are_refused_without_a_drive(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let source = DocumentSource::Drive("file".into());
        let new = NewDocument { name: "Tides".into(), kind: DocumentType::Pdf, source };
        assert_eq!(error_key(create(&ann, &new).await), "INVALID_PARAMETER");
    }
}
