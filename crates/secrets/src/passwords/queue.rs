//! The order of hashing: sign-ins before new passwords, and few calls of the same account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use argon2::Block;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::hashing::HashMemory;
use super::{PasswordError, to_failure};

/// Maximum number of waiting calls of each kind per slot.
const MAX_WAITING_PER_SLOT: usize = 64;
/// Sign-ins with the same name that wait or run.
const MAX_SIGN_INS_PER_NAME: usize = 16;
/// New passwords of the same account that wait or run.
const MAX_NEW_PASSWORDS_PER_OWNER: usize = 2;

/// The purpose of a slot.
#[derive(Debug, Clone, Copy)]
pub enum HashWork<'a> {
    /// A password is checked for a sign-in with this name.
    SignIn {
        /// The name as it was typed.
        name: &'a str,
    },
    NewPassword {
        /// The account that has it hashed. `None` for callers without an account.
        owner: Option<&'a str>,
    },
}

/// A slot for a running hash, which takes 19 MiB and some ten milliseconds of one core.
pub struct HashSlot {
    running: Arc<OwnedSemaphorePermit>,
    memory: HashMemory,
    _new_password: Option<OwnedSemaphorePermit>,
    _account: Option<AccountSlot>,
}

impl HashSlot {
    /// Computes in a thread, with the memory of a hash. The slot is taken until that ends, even if the caller
    /// does not wait for it any more.
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        compute: impl FnOnce(&mut Vec<Block>) -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let running = Arc::clone(&self.running);
        let memory = self.memory.clone();
        let task = spawn_blocking(move || {
            let computed = memory.lend_blocks(compute);
            drop(running);
            computed
        });
        task.await.map_err(to_failure)?
    }
}

/// The slots and those who wait for them.
pub(crate) struct Queue {
    running: Arc<Semaphore>,
    memory: HashMemory,
    /// New passwords that compete for slots: half of the slots at most. Others wait here, so that a sign-in
    /// never waits behind more of them than these.
    new_passwords: Arc<Semaphore>,
    sign_ins_waiting: Arc<Semaphore>,
    new_passwords_waiting: Arc<Semaphore>,
    per_account: Arc<Mutex<HashMap<String, usize>>>,
}

impl Queue {
    pub(crate) fn new(concurrent: usize) -> Self {
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        let waiting = concurrent.saturating_mul(MAX_WAITING_PER_SLOT);
        Self {
            running: semaphore(concurrent),
            memory: HashMemory::default(),
            new_passwords: semaphore((concurrent / 2).max(1)),
            sign_ins_waiting: semaphore(waiting),
            new_passwords_waiting: semaphore(waiting),
            per_account: Arc::default(),
        }
    }

    pub(crate) async fn acquire_slot(&self, work: HashWork<'_>) -> Result<HashSlot, PasswordError> {
        let waiting = match work {
            HashWork::SignIn { .. } => &self.sign_ins_waiting,
            HashWork::NewPassword { .. } => &self.new_passwords_waiting,
        };
        let _place = waiting.clone().try_acquire_owned().map_err(|_| PasswordError::Busy)?;
        let own = match work {
            HashWork::SignIn { name } => {
                let name = format!("sign-in {}", name.trim().to_lowercase());
                Some(self.count_for_account(name, MAX_SIGN_INS_PER_NAME)?)
            }
            HashWork::NewPassword { owner: Some(owner) } => {
                Some(self.count_for_account(format!("new password {owner}"), MAX_NEW_PASSWORDS_PER_OWNER)?)
            }
            HashWork::NewPassword { owner: None } => None,
        };
        let new_password = match work {
            HashWork::SignIn { .. } => None,
            HashWork::NewPassword { .. } => {
                Some(self.new_passwords.clone().acquire_owned().await.map_err(to_failure)?)
            }
        };
        let running = self.running.clone().acquire_owned().await.map_err(to_failure)?;
        Ok(HashSlot {
            running: Arc::new(running),
            memory: self.memory.clone(),
            _new_password: new_password,
            _account: own,
        })
    }

    /// Counts a call of this account, until the value is dropped.
    fn count_for_account(&self, key: String, limit: usize) -> Result<AccountSlot, PasswordError> {
        let mut counts = self.per_account.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_default();
        if *count >= limit {
            return Err(PasswordError::Busy);
        }
        *count += 1;
        Ok(AccountSlot { key, counts: Arc::clone(&self.per_account) })
    }
}

/// One of the calls of an account.
struct AccountSlot {
    key: String,
    counts: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for AccountSlot {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{HashWork, MAX_NEW_PASSWORDS_PER_OWNER, MAX_SIGN_INS_PER_NAME, MAX_WAITING_PER_SLOT};
    use super::{PasswordError, Queue};

    fn sign_in(queue: &Arc<Queue>, name: String) -> tokio::task::JoinHandle<Result<(), PasswordError>> {
        let queue = Arc::clone(queue);
        tokio::spawn(async move { queue.acquire_slot(HashWork::SignIn { name: &name }).await.map(drop) })
    }

    #[tokio::test]
    async fn each_kind_of_work_has_a_bounded_queue() {
        let queue = Arc::new(Queue::new(1));
        let running = queue.acquire_slot(HashWork::SignIn { name: "ann" }).await.unwrap();
        let waiting: Vec<_> =
            (0..MAX_WAITING_PER_SLOT).map(|number| sign_in(&queue, format!("reader {number}"))).collect();
        while queue.sign_ins_waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(
            queue.acquire_slot(HashWork::SignIn { name: "bob" }).await,
            Err(PasswordError::Busy)
        ));
        drop(running);
        for task in waiting {
            assert!(task.await.unwrap().is_ok());
        }
        assert!(queue.acquire_slot(HashWork::SignIn { name: "bob" }).await.is_ok());
    }

    #[tokio::test]
    async fn an_account_has_few_places_and_takes_none_from_others() {
        let queue = Queue::new(64);
        let own = HashWork::NewPassword { owner: Some("ann") };
        let mut slots = Vec::new();
        for _ in 0..MAX_NEW_PASSWORDS_PER_OWNER {
            slots.push(queue.acquire_slot(own).await.unwrap());
        }
        assert!(matches!(queue.acquire_slot(own).await, Err(PasswordError::Busy)));
        assert!(queue.acquire_slot(HashWork::NewPassword { owner: Some("bob") }).await.is_ok());
        for _ in 0..MAX_SIGN_INS_PER_NAME {
            slots.push(queue.acquire_slot(HashWork::SignIn { name: "ann" }).await.unwrap());
        }
        assert!(matches!(
            queue.acquire_slot(HashWork::SignIn { name: " ANN" }).await,
            Err(PasswordError::Busy)
        ));
        slots.clear();
        assert!(queue.acquire_slot(own).await.is_ok());
        assert!(queue.per_account.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn sign_ins_go_before_new_passwords_that_waited_longer() {
        let queue = Arc::new(Queue::new(1));
        let running = queue.acquire_slot(HashWork::SignIn { name: "first" }).await.unwrap();
        let (done, mut order) = tokio::sync::mpsc::unbounded_channel();
        for number in 0..8 {
            let (queue, done) = (Arc::clone(&queue), done.clone());
            tokio::spawn(async move {
                let owner = number.to_string();
                let slot = queue.acquire_slot(HashWork::NewPassword { owner: Some(&owner) }).await;
                done.send("new password").unwrap();
                drop(slot);
            });
        }
        while queue.new_passwords_waiting.available_permits() > MAX_WAITING_PER_SLOT - 8 {
            tokio::task::yield_now().await;
        }
        let (last, told) = (Arc::clone(&queue), done.clone());
        tokio::spawn(async move {
            let slot = last.acquire_slot(HashWork::SignIn { name: "ann" }).await;
            told.send("sign-in").unwrap();
            drop(slot);
        });
        while queue.sign_ins_waiting.available_permits() == MAX_WAITING_PER_SLOT {
            tokio::task::yield_now().await;
        }
        drop((running, done));
        let mut place = 0;
        while order.recv().await.is_some_and(|kind| kind != "sign-in") {
            place += 1;
        }
        assert!(place <= 1, "{place} new passwords went first");
    }
}
