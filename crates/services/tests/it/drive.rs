//! A user's connection to the partner's drive.

use std::sync::Arc;

use async_trait::async_trait;
use delivery::drive::{Connector, Drive, DriveError, DriveTokens, FileStream, Sealer};
use domain::documents::DocumentType;
use domain::fixtures::noon;
use jiff::{SignedDuration, Timestamp};
use services::documents::{DocumentSource, NewDocument, create};
use services::drive::{Authorization, connect, disconnect};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

/// A drive that accepts the code `good`, renews a connection once, and has one file of 21 MiB.
#[derive(Debug)]
struct FakeDrive;

fn new_tokens(access: &str, refresh: &str, time: SignedDuration) -> DriveTokens {
    DriveTokens { access: access.into(), refresh: Some(refresh.into()), expires: noon() + time }
}

#[async_trait]
impl Drive for FakeDrive {
    async fn connect(&self, code: &str, _: Option<&str>, _: Timestamp) -> Result<DriveTokens, DriveError> {
        match code {
            "good" => Ok(new_tokens("first", "once", SignedDuration::from_hours(1))),
            "short" => Ok(new_tokens("short", "once", SignedDuration::ZERO)),
            _ => Err(DriveError::Refused("unknown code".into())),
        }
    }

    async fn renew(&self, old: &DriveTokens, _: Timestamp) -> Result<DriveTokens, DriveError> {
        match old.refresh.as_deref() {
            Some("once") => Ok(new_tokens("second", "never", SignedDuration::ZERO)),
            _ => Err(DriveError::Refused("used up".into())),
        }
    }

    async fn disconnect(&self, _: &DriveTokens) -> Result<(), DriveError> {
        Err(DriveError::Unusable("not reached".into()))
    }

    async fn open(&self, _: &DriveTokens, file: &str) -> Result<FileStream, DriveError> {
        let piece = Ok(vec![0; 1 << 20].into());
        if file != "large" {
            return Err(DriveError::NoFile);
        }
        Ok(Box::pin(futures_util::stream::iter(std::iter::repeat_n(piece, 21))))
    }
}

fn drive_connector() -> Connector {
    Connector { drive: Arc::new(FakeDrive), sealer: Sealer::new(&[3; 32]) }
}

fn authorization_code(code: &str) -> Authorization<'_> {
    Authorization { code, redirect_uri: None }
}

db_test! {
    async fn a_code_connects_until_the_user_disconnects(db: Db) {
        let world = World::new(db, Some(drive_connector())).await;
        let ann = world.new_reader("ann").await;
        assert_eq!(error_key(connect(&ann, None).await), "RECORD_NOT_FOUND");
        assert_eq!(error_key(connect(&ann, Some(authorization_code("bad"))).await), "INVALID_PARAMETER");
        assert_eq!(connect(&ann, Some(authorization_code("good"))).await.unwrap().access, "first");
        assert_eq!(connect(&ann, None).await.unwrap().access, "first");
        // The connection ends here even if the drive cannot be reached.
        disconnect(&ann).await.unwrap();
        assert_eq!(error_key(connect(&ann, None).await), "RECORD_NOT_FOUND");
        disconnect(&ann).await.unwrap();
    }

    async fn expired_tokens_are_renewed_until_the_drive_refuses(db: Db) {
        let world = World::new(db, Some(drive_connector())).await;
        let ann = world.new_reader("ann").await;
        connect(&ann, Some(authorization_code("short"))).await.unwrap();
        assert_eq!(connect(&ann, None).await.unwrap().access, "second");
        assert_eq!(error_key(connect(&ann, None).await), "RECORD_NOT_FOUND");
        assert!(store::drive_connections::get(&world.db, ann.account_id().unwrap()).await.unwrap().is_none());
    }

    async fn files_of_the_drive_are_bounded(db: Db) {
        let world = World::new(db, Some(drive_connector())).await;
        let ann = world.new_reader("ann").await;
        let new = |file: &str| {
            let source = DocumentSource::Drive(file.into());
            NewDocument { name: "Tides".into(), kind: DocumentType::Pdf, source }
        };
        assert_eq!(error_key(create(&ann, &new("large")).await), "INVALID_PARAMETER");
        connect(&ann, Some(authorization_code("good"))).await.unwrap();
        assert_eq!(error_key(create(&ann, &new("large")).await), "FILE_TOO_LARGE");
        assert_eq!(error_key(create(&ann, &new("none")).await), "INVALID_PARAMETER");
    }

    async fn codes_are_refused_without_a_drive(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        assert_eq!(error_key(connect(&ann, Some(authorization_code("good"))).await), "INVALID_PARAMETER");
        assert_eq!(error_key(connect(&ann, None).await), "RECORD_NOT_FOUND");
        disconnect(&ann).await.unwrap();
    }
}
