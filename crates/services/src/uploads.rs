//! Files that callers send: received piece by piece into temporary files without a name, which disappear with
//! their last handle, whatever happens. Nothing is kept in the file store before an operation decides so.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use domain::{AccountId, Peer};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Error, ErrorKey, Result};

/// Files received concurrently, in this process.
const CONCURRENT: usize = 32;
/// Concurrent uploads of callers who are not identified yet, because their key or token comes after the
/// file.
const MAX_UNIDENTIFIED: usize = 8;
/// Files received concurrently of one account.
const MAX_PER_ACCOUNT: usize = 4;
/// Files received concurrently from one network address: a school may share one.
const MAX_PER_ADDRESS: usize = 8;
/// Maximum number of concurrent uploads per address, of callers who are not identified yet.
const MAX_UNIDENTIFIED_PER_ADDRESS: usize = 4;
/// Time that a request waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(30);

/// A received file. A clone is the same file.
#[derive(Debug, Clone)]
pub struct Upload {
    file: Arc<File>,
    size: u64,
}

impl Upload {
    pub fn byte_count(&self) -> u64 {
        self.size
    }

    /// The file, at its beginning. All handles share one position: read them one after the other.
    pub fn open(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// The whole file.
    pub async fn read_all(&self) -> io::Result<Bytes> {
        let mut file = self.open()?;
        let read = move || {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map(|_| Bytes::from(bytes))
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    }
}

/// A file being received, of which up to `max_bytes` bytes are kept.
#[derive(Debug)]
pub struct Spool {
    file: Option<tokio::fs::File>,
    size: u64,
    max_bytes: u64,
}

impl Spool {
    /// An empty file.
    pub async fn new(max_bytes: u64) -> io::Result<Self> {
        let file = tokio::task::spawn_blocking(tempfile::tempfile).await.map_err(io::Error::other)??;
        Ok(Self { file: Some(tokio::fs::File::from_std(file)), size: 0, max_bytes })
    }

    /// Adds a piece. A file that becomes too large is discarded immediately.
    pub async fn write(&mut self, piece: &Bytes) -> io::Result<()> {
        self.size += piece.len() as u64;
        if self.size > self.max_bytes {
            self.file = None;
        }
        match &mut self.file {
            Some(file) => file.write_all(piece).await,
            None => Ok(()),
        }
    }

    /// Returns true if the file is too large.
    pub fn is_too_large(&self) -> bool {
        self.file.is_none()
    }

    /// The file; `None` if it is too large.
    pub async fn finish(self) -> io::Result<Option<Upload>> {
        let Some(mut file) = self.file else { return Ok(None) };
        file.flush().await?;
        Ok(Some(Upload { file: Arc::new(file.into_std().await), size: self.size }))
    }
}

/// The sender of a file, or the account that has one fetched.
#[derive(Debug, Clone, Default)]
pub struct UploadSender {
    account: Option<String>,
    network: Option<String>,
}

impl UploadSender {
    /// A caller from this address. `account` is `None` if nobody is signed in.
    pub fn new(account: Option<&AccountId>, peer: &Peer) -> Self {
        Self { network: peer.network().map(str::to_owned), ..Self::for_account(account) }
    }

    /// The owner of an account for whom this server fetches or writes a file.
    pub fn for_account(account: Option<&AccountId>) -> Self {
        Self { account: account.map(ToString::to_string), network: None }
    }
}

/// A turn to receive a file, which ends when it is dropped.
#[derive(Debug)]
pub struct Turn {
    _permits: Vec<OwnedSemaphorePermit>,
}

/// Bounds the files received concurrently, and with them the disk space they take: all together, those of one
/// account, and those of one network address.
#[derive(Debug)]
pub struct Turns {
    everybody: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
    by_sender: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Default for Turns {
    fn default() -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            everybody: semaphore(CONCURRENT),
            strangers: semaphore(MAX_UNIDENTIFIED),
            by_sender: Mutex::default(),
        }
    }
}

impl Turns {
    /// A turn for an identified caller, who waits for it: `TOO_MANY_REQUESTS` if none becomes free in time.
    pub async fn wait_for_turn(&self, sender: &UploadSender) -> Result<Turn> {
        // The caller's own turns first: who waits for one of them keeps nobody else waiting.
        let account =
            sender.account.as_ref().map(|id| self.own_turns(format!("account {id}"), MAX_PER_ACCOUNT));
        let network =
            sender.network.as_ref().map(|at| self.own_turns(format!("address {at}"), MAX_PER_ADDRESS));
        let semaphores = [account, network, Some(Arc::clone(&self.everybody))];
        let wait = async {
            let mut permits = Vec::with_capacity(semaphores.len());
            for semaphore in semaphores.into_iter().flatten() {
                permits.push(semaphore.acquire_owned().await.map_err(|_| ErrorKey::TooManyRequests)?);
            }
            Ok::<_, Error>(Turn { _permits: permits })
        };
        tokio::time::timeout(TURN_TIMEOUT, wait)
            .await
            .unwrap_or_else(|_| Err(ErrorKey::TooManyRequests.into()))
    }

    /// A turn for a caller who is not identified yet: `TOO_MANY_REQUESTS` if none is free.
    pub fn take_as_stranger(&self, peer: &Peer) -> Result<Turn> {
        let own =
            peer.network().map(|at| self.own_turns(format!("stranger {at}"), MAX_UNIDENTIFIED_PER_ADDRESS));
        let semaphores = [own, Some(Arc::clone(&self.strangers))];
        let permits = semaphores.into_iter().flatten().map(Semaphore::try_acquire_owned);
        let permits =
            permits.collect::<std::result::Result<_, _>>().map_err(|_| ErrorKey::TooManyRequests)?;
        Ok(Turn { _permits: permits })
    }

    /// The turns of one account or address, which are dropped when nobody has or waits for one.
    fn own_turns(&self, key: String, limit: usize) -> Arc<Semaphore> {
        let mut own = self.by_sender.lock().unwrap_or_else(PoisonError::into_inner);
        own.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        Arc::clone(own.entry(key).or_insert_with(|| Arc::new(Semaphore::new(limit))))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::net::IpAddr;

    use bytes::Bytes;
    use domain::Peer;

    use super::{Spool, Turns, UploadSender};
    use crate::ErrorKey;

    async fn write_spool(pieces: &[&'static [u8]], max_bytes: u64) -> Spool {
        let mut spool = Spool::new(max_bytes).await.unwrap();
        for piece in pieces {
            spool.write(&Bytes::from_static(piece)).await.unwrap();
        }
        spool
    }

    #[tokio::test]
    async fn a_file_is_read_again_from_its_beginning() {
        let upload = write_spool(&[b"ab", b"", b"cde"], 5).await.finish().await.unwrap().unwrap();
        assert_eq!(upload.byte_count(), 5);
        for _ in 0..2 {
            let mut text = String::new();
            upload.open().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "abcde");
        }
    }

    #[tokio::test]
    async fn one_byte_too_many_is_too_many() {
        let spool = write_spool(&[b"abc", b"def"], 5).await;
        assert!(spool.is_too_large());
        assert!(spool.finish().await.unwrap().is_none());
    }

    fn parse_peer(text: &str) -> Peer {
        Peer::from_request(Some(text.parse::<IpAddr>().unwrap()), None)
    }

    #[tokio::test]
    async fn strangers_take_few_turns() {
        let turns = Turns::default();
        let local = parse_peer("127.0.0.1");
        let taken: Vec<_> =
            (0..super::MAX_UNIDENTIFIED).map(|_| turns.take_as_stranger(&local).unwrap()).collect();
        assert_eq!(turns.take_as_stranger(&local).unwrap_err().key(), Some(ErrorKey::TooManyRequests));
        assert!(turns.wait_for_turn(&UploadSender::default()).await.is_ok());
        drop(taken);
        assert!(turns.take_as_stranger(&local).is_ok());
    }

    #[tokio::test]
    async fn strangers_of_one_address_leave_turns_to_others() {
        let turns = Turns::default();
        let (one, other) = (parse_peer("192.0.2.7"), parse_peer("192.0.2.8"));
        let taken: Vec<_> = std::iter::from_fn(|| turns.take_as_stranger(&one).ok()).collect();
        assert_eq!(taken.len(), super::MAX_UNIDENTIFIED_PER_ADDRESS);
        assert!(turns.take_as_stranger(&other).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn one_account_and_one_address_leave_turns_to_others() {
        let turns = Turns::default();
        let sender =
            |account: &str, address: &str| UploadSender::new(Some(&account.into()), &parse_peer(address));
        let mut taken = Vec::new();
        for number in 0..super::MAX_PER_ACCOUNT {
            taken.push(turns.wait_for_turn(&sender("ann", &format!("192.0.2.{number}"))).await.unwrap());
        }
        assert!(turns.wait_for_turn(&sender("ann", "192.0.2.200")).await.is_err(), "the account has enough");
        assert!(turns.wait_for_turn(&sender("bob", "192.0.2.0")).await.is_ok());
        for number in 0..super::MAX_PER_ADDRESS {
            taken.push(
                turns.wait_for_turn(&sender(&format!("pupil {number}"), "198.51.100.1")).await.unwrap(),
            );
        }
        assert!(turns.wait_for_turn(&sender("cat", "198.51.100.1")).await.is_err(), "the address has enough");
        assert!(turns.wait_for_turn(&sender("cat", "198.51.100.2")).await.is_ok());
        taken.clear();
        assert!(turns.wait_for_turn(&sender("ann", "198.51.100.1")).await.is_ok());
        assert_eq!(turns.by_sender.lock().unwrap().len(), 2, "only those of the last caller are kept");
    }
}
