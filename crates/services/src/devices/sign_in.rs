//! The sign-in of a device, which comes with each of its requests.

use std::sync::Arc;

use domain::accounts::MAX_SIGN_IN_BYTES;
use domain::devices::app_name;
use domain::{Device, Peer, Reader, SiteId};
use jiff::Timestamp;
use store::throttle::{self, AttemptKind};

use super::proof::{DeviceKey, Proof};
use crate::{Error, Library, Operation, Result};

/// The caller that comes by the device with this name and proof. The name is the device's own, or the user
/// name or email address of its account, in any case. With a `site`, accounts of others are refused like a
/// wrong password, as locked and deleted ones are. Failures are counted by `peer` next to the
/// name; `agent` is the `User-Agent`.
///
/// Nothing is cached: a device that was revoked is refused immediately, on every node.
///
/// # Errors
/// [`Error::Credentials`]; [`Error::Wait`] if this name or this address has failed too often;
/// `CLIENT_NOT_ALLOWED` if the operator has disabled reading apps at the account's site.
pub async fn sign_in(
    library: &Library,
    site: Option<&SiteId>,
    name: &str,
    proof: Proof<'_>,
    peer: &Peer,
    agent: Option<&str>,
) -> Result<Operation> {
    // A NUL cannot be looked up in every database.
    if name.len() > MAX_SIGN_IN_BYTES || name.contains('\0') {
        return Err(Error::Credentials);
    }
    let now = library.current_time();
    let address = &peer.failure_key(name);
    let standing = throttle::read_state(library.db(), AttemptKind::Device, name, address, now).await?;
    if let Some(wait) = standing.wait {
        tracing::warn!(address = peer.log_address(), "sign-in of a device refused: too many failures");
        return Err(Error::retry_after(wait, "Too many failed sign-ins; try again later."));
    }
    let Some((device, reader)) = find_proven(library, site, name, proof, now).await? else {
        throttle::record_failure(library.db(), AttemptKind::Device, name, address, now).await?;
        tracing::info!(address = peer.log_address(), "sign-in of a device failed");
        return Err(Error::Credentials);
    };
    // A request that follows others writes nothing.
    if standing.login_failed {
        throttle::forget_login_failures(library.db(), AttemptKind::Device, name).await?;
    }
    let app = agent.and_then(app_name);
    store::devices::touch(library.db(), &device, app.as_deref(), now).await?;
    let mut caller = Operation::from_reading_app(library, &reader.account.site, now).await?;
    caller.reader = Some(Arc::new(reader));
    caller.device = Some(Arc::new(device));
    Ok(caller)
}

/// The device that the name means and the proof fits, with its reader. `None` if there is none that may sign
/// in.
async fn find_proven(
    library: &Library,
    site: Option<&SiteId>,
    name: &str,
    proof: Proof<'_>,
    now: Timestamp,
) -> Result<Option<(Device, Reader)>> {
    let hash = proof.keyed_hash(&DeviceKey::load_cached(library).await?);
    let mut fitting = None;
    // All are compared, so that the time says nothing about which one fits.
    for (device, kept) in store::devices::list_by_sign_in(library.db(), name).await? {
        if secrets::equals_in_constant_time(&kept, &hash) {
            fitting = Some(device);
        }
    }
    let Some(device) = fitting else { return Ok(None) };
    let reader = store::readers::find_by_account(library.db(), &device.account, now).await?;
    let reader = reader.filter(|reader| {
        let account = &reader.account;
        account.may_sign_in() && site.is_none_or(|site| account.site == *site)
    });
    Ok(reader.map(|reader| (device, reader)))
}
