//! A user's connection to the partner's drive.

use std::sync::Arc;

use async_trait::async_trait;
use delivery::drive::{Connector, Drive, DriveError, FileStream, Sealer, Tokens};
use domain::documents::DocumentType;
use domain::fixtures::now;
use jiff::{SignedDuration, Timestamp};
use services::documents::{NewDocument, Source, create};
use services::drive::{Authorization, DriveUser, connect, disconnect};
use store::db_test;

use crate::library::World;
use crate::world::key;

/// A drive that accepts the code `good`, renews a connection once, and has one file of 21 MiB.
#[derive(Debug)]
struct Shelf;

fn tokens(access: &str, refresh: &str, time: SignedDuration) -> Tokens {
    Tokens { access: access.into(), refresh: Some(refresh.into()), expires: now() + time }
}

#[async_trait]
impl Drive for Shelf {
    async fn connect(&self, code: &str, _: Option<&str>, _: Timestamp) -> Result<Tokens, DriveError> {
        match code {
            "good" => Ok(tokens("first", "once", SignedDuration::from_hours(1))),
            "short" => Ok(tokens("short", "once", SignedDuration::ZERO)),
            _ => Err(DriveError::Refused("unknown code".into())),
        }
    }

    async fn renew(&self, old: &Tokens, _: Timestamp) -> Result<Tokens, DriveError> {
        match old.refresh.as_deref() {
            Some("once") => Ok(tokens("second", "never", SignedDuration::ZERO)),
            _ => Err(DriveError::Refused("used up".into())),
        }
    }

    async fn disconnect(&self, _: &Tokens) -> Result<(), DriveError> {
        Err(DriveError::Unusable("not reached".into()))
    }

    async fn open(&self, _: &Tokens, file: &str) -> Result<FileStream, DriveError> {
        let piece = Ok(vec![0; 1 << 20].into());
        if file != "large" {
            return Err(DriveError::NoFile);
        }
        Ok(Box::pin(futures_util::stream::iter(std::iter::repeat_n(piece, 21))))
    }
}

fn shelf() -> Connector {
    Connector { drive: Arc::new(Shelf), sealer: Sealer::new(&[3; 32]) }
}

fn code(code: &str) -> Authorization<'_> {
    Authorization { code, redirect_uri: None }
}

db_test! {
    async fn a_code_connects_until_the_user_disconnects(db: Db) {
        let world = World::new(db, Some(shelf())).await;
        let (library, ann) = (&world.library, DriveUser(world.reader("ann").await));
        assert_eq!(key(connect(library, &ann, None).await), "RECORD_NOT_FOUND");
        assert_eq!(key(connect(library, &ann, Some(code("bad"))).await), "INVALID_PARAMETER");
        assert_eq!(connect(library, &ann, Some(code("good"))).await.unwrap().access, "first");
        assert_eq!(connect(library, &ann, None).await.unwrap().access, "first");
        // The connection ends here even if the drive cannot be reached.
        disconnect(library, &ann).await.unwrap();
        assert_eq!(key(connect(library, &ann, None).await), "RECORD_NOT_FOUND");
        disconnect(library, &ann).await.unwrap();
    }

    async fn expired_tokens_are_renewed_until_the_drive_refuses(db: Db) {
        let world = World::new(db, Some(shelf())).await;
        let (library, ann) = (&world.library, DriveUser(world.reader("ann").await));
        connect(library, &ann, Some(code("short"))).await.unwrap();
        assert_eq!(connect(library, &ann, None).await.unwrap().access, "second");
        assert_eq!(key(connect(library, &ann, None).await), "RECORD_NOT_FOUND");
        assert!(store::drive_connections::get(&world.db, ann.0.id()).await.unwrap().is_none());
    }

    async fn files_of_the_drive_are_bounded(db: Db) {
        let world = World::new(db, Some(shelf())).await;
        let (library, ann) = (&world.library, DriveUser(world.reader("ann").await));
        let new = |file: &str| {
            let source = Source::Drive(file.into());
            NewDocument { name: "Tides".into(), kind: DocumentType::Pdf, source }
        };
        assert_eq!(key(create(library, &ann.0, &new("large")).await), "INVALID_PARAMETER");
        connect(library, &ann, Some(code("good"))).await.unwrap();
        assert_eq!(key(create(library, &ann.0, &new("large")).await), "FILE_TOO_LARGE");
        assert_eq!(key(create(library, &ann.0, &new("none")).await), "INVALID_PARAMETER");
    }

    async fn without_a_drive_no_code_is_accepted(db: Db) {
        let world = World::new(db, None).await;
        let (library, ann) = (&world.library, DriveUser(world.reader("ann").await));
        assert_eq!(key(connect(library, &ann, Some(code("good"))).await), "INVALID_PARAMETER");
        assert_eq!(key(connect(library, &ann, None).await), "RECORD_NOT_FOUND");
        disconnect(library, &ann).await.unwrap();
    }
}
