//! The partner's drive on a user's behalf (docs/rules/documents.md#rule-1, docs/rules/documents.md#rule-5):
//! tokens that are stored, sealed, and renewed when they expire.

use delivery::drive::{Connector, DriveError};
use futures_util::TryStreamExt as _;

pub use delivery::drive::DriveTokens;

use crate::queries::find_if_some;
use crate::uploads::{Spool, Upload, UploadSender};
use crate::{Error, ErrorKey, Fault, Field, Operation, Reason, Result};

/// The code that the drive gave to an app for a user.
#[derive(Debug, Clone, Copy)]
pub struct Authorization<'a> {
    pub code: &'a str,
    /// The redirect address that the app requested it with.
    pub redirect_uri: Option<&'a str>,
}

/// The tokens of the user's connection. A code connects the user; without one the stored connection is used.
///
/// # Errors
/// `INVALID_PARAMETER` if the drive does not accept the code; `RECORD_NOT_FOUND` if there is neither
/// connection nor code.
pub async fn connect(op: &Operation, authorization: Option<Authorization<'_>>) -> Result<DriveTokens> {
    op.require_drive_user()?;
    let found = match (&op.settings().drive, authorization) {
        (Some(connector), Some(authorization)) => {
            let Authorization { code, redirect_uri } = authorization;
            let tokens = match connector.drive.connect(code, redirect_uri, op.now).await {
                Err(DriveError::Refused(_)) => {
                    return Err(field_fault(Field::AuthorizationCode, "the drive does not accept it"));
                }
                connected => connected?,
            };
            store_tokens(op, connector, &tokens).await?;
            Some(tokens)
        }
        (Some(connector), None) => valid_tokens(op, connector).await?,
        (None, Some(_)) => {
            return Err(field_fault(Field::AuthorizationCode, "there is no drive here that could accept it"));
        }
        (None, None) => None,
    };
    found.ok_or_else(|| {
        let reason = Reason::from("The account is not connected to the drive: send an ")
            .then_field(Field::AuthorizationCode)
            .then_text(".");
        Fault::of_request(ErrorKey::RecordNotFound, reason).into()
    })
}

/// Deletes the user's connection, and revokes its tokens at the drive. Does nothing for a user without one.
pub async fn disconnect(op: &Operation) -> Result<()> {
    op.require_drive_user()?;
    let drive = op.settings().drive.as_ref();
    let tokens = find_if_some(drive.map(|connector| read_tokens(op, connector))).await?;
    store::drive_connections::remove(op.db(), op.account_id()?).await?;
    if let (Some(connector), Some(tokens)) = (drive, tokens)
        && let Err(error) = connector.drive.disconnect(&tokens).await
    {
        // The tokens are deleted here in any case.
        tracing::warn!(%error, "tokens could not be revoked at the drive");
    }
    Ok(())
}

/// Fetches a file of the user's drive, of up to `max_bytes` bytes.
///
/// # Errors
/// `INVALID_PARAMETER` if the user is not connected or there is no such file; `FILE_TOO_LARGE`.
pub(crate) async fn fetch(op: &Operation, file: &str, max_bytes: u64) -> Result<Upload> {
    let Some(connector) = &op.settings().drive else { return Err(invalid_file("there is no drive here")) };
    let _turn =
        op.library().upload_turns().wait_for_turn(&UploadSender::for_account(Some(op.account_id()?))).await?;
    let not_connected = || invalid_file("the account is not connected to the drive");
    let tokens = valid_tokens(op, connector).await?.ok_or_else(not_connected)?;
    let opened = match connector.drive.open(&tokens, file).await {
        // The drive may end a token before it expires: try again with a new one.
        Err(DriveError::Unauthorized) => {
            let tokens = renew_tokens(op, connector, &tokens).await?.ok_or_else(not_connected)?;
            connector.drive.open(&tokens, file).await
        }
        opened => opened,
    };
    let mut pieces = match opened {
        Err(DriveError::NoFile) => return Err(invalid_file("the drive has no such file for this user")),
        Err(DriveError::Unauthorized) => return Err(not_connected()),
        opened => opened?,
    };
    let mut spool = Spool::new(max_bytes).await?;
    while let Some(piece) = pieces.try_next().await? {
        spool.write(&piece).await?;
        if spool.is_too_large() {
            break;
        }
    }
    let too_large = || {
        let reason = "the file is larger than allowed";
        Error::from(Fault::new(ErrorKey::FileTooLarge, Field::PartnerDriveFileId, reason))
    };
    spool.finish().await?.ok_or_else(too_large)
}

fn invalid_file(reason: &'static str) -> Error {
    field_fault(Field::PartnerDriveFileId, reason)
}

fn field_fault(field: Field, reason: &'static str) -> Error {
    Fault::new(ErrorKey::InvalidParameter, field, reason).into()
}

/// The user's tokens, valid for a while. `None` if the user is not connected, or no longer.
async fn valid_tokens(op: &Operation, connector: &Connector) -> Result<Option<DriveTokens>> {
    let Some(tokens) = read_tokens(op, connector).await? else { return Ok(None) };
    if tokens.is_fresh(op.now) { Ok(Some(tokens)) } else { renew_tokens(op, connector, &tokens).await }
}

/// Reads the stored tokens of the user, valid or not.
async fn read_tokens(op: &Operation, connector: &Connector) -> Result<Option<DriveTokens>> {
    let account = op.account_id()?;
    let sealed = store::drive_connections::get(op.db(), account).await?;
    Ok(sealed.and_then(|sealed| connector.sealer.open(&sealed, account)))
}

async fn store_tokens(op: &Operation, connector: &Connector, tokens: &DriveTokens) -> Result<()> {
    let sealed = connector.sealer.seal(tokens, op.account_id()?, &mut op.rng());
    Ok(store::drive_connections::put(op.db(), op.account_id()?, sealed, op.now).await?)
}

/// New tokens. `None` if the drive refuses them, because the user has withdrawn the consent there.
async fn renew_tokens(
    op: &Operation,
    connector: &Connector,
    tokens: &DriveTokens,
) -> Result<Option<DriveTokens>> {
    match connector.drive.renew(tokens, op.now).await {
        Ok(renewed) => {
            store_tokens(op, connector, &renewed).await?;
            Ok(Some(renewed))
        }
        Err(DriveError::Refused(_)) => {
            // Another request may have renewed them meanwhile, and so have used up the refresh token.
            let current = read_tokens(op, connector).await?;
            if current.as_ref().is_some_and(|current| current != tokens && current.is_fresh(op.now)) {
                return Ok(current);
            }
            store::drive_connections::remove(op.db(), op.account_id()?).await?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
