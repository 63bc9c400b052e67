//! The partner's drive on a user's behalf: tokens that are kept, sealed, and renewed when they run out.

use delivery::drive::{Connector, DriveError, Tokens};
use domain::ids::AccountId;
use futures_util::TryStreamExt as _;

use crate::http::errors::{ApiError, ErrorKey, Internal, Result};
use crate::http::roles::SignedIn;
use crate::http::upload::{Spool, Upload};
use crate::state::Api;

/// What cannot be done because of the drive itself is the server's fault.
impl From<DriveError> for ApiError {
    fn from(error: DriveError) -> Self {
        Internal(error).into()
    }
}

/// The user's tokens, good for a while; none when the user is not connected, or not any more.
pub async fn tokens(api: &Api, connector: &Connector, user: &SignedIn) -> Result<Option<Tokens>> {
    let Some(tokens) = stored(api, connector, user.id()).await? else { return Ok(None) };
    if tokens.is_fresh(user.now()) { Ok(Some(tokens)) } else { renewed(api, connector, user, &tokens).await }
}

/// What is stored for an account, whether it is still good or not.
pub async fn stored(api: &Api, connector: &Connector, account: &AccountId) -> Result<Option<Tokens>> {
    let sealed = store::drive_connections::get(&api.db, account).await?;
    Ok(sealed.and_then(|sealed| connector.sealer.open(&sealed, account)))
}

/// Keeps a user's tokens.
pub async fn keep(api: &Api, connector: &Connector, user: &SignedIn, tokens: &Tokens) -> Result<()> {
    let sealed = connector.sealer.seal(tokens, user.id(), &mut api.rng());
    Ok(store::drive_connections::put(&api.db, user.id(), sealed, user.now()).await?)
}

/// New tokens; none when the drive gives none any more, because the user has withdrawn the consent there.
async fn renewed(
    api: &Api,
    connector: &Connector,
    user: &SignedIn,
    tokens: &Tokens,
) -> Result<Option<Tokens>> {
    match connector.drive.renew(tokens, user.now()).await {
        Ok(renewed) => {
            keep(api, connector, user, &renewed).await?;
            Ok(Some(renewed))
        }
        Err(DriveError::Refused(_)) => {
            // Another request may have renewed them meanwhile, and so have used the refresh token up.
            let current = stored(api, connector, user.id()).await?;
            if current.as_ref().is_some_and(|current| current != tokens && current.is_fresh(user.now())) {
                return Ok(current);
            }
            store::drive_connections::remove(&api.db, user.id()).await?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Fetches a file of the user's drive, of at most `largest` bytes.
pub async fn fetch(api: &Api, user: &SignedIn, file: &str, largest: u64) -> Result<Upload> {
    let Some(connector) = &api.library.settings.drive else { return Err(unknown("there is no drive here")) };
    let _turn = api.library.turns().known().await?;
    let not_connected = || unknown("the account is not connected to the drive");
    let tokens = tokens(api, connector, user).await?.ok_or_else(not_connected)?;
    let opened = match connector.drive.open(&tokens, file).await {
        // The drive may end a token before its time: once more with a new one.
        Err(DriveError::Unauthorized) => {
            let tokens = renewed(api, connector, user, &tokens).await?.ok_or_else(not_connected)?;
            connector.drive.open(&tokens, file).await
        }
        opened => opened,
    };
    let mut pieces = match opened {
        Err(DriveError::NoFile) => return Err(unknown("the drive has no such file for this user")),
        Err(DriveError::Unauthorized) => return Err(not_connected()),
        opened => opened?,
    };
    let mut spool = Spool::new(largest).await.map_err(Internal)?;
    while let Some(piece) = pieces.try_next().await? {
        spool.write(&piece).await.map_err(Internal)?;
        if spool.is_too_large() {
            break;
        }
    }
    let too_large = || {
        let reason = "partnerDriveFileId: the file is larger than allowed".to_owned();
        ApiError::new(ErrorKey::FileTooLarge, vec![reason])
    };
    spool.finish().await.map_err(Internal)?.ok_or_else(too_large)
}

fn unknown(reason: &str) -> ApiError {
    ApiError::new(ErrorKey::InvalidParameter, vec![format!("partnerDriveFileId: {reason}")])
}
